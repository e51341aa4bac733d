"""Two things measured alternately, so that the load of the machine affects both."""

import statistics
import time
from collections.abc import Callable, Sequence

Measure = Callable[[], float]


def in_turn(measures: Sequence[Measure], rounds: int) -> list[list[float]]:
    """What each measure found, round after round."""
    found: list[list[float]] = [[] for _ in measures]
    for _ in range(rounds):
        for results, measure in zip(found, measures, strict=True):
            results.append(measure())
    return found


def ratio(ours: Sequence[float], anchor: Sequence[float]) -> float:
    """The median of the rounds' ratios."""
    return statistics.median(one / other for one, other in zip(ours, anchor, strict=True))


def cpu_rate(work: Callable[[], int], seconds: float) -> Measure:
    """Units of work per second of this process's own CPU time, during at least ``seconds`` of it."""

    def measure() -> float:
        done, began = 0, time.process_time()
        while (spent := time.process_time() - began) < seconds:
            done += work()
        return done / spent

    return measure
