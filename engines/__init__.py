"""The games: rules only, no web, no store, no clock. A new one is a folder here and a line below."""

from collections.abc import Mapping
from importlib import import_module
from typing import Final

from engines.api import Variant

KEYS: Final = (
    "hockey",
    "blades_of_steel",
    "card_hockey",
    "turn_based_hockey",
    "ice_cold_ice_hockey",
)
"""The folders, in the order in which the games are listed."""

VARIANTS: Final[Mapping[str, Variant]] = {key: import_module(f"engines.{key}").VARIANT for key in KEYS}


def variant(key: str) -> Variant:
    """Return the game of this key; raises LookupError naming those that exist."""
    if key not in VARIANTS:
        raise LookupError(f"{key!r} is not a variant; known are {', '.join(VARIANTS)}")
    return VARIANTS[key]
