"""The games: rules only, no web, no store, no clock. A new one is a folder here and a line below.

Every game has the same modules:

- ``rules``: its rules document as a state machine; a folder where it is long. Compiled.
- ``information``: what one seat knows, and determinizations made from it. Compiled.
- ``options``: the switches and presets as data, and their way into the numbers that the rules work with.
- ``moves``: moves in JSON and as actions, and why a move is refused.
- ``events``: the kinds of events with their fields, and an event in JSON as a viewer may know it.
- ``codec``: what a seat sees, in JSON; all that the service and the tests convert goes through it.
- ``state_json``: whole states in JSON, for the store and for tests.
- ``observation_check``: whether an observation that a client sends is consistent.
- ``card_texts``: what each card is called and does under the options.
- ``commentary``: moves and events in words.
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
