"""Preferences of players: the styles, which hardly change the strength.

A game's table is ``ai/<key>/preferences.py``, with ``STYLES``, which say by how many goals each kind of action is
overrated, and ``kinds``, which says how much of each kind is in a move.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import TypeAlias

from ai.games import module_of
from engines.api import State

Bias: TypeAlias = Mapping[str, float]
"""By kind of action, by how many goals it is overrated."""


@dataclass(frozen=True)
class Preferences:
    """What players of a game may prefer."""

    styles: Mapping[str, Bias]
    kinds: Callable[[State, int, Sequence[int]], Mapping[str, float]]
    """How much of each kind is in a move of a seat, given with its actions: usually 1."""

    def goals(self, bias: Bias, state: State, seat: int, actions: Sequence[int]) -> float:
        """By how many goals a player with this bias overrates a move."""
        return sum(amount * bias.get(kind, 0.0) for kind, amount in self.kinds(state, seat, actions).items())


@cache
def preferences_of(variant_key: str) -> Preferences | None:
    """The preferences of a game; None if it has none."""
    table = module_of(variant_key, "preferences")
    if table is None:
        return None
    return Preferences(table.STYLES, table.kinds)


def styles_of(variant_key: str) -> Mapping[str, Bias]:
    """The styles of a game by name, such as ``aggressive``, in the order to show them; none for a game without
    decisions or without preferences.
    """
    preferences = preferences_of(variant_key)
    return preferences.styles if preferences is not None else {}
