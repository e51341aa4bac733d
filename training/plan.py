"""Training plans: the networks of a game, the presets that each learns from, and for how long.

The plans of a game are ``PLANS`` of ``training/<key>``.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from ai.heuristic import Heuristic
from engines.api import Variant
from engines.rng import Rng


@dataclass(frozen=True)
class Plan:
    """One network of a game."""

    presets: tuple[str, ...]
    """Drawn evenly for each round of games; a preset that is there twice is played twice as often."""
    rounds: int
    """Rounds of games and of learning from them."""
    games: int
    """Games per round."""
    first: int = 64
    second: int = 32
    """Units of the hidden layers."""
    rate: float = 2e-3
    """Learning rate at the beginning; it falls to a twentieth."""
    entropy: float = 0.015
    """Value of a unit of entropy, in payoff, at the beginning; it falls to a tenth."""
    td_lambda: float = 0.75
    taught_games: int = 0
    """Games of the coach against itself that are imitated before the first round: if actions differ little, learning
    from nothing takes long.
    """
    passes: int = 2
    """How many times each decision is learned from."""
    batch: int = 2048
    """Decisions of one step."""
    own: float = 0.8
    """Share of the games that the newest network plays against itself; the rest is against earlier ones."""
    averaged: float = 40.0
    """The result is the mean over about this many rounds."""
    look_pairs: int = 500
    """Pairs of games against the heuristic for each point of the curve."""
    past: int = 10
    """Earlier networks that are kept, a random sample of all."""

    coach: Callable[[Variant, Rng], Heuristic] | None = None
    """The player of the games that are imitated before the first round."""


def plans_of(key: str) -> Mapping[str, Any]:
    """The plans of a game by network: ``PLANS`` of ``training/<key>``; none if it has no such module."""
    name = f"training.{key}"
    return import_module(name).PLANS if find_spec(name) is not None else {}
