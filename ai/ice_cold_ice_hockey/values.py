"""What cards of Ice Cold Ice Hockey are for. Compiled."""

from typing import Final

from mypy_extensions import i64

from engines.ice_cold_ice_hockey.rules import numbers as n
from engines.ice_cold_ice_hockey.rules.deck import Deck

ZONES: Final[i64] = 3

# Classes of cards.
SHOT_CARD: Final[i64] = 0
SET_UP: Final[i64] = 1
ENTRY_SET_UP: Final[i64] = 2
ENTRY: Final[i64] = 3
OTHER_MOVE: Final[i64] = 4
GAINING: Final[i64] = 5
LOOSENING: Final[i64] = 6
FOULING: Final[i64] = 7
KEEPING_IN: Final[i64] = 8
"""Then the blocks of outside shots and of inside shots, as the kinds of cards."""
CLASSES: Final[i64] = 11


def class_of(deck: Deck, card: i64) -> i64:
    """The class of a card."""
    kind = deck.kind[card]
    if kind == n.INSIDE_SHOT:
        return SHOT_CARD
    if kind >= n.KEPT_IN:
        return KEEPING_IN + kind - n.KEPT_IN
    if kind == n.DEFENCE:
        if deck.outcome[card] == n.GAIN:
            return GAINING
        return LOOSENING if deck.outcome[card] == n.LOOSE and deck.may_be_penalised[card] == 0 else FOULING
    sets_up = deck.follow_ons[card] & n.ON_INSIDE_SHOT != 0
    if sets_up and deck.works_in(card, n.OFFENSIVE_ZONE):
        return SET_UP
    if sets_up:
        return ENTRY_SET_UP
    return ENTRY if deck.destination[ZONES * card + n.CENTRE] == n.OFFENSIVE_ZONE else OTHER_MOVE
