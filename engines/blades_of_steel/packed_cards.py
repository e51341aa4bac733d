"""Up to three cards, and an action of Blades of Steel, as one number. Compiled.

Three fields of six bits hold ``card + 1`` each, the lowest card in the lowest field, 0 where there is none. An action
is such a number with its kind above it, so it means the same cards in every state.
"""

from typing import Final

from mypy_extensions import i64

from engines.buffers import bit
from engines.hand import Hand

NO_CARD: Final[i64] = -1
ONE_COLOUR: Final[i64] = 26
"""Room for all cards of one colour."""

CARD_BITS: Final[i64] = 6
CARD_FIELD: Final[i64] = 63
CARDS_BITS: Final[i64] = 18
CARDS_FIELD: Final[i64] = 262_143
NO_CARDS: Final[i64] = 0


# -- cards


def join_cards(first: i64, second: i64 = NO_CARD, third: i64 = NO_CARD) -> i64:
    """Up to three cards, ascending, as one number.

    >>> join_cards(29, 30)
    2014
    """
    return (first + 1) | ((second + 1) << CARD_BITS) | ((third + 1) << (2 * CARD_BITS))


def card_at(cards: i64, place: i64) -> i64:
    """The card at place 0, 1 or 2 of ``cards``, or NO_CARD.

    >>> [card_at(2014, place) for place in range(3)]
    [29, 30, -1]
    """
    return ((cards >> (CARD_BITS * place)) & CARD_FIELD) - 1


def number_of(cards: i64) -> i64:
    """The number of cards in ``cards``, 0 to 3."""
    if cards >> CARD_BITS == 0:
        return 0 if cards == NO_CARDS else 1
    return 2 if cards >> (2 * CARD_BITS) == 0 else 3


def mask_of(cards: i64) -> i64:
    """``cards`` as a bit mask."""
    mask: i64 = 0
    while cards != NO_CARDS:
        mask |= bit((cards & CARD_FIELD) - 1)
        cards >>= CARD_BITS
    return mask


class Cards(Hand):
    """A few cards of one colour, ascending."""

    def __init__(self) -> None:
        super().__init__(ONE_COLOUR)

    def remove_all(self, cards: i64) -> None:
        """Remove up to three cards that are held."""
        self.remove_mask(mask_of(cards))

    def add_all(self, cards: i64) -> None:
        """Add up to three cards."""
        while cards != NO_CARDS:
            self.add((cards & CARD_FIELD) - 1)
            cards >>= CARD_BITS

    def joined(self) -> i64:
        """The cards, at most three, as one number."""
        cards = NO_CARDS
        i: i64
        for i in range(self.size):
            cards |= (self.cards[i] + 1) << (CARD_BITS * i)
        return cards


# -- actions


def action_of(kind: i64, cards: i64 = NO_CARDS) -> i64:
    """The number of an action."""
    return (kind << CARDS_BITS) | cards


def kind_of(action: i64) -> i64:
    """STACK, SHOOT and so on."""
    return action >> CARDS_BITS


def cards_of(action: i64) -> i64:
    """The cards of an action as one number, NO_CARDS where it has none."""
    return action & CARDS_FIELD
