"""What players like: the habits of beginners, and the styles in which a computer can play a game as strongly as
without.

A game's table is ``ai/heuristics/<key>/leanings.py``, with ``BEGINNER`` and ``STYLES``, which say by how many goals
each kind of action is overrated, ``kinds``, which says what of each kind a move is, ``SPREAD`` and ``LOGIT``.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import TypeAlias

from engines.api import State

Likings: TypeAlias = Mapping[str, float]
"""By kind of action, how many goals too much it seems to be worth."""


@dataclass(frozen=True)
class Style:
    """A way to play, such as ``aggressive``."""

    key: str
    likings: Likings = field(default_factory=dict, compare=False, repr=False)


@dataclass(frozen=True)
class Leanings:
    """What players of a game may misjudge and like."""

    spread: float
    """Goals that go with a ``Player.blur`` of 1: about as much as the actions of a decision differ."""
    logit: float
    """Goals that an action is worse whose logit, by the game's network, is less by 1."""
    beginner: Likings
    styles: Mapping[str, Style]
    kinds: Callable[[State, int, Sequence[int]], Mapping[str, float]]
    """By kind, how much of it a move of a seat is, given with its actions: mostly 1."""

    def goals(self, likings: Likings, state: State, seat: int, actions: Sequence[int]) -> float:
        """How many goals too much a move seems to be worth to a player with these likings."""
        return sum(amount * likings.get(kind, 0.0) for kind, amount in self.kinds(state, seat, actions).items())


@cache
def leanings_of(variant_key: str) -> Leanings | None:
    """The table of a game; None if it has none."""
    name = f"ai.heuristics.{variant_key}.leanings"
    if find_spec(f"ai.heuristics.{variant_key}") is None or find_spec(name) is None:
        return None
    table = import_module(name)
    return Leanings(
        table.SPREAD,
        table.LOGIT,
        table.BEGINNER,
        {key: Style(key, likings) for key, likings in table.STYLES.items()},
        table.kinds,
    )


def styles_of(variant_key: str) -> Sequence[Style]:
    """The styles of a game, in the order to show them; none for a game without decisions, or without a table of
    them.
    """
    leanings = leanings_of(variant_key)
    return tuple(leanings.styles.values()) if leanings is not None else ()
