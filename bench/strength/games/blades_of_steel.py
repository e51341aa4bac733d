"""Blades of Steel."""

from types import ModuleType
from typing import Any

from bench.strength.habit import Habit, changed, remembers
from bench.strength.open_hands import Unseen


def without_stack(module: ModuleType) -> None:
    """Think nothing of stacked cards."""
    make_worths = module.worths_after_an_action

    def worths() -> Any:
        of = make_worths()
        of.stacked = module.LevelWorths([0.0] * 5, 0.0)
        of.bluff = 0.0
        return of

    changed("worths_after_an_action", worths)(module)


HABITS = (
    remembers(),
    Habit(
        "shoots what is hardest to stop: the level before the rank",
        changed("BladesHeuristic._chance_to_stop", lambda *_: 0.5),
    ),
    Habit("lays a stack, and blocks from it", without_stack),
    Habit("keeps blocks, and spends the cheapest", changed("Worths.defence", lambda *_: 0.0)),
    Habit("counts the draws that are left", changed("fade", lambda left: 1.0)),
)
UNSEEN = (Unseen("standard", "the other hands", lambda state: (int(state.stock_at), len(state.options.deck))),)
