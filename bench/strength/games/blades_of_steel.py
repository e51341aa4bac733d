"""Blades of Steel."""

from collections.abc import Callable, Sequence
from functools import partial
from types import ModuleType
from typing import Any

from ai.blades_of_steel.values import LevelValues
from bench.strength.habits import Habit, changed, remembers


def with_other(names: Sequence[str], change: Callable[[Any], None]) -> Callable[[ModuleType], None]:
    """Change what the heuristic values cards by, wherever it makes it with one of these functions."""

    def take_away(module: ModuleType) -> None:
        def other(make: Callable[[], Any]) -> Any:
            made = make()
            change(made)
            return made

        for name in names:
            changed(name, partial(other, getattr(module, name)))(module)

    return take_away


def forget_stack(of: Any) -> None:
    """Think nothing of stacked cards."""
    of.stacked = LevelValues([0.0] * 5, 0.0)
    of.bluff = 0.0


def forget_defence(of: Any) -> None:
    """Think nothing of blocks."""
    of.defence = lambda side: 0.0


VALUES = ("values_after_an_action", "values_to_move", "values_to_wait")
HABITS = (
    remembers(),
    Habit(
        "shoots what is hardest to stop: the level before the rank",
        changed("BladesHeuristic._chance_to_stop", lambda *_: 0.5),
    ),
    Habit("lays a stack, and blocks from it", with_other(["values_after_an_action"], forget_stack)),
    Habit("keeps blocks, and spends the cheapest", with_other(VALUES, forget_defence)),
    Habit("counts the draws that are left", changed("fade", lambda left: 1.0)),
)
