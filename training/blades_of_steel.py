"""The network of Blades of Steel."""

from collections.abc import Mapping
from typing import Final

from training.plan import Plan

PLANS: Final[Mapping[str, Plan]] = {"standard": Plan(presets=("standard",), rounds=800, games=600)}
