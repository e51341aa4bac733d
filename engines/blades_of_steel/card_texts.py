"""What the cards of Blades of Steel do: the combinations of rules 2.1 that each can be part of."""

from collections.abc import Mapping
from typing import Any

from engines.blades_of_steel.rules import is_red
from engines.cards import CARD_TEXTS, DECK_SIZE, CardDescription, describe_card, parse_card
from engines.language import Phrases


def describe_cards(options: Mapping[str, Any], phrases: Phrases) -> list[CardDescription]:
    """Red cards shoot, black cards block."""
    return [_describe(text, phrases) for text in CARD_TEXTS[:DECK_SIZE]]


def _describe(text: str, phrases: Phrases) -> CardDescription:
    rank, suit = text[0], text[1]
    colour, kind, special = ("red", "shot", "9A") if is_red(parse_card(text)) else ("black", "block", "A")
    name = f"{colour}_{rank}" if rank in special else colour
    return describe_card(text, phrases, kind, phrases(name, rank=phrases.ranks[rank], suit=phrases.suits[suit]))
