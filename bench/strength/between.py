"""Whether a rating between two levels is what it says: such players against the level below and the level above: ``make
between``.

Each rating is measured as the mean of what the two matches say. The table goes into docs/strength.md.
"""

import argparse
from collections.abc import Iterator, Sequence

from ai.arena import play_match
from ai.intervals import elo
from ai.levels import LEVELS
from ai.ratings import player_of_rating
from ai.strength import strength_of
from bench.report import elo_cells, put_section, table
from engines import VARIANTS

GAMES = ("hockey", "ice_cold_ice_hockey")
BELOW = (1, 3, 5)
"""Levels above which a player is measured, half-way to the next."""
HEADS = (
    "game",
    "rating",
    "between",
    "games",
    "lead over the lower level",
    "95 %",
    "lead over the upper level",
    "95 %",
    "measured rating",
)


def rows(key: str, pairs: int) -> Iterator[Sequence[object]]:
    """The table's rows of a game."""
    variant = VARIANTS[key]
    options = next(iter(variant.presets.values()))
    for lower, upper in ((LEVELS[number - 1], LEVELS[number]) for number in BELOW):
        low, high = strength_of(key, lower.number), strength_of(key, upper.number)
        assert low is not None
        assert high is not None
        rating = (low.elo + high.elo) // 2
        player = player_of_rating(key, rating)
        matches = [play_match(variant, options, player, other, pairs, f"between {rating}") for other in (lower, upper)]
        measured = (low.elo + elo(matches[0].points) + high.elo + elo(matches[1].points)) / 2
        cells = [cell for match in matches for cell in elo_cells(*map(elo, (match.points, *match.interval)))]
        row = (
            variant.name,
            rating,
            f"{lower.name} {low.elo}, {upper.name} {high.elo}",
            4 * pairs,
            *cells,
            f"{measured:.0f}",
        )
        print(*row, flush=True)
        yield row


def main() -> None:
    """Play, print, and write the section."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pairs", type=int, default=300)
    arguments = parser.parse_args()
    put_section("between", table(HEADS, [row for key in GAMES for row in rows(key, arguments.pairs)]))


if __name__ == "__main__":
    main()
