"""The games: rules only, no web, no store, no clock. A new one is a folder here and a line below.

Every game has the same modules; ``engines.declared`` says how they are written:

- ``rules``: its rules document as a state machine, and what a seat cannot see; a folder where it is long. Compiled.
- ``options``: the switches and presets as data, and their way into the numbers that the rules work with.
- ``table``: the parts of a state in JSON, who sees them, how they are loaded, and which observations are possible.
- ``moves``: moves in JSON and as actions, and why a move is refused.
- ``events``: the kinds of events with their fields.
- ``card_texts``: what each card is called and does under the options.
- ``commentary``: moves and events in words; ``language``: the words.
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
