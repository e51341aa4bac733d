"""README.md: its commands work as pasted, in every shell, and its answers have the fields that come back."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.deploy.shown import SHELLS, assert_as_shown, commands, complaint, listings, parsed, pasted

TEXT = (Path(__file__).parents[2] / "README.md").read_text()
PLAYED = TEXT.split("\n## A first game\n")[1].split("\n## Documents\n")[0]
OTHER_WAY = {"jq": "python3", "python3": "jq"}


def steps(tool):
    """The commands as a reader who has ``tool`` pastes them, each with the answer shown below it."""
    return [
        (text, shown)
        for text, shown in commands(listings(PLAYED, "sh", "json", "text"))
        if shown or OTHER_WAY[tool] not in text
    ]


@pytest.mark.parametrize("tool", OTHER_WAY)
@pytest.mark.parametrize("shell", SHELLS)
def test_the_commands_work_as_pasted_and_answer_as_shown(shell, tool, service, tmp_path):
    if not shutil.which(shell) or not shutil.which(tool):
        pytest.skip(f"{shell} or {tool} is not installed")
    pasting = steps(tool)
    assert_as_shown(pasting, pasted(shell, [command for command, _ in pasting], service.address, tmp_path))


@pytest.mark.parametrize("tool", OTHER_WAY)
def test_every_call_shows_its_answer(tool):
    assert not [(command, shown) for command, shown in steps(tool) if (shown is not None) != ("curl" in command)]
    assert sum("curl" in command for command, _ in steps(tool)) >= 6


def test_the_service_announces_itself_as_shown(service):
    shown = re.search(r"^make run\n```\n\n```text\n(.*?)^```", TEXT, re.MULTILINE | re.DOTALL)[1]
    assert shown.replace("http://127.0.0.1:8000", service.address) in service.output


def test_the_first_program_plays_a_whole_game_in_six_lines(service):
    (program,) = listings(TEXT, "python")
    assert len(program.text.replace("\n\n", "\n").splitlines()) == 6
    text = program.text.replace("http://127.0.0.1:8000", service.address)
    done = subprocess.run([sys.executable, "-c", text], capture_output=True, text=True, timeout=50)
    assert done.returncode == 0, done.stderr
    *told, score = done.stdout.splitlines()
    assert re.fullmatch(r"Final score: \d+ \d+", score)
    assert sum("face-off" in line or "period" in line for line in told) >= 3, done.stdout


@pytest.mark.parametrize(
    ("shown", "real", "agrees"),
    [
        ('{"a": 1}', {"a": 2}, True),
        ('{"a": 1}', {"a": 2, "b": 3}, False),
        ('{"a": 1, ...}', {"a": 2, "b": 3}, True),
        ('{"a": 1, "gone": 2, ...}', {"a": 2, "b": 3}, False),
        ('{"a": "yes..."}', {"a": 2}, False),
        ('[{"a": 0.5}, ...]', [{"b": 1}, {"a": 1}], True),
        ('[{"a": {"b": 1}}, ...]', [{"a": {"c": 1}}], False),
        ('[{"type": "x", "data": {"b": 1}}]', [{"type": "y", "data": {"c": 1}}], True),
        (
            '[{"type": "x", "data": {"b": 1}}]',
            [{"type": "y", "data": {"b": 1}}, {"type": "x", "data": {"c": 1}}],
            False,
        ),
    ],
)
def test_an_answer_agrees_if_its_fields_are_those_shown(shown, real, agrees):
    assert (complaint(parsed(shown), real) == "") == agrees
