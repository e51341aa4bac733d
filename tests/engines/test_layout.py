"""Every game has the same modules, and the same tests for them."""

from pathlib import Path

import pytest

from engines import KEYS

ROOT = Path(__file__).parents[2]
MODULES = {
    *("rules", "information", "options", "moves", "events", "codec"),
    *("state_json", "observation_check", "card_texts", "commentary", "language"),
}
TESTS = {
    "table",
    "test_rules",
    "test_rulings",
    "test_codec",
    "test_information",
    "test_options",
    "test_commentary",
    ("test_golden"),
}


def names_in(folder: Path) -> set[str]:
    """The modules of a folder, packages included."""
    return {path.stem for path in folder.glob("*.py")} | {path.parent.name for path in folder.glob("*/__init__.py")}


@pytest.mark.parametrize("key", KEYS)
def test_every_game_has_the_same_modules(key):
    assert names_in(ROOT / "engines" / key) >= MODULES


@pytest.mark.parametrize("key", KEYS)
def test_every_game_has_the_same_tests(key):
    assert names_in(ROOT / "tests" / "engines" / key) >= TESTS


@pytest.mark.parametrize(
    "folder", sorted((ROOT / "ai" / "heuristics").glob("*/__init__.py")), ids=lambda path: path.parent.name
)
def test_every_heuristic_is_in_the_same_place(folder):
    assert folder.parent.name in KEYS
    assert "heuristic" in names_in(folder.parent)
