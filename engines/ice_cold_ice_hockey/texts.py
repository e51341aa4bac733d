"""Texts for the numbers of Ice Cold Ice Hockey: cards are ``01`` to ``64``, zones are named by whose end they are."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final

from librt.vecs import vec
from mypy_extensions import i64

from engines.fields import FieldError, check_type, quoted
from engines.ice_cold_ice_hockey.rules import numbers as n

CARD_TEXTS: Final = tuple(f"{card:02}" for card in range(1, n.DECK_SIZE + 1))
ZONES: Final = ("end_0", "centre", "end_1")
"""The end of seat 0, centre ice, the end of seat 1."""
_CARD_BY_TEXT: Final = {text: card for card, text in enumerate(CARD_TEXTS, 1)}


def card_text(card: int) -> str:
    """Return the two digits of a card.

    >>> card_text(7)
    '07'
    """
    return CARD_TEXTS[card - 1]


def parse_card(text: str) -> int:
    """Return the card that ``text`` names; raises ValueError for anything else.

    >>> parse_card("07")
    7
    """
    card = _CARD_BY_TEXT.get(text)
    if card is None:
        raise ValueError(f"{text!r} is not a card; write two digits, 01 to {n.DECK_SIZE}")
    return card


def parse_cards(texts: Iterable[str]) -> list[int]:
    """The cards that the texts name."""
    return [parse_card(text) for text in texts]


def card_or_none(card: i64) -> str | None:
    """A card's text, or null for none."""
    return None if card == n.NO_CARD else card_text(card)


def parse_card_or_none(text: str | None) -> int:
    """The inverse of ``card_or_none``."""
    return n.NO_CARD if text is None else parse_card(text)


def card_texts(cards: vec[i64], count: i64) -> list[str]:
    """The texts of the first ``count`` cards."""
    return [card_text(cards[i]) for i in range(count)]


def icon_names(top: i64) -> list[str] | None:
    """The names of what may be played on top; null on a fresh sequence."""
    return None if top == n.FRESH else [icon for i, icon in enumerate(n.ICON_NAMES) if (top >> i) & 1]


def parse_icons(icons: list[str] | None) -> int:
    """The inverse of ``icon_names``."""
    return n.FRESH if icons is None else sum(1 << n.ICON_NAMES.index(icon) for icon in icons)


@dataclass(frozen=True)
class ActionCard:
    """A card's two digits."""

    help: str = ""

    @property
    def texts(self) -> tuple[str, ...]:
        """All cards."""
        return CARD_TEXTS

    def check(self, value: Any, where: str) -> Any:
        check_type(value, str, where)
        if value not in _CARD_BY_TEXT:
            raise FieldError(where, f"{quoted(value)} is not a card; write two digits, 01 to {n.DECK_SIZE}")
        return value

    def of_number(self, number: int) -> Any:
        return card_text(number)

    def schema(self) -> dict[str, Any]:
        described = {"description": self.help} if self.help else {}
        return {
            "title": "ActionCardCode",
            "type": "string",
            "pattern": "^(0[1-9]|[1-5][0-9]|6[0-4])$",
            "examples": ["07", "15", "62"],
            **described,
        }
