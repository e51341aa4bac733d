"""The 52 cards and two jokers as small integers, and their text both ways.

A card is ``rank * 4 + suit``: 0 is the two of clubs, 51 the ace of spades. The jokers follow: 52 is red, 53 black.
Text is rank then suit (``QH``, ``TD``), the jokers are ``XR`` and ``XB``.
"""

from typing import Final

RANKS: Final = "23456789TJQKA"
SUITS: Final = "CDHS"
DECK_SIZE: Final = 52
JOKERS: Final = ("XR", "XB")
CARD_TEXTS: Final = (*(rank + suit for rank in RANKS for suit in SUITS), *JOKERS)
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
