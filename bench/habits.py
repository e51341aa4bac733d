"""What each habit of the heuristics is worth: the heuristic against itself without it, on mirrored deals: ``make habits``.

A habit is one constant of ai/heuristics/<key>.py, set to what makes it disappear. This runs interpreted: compiled constants cannot be
changed. The table goes into docs/strength.md.
"""

import argparse
import importlib.util
import os
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from functools import partial

import ai.heuristics.base
from ai.arena import Game, Match, Play, elo
from ai.levels import Level
from bench.report import put_section, table
from engines import VARIANTS

HEURISTIC = Level(0, "heuristic", "")
HABITS: dict[str, tuple[tuple[str, str, float], ...]] = {
    "hockey": (
        ("goes for breakaways, and ends the other side's", "BREAKAWAY", 0.0),
        ("keeps wild cards for when they count", "WILD_KEPT", 0.0),
        ("keeps the second card of a pair as a safety", "SAFETY_KEPT", 0.0),
    ),
    "blades_of_steel": (
        ("minds what the other seat may do in its turn", "THEIR_TURN", 0.0),
        ("minds a stack that lies before the other net", "THEIR_STACK", 0.0),
        ("counts on drawing a block", "DRAWN_BLOCK", 0.0),
        ("keeps a shot that beats what is likely to be held", "SHOT_THAT_BEATS", 0.0),
        ("keeps a defence for the end of the pack", "LAST_DEFENCE", 0.0),
    ),
}
"""By game: the habit in words, the constant that makes it, and the value without it."""


def without(key: str, constant: str, value: float) -> str:
    """Load a second copy of a game's heuristic with one constant changed; returns the key under which ``choose`` finds it."""
    other = f"{key}_without_{constant.lower()}"
    name = f"ai.heuristics.{other}"
    if name not in sys.modules:
        found = importlib.util.find_spec(f"ai.heuristics.{key}")
        assert found is not None
        assert found.origin is not None
        spec = importlib.util.spec_from_file_location(name, found.origin)
        assert spec is not None
        assert spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        sys.modules[name] = module
        spec.loader.exec_module(module)
        if not hasattr(module, constant):
            raise LookupError(f"ai/heuristics/{key}.py has no constant {constant}")
        setattr(module, constant, value)
    return other


def play_pair(key: str, constant: str, value: float, number: int) -> tuple[Game, Game]:
    """The heuristic as it is, from both sides of one deal, against itself without the habit."""
    variant = VARIANTS[key]
    rules = (variant, replace(variant, key=without(key, constant, value)))
    options = next(iter(variant.presets.values()))
    levels = (HEURISTIC, HEURISTIC)
    return Play(rules, options, levels, f"habits {number}", 0).play_out(), Play(rules, options, levels, f"habits {number}", 1).play_out()


def rows(pairs: int, processes: int) -> Iterator[tuple[object, ...]]:
    """The table, and its lines printed as they come."""
    with ProcessPoolExecutor(processes) as pool:
        for key, habits in HABITS.items():
            for habit, constant, value in habits:
                match = Match(tuple(pool.map(partial(play_pair, key, constant, value), range(pairs), chunksize=4)))
                low, high = match.interval
                row = (
                    VARIANTS[key].name,
                    habit,
                    len(match.games),
                    f"{100 * match.points:.1f} %",
                    f"{100 * low:.1f} to {100 * high:.1f}",
                    f"{elo(match.points):+.0f}",
                )
                print(*row, flush=True)
                yield row


def main() -> int:
    """Play, print, and write the section."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pairs", type=int, default=300)
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    arguments = parser.parse_args()
    if not str(ai.heuristics.base.__file__).endswith(".py"):
        sys.exit("habits can be taken away from the interpreted heuristics only: run this without PYTHONPATH=build/compiled")
    put_section("habits", table(("game", "habit", "games", "points with it", "95 %", "Elo"), rows(arguments.pairs, arguments.processes)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
