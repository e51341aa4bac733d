"""The tree search: simulations a second of CPU time, in turn with playouts of Hockey in C, and the time of a decision
of the top level.
"""

import statistics
import time
from collections.abc import Iterator
from itertools import islice

from ai.choose import choose
from ai.heuristic import Heuristic
from ai.levels import LEVELS, RANDOM
from ai.search.ismcts import Search
from ai.trained import rating_heuristic
from bench.report import percentile, table
from bench.speed.alternating import cpu_rate, in_turn, ratio
from bench.speed.playouts import in_c
from bench.strength.mistakes import decisions
from engines import VARIANTS
from engines.api import Observation, Variant
from engines.rng import Rng

SECONDS, ROUNDS = 0.5, 5
SIMULATIONS, CAPACITY = 200, 1000
DECISIONS, APART, TIMED = 150, 10, 50


def observations(variant: Variant, count: int) -> list[Observation]:
    """What the seats see at ``count`` decisions of random games that are not forced moves."""
    return [variant.observe(one.state, one.seat) for one in islice(decisions(variant, [RANDOM], "search"), count)]


class Searches:
    """Searches of ``simulations`` each, in one position after the other, with room for trees of ``capacity`` nodes."""

    def __init__(self, seen: list[Observation], heuristic: Heuristic, simulations: int, capacity: int) -> None:
        self.seen, self.heuristic = seen, heuristic
        self.simulations, self.capacity, self.made = simulations, capacity, 0

    def work(self) -> int:
        """The simulations of one search."""
        observation = self.seen[self.made % len(self.seen)]
        Search(observation, self.heuristic, Rng(self.made), self.capacity).run(self.simulations, 10**9)
        self.made += 1
        return self.simulations


def decision_ms(variant: Variant, seen: list[Observation]) -> list[float]:
    """CPU milliseconds of each decision of the top level."""
    times = []
    for number, observation in enumerate(seen[:: DECISIONS // TIMED]):
        began = time.process_time()
        choose(variant, observation, LEVELS[-1], Rng(number))
        times.append(1000 * (time.process_time() - began))
    return times


def rows() -> Iterator[tuple[object, ...]]:
    for key, variant in VARIANTS.items():
        if not variant.has_decisions:
            continue
        seen = observations(variant, DECISIONS)
        searches = [
            Searches(seen[::APART], heuristic, SIMULATIONS, CAPACITY)
            for heuristic in (rating_heuristic(key, seen[0].determinize(Rng(0))), Heuristic())
        ]
        works = [*(search.work for search in searches), *in_c("hockey")]
        horizon, end, *anchors = in_turn([cpu_rate(work, SECONDS) for work in works], ROUNDS)
        cost = f"{ratio(anchors[0], horizon):.0f}" if anchors else ""
        times = decision_ms(variant, seen)
        rates = (f"{statistics.median(found) / 1000:,.0f}" for found in (horizon, end))
        yield variant.name, *rates, cost, f"{statistics.median(times):.2f}", f"{percentile(times, 0.99):.2f}"


def section() -> list[str]:
    """The table."""
    heads = (
        "game",
        "1,000 simulations/s to the horizon",
        "to the end of the game",
        "one to the horizon, in decisions of Hockey in C",
    )
    return table((*heads, f"level {LEVELS[-1].number}, ms a decision", "p99"), rows())
