"""What each habit of the heuristics is worth: the heuristic against itself without it, on mirrored deals: ``make
heuristics``.

The habits are those of the rules documents' "Strategy facts". One is taken away by changing a second copy of the game's
heuristic, so this runs interpreted: compiled code cannot be changed. The table goes into docs/strength.md.
"""

import argparse
import importlib.util
import os
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from functools import partial
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Any

from ai.arena import Game, Match, Play
from ai.intervals import elo
from ai.levels import Player
from bench.report import elo_cells, points_cells, put_section, table
from engines import VARIANTS, is_compiled

HEURISTIC = Player()


@dataclass(frozen=True)
class Habit:
    """What a heuristic does, in words, and what takes it away from a copy of its module."""

    words: str
    take_away: Callable[[ModuleType], None]
    share: float = 1.0
    """Of the pairs to play: less where a game takes long."""


def changed(place: str, value: Any) -> Callable[[ModuleType], None]:
    """Change a name of the module, or of one of its classes: ``Class.method``."""

    def change(module: ModuleType) -> None:
        owner, _, name = place.rpartition(".")
        target = getattr(module, owner) if owner else module
        if not hasattr(target, name):
            raise LookupError(f"{module.__file__} has no {place}")
        setattr(target, name, value)

    return change


def forgetting(module: ModuleType) -> None:
    """Do not remember which cards are gone."""
    make = module.make
    changed("make", lambda counts_cards: make(False))(module)


def without_stack(module: ModuleType) -> None:
    """Think nothing of stacked cards."""
    make_worths = module.worths_after_an_action

    def worths() -> Any:
        of = make_worths()
        of.stacked = module.LevelWorths([0.0] * 5, 0.0)
        of.bluff = 0.0
        return of

    changed("worths_after_an_action", worths)(module)


def without_kept_cards(module: ModuleType) -> None:
    """Think all cards kept in the hand alike."""
    make = module.Worths

    def worths(deck: Any) -> Any:
        of = make(deck)
        for card in deck.cards:
            of.kept[card] = of.mean
        return of

    changed("Worths", worths)(module)


REMEMBERS = Habit("remembers what has been played", forgetting)
HABITS: dict[str, tuple[Habit, ...]] = {
    "hockey": (
        REMEMBERS,
        Habit(
            "with a pair, counts on matching again", changed("HockeyHeuristic._chance_to_match_again", lambda *_: 0.0)
        ),
        Habit("keeps the second card of a pair as a safety", changed("SAFETY_KEPT", 0.0)),
        Habit("keeps Jacks for when they count", changed("WILD_KEPT", 0.0)),
        Habit("goes for breakaways, and ends the other side's", changed("BREAKAWAY", 0.0)),
    ),
    "blades_of_steel": (
        REMEMBERS,
        Habit(
            "shoots what is hardest to stop: the level before the rank",
            changed("BladesHeuristic._chance_to_stop", lambda *_: 0.5),
        ),
        Habit("lays a stack, and blocks from it", without_stack),
        Habit("keeps blocks, and spends the cheapest", changed("Worths.defence", lambda *_: 0.0)),
        Habit("counts the draws that are left", changed("fade", lambda left: 1.0)),
    ),
    "turn_based_hockey": (
        replace(REMEMBERS, share=0.5),
        Habit("answers the line-up it sees with the best reply", changed("LINEUP_SECOND", -1), share=0.5),
        Habit("wins face-offs to see the other line-up", changed("SEEING", 0.0), share=0.5),
        Habit("saves strong cards for the periods to come", changed("periods_after", lambda state: 0), share=0.5),
    ),
    "ice_cold_ice_hockey": (
        replace(REMEMBERS, share=0.5),
        Habit("sets a shot up with two or three cards", changed("PLAN_DEPTH", 1), share=0.5),
        Habit("keeps blocks and set-ups, and gives up what is missed least", without_kept_cards, share=0.5),
    ),
}


def without(key: str, number: int) -> str:
    """Load a second copy of a game's heuristic without one habit; returns the key under which ``choose`` finds it."""
    other = f"{key}_without_{number}"
    package = f"ai.{other}"
    if package not in sys.modules:
        name = f"{package}.heuristic"
        found = importlib.util.find_spec(f"ai.{key}.heuristic")
        assert found is not None
        assert found.origin is not None
        spec = importlib.util.spec_from_file_location(name, found.origin)
        assert spec is not None
        assert spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        HABITS[key][number].take_away(module)
        sys.modules[package] = ModuleType(package)
        sys.modules[package].__spec__ = ModuleSpec(package, None, is_package=True)
        sys.modules[name] = module
    return other


def play_pair(key: str, number: int, pair: int) -> tuple[Game, Game]:
    """The heuristic as it is, from both sides of one deal, against itself without the habit."""
    variant = VARIANTS[key]
    rules = (variant, replace(variant, key=without(key, number)))
    options = next(iter(variant.presets.values()))
    levels = (HEURISTIC, HEURISTIC)
    return Play(rules, options, levels, f"habits {pair}", 0).play_out(), Play(
        rules, options, levels, f"habits {pair}", 1
    ).play_out()


def rows(only: str, pairs: int, processes: int) -> Iterator[tuple[object, ...]]:
    """The table, and its lines printed as they come."""
    with ProcessPoolExecutor(processes) as pool:
        for key, habits in HABITS.items():
            if not key.startswith(only):
                continue
            for number, habit in enumerate(habits):
                played = pool.map(partial(play_pair, key, number), range(round(pairs * habit.share)), chunksize=4)
                match = Match(tuple(played))
                shares = (match.points, *match.interval)
                row = (
                    VARIANTS[key].name,
                    habit.words,
                    len(match.games),
                    *points_cells(*shares),
                    elo_cells(*map(elo, shares))[0],
                )
                print(*row, flush=True)
                yield row


def main() -> int:
    """Play, print, and write the section."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "--only", default="", help="the beginning of a variant's key; the section is then left as it is"
    )
    parser.add_argument("--pairs", type=int, default=500)
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    arguments = parser.parse_args()
    if is_compiled():
        sys.exit(
            "habits can be taken away from the interpreted heuristics only: run this without PYTHONPATH=build/compiled"
        )
    lines = table(
        ("game", "habit", "games", "points with it", "95 %", "Elo"),
        rows(arguments.only, arguments.pairs, arguments.processes),
    )
    if not arguments.only:
        put_section("habits", lines)
    return 0


if __name__ == "__main__":
    sys.exit(main())
