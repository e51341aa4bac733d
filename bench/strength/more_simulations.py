"""The value of more simulations: players who are never careless, each against one with fewer, on mirrored deals.

It shows where more simulations, from several processes or from a tree that is kept between decisions, would still buy
strength. The table goes into docs/strength.md.
"""

from collections.abc import Iterator
from functools import partial

from ai.arena import play_match
from ai.levels import Level
from bench.report import MATCH, match_cells, ms_cell
from bench.study import Row, Study, Wanted, pairs
from engines import VARIANTS
from engines.api import Variant

STEPS = ((100, 0), (1000, 0), (1000, 100), (4000, 1000))
"""Simulations of either player, 0 for the heuristic alone."""


def player(simulations: int) -> Level:
    """A player with this many simulations, which calculates where it can, as the upper levels do."""
    name = f"{simulations} simulations" if simulations else "heuristic"
    return Level(0, name, "", simulations=simulations, exact=simulations > 0)


def rows() -> Iterator[Row]:
    """Every step in every game."""
    for key, variant in VARIANTS.items():
        for more, less in STEPS if variant.has_decisions else ():
            labels = (variant.name, player(more).name, player(less).name)
            yield Row(f"{key}/{more}/{less}", labels, partial(measure, variant, more, less))


def measure(variant: Variant, more: int, less: int, wanted: Wanted) -> Iterator[object]:
    """Play one match."""
    options = next(iter(variant.presets.values()))
    match = play_match(variant, options, player(more), player(less), wanted.pairs, "thought", wanted.processes)
    yield from (*match_cells(match), ms_cell(match, 0))


STUDY = Study(__doc__, "thought", ("game", "player", "against", *MATCH, "ms, median / p99"), rows, pairs(150))
main = STUDY.main
