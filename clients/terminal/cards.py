"""Cards in colour, and any value of a table as text with its cards in colour."""

import re
from collections.abc import Mapping
from typing import Any

from rich.text import Text

FRENCH = re.compile(r"[2-9TJQKA][CDHS]")
JOKER = re.compile(r"X[RB]")
NUMBERED = re.compile(r"0[1-9]|[1-5]\d|6[0-4]")
IN_TEXT = re.compile(rf"\b({FRENCH.pattern}|{JOKER.pattern})\b")
SUITS = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}
RED, BLACK, NUMBER = "bold red on white", "bold black on white", "bold white on blue"


def is_card(value: Any) -> bool:
    """Whether a value is written as the contract writes cards."""
    return isinstance(value, str) and any(form.fullmatch(value) for form in (FRENCH, JOKER, NUMBERED))


def card(value: str) -> Text:
    """A card as a small chip."""
    if JOKER.fullmatch(value):
        return Text("★ ", RED if value == "XR" else BLACK)
    if FRENCH.fullmatch(value):
        rank = "10" if value[0] == "T" else value[0]
        return Text(rank + SUITS[value[1]], RED if value[1] in "DH" else BLACK)
    return Text(value, NUMBER)


def named_card(value: str, names: Mapping[str, str]) -> Text:
    """A card with its name, where the chip does not say it all; both stay on one line."""
    if value not in names or not NUMBERED.fullmatch(value):
        return card(value)
    return Text.assemble(card(value), f" {names[value]}".replace(" ", "\N{NO-BREAK SPACE}"))


def sentence(text: str, style: str) -> Text:
    """Commentary with its cards in colour; numbered ones stay as they are, for a sum would look the same."""
    parts = IN_TEXT.split(text)
    return Text.assemble(*(card(part) if IN_TEXT.fullmatch(part) else Text(part, style) for part in parts))


def words(name: str) -> str:
    """``shots_on_goal`` as ``shots on goal``."""
    return name.replace("_", " ")


def value_text(value: Any) -> Text:
    """A fact of any shape on one line; lists of seats or sides are parted by a stroke."""
    if is_card(value):
        return card(value)
    if isinstance(value, bool):
        return Text("yes" if value else "no")
    if value is None:
        return Text("-", "dim")
    if isinstance(value, dict):
        return Text(" ").join(
            Text.assemble((f"{words(name)} ", "dim"), value_text(part)) for name, part in value.items() if part is not None
        )
    if isinstance(value, list):
        nested = any(isinstance(part, (list, dict)) for part in value) or not all(map(is_card, value))
        return Text(" | " if nested else " ").join(map(value_text, value)) if value else Text("-", "dim")
    return Text(words(str(value)))
