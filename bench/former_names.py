"""Observations as commits before 15:00 on 25 November 2026 know them: a name had several types and meanings.

``CHANGELOG.md`` lists what was called what. The next hour's commits know some of the present names only, and cannot be
asked about the games that had changed by then. Moves need nothing: the former programs write the present ones.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final

FORMER_NAMES: Final[Mapping[str, Mapping[str, str | None]]] = {
    "blades_of_steel": {"overtime": None, "overtime_pack": "overtime"},
    "turn_based_hockey": {"played_periods": "played", "shootout_rounds": None, "shootout_cards": None},
    "ice_cold_ice_hockey": {
        "follow_ons": "top",
        "played_card": "played",
        "shot_kind": "shot",
        "deck": "cards",
        "deck_size": "deck",
    },
    "card_hockey": {"held_deuces": "held"},
}
"""By game, what a field of its observations was called; None if it had no field of its own."""


def former_observation(variant: str, observation: Mapping[str, Any]) -> dict[str, Any]:
    """An observation as ``variant`` wrote it formerly; that of Hockey is what it was."""
    names = FORMER_NAMES.get(variant, {})
    renamed = {former: value for name, value in observation.items() if (former := names.get(name, name)) is not None}
    return renamed | _FORMER_VALUES[variant](observation) if variant in _FORMER_VALUES else renamed


def _turn_based_hockey(seen: Mapping[str, Any]) -> dict[str, Any]:
    """Overtime was true or false among the options, a line-up that is not open null, the shootout an object."""
    return {
        "options": {**seen["options"], "overtime": seen["options"]["overtime"] == "once"},
        "played": [
            {**period, "lineups": [lineup or None for lineup in period["lineups"]]} for period in seen["played_periods"]
        ],
        "shootout": {"rounds": seen["shootout_rounds"], "cards": seen["shootout_cards"]},
    }


def _ice_cold_ice_hockey(seen: Mapping[str, Any]) -> dict[str, Any]:
    """``cards`` of an award was their number, and of a smaller deck a list of numbers."""
    awards = [{"seat": award["seat"], "cards": award["count"]} for award in seen["awards"]]
    return {"awards": awards} | ({"cards": [int(card) for card in seen["deck"]]} if "deck" in seen else {})


def _card_hockey(seen: Mapping[str, Any]) -> dict[str, Any]:
    """Where there is no card, there was null."""
    return {
        "cards": seen["cards"] or [None, None],
        "held": [deuce[0] if deuce else None for deuce in seen["held_deuces"]],
    }


_FORMER_VALUES: Final[Mapping[str, Callable[[Mapping[str, Any]], dict[str, Any]]]] = {
    "turn_based_hockey": _turn_based_hockey,
    "ice_cold_ice_hockey": _ice_cold_ice_hockey,
    "card_hockey": _card_hockey,
}
"""What a new name alone does not say."""
