"""The games: rules only; no HTTP, no storage, no clock. To add a game, add a folder here and a line below.

The modules of a game: docs/adding-a-game.md. How to write them: ``engines.declared``. How cards and actions are packed
into numbers: docs/packed-numbers.md.
"""

from collections.abc import Mapping
from importlib import import_module
from typing import Final

import engines.api
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


def is_compiled() -> bool:
    """Whether rules and search run compiled."""
    return not engines.api.__file__.endswith(".py")
