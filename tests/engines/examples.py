"""The rules documents as data, read from docs/rules/*.md: acceptance examples, rulings and tables. Tests compare the
code with them.
"""

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engines.fields import Field

RULES = Path(__file__).parents[2] / "docs" / "rules"


@dataclass(frozen=True)
class Example:
    """One line ``id | field | field ...`` of a document; what the fields mean stands above the lines."""

    id: str
    fields: tuple[str, ...]


def rules_text(game: str) -> str:
    """The whole rules document of a game."""
    return (RULES / f"{game.replace('_', '-')}.md").read_text(encoding="utf-8")


def acceptance_examples(game: str) -> list[Example]:
    """All examples that are one line of fields, in the document's order."""
    lines = re.findall(r"^([A-Z]\d+) \| (.+)$", rules_text(game), re.MULTILINE)
    return [Example(name, tuple(field.strip() for field in rest.split(" | "))) for name, rest in lines]


def worded_example_ids(game: str) -> list[str]:
    """The ids of the examples that are given in words: ``- H80 Legal plays are ...`` or ``**E4 The same pass, fouled.**
    V answers ...``.
    """
    return re.findall(r"^(?:- |\*\*)([A-Z]\d+) ", rules_text(game), re.MULTILINE)


def ruling_numbers(game: str) -> list[int]:
    """The numbers of all rulings, a list in the section of that name: ``12. ...`` or ``* **R12** ...``."""
    section = rules_text(game).split("Rulings\n", 1)[1].split("\n## ", 1)[0]
    return [int(number) for number in re.findall(r"^(?:\* \*\*R)?(\d+)(?:\.|\*\*) ", section, re.MULTILINE)]


def rules_table(game: str, heading: str) -> list[dict[str, str]]:
    """The first table below the line that begins with ``heading``: a row is a dict by column, without bold and code
    marks.
    """
    after = re.split(rf"^#+ {re.escape(heading)}", rules_text(game), maxsplit=1, flags=re.MULTILINE)[1]
    lines = re.search(r"(?:^\|.*\n)+", after, re.MULTILINE)
    assert lines, f"no table below {heading}"
    head, _, *rows = [[_plain(cell) for cell in line.strip("|").split("|")] for line in lines[0].splitlines()]
    return [dict(zip(head, row, strict=True)) for row in rows]


def switches(game: str) -> list[dict[str, str]]:
    """The table of the game's switches; empty if its document has none."""
    heading = re.search(r"^### (\d\.\d Switches)", rules_text(game), re.MULTILINE)
    return rules_table(game, heading[1]) if heading else []


def value_of(text: str, option: Field) -> Any:
    """A cell of that table as the value of an option."""
    items = option.schema().get("items")
    if items:
        listed = text.strip("{}").replace("none", "").replace(",", " ").split()
        return [int(item) for item in listed] if items.get("type") == "integer" else sorted(listed)
    return {"on": True, "off": False}.get(text, int(text) if text.isdigit() else text)


def values_of(text: str, option: Field) -> list[Any]:
    """The cell of all values of an option; of a list it says only that it is one."""
    if option.schema().get("items"):
        return []
    if ".." in text:
        low, high = text.split("..")
        return list(range(int(low), int(high) + 1))
    return [value_of(value.strip(), option) for value in text.replace("on/off", "on, off").split(",")]


def _plain(cell: str) -> str:
    return re.sub(r"[*`]", "", cell).strip()
