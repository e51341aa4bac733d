"""A game is what carries its key in its path, and one line: one is added, as docs/adding-a-game.md says, and one goes.

The sixth game passes the very tests that the others pass, and the rest does without a fifth.
"""

import re
import subprocess

import pytest

from engines import KEYS
from service.api.openapi.document import examples
from tests.deploy.shown import listings
from tests.sixth_game.added import (
    EXAMPLE,
    KEY,
    ROOT,
    add_to,
    copied,
    outside,
    remove_from,
    with_compiled,
    with_environment,
)

GUIDE = (ROOT / "docs" / "adding-a-game.md").read_text()
COPIED = (
    *("engines", "ai", "service", "clients", "bench", "tests", "docs"),
    *("faceoff.py", "wsgi.py", "openapi.yaml", "pyproject.toml", "Makefile"),
)
INSTALLED = ("--assume-old=.venv/run.done", "--assume-old=.venv/dev.done")
MOST_FILES, MOST_LINES = 8, 450
OF_EVERY_GAME = (
    *("tests/engines/test_documents.py", "tests/engines/test_languages.py", "tests/ai/test_levels.py"),
    *("tests/service/api/test_rules_pages.py", "tests/service/api/test_headers.py"),
)
"""The fast ones of the tests that go over all games."""


COMMANDS = [
    command
    for listing in listings(GUIDE, "sh")
    for command in listing.text.replace("\\\n", "").splitlines()
    if not command.startswith("cp ")
]
CONTRACT, *CHECKS = COMMANDS
TESTED = [command for command in CHECKS if "pytest" in command]


def copy_in(folder):
    return with_compiled(with_environment(copied(folder, *COPIED)))


@pytest.fixture(scope="module")
def grown(tmp_path_factory):
    """The project with the sixth game, and the contract written as the guide says."""
    project = add_to(copy_in(tmp_path_factory.mktemp("grown")))
    run(project, CONTRACT)
    return project


def run(project, command):
    """Run a command in the copy; returns what it prints."""
    if command.startswith("make "):
        command = " ".join(["make", *INSTALLED, *command.split()[1:]])
    done = subprocess.run(command, shell=True, cwd=project, env=outside(), capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{command}\n{done.stdout[-3000:]}{done.stderr[-3000:]}"
    return done.stdout


def test_the_contract_has_the_sixth_game(grown):
    assert "`secret_duel`" in (grown / "openapi.yaml").read_text()


@pytest.mark.parametrize("command", CHECKS, ids=lambda command: command.partition(" -m ")[2][:40])
def test_the_guide_to_a_sixth_game_can_be_followed_literally(grown, command):
    ended = run(grown, command)
    passed = [int(count) for count in re.findall(r"(\d+) passed", ended)]
    assert len(passed) == (command in TESTED), ended
    assert command != TESTED[0] or passed[0] >= 74, ended
    assert "skipped" not in ended


def test_the_guide_runs_the_tests_of_the_game_and_then_those_of_the_contract():
    assert len(TESTED) == 2


def test_a_small_game_is_a_few_short_files_and_one_line():
    files = [path for path in EXAMPLE.rglob("*") if path.is_file() and "__pycache__" not in path.parts]
    assert len(files) <= MOST_FILES
    assert sum(len(path.read_text().splitlines()) for path in files) <= MOST_LINES
    assert not [path for path in files if not (KEY in path.parts or path.stem == KEY.replace("_", "-"))]
    (changed,) = listings(GUIDE, "diff")
    assert re.findall(r"^[+-].*", changed.text, re.MULTILINE) == [f'+    "{KEY}",']


SHOWN = examples()["operations"]["create_game"]["asked"]["variant"]
"""The game of the contract's examples."""
GONE = next(key for key in KEYS if key != SHOWN)


def test_without_a_game_the_rest_is_as_it_was(tmp_path):
    project = remove_from(copy_in(tmp_path), GONE)
    run(project, f".venv/bin/python -m pytest -q -x -p no:cacheprovider {' '.join(OF_EVERY_GAME)}")


@pytest.fixture(scope="module")
def without_two(tmp_path_factory):
    """The project without two games, of one of which the examples were, and its contract."""
    project = remove_from(remove_from(copy_in(tmp_path_factory.mktemp("without_two")), GONE), SHOWN)
    run(project, "make contract")
    return project


def test_without_two_games_the_contract_is_of_the_rest(without_two):
    contract = (without_two / "openapi.yaml").read_text()
    assert GONE not in contract
    assert not re.search(rf"\b{SHOWN}\b(?! card games)", contract)


def test_without_two_games_the_examples_are_of_another(without_two):
    run(
        without_two, ".venv/bin/python -m pytest -q -p no:cacheprovider tests/service/api/test_contract.py -k 'example'"
    )
