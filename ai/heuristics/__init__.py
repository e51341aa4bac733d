"""Heuristics by game: ``ai/heuristics/<key>/heuristic.py`` with a function ``make``; a game without one gets the
default.
"""

from importlib import import_module
from importlib.util import find_spec

from ai.heuristics.base import Heuristic


def make_heuristic(key: str, counts_cards: bool = True) -> Heuristic:
    """Return a new heuristic for the game ``key``."""
    name = f"{__name__}.{key}"
    if find_spec(name) is None:
        return Heuristic(counts_cards)
    heuristic = import_module(f"{name}.heuristic").make(counts_cards)
    assert isinstance(heuristic, Heuristic)
    return heuristic
