"""The networks of Hockey."""

from collections.abc import Mapping
from typing import Final

from training.plan import Plan

PLANS: Final[Mapping[str, Plan]] = {
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
}
