"""Preferences of players: the habits of beginners, and the styles, which hardly change the strength.

A game's table is ``ai/<key>/preferences.py``, with ``BEGINNER`` and ``STYLES``, which say by how many goals each kind
of action is overrated, ``kinds``, which says how much of each kind is in a move, ``SPREAD`` and ``LOGIT``.
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
    """What players of a game may misjudge and prefer."""

    spread: float
    """Goals that correspond to a ``Player.blur`` of 1: about as much as the actions of a decision differ."""
    logit: float
    """By how many goals an action is worse if its logit, by the game's network, is lower by 1."""
    beginner: Bias
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
    return Preferences(table.SPREAD, table.LOGIT, table.BEGINNER, table.STYLES, table.kinds)


def styles_of(variant_key: str) -> Mapping[str, Bias]:
    """The styles of a game by name, such as ``aggressive``, in the order to show them; none for a game without
    decisions or without preferences.
    """
    preferences = preferences_of(variant_key)
    return preferences.styles if preferences is not None else {}
