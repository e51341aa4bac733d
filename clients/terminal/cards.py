"""Cards, written in the same way everywhere."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from rich.text import Text

FRENCH = re.compile(r"[2-9TJQKA][CDHS]")
JOKER = re.compile(r"X[RB]")
NUMBERED = re.compile(r"0[1-9]|[1-5]\d|6[0-4]")
SUITS = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}
TYPED_SUITS = str.maketrans({symbol: letter for letter, symbol in SUITS.items()})
RED, BLACK, NUMBER = "bold red on white", "bold black on white", "bold white on blue"


def is_card(value: Any) -> bool:
    """True if a value is written as the contract writes cards."""
    return isinstance(value, str) and any(form.fullmatch(value) for form in (FRENCH, JOKER, NUMBERED))


def cards_in(move: Mapping[str, Any]) -> list[str]:
    """The cards that a move names, in any of its fields."""
    values = [part for field in move.values() for part in (field if isinstance(field, list) else [field])]
    return [part for part in values if is_card(part)]


def card(value: str) -> Text:
    """A card as a small chip, which keeps its size in a wider cell."""
    if JOKER.fullmatch(value):
        return Text.assemble((value, RED if value == "XR" else BLACK))
    if FRENCH.fullmatch(value):
        rank = "10" if value[0] == "T" else value[0]
        return Text.assemble((rank + SUITS[value[1]], RED if value[1] in "DH" else BLACK))
    return Text.assemble((value, NUMBER))


def typed_card(text: str) -> str:
    """A card as the contract writes it, from what a player types: as shown (10♦), or with letters (10d, td)."""
    return re.sub(r"^10(?=[CDHS]$)", "T", text.strip().upper().translate(TYPED_SUITS))


def named_card(value: str, names: Mapping[str, str]) -> Text:
    """A card with its name, if the chip does not show it; both stay on one line."""
    if value not in names or not NUMBERED.fullmatch(value):
        return card(value)
    return Text.assemble(card(value), f" {names[value]}".replace(" ", "\N{NO-BREAK SPACE}"))


def sentence(parts: Sequence[Mapping[str, Any]], style: str) -> Text:
    """Commentary with its cards as chips; numbered ones are followed by their name."""
    return Text.assemble(*(chip(part, style) if "card" in part else Text(part["text"], style) for part in parts))


def chip(part: Mapping[str, Any], style: str) -> Text:
    """The card of a part of a text."""
    drawn, code = card(part["card"]), part["card"]
    if not NUMBERED.fullmatch(code):
        return drawn
    name = part["text"].removesuffix(f" number {int(code)}")  # the chip shows it
    return Text.assemble(drawn, Text(f" {name}", style))


def words(name: str) -> str:
    """``shots_on_goal`` as ``shots on goal``."""
    return name.replace("_", " ")
