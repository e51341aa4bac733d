"""The value of combinations of cards in Blades of Steel, in goals. Compiled."""

from librt.vecs import vec
from mypy_extensions import i64

from engines.blades_of_steel.packed_cards import Cards
from engines.blades_of_steel.rules import (
    ACE,
    FLUSH,
    HIGH_CARD,
    PAIR,
    WITH_ACE,
    Side,
    level_of,
    level_of_pair,
    rank,
    suit,
    value_of,
)


class LevelValues:
    """The value of the best combination of some cards, by its level and, below level 4, by its highest card."""

    def __init__(self, levels: list[float], top: float) -> None:
        self.levels = vec[float](levels)
        """From level 0, no combination."""
        self.top = top
        """Value that an ace as the highest card adds, compared with no card."""

    def of(self, combination: i64) -> float:
        """Value of a combination of this strength; 0 if it is none."""
        level = level_of(combination)
        if level == 0 or level >= WITH_ACE:
            return self.levels[level]
        return self.levels[level] + self.top * float(top_rank(combination)) / float(ACE)


class CardValues:
    """The value of the cards of a side, in goals."""

    def __init__(
        self,
        red: float,
        black: float,
        red_ace: float,
        shots: LevelValues,
        in_hand: LevelValues,
        stacked: LevelValues,
        bluff: float,
    ) -> None:
        self.red = red
        self.black = black
        """A black card that is not a block only keeps a better one from being drawn."""
        self.red_ace = red_ace
        self.shots = shots
        self.in_hand = in_hand
        self.stacked = stacked
        self.bluff = bluff
        """Per card of a stack that holds no block."""

    def of(self, side: Side) -> float:
        """Value of all the cards of a side."""
        return self.attack(side) + self.defence(side)

    def attack(self, side: Side) -> float:
        """Value of the cards for later shots, less that of the places that other cards take."""
        value = (
            self.red * float(side.reds.size)
            + self.black * float(side.blacks.size)
            + self.shots.of(best_shot(side.reds))
        )
        at = side.reds.size - 1
        while at >= 0 and rank(side.reds.cards[at]) == ACE:
            value += self.red_ace
            at -= 1
        return value

    def defence(self, side: Side) -> float:
        """Value of the best block in the hand and of the best in the stack."""
        value = self.in_hand.of(best_block(side.blacks))
        if side.stack.size > 0:
            stacked = best_block(side.stack)
            value += self.stacked.of(stacked) if stacked > 0 else self.bluff * float(side.stack.size)
        return value


def values_after_an_action() -> CardValues:
    """For a seat that has acted and knows only its own cards."""
    shots = LevelValues([0.0, 0.0, 0.0, 0.07, 0.07, 0.07], 0.0)
    in_hand, stacked = (
        LevelValues([0.0, -0.38, -0.08, 0.29, 0.91], 0.53),
        LevelValues([0.0, -0.2, 0.05, 0.27, 0.72], 0.32),
    )
    return CardValues(0.015, -0.083, 0.236, shots, in_hand, stacked, -0.05)


def values_to_move() -> CardValues:
    """At a horizon, for the seat to move."""
    shots = LevelValues([0.0, -0.26, -0.15, -0.07, -0.2, 0.03], 0.12)
    in_hand, stacked = (
        LevelValues([0.0, -0.29, -0.05, 0.28, 0.92], 0.42),
        LevelValues([0.0, -0.09, 0.08, 0.29, 0.62], 0.17),
    )
    return CardValues(0.026, -0.1, 0.23, shots, in_hand, stacked, 0.0)


def values_to_wait() -> CardValues:
    """At a horizon, for the other seat; the effect of the present shot on it is computed separately."""
    shots = LevelValues([0.0, 0.0, 0.0, 0.08, 0.08, 0.08], 0.0)
    in_hand, stacked = (
        LevelValues([0.0, -0.29, -0.06, 0.24, 0.6], 0.43),
        LevelValues([0.0, -0.12, 0.09, 0.27, 0.47], 0.22),
    )
    return CardValues(0.02, -0.108, 0.2, shots, in_hand, stacked, 0.0)


# -- fast approximations of combinations: strengths as if levels were compared by the highest card


def top_rank(combination: i64) -> i64:
    """The highest rank in a strength."""
    return (combination >> 8) & 15


def best_block(blacks: Cards) -> i64:
    """Strength of the best block among these cards, 0 without one."""
    cards, size = blacks.cards, blacks.size
    if size == 0:
        return 0
    if rank(cards[size - 1]) == ACE:
        return value_of(WITH_ACE, ACE)
    at = size - 1
    while at > 0:
        if rank(cards[at]) == rank(cards[at - 1]):
            return value_of(PAIR, rank(cards[at]))
        at -= 1
    return best_of_three(blacks)


def best_shot(reds: Cards) -> i64:
    """Strength of the best shot among these cards, 0 without one."""
    cards, size = reds.cards, reds.size
    best: i64 = 0
    i: i64
    j: i64
    for j in range(1, size):
        lowest: i64 = i64(0) if rank(cards[j]) == ACE else j - 1  # equal ranks are next to each other
        for i in range(lowest, j):
            level = level_of_pair(cards[i], cards[j])
            if level > 0 and value_of(level, rank(cards[j])) > best:
                best = value_of(level, rank(cards[j]))
    return best if best > 0 else best_of_three(reds)


def best_of_three(held: Cards) -> i64:
    """Strength of the best three of these cards, of one colour; 0 with fewer than three."""
    cards, size = held.cards, held.size
    if size < 3:
        return 0
    low_suit = suit(cards[0])
    alike: i64 = 0
    top_alike: i64 = -1
    top_other: i64 = -1
    i: i64
    for i in range(size):
        if suit(cards[i]) == low_suit:
            alike += 1
            top_alike = rank(cards[i])
        else:
            top_other = rank(cards[i])
    flush: i64 = top_alike if alike >= 3 else -1
    if size - alike >= 3 and top_other > flush:
        flush = top_other
    if flush >= 0:
        return value_of(FLUSH, flush)
    return value_of(HIGH_CARD, rank(cards[size - 1]))
