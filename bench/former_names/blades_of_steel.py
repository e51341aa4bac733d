"""Blades of Steel."""

from collections.abc import Mapping
from typing import Any

from bench.former_names import renamed


def former(seen: Mapping[str, Any]) -> dict[str, Any]:
    """Overtime was the pack that was played in it."""
    return renamed(seen, {"overtime": None, "overtime_pack": "overtime"})
