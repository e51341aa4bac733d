"""Two-sample tests: how likely two samples differ this much if both come from the same distribution."""

from collections.abc import Sequence
from itertools import groupby
from math import erfc, exp, sqrt
from random import Random


def kolmogorov_smirnov(first: Sequence[float], second: Sequence[float]) -> tuple[float, float]:
    """The largest distance between the two empirical distribution functions, and its asymptotic p-value (too large with
    ties).

    Source: Press et al., Numerical Recipes, 14.3.3.

    >>> kolmogorov_smirnov([1, 2, 3, 4], [1, 2, 3, 4])
    (0.0, 1.0)
    """
    steps = sorted([(value, 1 / len(first)) for value in first] + [(value, -1 / len(second)) for value in second])
    distance = height = 0.0
    for _, equal in groupby(steps, key=lambda step: step[0]):
        height += sum(step for _, step in equal)
        distance = max(distance, abs(height))
    size = sqrt(len(first) * len(second) / (len(first) + len(second)))
    scaled = (size + 0.12 + 0.11 / size) * distance
    if scaled < 0.2:
        return distance, 1.0
    return distance, min(1.0, 2 * sum((-1) ** (k - 1) * exp(-2 * (k * scaled) ** 2) for k in range(1, 101)))


def mann_whitney(first: Sequence[float], second: Sequence[float]) -> tuple[float, float]:
    """The chance that a value of ``first`` is below one of ``second`` (ties count half), and its two-sided p-value,
    corrected for ties.

    Source: Lehmann, Nonparametrics, 1.2 and 1.3.

    >>> mann_whitney([1, 2, 3], [1, 2, 3])
    (0.5, 1.0)
    """
    counts = sorted([(value, 0) for value in first] + [(value, 1) for value in second])
    below = wins = ties = 0.0
    for _, equal in groupby(counts, key=lambda count: count[0]):
        group = [sample for _, sample in equal]
        ones = sum(group)
        zeros = len(group) - ones
        wins += ones * (below + zeros / 2)
        below += zeros
        ties += len(group) ** 3 - len(group)
    both, pairs = len(counts), len(first) * len(second)
    spread = sqrt(pairs / 12 * (both + 1 - ties / (both * (both - 1))))
    return wins / pairs, erfc(abs(wins - pairs / 2) / spread / sqrt(2)) if spread else 1.0


def random_ranks(values: Sequence[float], rng: Random) -> list[float]:
    """The rank of each value between 0 and 1: where it stands among all, equal ones in random order, and anywhere in
    the n-th part there.

    If all values come from the same distribution, each rank has the uniform one, however many there are and however
    many are equal. So values that are compared only with others of their own group can be put together by their ranks.

    >>> [round(rank, 1) for rank in random_ranks([7, 3, 9], Random(1))]
    [0.6, 0.0, 0.8]
    """
    order = rng.sample(range(len(values)), len(values))
    order.sort(key=values.__getitem__)
    ranks = [0.0] * len(values)
    for place, number in enumerate(order):
        ranks[number] = (place + rng.random()) / len(values)
    return ranks
