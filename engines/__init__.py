"""The games: rules only, no web, no store, no clock. A new one is a folder here and a line below."""

from collections.abc import Mapping
from typing import Final

from engines.api import Variant
from engines.blades_of_steel import VARIANT as BLADES_OF_STEEL
from engines.card_hockey import VARIANT as CARD_HOCKEY
from engines.hockey import VARIANT as HOCKEY
from engines.ice_cold_ice_hockey import VARIANT as ICE_COLD_ICE_HOCKEY
from engines.turn_based_hockey import VARIANT as TURN_BASED_HOCKEY

VARIANTS: Final[Mapping[str, Variant]] = {
    HOCKEY.key: HOCKEY,
    BLADES_OF_STEEL.key: BLADES_OF_STEEL,
    CARD_HOCKEY.key: CARD_HOCKEY,
    TURN_BASED_HOCKEY.key: TURN_BASED_HOCKEY,
    ICE_COLD_ICE_HOCKEY.key: ICE_COLD_ICE_HOCKEY,
}


def variant(key: str) -> Variant:
    """Return the game of this key; raises LookupError naming those that exist."""
    if key not in VARIANTS:
        raise LookupError(f"{key!r} is not a variant; known are {', '.join(VARIANTS)}")
    return VARIANTS[key]
