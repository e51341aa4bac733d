"""Listings in documents: run as a reader would, with the responses shown compared with the real ones.

A response in a document is shortened: ``...`` stands for more fields, more elements, or more text.
"""

import json
import re
import subprocess
from dataclasses import dataclass

SHELLS = {"sh": [], "bash": ["--norc"], "zsh": ["-f"]}
MORE = "..."
END = "-- end of a command --"
LISTING = re.compile(
    r"^(?:`(?P<file>[^`\n]+)`[^\n]*:\n\n)?```(?P<language>\w+)\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL
)


@dataclass(frozen=True)
class Listing:
    """A listing of a document, and the file that the line above it names."""

    language: str
    text: str
    file: str = ""


def listings(text, *languages):
    """The listings of a document, in their order."""
    found = [Listing(part["language"], part["text"], part["file"] or "") for part in LISTING.finditer(text)]
    return [listing for listing in found if not languages or listing.language in languages]


# -- commands


def commands(shown):
    """The commands among listings, each with the response that is shown directly below it, or None."""
    found = []
    for listing in shown:
        if listing.language == "sh":
            found.append((listing.text, None))
        elif found and found[-1][1] is None:
            found[-1] = (found[-1][0], listing.text)
    return found


def pasted(shell, texts, address, folder):
    """The output of each command in one shell that reads them from its standard input."""
    script = "".join(f"{text}printf '\\n%s\\n' '{END}'\n" for text in texts)
    script = script.replace("localhost:8000", address.removeprefix("http://"))
    done = subprocess.run(
        [shell, *SHELLS[shell]], input=script, cwd=folder, capture_output=True, text=True, timeout=50, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    *outputs, rest = done.stdout.split(f"\n{END}\n")
    assert rest == ""
    return outputs


def assert_as_shown(pairs, outputs):
    """Check that every command has printed what is shown below it, or nothing."""
    for (command, shown), output in zip(pairs, outputs, strict=True):
        if shown is None:
            assert output == "", command
        elif event_data(shown):
            assert complaint(event_data(shown), event_data(output)) == "", command
            assert re.search(r"^id: \d+-\S{4}$", output, re.MULTILINE)
        else:
            assert complaint(parsed(shown), json.loads(output)) == "", command


# -- responses


def parsed(shown):
    """A shortened response: ``...`` becomes an element of its list, or a field of its object."""
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
    """The first difference in form between a shown and a real response; empty if there is none."""
    if isinstance(shown, dict):
        if not isinstance(real, dict):
            return f"{where} is not an object"
        names = shown.keys() - {MORE}
        if names - real.keys() or (MORE not in shown and names != real.keys()):
            return f"{where} has {sorted(real)}, shown are {sorted(names)}"
        if shown.get("type") != real.get("type"):
            names -= {"data"}  # which fields it has depends on the type
        return next(filter(None, (complaint(shown[name], real[name], f"{where}.{name}") for name in names)), "")
    if isinstance(shown, list):
        if not isinstance(real, list):
            return f"{where} is not a list"
        for number, element in enumerate(shown):
            if element != MORE and all(complaint(element, other) for other in of_its_type(element, real)):
                return f"{where}[{number}] is like none of the {len(real)} that come back"
        return ""
    same = shown is None or real is None or type(shown) is type(real) or {type(shown), type(real)} == {int, float}
    return "" if same else f"{where} is {real!r}, shown is {shown!r}"


def of_its_type(element, real):
    """The events of the same type if there are any: which events come back depends on the cards."""
    same = [
        other
        for other in real
        if isinstance(element, dict) and "type" in element and other.get("type") == element["type"]
    ]
    return same or real


def event_data(text):
    """The objects behind ``data:`` in a stream of events."""
    return [json.loads(line.removeprefix("data: ")) for line in text.splitlines() if line.startswith("data: ")]


# -- programs


def is_like(shown, output):
    """True if a program has printed the lines shown; ``...`` is any text, also of many lines."""
    pattern = re.escape(shown.strip()).replace(re.escape(MORE), ".*")
    return re.fullmatch(pattern, output.strip(), re.DOTALL) is not None
