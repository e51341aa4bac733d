"""Ice Cold Ice Hockey."""

from types import ModuleType
from typing import Any

from bench.strength.habits import Habit, changed, remembers

SEARCHED = ("shootout",)


def without_kept_cards(module: ModuleType) -> None:
    """Think all cards kept in the hand alike."""
    make = module.CardValues

    def values(deck: Any) -> Any:
        of = make(deck)
        for card in deck.cards:
            of.kept[card] = of.mean
        return of

    changed("CardValues", values)(module)


HABITS = (
    remembers(share=0.5),
    Habit("sets a shot up with two or three cards", changed("PLAN_DEPTH", 1), share=0.5),
    Habit("keeps blocks and set-ups, and gives up what is missed least", without_kept_cards, share=0.5),
)
