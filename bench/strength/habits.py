"""The value of each habit of the heuristics: the heuristic against itself without it, on mirrored deals.

The habits are those of the rules documents' "Strategy facts". One is taken away by changing a second copy of the game's
heuristic, so this runs interpreted: compiled code cannot be changed. The table goes into docs/strength.md.
"""

import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from functools import cache, partial
from importlib.machinery import ModuleSpec
from importlib.util import find_spec, module_from_spec
from itertools import islice
from types import ModuleType
from typing import Any

from ai.arena import Game, Match, Play
from ai.levels import Player
from bench.report import match_cells
from bench.strength.games import of_games
from bench.study import Row, Study, Wanted, pairs
from engines import VARIANTS, is_compiled


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


def remembers(share: float = 1.0) -> Habit:
    """What every heuristic does."""
    return Habit("remembers what has been played", forgetting, share)


@cache
def habits() -> dict[str, tuple[Habit, ...]]:
    """By game."""
    return of_games("HABITS")


def rows() -> Iterator[Row]:
    """Each habit of each game."""
    if is_compiled():
        raise SystemExit("compiled heuristics keep their habits: run this without PYTHONPATH=build/compiled")
    for key, several in habits().items():
        for number, habit in enumerate(several):
            yield Row(f"{key}/{habit.words}", (VARIANTS[key].name, habit.words), partial(measure, key, number, habit))


def measure(key: str, number: int, habit: Habit, wanted: Wanted) -> Iterator[object]:
    """Play one match."""
    with ProcessPoolExecutor(wanted.processes) as pool:
        played = pool.map(partial(play_pair, key, number), range(round(wanted.pairs * habit.share)), chunksize=4)
        match = Match(tuple(played))
    return islice(match_cells(match), 4)  # without the bounds of the lead


def without(key: str, number: int) -> str:
    """Load a second copy of a game's heuristic without one habit; returns the key under which ``choose`` finds it."""
    other = f"{key}_without_{number}"
    package = f"ai.{other}"
    if package not in sys.modules:
        spec = find_spec(f"ai.{key}.heuristic")
        assert spec is not None
        assert spec.loader is not None
        module = module_from_spec(spec)
        spec.loader.exec_module(module)
        habits()[key][number].take_away(module)
        sys.modules[package] = module_from_spec(ModuleSpec(package, None, is_package=True))
        sys.modules[f"{package}.heuristic"] = module
    return other


def play_pair(key: str, number: int, pair: int) -> tuple[Game, Game]:
    """The heuristic as it is, from both sides of one deal, against itself without the habit."""
    variant = VARIANTS[key]
    rules = (variant, replace(variant, key=without(key, number)))
    options, players = next(iter(variant.presets.values())), (Player(), Player())
    first, second = (Play(rules, options, players, f"habits {pair}", side).play_out() for side in (0, 1))
    return first, second


STUDY = Study(__doc__, "habits", ("game", "habit", "games", "points with it", "95 %", "Elo"), rows, pairs(500))
main = STUDY.main
