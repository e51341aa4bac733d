"""docs/changing-faceoff.md: each change is made in a copy of the project as the page shows it, and its commands run."""

import re
import subprocess
from pathlib import Path

import pytest

from tests.deploy.shown import listings
from tests.sixth_game.added import copied, outside, with_compiled, with_environment

TEXT = (Path(__file__).parents[2] / "docs" / "changing-faceoff.md").read_text()
SECTIONS = dict(re.findall(r"^## (.*)\n((?:(?!## ).*\n)*)", TEXT, re.MULTILINE))
FOLDERS = ("engines", "ai", "training", "service", "clients", "bench", "tests", "docs")
COPIED = (*FOLDERS, "openapi.yaml", "pyproject.toml", "Makefile")
INSTALLED = ("--assume-old=.venv/run.done", "--assume-old=.venv/dev.done")


OPTION = "Add an option (house rule) to a game"
"""Changes sources that are compiled: it is made in a copy of its own, the others in one, as in a project that grows."""


@pytest.mark.parametrize("titles", [[OPTION], sorted(SECTIONS.keys() - {OPTION})], ids=["an option", "the others"])
def test_changes_are_made_as_shown(titles, tmp_path):
    project = with_environment(copied(tmp_path, *COPIED))
    if titles != [OPTION]:
        with_compiled(project)
    for title in titles:
        (change,) = listings(SECTIONS[title], "diff")
        apply(project, change.text)
    for command in dict.fromkeys(command for title in titles for command in commands(title)):
        run(project, command)


def commands(title):
    (shown,) = listings(SECTIONS[title], "sh")
    return shown.text.replace("\\\n", "").splitlines()


def test_tests_say_what_is_to_be_done_once_an_option_is_declared(tmp_path):
    project = with_environment(copied(tmp_path, *COPIED))
    (change,) = listings(SECTIONS[OPTION], "diff")
    apply(project, change.text, *(f"engines/blades_of_steel/{name}.py" for name in ("options", "rules")))
    done = started(project, commands(OPTION)[-1])
    for to_do in (
        *("docs/rules/blades-of-steel.md", "`option_names` in engines/blades_of_steel/language/en.py"),
        *("`options` in engines/blades_of_steel/language/fr.py", "describe_cards in engines/blades_of_steel/"),
        *("Option(..., changes_cards=False)", "add to tests/blades_of_steel/pins.txt\n"),
    ):
        assert to_do in done.stdout, done.stdout[-9000:]


def apply(project, diff, *files):
    """Make the changes of a diff, or those in some of its files. Its hunks have no line numbers: each old text stands
    once in its file.
    """
    for name, hunks in re.findall(r"^--- (.*)\n@@\n((?:(?!--- ).*\n)*)", diff, re.MULTILINE):
        if files and name not in files:
            continue
        file = project / name
        text = file.read_text() if file.exists() else ""
        for hunk in hunks.split("@@\n"):
            lines = [(line[:1], line[1:]) for line in hunk.splitlines()]
            old, new = ("".join(f"{line}\n" for sign, line in lines if sign != other) for other in "+-")
            assert text.count(old) == 1 or not old, f"{name} has {text.count(old)} of\n{old}"
            text = text.replace(old, new, 1) if old else new
        file.write_text(text)


def run(project, command):
    done = started(project, command)
    if pinned := re.findall(r"add to (\S+/pins\.txt)\n((?:E +.*\n)+)", done.stdout):
        for file, lines in pinned:
            with (project / file).open("a") as pins:
                pins.write(re.sub("^E +", "", lines, flags=re.MULTILINE))
        done = started(project, f"{command} --lf")  # the others have passed
    assert done.returncode == 0, f"{command}\n{done.stdout[-3000:]}{done.stderr[-3000:]}"


def started(project, command):
    command = command.replace("make ", f"make {' '.join(INSTALLED)} ")
    return subprocess.run(command, shell=True, cwd=project, env=outside(), capture_output=True, text=True, timeout=120)
