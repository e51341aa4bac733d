"""Which positions with a right answer each level solves (``bench.positions``): by theme, the share of the answers of
several opponents of each level that are right. The tables go into docs/strength.md.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from statistics import fmean

from ai.choose import choose
from ai.levels import LEVELS, Player
from bench.positions import Position, positions_of
from bench.study import Row, Study, Wanted
from engines import VARIANTS
from engines.rng import Rng

HEADS = ("theme", "positions", *(level.name for level in LEVELS))
ALL = "all"
"""What the row below the themes is called."""


def solved(position: Position, player: Player, opponents: int) -> float:
    """The share of this many opponents who answer right."""
    return fmean(_is_solved(position, player, number) for number in range(opponents))


def _is_solved(position: Position, player: Player, number: int) -> bool:
    opponent = replace(player, nature=str(number))
    decision = choose(position.variant, position.observation, opponent, Rng(f"{position.line} {number}"))
    return position.is_solved_by(decision.actions)


def rows() -> Iterator[Row]:
    """Every theme of every game, and all together, a table for each game."""
    for key, variant in VARIANTS.items():
        positions = positions_of(key)
        for theme in [*dict.fromkeys(position.theme for position in positions), *([ALL] if positions else [])]:
            asked = [position for position in positions if theme in (position.theme, ALL)]
            measured = partial(measure, asked)
            yield Row(f"{key}/{theme}", (theme.replace("_", " "),), measured, f"**{variant.name}**")


def measure(positions: Sequence[Position], wanted: Wanted) -> Iterable[object]:
    """The number of positions, and what each level solves of them."""
    yield len(positions)
    for level in LEVELS:
        share = fmean(solved(position, level, wanted.opponents) for position in positions)
        yield f"{100 * share:.0f} %"


STUDY = Study(__doc__, "positions", HEADS, rows, {"opponents": (20, "of each level, asked about every position")})
main = STUDY.main
