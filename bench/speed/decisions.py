"""The time of a decision of each level against another build's: CPU time of the present one and of any commit, in turn,
for the same positions of random games. ``faceoff bench decisions COMMIT`` prints a table.

Each position is asked once, as in a game: what a process remembers of a position does not shorten the next.
"""

from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path
from statistics import fmean
from typing import Any, Final

import engines
from ai.levels import LEVELS
from bench.opponents import Program, built, question
from bench.report import table
from bench.speed.alternating import Measure, in_turn, ratio
from bench.speed.search import observations
from bench.study import parser_of
from engines import VARIANTS
from engines.rng import Rng

ROUNDS, POSITIONS = 8, 150
"""Positions of a round; the first round, in which both builds load what they need, does not count."""
SLOWER: Final = 30
"""Times fewer positions where a decision simulates."""


def mean_ms(program: Program, asked: Sequence[dict[str, Any]], positions: int) -> Measure:
    """CPU milliseconds of a decision: of the next ``positions`` questions each time."""
    left = iter(asked)

    def measure() -> float:
        return fmean(answer["ms"] for answer in program.ask([*islice(left, positions)], 600))

    return measure


def rows(programs: Sequence[Program]) -> Iterator[tuple[object, ...]]:
    for variant in VARIANTS.values():
        seen = observations(variant, (ROUNDS + 1) * POSITIONS) if variant.has_decisions else []
        cells = list[str]()
        for level in LEVELS if seen else ():
            positions = POSITIONS // (SLOWER if level.simulations else 1)
            asked = [
                question(variant, one, {"level": level.number}, int(Rng(number).state))
                for number, one in enumerate(seen[: (ROUNDS + 1) * positions])
            ]
            ours, theirs = in_turn([mean_ms(program, asked, positions) for program in programs], ROUNDS + 1)
            cells.append(f"{fmean(ours[1:]):.3f} ({ratio(ours[1:], theirs[1:]):.2f})")
        if cells:
            yield variant.name, *cells


def main() -> None:
    """Print the table."""
    folders = [Path(engines.__file__).parents[1], built(parser_of(__doc__, "commit").parse_args().commit)]
    programs = [Program(folder, f"the build in {folder}") for folder in folders]
    heads = ("ms a decision, and of the other build's", *(level.name for level in LEVELS))
    print("\n".join(table(heads, rows(programs))))
