"""The value of cards of Ice Cold Ice Hockey in the hand, in goals. Compiled."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from engines.buffers import buffer, float_buffer
from engines.fields import by_identity
from engines.hand import Hand
from engines.ice_cold_ice_hockey.rules import numbers as n
from engines.ice_cold_ice_hockey.rules.deck import Deck
from engines.ice_cold_ice_hockey.rules.state import IceColdState

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
OUTSIDE_BLOCK: Final[i64] = 9
INSIDE_BLOCK: Final[i64] = 10


KEPT: Final = vec[float]([0.018, 0.012, 0.023, 0.004, 0.008, 0.02, 0.01, 0.0, 0.018, 0.025, 0.072])
"""The value of a card kept in the hand, in goals, by its class."""


def class_of(deck: Deck, card: i64) -> i64:
    """The class of a card."""
    kind = deck.kind[card]
    if kind == n.INSIDE_SHOT:
        return SHOT_CARD
    if kind == n.KEPT_IN:
        return KEEPING_IN
    if kind == n.OS_BLOCKED:
        return OUTSIDE_BLOCK
    if kind == n.IS_BLOCKED:
        return INSIDE_BLOCK
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


class CardValues:
    """The value of the cards of one deck in the hand, in goals."""

    def __init__(self, deck: Deck) -> None:
        self.deck = deck
        self.classes = buffer(n.CARD_ROOM)
        self.kept = float_buffer(n.CARD_ROOM)
        self.mean = 0.0
        i: i64
        for i in range(len(deck.cards)):
            card = deck.cards[i]
            self.classes[card] = class_of(deck, card)
            self.kept[card] = KEPT[self.classes[card]]
            self.mean += self.kept[card] / float(len(deck.cards))

    def of(self, hand: Hand) -> float:
        """By how many goals the value of a hand exceeds that of as many unknown cards."""
        value = 0.0
        i: i64
        for i in range(hand.size):
            value += self.kept[hand.cards[i]] - self.mean
        return value


values_of: Final = by_identity(CardValues)
"""The values of a deck's cards."""


def holds_kind(deck: Deck, hand: Hand, kind: i64) -> bool:
    """True if a hand holds a card of this kind."""
    i: i64
    for i in range(hand.size):
        if deck.kind[hand.cards[i]] == kind:
            return True
    return False


def hand_value(state: IceColdState, values: CardValues, seat: i64) -> float:
    """By how many goals the value of a hand, refilled, exceeds that of an unknown base hand."""
    hand = state.hands[seat]
    more = hand.size - state.base(seat)
    value = values.of(hand)
    return value + float(more) * values.mean if more > 0 or not state.can_draw() else value
