"""Ice Cold Ice Hockey."""

from collections.abc import Mapping
from typing import Any, Final

from bench.former_names import renamed

FORMER_NAMES: Final = {
    "follow_ons": "top",
    "played_card": "played",
    "shot_kind": "shot",
    "deck": "cards",
    "deck_size": "deck",
}


def former(seen: Mapping[str, Any]) -> dict[str, Any]:
    """``cards`` of an award was their number, and of a smaller deck a list of numbers."""
    awards = [{"seat": award["seat"], "cards": award["count"]} for award in seen["awards"]]
    deck = {"cards": [int(card) for card in seen["deck"]]} if "deck" in seen else {}
    return renamed(seen, FORMER_NAMES) | {"awards": awards} | deck
