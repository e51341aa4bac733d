"""Confidence intervals: of the result of a match, valid for few and for one-sided games, and of a sum of leads.

Sources: Wilson 1927, Probable Inference; Newcombe 1998, Two-Sided Confidence Intervals for the Single Proportion,
method 4; Zou and Donner 2008, Construction of Confidence Limits about Effect Measures. How often it covers and how wide
it is: tests/ai/test_intervals.py.
"""

import math
from collections.abc import Iterable, Sequence
from statistics import fmean, pvariance
from typing import Final

NORMAL_95: Final = 1.959964


def points_interval(pairs: Sequence[float]) -> tuple[float, float]:
    """95 % interval of the points a game, from the mean points of each pair (0, 0.25, 0.5, 0.75 or 1); (0, 1) without
    pairs.

    A pair counts as one observation, whatever the correlation of its two games. Bounds are 0 or 1 only where the pairs
    cannot exclude that every game is lost or won.

    >>> [round(bound, 3) for bound in points_interval([1.0, 1.0, 1.0])]
    [0.349, 1.0]
    """
    return share_interval(fmean(pairs), pvariance(pairs), len(pairs)) if pairs else (0.0, 1.0)


def share_interval(mean: float, variance: float, count: int) -> tuple[float, float]:
    """The same for any ``count`` shares between 0 and 1 with this mean and variance.

    A Wilson score interval. Its variance is a fraction of that of a share that can only be 0 or 1; the fraction is that
    of the shares and an imagined one, half of it 0 and half 1, as few shares, or shares that are all alike, do not show
    how much they vary. The continuity correction is felt below six shares.
    """
    of_all = (count * mean + 0.5) / (count + 1)
    squares = (count * (variance + mean * mean) + 0.5) / (count + 1)
    spread = NORMAL_95**2 / count * (squares - of_all * of_all) / (of_all * (1 - of_all))
    correction = 1 / count**2
    return _wilson_low(mean - correction, spread), 1 - _wilson_low(1 - mean - correction, spread)


def _wilson_low(share: float, spread: float) -> float:
    """The lower solution s of (share - s)² = spread · s · (1 - s)."""
    if share <= 0:
        return 0.0
    centre = share + spread / 2
    return (centre - math.sqrt(centre * centre - (1 + spread) * share * share)) / (1 + spread)


def elo(points: float) -> float:
    """The Elo difference that mean points correspond to; infinite if every game is won or lost."""
    if points <= 0:
        return -math.inf
    return math.inf if points >= 1 else 400 * math.log10(points / (1 - points))


def sum_of(leads: Iterable[tuple[float, float, float]]) -> tuple[float, float, float]:
    """The sum of independent estimates, each with the bounds of its 95 % interval, and the interval of the sum: the
    margins add in quadrature.

    Each side separately, since the interval of an Elo difference is longer on the side away from 0.
    """
    leads = list(leads)
    total = math.fsum(mean for mean, _, _ in leads)
    below = math.sqrt(math.fsum((mean - low) ** 2 for mean, low, _ in leads))
    above = math.sqrt(math.fsum((high - mean) ** 2 for mean, _, high in leads))
    return total, total - below, total + above
