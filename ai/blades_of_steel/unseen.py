"""The cards of Blades of Steel that a seat has not seen, and counts of the hands they can form. Compiled."""

from typing import Final

from mypy_extensions import i64

from ai.blades_of_steel.combinations import top_rank
from engines.blades_of_steel.packed_cards import mask_of
from engines.blades_of_steel.rules import (
    ACE,
    FLUSH,
    GREAT_ONE,
    HIGH_CARD,
    PAIR,
    SUITS,
    WITH_ACE,
    BladesState,
    level_of,
)
from engines.buffers import Actions, bit, buffer, count_bits_of_four

RANKS: Final[i64] = 13
PACK: Final[i64] = 52
HAND: Final[i64] = 6
HAND_SIZES: Final[i64] = HAND + 1
RED: Final[i64] = 6
BLACK: Final[i64] = 9
CLUBS: Final[i64] = 1
SPADES: Final[i64] = 8
"""Bit masks over the suits of a rank."""
CERTAIN: Final[i64] = 1 << 20
"""A chance of 1."""


def binomials() -> Actions:
    """``n`` over ``k`` at ``n * HAND_SIZES + k`` for packs and hands of all sizes, 0 where k is more than n."""
    table = buffer((PACK + 1) * HAND_SIZES)
    n: i64
    k: i64
    for n in range(PACK + 1):
        table[n * HAND_SIZES] = 1
        if n == 0:
            continue
        for k in range(1, HAND_SIZES):  # by Pascal's triangle
            table[n * HAND_SIZES + k] = table[(n - 1) * HAND_SIZES + k - 1] + table[(n - 1) * HAND_SIZES + k]
    return table


CHOICES: Final = binomials()


class UnseenHands:
    """The hands that another may have, of the cards that are neither a seat's own nor known to be gone."""

    def __init__(self) -> None:
        self.cards: i64 = 0
        """The unseen cards, a bit mask."""
        self.count: i64 = 0

    def find(self, state: BladesState, seat: i64) -> None:
        """Find the cards that ``seat`` has not seen."""
        own, other = state.sides[seat], state.sides[1 - seat]
        seen = own.hand() | own.stack.mask() | mask_of(state.shot)
        seen |= state.gone & ~(other.hidden_lines | other.hidden_stacks)
        self.cards = 0
        self.count = 0
        deck = state.options.deck
        i: i64
        for i in range(len(deck)):
            if (seen >> deck[i]) & 1 == 0:
                self.cards |= bit(deck[i])
                self.count += 1

    def number(self, of_rank: i64, suits: i64) -> i64:
        """The number of unseen cards of a rank and these suits."""
        return count_bits_of_four((self.cards >> (SUITS * of_rank)) & suits)

    def choices(self, cards: i64, chosen: i64) -> i64:
        """Number of ways to choose ``chosen`` of ``cards`` cards."""
        return CHOICES[cards * HAND_SIZES + chosen]

    def hands(self, hand: i64) -> i64:
        """Number of hands of this size."""
        return self.choices(self.count, hand)

    def hands_without_ace(self, hand: i64) -> i64:
        """Number of these without a black ace."""
        return self.choices(self.count - self.number(ACE, BLACK), hand)

    def hands_with_three(self, hand: i64, suits: i64, from_rank: i64) -> i64:
        """Number of these with at least three cards of these suits and one of at least this rank among them."""
        cards = self.cards
        low: i64 = 0
        high: i64 = 0
        i: i64
        for i in range(RANKS):
            number = count_bits_of_four((cards >> (SUITS * i)) & suits)  # hot in a search: no method call
            if i < from_rank:
                low += number
            else:
                high += number
        others = self.count - low - high
        hands: i64 = 0
        for i in range(3, hand + 1):
            hands += (self.choices(low + high, i) - self.choices(low, i)) * self.choices(others, hand - i)
        return hands

    def chance_of_block(self, size: i64, shot: i64) -> i64:
        """Chance, of ``CERTAIN``, that a hand of this size has a block that stops a shot; aces, pairs and threes are
        treated as independent.
        """
        level, top = level_of(shot), top_rank(shot)
        hand: i64 = size if size < HAND else HAND
        if hand == 0 or hand > self.count or level == GREAT_ONE:
            return 0
        hands = self.hands(hand)
        none = CERTAIN * self.hands_without_ace(hand) // hands
        if level == WITH_ACE:
            return CERTAIN - none
        if hand >= 2:
            pair = CERTAIN * self.choices(self.count - 2, hand - 2) // hands
            i: i64
            for i in range(top if level == PAIR else i64(0), ACE):
                if self.number(i, BLACK) == 2:
                    none = none * (CERTAIN - pair) // CERTAIN
        if level == HIGH_CARD:
            none = none * (CERTAIN - self._chance_of_three(hand, BLACK, top)) // CERTAIN
        if level <= FLUSH:
            none = none * (CERTAIN - self._chance_of_three(hand, CLUBS, top if level == FLUSH else i64(0))) // CERTAIN
            none = none * (CERTAIN - self._chance_of_three(hand, SPADES, top if level == FLUSH else i64(0))) // CERTAIN
        return CERTAIN - none

    def _chance_of_three(self, hand: i64, suits: i64, from_rank: i64) -> i64:
        """Chance of at least three cards of these suits with one of at least this rank among them."""
        return CERTAIN * self.hands_with_three(hand, suits, from_rank) // self.hands(hand)
