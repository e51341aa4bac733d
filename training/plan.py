"""What is trained for each game: its networks, the presets that each learns from, and for how long."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True)
class Plan:
    """One network of a game."""

    presets: tuple[str, ...]
    """Drawn evenly for each round of games; a preset that is there twice is played twice as often."""
    rounds: int
    """Rounds of games and of learning from them."""
    games: int
    """Games a round."""
    first: int = 64
    second: int = 32
    """Units of the hidden layers."""
    rate: float = 2e-3
    """Learning rate at the beginning; it falls to a twentieth."""
    entropy: float = 0.015
    """Worth of a unit of entropy, in payoff, at the beginning; it falls to a tenth."""
    td_lambda: float = 0.75
    taught: int = 0
    """First rounds, in which the network imitates the heuristic: where actions differ by little, the way from nothing
    is long.
    """
    taught_games: int = 0
    """Games of the coach (``training.teacher``) against itself that are imitated before the first round."""
    passes: int = 2
    """How often each decision is learned from."""
    batch: int = 2048
    """Decisions of one step."""
    own: float = 0.8
    """Share of the games that the newest network plays against itself; the rest is against earlier ones."""
    averaged: float = 40.0
    """The network that is kept is a mean over about so many rounds."""
    look_pairs: int = 500
    """Pairs of games against the heuristic for each point of the curve."""
    past: int = 10
    """Earlier networks that are kept, a random sample of all."""


@dataclass(frozen=True)
class ValuePlan:
    """A network that learns values alone, calculated from the end of the game (``training.values``)."""

    presets: tuple[str, ...]
    rounds: int
    games: int
    """Positions evaluated a round."""
    last_period: float
    """Share of the rounds in which only what comes before the last period is evaluated."""
    steps: int
    """Steps of learning a round."""
    first: int = 64
    second: int = 32
    rate: float = 2e-3
    batch: int = 512
    """Positions of one step, each with five leads and from one of its sides."""
    averaged: float = 500.0
    """The network that is kept is a mean over about so many steps."""


PLANS: Final[Mapping[str, Mapping[str, Plan | ValuePlan]]] = {
    "hockey": {
        "two": Plan(
            presets=(
                "standard",
                "standard",
                "original",
                "third_match_cancels",
                "goal_is_breakaway",
                "wiggum",
                "stockham",
            ),
            rounds=1500,
            games=400,
        ),
        "wild": Plan(presets=("wiggum",), rounds=1000, games=400),
        "four": Plan(presets=("partnership",), rounds=800, games=500, batch=4096, look_pairs=1000),
    },
    "blades_of_steel": {"standard": Plan(presets=("standard",), rounds=800, games=600)},
    "ice_cold_ice_hockey": {
        "standard": Plan(
            presets=("shootout", "shootout", "overtime", "ties", "playoff"),
            rounds=320,
            games=250,
            entropy=0.005,
            td_lambda=0.6,
            taught=6,
            batch=4096,
            look_pairs=300,
        ),
    },
    "turn_based_hockey": {
        "kept": ValuePlan(presets=("standard",), rounds=60, games=500, last_period=0.4, steps=50),
        "policy": Plan(
            presets=("standard",),
            rounds=280,
            games=300,
            first=48,
            entropy=0.01,
            td_lambda=0.9,
            taught_games=1500,
            passes=3,
            look_pairs=250,
        ),
    },
}
