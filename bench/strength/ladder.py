"""How strong the levels are: every level against the one below, in every game with decisions, on mirrored deals: ``make
ladder``.

The results go into ai/<key>/strength.json, which the API shows, as tables into docs/strength.md, and as a picture into
docs/pictures/strength.png. ``--only hockey/standard`` or ``--only hockey/standard/Legend`` plays a part and keeps the
other results; ``--draw-only`` plays nothing.
"""

import argparse
import json
import os
import sys
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from ai.arena import Match, play_match
from ai.intervals import elo
from ai.levels import LEVELS, RANDOM, Level, level_by_number
from ai.strength import matches as measured_matches
from bench.report import elo_cells, points_cells, put_section, table
from bench.strength.plot import draw
from engines import VARIANTS

RESULTS = Path(__file__).parents[2] / "ai"
"""The results of a game are in its folder here."""
PRESETS = {"hockey": ("standard", "wiggum", "partnership")}
"""Games not named here are measured with their first preset only."""
SEARCHED_SHARE = 0.6
"""Of the pairs, for matches that search long: their games take seconds."""
CEILING_SHARE = 0.2
WITHOUT_CHEAT = ("turn_based_hockey",)
"""Solved from what a seat knows, not searched: there is no player that could be shown all cards."""
CHEAT = Level(0, "all-seeing", "Searches with all cards open.", simulations=300)
"""What luck leaves to skill: a player who knows every card, those still to be dealt included."""

Row = dict[str, Any]


def ladders() -> Iterator[tuple[str, str]]:
    """What is measured: games with decisions, and their presets."""
    for key, variant in VARIANTS.items():
        if variant.has_decisions:
            for preset in PRESETS.get(key, tuple(variant.presets)[:1]):
                yield key, preset


def matches(key: str, pairs: int) -> Iterator[tuple[Level, Level, int]]:
    """The matches of one ladder: each level against the one below, the top against random play, and against the
    cheat.
    """
    for stronger, weaker in zip(LEVELS, (RANDOM, *LEVELS), strict=False):
        yield stronger, weaker, round(pairs * (SEARCHED_SHARE if stronger.simulations > 300 else 1))
    yield LEVELS[-1], RANDOM, round(pairs * CEILING_SHARE)
    if key not in WITHOUT_CHEAT:
        yield CHEAT, LEVELS[-1], round(pairs * CEILING_SHARE)


def label(player: Level) -> int | str:
    """What stands for a player in the results."""
    return CHEAT.name if player is CHEAT else player.number


def play(key: str, preset: str, first: Level, second: Level, pairs: int, seed: str, processes: int) -> Row:
    """One match as a row of the results."""
    _, options = VARIANTS[key].resolve_options(preset, None)
    match = play_match(VARIANTS[key], options, first, second, pairs, seed, processes, first_cheats=first is CHEAT)
    return {
        "variant": key,
        "preset": preset,
        "first": label(first),
        "second": second.number,
        "measured": datetime.now(UTC).date().isoformat(),
        "seed": seed,
        **figures(match),
    }


def figures(match: Match) -> Row:
    """What a match came to, rounded as it is worth."""
    low, high = match.interval
    median, p99 = match.milliseconds(0)
    return {
        "games": len(match.games),
        "points": [round(share, 4) for share in (match.points, low, high)],
        "elo": [round(elo(share)) if 0 < share < 1 else None for share in (match.points, low, high)],
        "draws": round(match.draws, 3),
        "won_of_decided": round(match.won_of_decided, 3),
        "goals": round(match.goal_difference, 2),
        "simulations": round(match.simulations(0)),
        "median_ms": round(median, 2),
        "p99_ms": round(p99, 2),
    }


def name_of(player: int | str) -> str:
    """A level's name, or what is used for it."""
    if isinstance(player, str):
        return player
    level = level_by_number(player)
    return level.name if level else RANDOM.name


def report(rows: list[Row]) -> Iterator[str]:
    """The tables, one a game and preset."""
    for key, preset in ladders():
        own = [row for row in rows if (row["variant"], row["preset"]) == (key, preset)]
        if not own:
            continue
        yield f"### {VARIANTS[key].name}, `{preset}`"
        yield ""
        yield from table(
            (
                "player",
                "against",
                "games",
                "points",
                "95 %",
                "Elo",
                "95 %",
                "drawn",
                "won of decided",
                "goals",
                "simulations",
                "ms, median / p99",
            ),
            [
                (
                    name_of(row["first"]),
                    name_of(row["second"]),
                    row["games"],
                    *points_cells(*row["points"]),
                    *elo_cells(*row["elo"]),
                    f"{100 * row['draws']:.0f} %",
                    f"{100 * row['won_of_decided']:.1f} %",
                    f"{row['goals']:+.2f}",
                    row["simulations"],
                    f"{row['median_ms']:.1f} / {row['p99_ms']:.1f}",
                )
                for row in own
            ],
        )


def match_of(row: Row) -> tuple[str, str, int | str, int]:
    """Which match a row is the result of."""
    return row["variant"], row["preset"], row["first"], row["second"]


def in_order(rows: list[Row]) -> list[Row]:
    """The rows in the order of the ladders, whichever were played last: the first preset of a game is the one that
    rates its levels. What no ladder plays any more goes.
    """
    order = [
        (key, preset, label(first), second.number) for key, preset in ladders() for first, second, _ in matches(key, 0)
    ]
    return sorted((row for row in rows if match_of(row) in order), key=lambda row: order.index(match_of(row)))


def write(key: str, rows: list[Row]) -> None:
    """The results of a game, a match a line: its key is in the path."""
    lines = (json.dumps({name: value for name, value in row.items() if name != "variant"}) for row in rows)
    (RESULTS / key / "strength.json").write_text("[\n" + ",\n".join(lines) + "\n]\n")


def main() -> int:
    """Play, print, write the results, and draw them."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", default="", help="the beginning of <variant>/<preset>/<player>")
    parser.add_argument("--pairs", type=int, default=300)
    parser.add_argument("--seed", default="ladder")
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--draw-only", action="store_true", help="draw the results that are there")
    arguments = parser.parse_args()
    rows = measured_matches()
    for key, preset in ladders():
        for first, second, pairs in matches(key, arguments.pairs):
            if arguments.draw_only or not f"{key}/{preset}/{first.name}".startswith(arguments.only):
                continue
            began = time.monotonic()
            row = play(key, preset, first, second, pairs, arguments.seed, arguments.processes)
            rows = in_order([*(each for each in rows if match_of(each) != match_of(row)), row])
            write(key, [each for each in rows if each["variant"] == key])
            put_section("ladder", report(rows))
            print(
                f"{key} {preset}: {first.name} against {second.name}: Elo {' [95 %: '.join(elo_cells(*row['elo']))}], "
                f"{row['games']} games, {time.monotonic() - began:.0f} s",
                flush=True,
            )
    draw(rows)
    return 0


if __name__ == "__main__":
    sys.exit(main())
