"""The network of Ice Cold Ice Hockey."""

from collections.abc import Mapping
from typing import Final

from training.plan import Plan

PLANS: Final[Mapping[str, Plan]] = {
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
}
