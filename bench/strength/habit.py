"""What a heuristic does by habit, and how it is taken away from a copy of its module."""

from collections.abc import Callable
from dataclasses import dataclass
from types import ModuleType
from typing import Any


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
