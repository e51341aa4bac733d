"""What more simulations are worth: players who are never careless, each against one with fewer, on mirrored deals:
``python -m bench more-simulations``.

It shows where more simulations, from several processes or from a tree that is kept between decisions, would still buy
strength. The table goes into docs/strength.md.
"""

import argparse
import os
import sys
from collections.abc import Iterator

from ai.arena import play_match
from ai.intervals import elo
from ai.levels import Level
from bench.report import elo_cells, points_cells, put_section, table
from engines import VARIANTS

STEPS = ((100, 0), (1000, 0), (1000, 100), (4000, 1000))
"""Simulations of either player, 0 for the heuristic alone."""
SHARES = {"ice_cold_ice_hockey": 0.5}
"""Of the pairs, where games take long."""


def player(simulations: int) -> Level:
    """A player with this many simulations, which calculates where it can, as the upper levels do."""
    name = f"{simulations} simulations" if simulations else "heuristic"
    return Level(0, name, "", simulations=simulations, exact=simulations > 0)


def rows(only: str, pairs: int, processes: int) -> Iterator[tuple[object, ...]]:
    """The table, and its lines printed as they come."""
    for key, variant in VARIANTS.items():
        if not variant.has_decisions or not key.startswith(only):
            continue
        options = next(iter(variant.presets.values()))
        for more, less in STEPS:
            match = play_match(
                variant,
                options,
                player(more),
                player(less),
                round(pairs * SHARES.get(key, 1.0)),
                "thought",
                processes,
            )
            shares = (match.points, *match.interval)
            median, p99 = match.milliseconds(0)
            row = (
                variant.name,
                player(more).name,
                player(less).name,
                len(match.games),
                *points_cells(*shares),
                *elo_cells(*map(elo, shares)),
                f"{median:.1f} / {p99:.1f}",
            )
            print(*row, flush=True)
            yield row


def main() -> int:
    """Play, print, and write the section."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "--only", default="", help="the beginning of a variant's key; the section is then left as it is"
    )
    parser.add_argument("--pairs", type=int, default=150)
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    arguments = parser.parse_args()
    lines = table(
        ("game", "player", "against", "games", "points", "95 %", "Elo", "95 %", "ms, median / p99"),
        rows(arguments.only, arguments.pairs, arguments.processes),
    )
    if not arguments.only:
        put_section("thought", lines)
    return 0


if __name__ == "__main__":
    sys.exit(main())
