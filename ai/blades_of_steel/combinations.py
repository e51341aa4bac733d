"""The best combination of some cards in Blades of Steel. Compiled."""

from mypy_extensions import i64

from engines.blades_of_steel.packed_cards import Cards
from engines.blades_of_steel.rules import (
    ACE,
    FLUSH,
    HIGH_CARD,
    PAIR,
    WITH_ACE,
    level_of_pair,
    rank,
    suit,
    value_of,
)


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
