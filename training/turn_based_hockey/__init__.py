"""The networks of Turn-Based Hockey."""

from collections.abc import Mapping
from typing import Final

from training.plan import Plan
from training.turn_based_hockey.coach import Coach
from training.turn_based_hockey.values import ValuePlan

PLANS: Final[Mapping[str, Plan | ValuePlan]] = {
    "kept": ValuePlan(presets=("standard",), rounds=60, games=500, last_period=0.4, steps=50),
    "policy": Plan(
        presets=("standard",),
        rounds=280,
        games=300,
        first=48,
        entropy=0.01,
        td_lambda=0.9,
        taught_games=1500,
        coach=Coach,
        passes=3,
        look_pairs=250,
    ),
}
