"""Card Hockey."""

from collections.abc import Mapping
from typing import Any

from bench.former_names import renamed


def former(seen: Mapping[str, Any]) -> dict[str, Any]:
    """Where there is no card, there was null."""
    return renamed(seen, {"held_deuces": "held"}) | {
        "cards": seen["cards"] or [None, None],
        "held": [deuce[0] if deuce else None for deuce in seen["held_deuces"]],
    }
