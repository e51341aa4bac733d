"""Imports run wsgi -> service -> ai -> engines, never back, and the engines know no web, no store, no clock, no
chance.
"""

import ast
from functools import cache
from pathlib import Path

import pytest

from engines import KEYS

ROOT = Path(__file__).parents[2]
LAYERS = ("engines", "ai", "service", "wsgi")
"""From the ground up: a module may import its own layer and those before it."""

FOREIGN_TO_RULES = {
    "flask",
    "apispec",
    "msgspec",
    "marshmallow",
    "redis",
    "rq",
    "random",
    "secrets",
    "time",
    "datetime",
    "os",
    "socket",
    "logging",
}
JSON_AND_TEXT = {
    *("declared", "fields", "options", "moves", "events", "table", "commentary", "language"),
    *("deck_file", "texts", "loading", "reconstruction", "card_texts"),
}
ALLOWED_IN_AI = {"time", "logging"}
"""A wall-clock cap on a search, and its notes."""


def nodes_of(path: Path) -> list[ast.AST]:
    """All that is in a file."""
    return list(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))


@cache
def imports_of(path: Path) -> set[str]:
    """The dotted names of all modules that a file imports."""
    found = set()
    for node in nodes_of(path):
        if isinstance(node, ast.Import):
            found |= {name.name for name in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: imports here are absolute"
            found.add(node.module or "")
    return found


def modules(layer: str) -> list[Path]:
    return sorted(ROOT.glob(f"{layer}/**/*.py")) or sorted(ROOT.glob(f"{layer}.py"))


@pytest.mark.parametrize("layer", LAYERS)
def test_imports_never_go_up(layer):
    above = LAYERS[LAYERS.index(layer) + 1 :]
    for path in modules(layer):
        tops = {name.partition(".")[0] for name in imports_of(path)}
        assert not tops & set(above), path
        assert "tests" not in tops, path


@pytest.mark.parametrize(
    ("layer", "foreign"),
    [
        *(("clients", "bench"), ("clients", "tests")),
        *(
            ("ai", "bench"),
            ("ai", "training"),
            ("ai", "faceoff"),
            ("service", "faceoff"),
            ("clients", "faceoff"),
            *(("faceoff", other) for other in ("engines", "ai", "service", "clients", "bench", "tests")),
            ("service", "bench"),
            ("service", "training"),
            ("training", "bench"),
            ("training", "tests"),
        ),
    ],
)
def test_nothing_is_built_on_tests_and_only_tests_on_bench(layer, foreign):
    for path in modules(layer):
        assert foreign not in {name.partition(".")[0] for name in imports_of(path)}, path


def test_tests_may_use_bench_and_only_its_studies_of_reliability_use_tests():
    """Tests play by the policies of bench; what measures the whole service does so with the kit of the tests."""
    studies = modules("bench/reliability")
    for path in {*modules("bench"), *modules("tests")} - {*studies}:
        assert not [name for name in imports_of(path) if name.startswith("bench.reliability")], path
        if path.is_relative_to(ROOT / "bench"):
            assert "tests" not in {name.partition(".")[0] for name in imports_of(path)}, path


def test_service_knows_the_games_only_by_their_record():
    """Nothing in service, and nothing in ai but what is of one game, imports from a game."""
    games = tuple(f"engines.{key}" for key in KEYS)
    for path in modules("service") + sorted(ROOT.glob("ai/*.py")) + modules("ai/search") + modules("ai/networks"):
        assert not [name for name in imports_of(path) if name.startswith(games)], path


@pytest.mark.parametrize("layer", ["engines", "ai"])
def test_rules_and_opponents_know_no_web_no_store_no_clock_and_no_chance_of_their_own(layer):
    foreign = FOREIGN_TO_RULES - (ALLOWED_IN_AI if layer == "ai" else set())
    for path in modules(layer):
        assert not {name.partition(".")[0] for name in imports_of(path)} & foreign, path


def test_engines_read_no_files():
    for path in modules("engines"):
        calls = [node.func for node in nodes_of(path) if isinstance(node, ast.Call)]
        assert "open" not in {call.id for call in calls if isinstance(call, ast.Name)}, path
        assert "json" not in imports_of(path), path


def test_rules_and_information_import_no_text_and_no_json_of_their_game():
    """They are compiled; all that handles JSON and text stays outside."""
    for path in [*ROOT.glob("engines/*/*.py"), *ROOT.glob("engines/*/rules/*.py")]:
        if path.stem in ("rules", "information") or path.parent.name == "rules":
            assert not {name.rpartition(".")[2] for name in imports_of(path)} & JSON_AND_TEXT, path
