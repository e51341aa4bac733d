"""docs/changing-faceoff.md: each change is made in a copy of the project as the page shows it, and its commands run."""

import re
import subprocess
from pathlib import Path

import pytest

from tests.deploy.shown import listings
from tests.sixth_game.added import copied, outside, with_environment

TEXT = (Path(__file__).parents[2] / "docs" / "changing-faceoff.md").read_text()
SECTIONS = dict(re.findall(r"^## (.*)\n((?:(?!## ).*\n)*)", TEXT, re.MULTILINE))
COPIED = ("engines", "ai", "service", "clients", "bench", "tests", "docs", "openapi.yaml", "pyproject.toml", "Makefile")
INSTALLED = ("--assume-old=.venv/run.done", "--assume-old=.venv/dev.done")


@pytest.mark.parametrize("title", SECTIONS)
def test_a_change_is_made_as_shown(title, tmp_path):
    project = with_environment(copied(tmp_path, *COPIED))
    (change,) = listings(SECTIONS[title], "diff")
    apply(project, change.text)
    (commands,) = listings(SECTIONS[title], "sh")
    for command in commands.text.splitlines():
        run(project, command.replace("make ", f"make {' '.join(INSTALLED)} "))


def apply(project, diff):
    """Make the changes of a diff whose hunks have no line numbers: each old text stands once in its file."""
    for name, hunks in re.findall(r"^--- (.*)\n@@\n((?:(?!--- ).*\n)*)", diff, re.MULTILINE):
        file = project / name
        text = file.read_text() if file.exists() else ""
        for hunk in hunks.split("@@\n"):
            lines = [(line[:1], line[1:]) for line in hunk.splitlines()]
            old, new = ("".join(f"{line}\n" for sign, line in lines if sign != other) for other in "+-")
            assert text.count(old) == 1 or not old, f"{name} has {text.count(old)} of\n{old}"
            text = text.replace(old, new, 1) if old else new
        file.write_text(text)


def run(project, command):
    done = subprocess.run(command, shell=True, cwd=project, env=outside(), capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, f"{command}\n{done.stdout[-3000:]}{done.stderr[-3000:]}"
