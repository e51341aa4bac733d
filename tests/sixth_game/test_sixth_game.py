"""docs/adding-a-game.md, followed literally: in a copy of the project, its files are written and its commands are run.

A sixth game needs its own files and one line, and passes the very tests that the others pass.
"""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.deploy.shown import listings

ROOT = Path(__file__).parents[2]
GUIDE = (ROOT / "docs" / "adding-a-game.md").read_text()
KEY = "secret_duel"
COPIED = (
    "engines",
    "ai",
    "service",
    "clients",
    "tests",
    "docs",
    "wsgi.py",
    "openapi.yaml",
    "pyproject.toml",
    "Makefile",
)
INSTALLED = ("--assume-old=.venv/run.done", "--assume-old=.venv/dev.done")
"""The environment of this test, not a new one."""


@pytest.fixture
def project(tmp_path):
    """A copy of the project, with the environment in which this test runs."""
    for name in COPIED:
        if (ROOT / name).is_file():
            shutil.copy(ROOT / name, tmp_path)
        else:
            ignored = shutil.ignore_patterns("__pycache__", "golden.txt", "node_modules")
            shutil.copytree(ROOT / name, tmp_path / name, symlinks=True, ignore=ignored)
    (tmp_path / ".venv").symlink_to(sys.prefix)
    if (ROOT / ".mypy_cache").exists():
        shutil.copytree(ROOT / ".mypy_cache", tmp_path / ".mypy_cache")
    return tmp_path


def run(project, command):
    environment = {
        name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "PYTHONSAFEPATH", "MAKEFLAGS")
    }
    if command.startswith("make "):
        command = " ".join(["make", *INSTALLED, *command.split()[1:]])
    done = subprocess.run(
        command, shell=True, cwd=project, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, f"{command}\n{done.stdout[-3000:]}{done.stderr[-3000:]}"
    return done.stdout


def write(project, listing):
    """Write a file of the guide, or change one as a listing in the form of a diff shows."""
    file = project / listing.file
    if listing.language == "diff":
        lines = [(line[:1], line[1:]) for line in listing.text.splitlines(keepends=True)]
        before = "".join(text for sign, text in lines if sign != "+")
        assert file.read_text().count(before) == 1, f"{listing.file} has no such place: {before}"
        file.write_text(file.read_text().replace(before, "".join(text for sign, text in lines if sign != "-")))
    else:
        assert not file.exists(), listing.file
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(listing.text)


def test_the_guide_to_a_sixth_game_can_be_followed_literally(project):
    ended = []
    for listing in listings(GUIDE):
        if listing.language == "sh":
            ended += [run(project, command) for command in listing.text.replace("\\\n", "").splitlines()]
        else:
            write(project, listing)
    assert "SecretDuelGameView:" in (project / "openapi.yaml").read_text()
    passed = [int(count) for text in ended for count in re.findall(r"(\d+) passed", text)]
    assert len(passed) == 2, ended
    assert passed[0] >= 75, ended
    assert not any("skipped" in text for text in ended)


def test_outside_its_own_files_the_game_of_the_guide_needs_one_line():
    own = re.compile(rf"(engines|tests)/{KEY}/|docs/rules/(players/)?{KEY.replace('_', '-')}\.md$")
    changed = [listing for listing in listings(GUIDE) if listing.file and not own.match(listing.file)]
    assert [listing.file for listing in changed] == ["engines/__init__.py"]
    assert re.findall(r"^[+-].*", changed[0].text, re.MULTILINE) == [f'+    "{KEY}",']
