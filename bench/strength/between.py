"""Whether a rating between two levels is what it says: such players against the level below and the level above.

Each rating is measured as the mean of what the two matches say. The table goes into docs/strength.md.
"""

from collections.abc import Iterator

from ai.arena import play_match
from ai.intervals import elo
from ai.levels import LEVELS, Level
from ai.ratings import player_of_rating
from ai.strength import strength_of
from bench.report import lead_cells
from bench.study import Row, Study, Wanted, pairs
from engines import VARIANTS

BELOW = (1, 3, 5)
"""Levels above which a player is measured, half-way to the next."""
HEADS = (
    *("game", "rating", "between", "games", "lead over the lower level", "95 %"),
    *("lead over the upper level", "95 %", "measured rating"),
)


def rows() -> Iterator[Row]:
    """Three of every game whose levels are measured."""
    for key, variant in VARIANTS.items():
        for number in BELOW:
            levels = LEVELS[number - 1], LEVELS[number]
            rated = [(level, found.elo) for level in levels if (found := strength_of(key, level.number)) is not None]
            if len(rated) == 2:
                (lower, low), (upper, high) = rated
                rating = (low + high) // 2
                labels = (variant.name, rating, f"{lower.name} {low}, {upper.name} {high}")
                yield Row(f"{key}/{rating}", labels, Between(key, rating, rated).measure)


class Between:
    """A player of a rating against both levels."""

    def __init__(self, key: str, rating: int, rated: list[tuple[Level, int]]) -> None:
        self.key, self.rating, self.rated = key, rating, rated

    def measure(self, wanted: Wanted) -> Iterator[object]:
        """Play both matches."""
        variant, player = VARIANTS[self.key], player_of_rating(self.key, self.rating)
        options, seed = next(iter(variant.presets.values())), f"between {self.rating}"
        matches = [
            play_match(variant, options, player, level, wanted.pairs, seed, wanted.processes) for level, _ in self.rated
        ]
        yield sum(len(match.games) for match in matches)
        for match in matches:
            yield from lead_cells(match)
        leads = [high + elo(match.points) for match, (_, high) in zip(matches, self.rated, strict=True)]
        yield f"{sum(leads) / 2:.0f}"


STUDY = Study(__doc__, "between", HEADS, rows, pairs(300))
main = STUDY.main
