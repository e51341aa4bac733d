"""Random playouts: decisions a second of CPU time, in turn with those in plain C where there are any, and the cost of a
copy. ``faceoff bench playouts COMMIT`` measures them in turn with those of another commit.
"""

import statistics
import time
from collections.abc import Callable, Iterator

from ai.search.playout import Playout
from bench.c import GAMES, HAS_COMPILER, InC
from bench.opponents import Program, built
from bench.report import table
from bench.speed.alternating import cpu_rate, in_turn, ratio
from bench.study import parser_of
from engines import VARIANTS
from engines.api import State
from engines.rng import Rng

SECONDS, ROUNDS = 0.4, 7
COPIES = 20_000
PATIENCE_S = 60.0


class Ours:
    """The playouts of the engine."""

    def __init__(self, key: str) -> None:
        variant = VARIANTS[key]
        self.start = variant.new_game(next(iter(variant.presets.values())))
        self.state = self.start.clone()
        self.playout = Playout(Rng(1))

    def decisions(self) -> int:
        """The decisions of 20 games."""
        made = 0
        for _ in range(20):
            self.state.copy_from(self.start)
            self.playout.run(self.state)
            made += int(self.state.ply)
        return made


def in_c(key: str) -> list[Callable[[], int]]:
    """What counts the decisions of 1,000 games in C; nothing without such playouts of the game, or a compiler."""
    if key not in GAMES or not HAS_COMPILER:
        return []
    playouts, rng = InC(key), Rng(1)
    return [lambda: sum(ply for ply, _, _ in playouts.play(rng, 1000))]


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
        found, *others = in_turn([cpu_rate(work, SECONDS) for work in (ours.decisions, *in_c(key))], ROUNDS)
        millions = f"{statistics.median(found) / 1e6:.2f}"
        compared = (
            (f"{statistics.median(others[0]) / 1e6:.2f}", f"{ratio(found, others[0]):.2f}") if others else ("", "")
        )
        yield variant.name, millions, *compared, f"{copy_ns(ours.state):.0f}"


def section() -> list[str]:
    """The table."""
    return table(("game", "million decisions/s", "in C", "ratio", "copy of a state, ns"), rows())


def compared(program: Program) -> Iterator[tuple[object, ...]]:
    """Our playouts in turn with those of another commit."""
    for key, variant in VARIANTS.items():
        asked = {"variant": key, "seconds": SECONDS}
        measures = (cpu_rate(Ours(key).decisions, SECONDS), lambda asked=asked: program.ask(asked, PATIENCE_S)["rate"])
        ours, theirs = in_turn(measures, ROUNDS)
        millions = (f"{statistics.median(found) / 1e6:.2f}" for found in (ours, theirs))
        yield variant.name, *millions, f"{ratio(ours, theirs):.2f}"


def main() -> None:
    """Compare them with those of a commit."""
    commit = parser_of(__doc__, "commit").parse_args().commit
    heads = ("game", "million decisions/s", f"at {commit}", "ratio")
    print("\n".join(table(heads, compared(Program(built(commit), f"the playouts at {commit}")))))
