"""Turn-Based Hockey."""

from collections.abc import Mapping
from typing import Any

from bench.former_names import renamed


def former(seen: Mapping[str, Any]) -> dict[str, Any]:
    """Overtime was true or false among the options, a line-up that is not open null, the shootout an object."""
    return renamed(seen, {"played_periods": "played", "shootout_rounds": None, "shootout_cards": None}) | {
        "options": {name: value == "once" if name == "overtime" else value for name, value in seen["options"].items()},
        "played": [
            {**period, "lineups": [lineup or None for lineup in period["lineups"]]} for period in seen["played_periods"]
        ],
        "shootout": {"rounds": seen["shootout_rounds"], "cards": seen["shootout_cards"]},
    }
