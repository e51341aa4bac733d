"""The 52 cards and two jokers as small integers, and their text both ways.

A card is ``rank * 4 + suit``: 0 is the two of clubs, 51 the ace of spades. The jokers follow: 52 is red, 53 black.
Text is rank then suit (``QH``, ``TD``), the jokers are ``XR`` and ``XB``.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from librt.vecs import vec
from mypy_extensions import i64

RANKS: Final = "23456789TJQKA"
SUITS: Final = "CDHS"
DECK_SIZE: Final = 52
FULL_DECK: Final = tuple(range(DECK_SIZE))
JOKERS: Final = ("XR", "XB")
CARD_TEXTS: Final = (*(rank + suit for rank in RANKS for suit in SUITS), *JOKERS)
NULL: Final = -1
"""No seat, no side or no card inside an engine; null in JSON."""
_CARD_BY_TEXT: Final = {text: card for card, text in enumerate(CARD_TEXTS)}


def card_text(card: int) -> str:
    """Return the two characters of ``card``.

    >>> card_text(42)
    'QH'
    """
    return CARD_TEXTS[card]


def parse_card(text: str) -> int:
    """Return the card that ``text`` names; raises ValueError for anything else.

    >>> parse_card("QH")
    42
    """
    card = _CARD_BY_TEXT.get(text)
    if card is None:
        raise ValueError(f"{text!r} is not a card; write rank then suit, as in QH or TD")
    return card


def parse_cards(texts: Iterable[str]) -> list[int]:
    """Return the cards that ``texts`` name; raises ValueError if one of them is none.

    >>> parse_cards(["2C", "QH"])
    [0, 42]
    """
    try:
        return list(map(_CARD_BY_TEXT.__getitem__, texts))
    except KeyError as unknown:
        return [parse_card(unknown.args[0])]  # raises


# -- how people read cards


@dataclass(frozen=True)
class CardDescription:
    """What is printed on a card, and what it does under the options of a game."""

    id: str
    """As in views and moves."""
    name: str
    kind: str
    """A word of the game's own."""
    text: str
    """What it does, in the words of the rules document; may be empty."""
    copies: int = 1
    facts: Mapping[str, Any] = field(default_factory=dict)
    """What is printed on it, for programs."""


def describe_card(
    text: str, names: Mapping[str, str], kind: str = "plain", does: str = "", **facts: Any
) -> CardDescription:
    """Describe a card of the pack: its kind in a game, what it does there, and further facts.

    >>> from engines.language import shared
    >>> describe_card("QH", shared("fr").card_names).name, describe_card("QH", shared("en").card_names).facts
    ('dame de cœur', {'rank': 'Q', 'suit': 'H', 'color': 'red'})
    """
    color = "red" if text[1] in "DHR" else "black"
    of_suit = {} if text in JOKERS else {"rank": text[0], "suit": text[1]}
    return CardDescription(text, names[text], kind, does, facts={**of_suit, "color": color, **facts})


# -- engine numbers in JSON


def number_or_none(number: i64) -> int | None:
    """A seat or side, or null for none."""
    return None if number == NULL else int(number)


def parse_number(number: int | None) -> int:
    """The inverse of ``number_or_none``."""
    return NULL if number is None else number


def card_or_none(card: i64) -> str | None:
    """A card's text, or null for none."""
    return None if card == NULL else card_text(card)


def card_texts(cards: vec[i64], end: i64, start: i64 = 0) -> list[str]:
    """The texts of ``cards[start:end]``."""
    return [CARD_TEXTS[card] for card in cards[start:end]]


def mask_texts(mask: i64) -> list[str]:
    """The texts of the cards in a bit mask, ascending."""
    cards, left = list[str](), int(mask)
    while left:
        lowest = left & -left
        cards.append(CARD_TEXTS[lowest.bit_length() - 1])
        left ^= lowest
    return cards


def small_deck_in(data: Mapping[str, Any]) -> dict[str, Any]:
    """The ``deck`` of a state or an observation in JSON, if it is that of a small game."""
    return {"deck": parse_cards(data["deck"])} if "deck" in data else {}


def put_cards(buffer: vec[i64], cards: Iterable[int], start: int = 0) -> None:
    """Write ``cards`` into the buffer from place ``start`` on."""
    for i, card in enumerate(cards, start):
        buffer[i] = card
