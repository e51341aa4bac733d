"""The prospects of a move: the win probability and the goals to come, each with its 95 % interval.

An interval says how much the estimate could change with other deals and playouts of the same computers. It does not
include errors of these computers, nor that real opponents play differently.
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from ai.intervals import NORMAL_95, share_interval
from ai.search.outcomes import Outcomes

FEWEST: Final = 10
"""Minimum number of outcomes from which the prospects of a move are estimated."""


@dataclass(frozen=True)
class Estimate:
    """A mean with its 95 % interval."""

    mean: float
    low: float
    high: float

    def between(self, low: float, high: float) -> "Estimate":
        """The same within bounds."""
        return Estimate(*(min(high, max(low, number)) for number in (self.mean, self.low, self.high)))


@dataclass(frozen=True)
class Prospects:
    """The prospects of a move, for the side that plays it."""

    win: Estimate
    """The probability to win; a draw counts as half a win."""
    goals: Estimate
    """The goal difference from now to the end of the game."""


def prospects_of(outcomes: Outcomes | None, lead: int) -> Prospects | None:
    """The prospects of a move with these outcomes, played at this lead in goals; None if it has too few."""
    if outcomes is None or outcomes.count < FEWEST:
        return None
    count = int(outcomes.count)
    # with two imagined leads, one goal more and less than the mean
    variance = (count * outcomes.lead_variance() + 2) / (count + 2)
    return Prospects(_win(outcomes), _estimate(outcomes.lead() - lead, variance, count))


def certain(mean: float) -> Estimate:
    """An exact value, without interval."""
    return Estimate(mean, mean, mean)


def within(mean: float, error: float, low: float = -math.inf, high: float = math.inf) -> Estimate:
    """A value with this standard error, between bounds."""
    margin = NORMAL_95 * error
    return Estimate(mean, mean - margin, mean + margin).between(low, high)


def behind(first: Prospects, differences: Outcomes) -> Prospects:
    """The prospects of a move from those of another, and the differences to it in the same deals."""
    count = int(differences.count)
    goals = _estimate(differences.lead(), differences.lead_variance(), count)
    win = _less(first.win, loss_of(differences))
    return Prospects(win.between(0.0, 1.0), _less(first.goals, goals))


def _less(one: Estimate, other: Estimate) -> Estimate:
    """The difference of two independent estimates."""
    below = math.hypot(one.mean - one.low, other.high - other.mean)
    above = math.hypot(one.high - one.mean, other.mean - other.low)
    return Estimate(one.mean - other.mean, one.mean - other.mean - below, one.mean - other.mean + above)


def _win(outcomes: Outcomes) -> Estimate:
    """A Wilson score interval, as that of a match: an outcome is a share between 0 for a loss and 1 for a win."""
    share = (1 + outcomes.payoff()) / 2
    low, high = share_interval(share, outcomes.payoff_variance() / 4, int(outcomes.count))
    return Estimate(share, min(low, share), max(high, share))


def loss_of(differences: Outcomes) -> Estimate:
    """The loss of win probability, from the differences in payoff to the better move, each in the same deal.

    A single one is exact: no other deal is possible. Without any it is 0.
    """
    if differences.count <= 1:
        return certain(differences.payoff() / 2)
    return _estimate(differences.payoff() / 2, differences.payoff_variance() / 4, int(differences.count))


def _estimate(mean: float, variance: float, count: int) -> Estimate:
    """An interval by Student's distribution, with continuity correction; ``variance`` is that of the outcomes."""
    quantile = NORMAL_95 * (1 + 1.25 / (count - 1))  # factor of Student's distribution, to 1 % from 10 outcomes on
    margin = quantile * math.sqrt(variance / (count - 1)) + 0.5 / count
    return Estimate(mean, mean - margin, mean + margin)


def outcomes_of(pairs: Iterable[tuple[float, float]]) -> Outcomes:
    """Payoffs and leads as running sums."""
    outcomes = Outcomes()
    for payoff, lead in pairs:
        outcomes.add(payoff, lead)
    return outcomes


def prospects_against(hands: Sequence[tuple[float, float]], lead: int) -> Prospects | None:
    """The prospects of a move from its payoff and final lead against each hand of a solver; a single hand is exact."""
    if len(hands) != 1:
        return prospects_of(outcomes_of(hands), lead)
    ((payoff, final),) = hands
    return Prospects(certain((1 + payoff) / 2), certain(final - lead))
