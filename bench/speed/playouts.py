"""Random playouts: decisions a second of CPU time, in turn with those in plain C where there are any, and the cost of a
copy.
"""

import statistics
import time
from collections.abc import Iterator

from ai.search.playout import Playout
from bench.c import GAMES, HAS_COMPILER, InC
from bench.report import table
from bench.speed.alternating import cpu_rate, in_turn, ratio
from engines import VARIANTS
from engines.api import State
from engines.rng import Rng

SECONDS, ROUNDS = 0.4, 7
COPIES = 20_000


class Ours:
    """The playouts of the engine."""

    def __init__(self, key: str) -> None:
        variant = VARIANTS[key]
        self.start = variant.new_game(next(iter(variant.presets.values())))
        self.state = self.start.clone()
        self.playout = Playout(Rng(1))

    def decisions(self) -> int:
        """Those of 20 games."""
        made = 0
        for _ in range(20):
            self.state.copy_from(self.start)
            self.playout.run(self.state)
            made += int(self.state.ply)
        return made


class Theirs:
    """The playouts in C."""

    def __init__(self, key: str) -> None:
        self.in_c, self.rng = InC(key), Rng(1)

    def decisions(self) -> int:
        """Those of 1,000 games."""
        return sum(ply for ply, _, _ in self.in_c.play(self.rng, 1000))


def c_hockey() -> list[Theirs]:
    """What any speed can be compared with; none without a compiler."""
    return [Theirs("hockey")] if HAS_COMPILER else []


def copy_ns(state: State) -> float:
    """Nanoseconds of a copy into place of a finished game's state."""
    other = state.clone()
    began = time.process_time()
    for _ in range(COPIES):
        other.copy_from(state)
    return (time.process_time() - began) / COPIES * 1e9


def rows() -> Iterator[tuple[object, ...]]:
    for key, variant in VARIANTS.items():
        ours = Ours(key)
        anchors = [Theirs(key)] if HAS_COMPILER and key in GAMES else []
        found, *others = in_turn([cpu_rate(one.decisions, SECONDS) for one in (ours, *anchors)], ROUNDS)
        millions = f"{statistics.median(found) / 1e6:.2f}"
        compared = (
            (f"{statistics.median(others[0]) / 1e6:.2f}", f"{ratio(found, others[0]):.2f}") if others else ("", "")
        )
        yield variant.name, millions, *compared, f"{copy_ns(ours.state):.0f}"


def section() -> list[str]:
    """The table."""
    return table(("game", "million decisions/s", "in C", "ratio", "copy of a state, ns"), rows())
