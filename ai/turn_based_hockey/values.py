"""The value of the cards and pairs of Turn-Based Hockey, in goals. Compiled."""

from math import exp
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from engines.buffers import buffer, float_buffer
from engines.hand import Hand
from engines.turn_based_hockey.rules import (
    LD,
    LW,
    PERFECT,
    RD,
    RED_JOKER,
    RW,
    SAME_SUIT,
    C,
    G,
    Options,
    TurnBasedHockeyState,
    points,
    scale_value,
)

VALUES: Final[i64] = PERFECT + 1
"""The value of a pair is 0 to 26."""
LINES: Final[i64] = 4
"""The pairs LW C, RW C, LD G and RD G, in this order: a line meets the other side's from the end, LW C meets RD G."""
DEFENCE: Final[i64] = 2
"""The first line of the defence; those before it attack."""
OUTER: Final = vec[i64]([LW, RW, LD, RD])
INNER: Final = vec[i64]([C, C, G, G])
"""The places of each line."""
SEEING: Final = 2.0
"""The value of setting up second, in goals, about as in rules 6: 1.2 to 4 are as strong, 0.6 scores 34 % against 1."""

POINT: Final = 0.15
"""The value, in goals, of a point of a card kept for a later period: 0.08 scores 34 % against 0.13, and 0.2 scores
47 % against this.
"""
MATE: Final = 0.03
"""Additional value, in goals, of two kept cards of one suit: scores 52 % against none."""
LAST_PRICES: Final = vec[float]([0.0, 0.0, 0.0, 0.05, 0.05, 0.07, 0.13, 0.21, 0.31, 0.41, 0.54, 0.88])
LAST_MATE: Final = 0.04
EARLY_PRICES: Final = vec[float]([0.0, 0.0, 0.0, 0.08, 0.14, 0.15, 0.17, 0.23, 0.28, 0.36, 0.53, 1.12])
EARLY_MATE: Final = 0.015
"""The value, in goals, of a card kept for the last period or an earlier one, by its points; ``..._MATE`` is added for
each other card of its suit.
"""
BETTER_PAIRS: Final = 4.0
"""How many better pairs in an unknown hand make a goal, or a save, 2.7 times less likely: 2 to 4 are equal, 8 scores 45
%.
"""
STEEPNESS: Final = vec[float]([3.0, 2.2, 1.3])
"""By the periods still to come, how much a lead of one goal decides: a logistic fit to 5000 games, except the first
number.
"""


def payoff(lead: float, left: i64) -> float:
    """Expected payoff of a lead in goals with ``left`` periods to come: a logistic model."""
    return 2.0 / (1.0 + exp(-STEEPNESS[left] * lead)) - 1.0


def mates(hand: Hand, card: i64) -> i64:
    """Number of other cards of the hand in a card's suit; 0 for a joker."""
    count: i64 = 0
    i: i64
    if card < RED_JOKER:
        for i in range(hand.size):
            if hand.cards[i] != card and hand.cards[i] < RED_JOKER and hand.cards[i] & 3 == card & 3:
                count += 1
    return count


def price(hand: Hand, card: i64) -> float:
    """The value, in goals, of a card of the hand if it is kept for a later period."""
    return POINT * float(points(card)) + MATE * float(mates(hand, card))


def learned_price(hand: Hand, card: i64, left: i64) -> float:
    """The same by a linear fit to the network's values of kept cards: for planning, where the network then compares the
    plans.
    """
    fitted, mate = (LAST_PRICES, LAST_MATE) if left == 1 else (EARLY_PRICES, EARLY_MATE)
    return fitted[points(card)] + mate * float(mates(hand, card))


def strength(hand: Hand, without: i64) -> float:
    """The value, in goals, of a hand without the cards of a bit mask in later periods."""
    value = 0.0
    i: i64
    j: i64
    for i in range(hand.size):
        card = hand.cards[i]
        if (without >> card) & 1 == 1:
            continue
        value += POINT * float(points(card))
        if card < RED_JOKER:
            for j in range(i):
                if hand.cards[j] & 3 == card & 3 and (without >> hand.cards[j]) & 1 == 0:
                    value += MATE
    return value


def periods_after(state: TurnBasedHockeyState) -> i64:
    """Periods of regulation after this one."""
    return i64(0) if state.in_overtime() else state.options.periods - state.period


def count_lower(card: i64, others: vec[i64], count: i64, by_rank: bool) -> tuple[i64, i64]:
    """How many of the first ``count`` of ``others`` lose a face-off against the card, and how many tie."""
    below: i64 = 0
    equal: i64 = 0
    own = scale_value(card, by_rank)
    i: i64
    for i in range(count):
        other = scale_value(others[i], by_rank)
        if other < own:
            below += 1
        elif other == own:
            equal += 1
    return below, equal


def face_off_lead(card: i64, others: vec[i64], count: i64, by_rank: bool) -> float:
    """The share of the first ``count`` of ``others`` that the card beats in a face-off less the share that beats it."""
    below, equal = count_lower(card, others, count, by_rank)
    return float(2 * below + equal - count) / float(count)


def line_value(options: Options, lineups: vec[i64], at: i64, line: i64) -> i64:
    """The value of one pair of the line-up from ``lineups[at]`` on."""
    return options.pair(lineups[at + OUTER[line]], lineups[at + INNER[line]])


def gained(gains: vec[float], options: Options, lineups: vec[i64], at: i64, line: i64) -> float:
    """The gains of two pairs of the line-up from ``lineups[at]`` on: in this line and the next one."""
    left = gains[VALUES * line + line_value(options, lineups, at, line)]
    return left + gains[VALUES * (line + 1) + line_value(options, lineups, at, line + 1)]


def value_needed(options: Options, lineups: vec[i64], at: i64, line: i64) -> i64:
    """The value that a pair in a line needs against the open line-up from ``lineups[at]`` on, to score or to prevent a
    goal: a tie is a goal.
    """
    met = line_value(options, lineups, at, LINES - 1 - line)
    return met if line < DEFENCE else met + 1


def most_valuable(card: i64) -> i64:
    """Upper bound of the value of a pair with a card: none is worth more than with an ace (11) of its suit."""
    return min(points(card) + 11 + SAME_SUIT, PERFECT)


def better_pairs(options: Options, cards: vec[i64], count: i64, held: i64) -> vec[float]:
    """By value, how many pairs of that value or a higher one are expected in a hand that holds ``held`` of the first
    ``count`` of ``cards``; 0 beyond the highest value.
    """
    pairs = buffer(VALUES)
    i: i64
    j: i64
    for i in range(count):
        for j in range(i):
            pairs[options.pair(cards[i], cards[j])] += 1
    share = float(held * (held - 1)) / float(count * (count - 1))
    better = float_buffer(VALUES + 1)
    value: i64 = VALUES - 1
    while value >= 0:
        better[value] = better[value + 1] + share * float(pairs[value])
        value -= 1
    return better


def set_gains(gains: vec[float], value: i64, goal: float, save: float) -> None:
    """The gain of a pair of this value: the same on the left and on the right, in the attack and in the defence."""
    line: i64
    for line in range(LINES):
        gains[VALUES * line + value] = goal if line < DEFENCE else save
