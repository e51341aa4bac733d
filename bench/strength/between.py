"""Whether ratings between two levels are accurate: such players against the level below and the level above.

Each rating is measured as the mean of the two matches. The table goes into docs/strength.md.
"""

from collections.abc import Iterator
from functools import partial
from itertools import pairwise

from ai.arena import play_match
from ai.intervals import elo
from ai.levels import LEVELS, Level
from ai.ratings import player_of_rating
from ai.strength import strength_of
from bench.report import lead_cells
from bench.study import Row, Study, Wanted, pairs
from engines import VARIANTS
from engines.api import Variant

BELOW = ("rookie", "junior", "all_star")
"""Levels above which a player is measured, half-way to the next."""
HEADS = (
    *("game", "rating", "between", "games", "lead over the lower level", "95 %"),
    *("lead over the upper level", "95 %", "measured rating"),
)


def rows() -> Iterator[Row]:
    """Three of every game whose levels are measured."""
    for key, variant in VARIANTS.items():
        for levels in (pair for pair in pairwise(LEVELS) if pair[0].key in BELOW):
            rated = [(level, found.elo) for level in levels if (found := strength_of(key, level.key)) is not None]
            if len(rated) == 2:
                (lower, low), (upper, high) = rated
                rating = (low + high) // 2
                labels = (variant.name, rating, f"{lower.name} {low}, {upper.name} {high}")
                yield Row(f"{key}/{rating}", labels, partial(measure, variant, rating, rated))


def measure(variant: Variant, rating: int, rated: list[tuple[Level, int]], wanted: Wanted) -> Iterator[object]:
    """Play a player of the rating against both levels."""
    player, options = player_of_rating(variant.key, rating), next(iter(variant.presets.values()))
    matches = [
        play_match(variant, options, player, level, wanted.pairs, f"between {rating}", wanted.processes)
        for level, _ in rated
    ]
    yield sum(len(match.games) for match in matches)
    for match in matches:
        yield from lead_cells(match)
    leads = [elo_of_level + elo(match.points) for match, (_, elo_of_level) in zip(matches, rated, strict=True)]
    yield f"{sum(leads) / 2:.0f}"


STUDY = Study(__doc__, "between", HEADS, rows, pairs(300))
main = STUDY.main
