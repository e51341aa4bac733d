"""README.md: its commands work as pasted, in every shell, and its answers have the fields that come back."""

import json
import re
import shutil
import socket
import subprocess
from pathlib import Path

import pytest

from service.ops import run
from tests.service.supervised import Supervised

TEXT = (Path(__file__).parents[2] / "README.md").read_text()
PLAYED = TEXT.split("\n## A first game\n")[1].split("\n## Documents\n")[0]
BLOCKS = re.findall(r"^```(sh|json|text)\n(.*?)^```$", PLAYED, re.MULTILINE | re.DOTALL)
SHELLS = {"sh": [], "bash": ["--norc"], "zsh": ["-f"]}
OTHER_WAY = {"jq": "python3", "python3": "jq"}
MORE = "..."
END = "-- end of a command --"


@pytest.fixture(scope="module")
def free_port():
    """A port that no process listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


@pytest.fixture(scope="module")
def service(tmp_path_factory, free_port):
    """The whole service as ``make run`` starts it. Streams end after about a second, so that a command for one ends too."""
    folder = tmp_path_factory.mktemp("readme")
    with pytest.MonkeyPatch.context() as environment:
        for name in ("REDIS_URL", "QUEUE_REDIS_URL"):
            environment.delenv(name, raising=False)
        environment.setenv("FACEOFF_MAX_STREAM_S", "1")
        arguments = ["-m", run.__name__, "--port", str(free_port), "--data-dir", str(folder / "data"), "--workers", "1"]
        supervised = Supervised(arguments, folder)
    try:
        supervised.wait_for("Stop                Ctrl-C")
        yield supervised
    finally:
        supervised.end()


def steps(tool):
    """The commands as a reader who has ``tool`` pastes them, each with the answer shown below it."""
    found = []
    for language, text in BLOCKS:
        if language != "sh":
            found[-1] = (found[-1][0], text)
        elif OTHER_WAY[tool] not in text:
            found.append((text, None))
    return found


def pasted(shell, commands, port, folder):
    """What each command prints in one shell that reads them from its standard input."""
    script = "".join(f"{command}printf '\\n%s\\n' '{END}'\n" for command in commands)
    script = script.replace("localhost:8000", f"127.0.0.1:{port}")
    done = subprocess.run([shell, *SHELLS[shell]], input=script, cwd=folder, capture_output=True, text=True, timeout=50, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    *outputs, rest = done.stdout.split(f"\n{END}\n")
    assert rest == ""
    return outputs


def parsed(shown):
    """A shortened answer: ``...`` becomes an element of its list, or a field of its object."""
    brackets, parts = [], []
    for token in re.findall(r'"(?:[^"\\]|\\.)*"|\.\.\.|[^".]+|\.', shown):
        for character in "" if token.startswith('"') else token:
            if character in "[{":
                brackets.append(character)
            elif character in "]}":
                brackets.pop()
        parts.append(token if token != MORE else f'"{MORE}"' if brackets[-1] == "[" else f'"{MORE}": null')
    return json.loads("".join(parts))


def complaint(shown, real, where="answer"):
    """The first difference in form between a shown and a real answer; empty if there is none."""
    if isinstance(shown, dict):
        if not isinstance(real, dict):
            return f"{where} is no object"
        names = shown.keys() - {MORE}
        if names - real.keys() or (MORE not in shown and names != real.keys()):
            return f"{where} has {sorted(real)}, shown are {sorted(names)}"
        if shown.get("type") != real.get("type"):
            names -= {"data"}  # which fields it has depends on the type
        return next(filter(None, (complaint(shown[name], real[name], f"{where}.{name}") for name in names)), "")
    if isinstance(shown, list):
        if not isinstance(real, list):
            return f"{where} is no list"
        for number, element in enumerate(shown):
            if element != MORE and all(complaint(element, other) for other in of_its_type(element, real)):
                return f"{where}[{number}] is like none of the {len(real)} that come back"
        return ""
    same = shown is None or real is None or type(shown) is type(real) or {type(shown), type(real)} == {int, float}
    return "" if same else f"{where} is {real!r}, shown is {shown!r}"


def of_its_type(element, real):
    """The events of the same type if there are any: which events come back depends on the cards."""
    same = [other for other in real if isinstance(element, dict) and "type" in element and other.get("type") == element["type"]]
    return same or real


def event_data(text):
    """The objects behind ``data:`` in a stream of events."""
    return [json.loads(line.removeprefix("data: ")) for line in text.splitlines() if line.startswith("data: ")]


@pytest.mark.parametrize("tool", OTHER_WAY)
@pytest.mark.parametrize("shell", SHELLS)
def test_the_commands_work_as_pasted_and_answer_as_shown(shell, tool, service, free_port, tmp_path):
    if not shutil.which(shell) or not shutil.which(tool):
        pytest.skip(f"{shell} or {tool} is not installed")
    pasting = steps(tool)
    outputs = pasted(shell, [command for command, _ in pasting], free_port, tmp_path)
    for (command, shown), output in zip(pasting, outputs, strict=True):
        if shown is None:
            assert output == "", command
        elif event_data(shown):
            assert complaint(event_data(shown), event_data(output)) == "", command
            assert re.search(r"^id: \d+$", output, re.MULTILINE)
        else:
            assert complaint(parsed(shown), json.loads(output)) == "", command


@pytest.mark.parametrize("tool", OTHER_WAY)
def test_every_call_shows_its_answer(tool):
    assert all((shown is not None) == ("curl" in command) for command, shown in steps(tool))
    assert sum("curl" in command for command, _ in steps(tool)) >= 6


def test_the_service_announces_itself_as_shown(service, free_port):
    shown = re.search(r"^make run\n```\n\n```text\n(.*?)^```", TEXT, re.MULTILINE | re.DOTALL)[1]
    assert shown.replace("8000", str(free_port)) in service.output


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
        ('[{"type": "x", "data": {"b": 1}}]', [{"type": "y", "data": {"b": 1}}, {"type": "x", "data": {"c": 1}}], False),
    ],
)
def test_an_answer_agrees_if_its_fields_are_those_shown(shown, real, agrees):
    assert (complaint(parsed(shown), real) == "") == agrees
