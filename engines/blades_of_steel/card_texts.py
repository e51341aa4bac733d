"""What the cards of Blades of Steel do: the combinations of rules 2.1 that each can be part of."""

from collections.abc import Mapping
from typing import Any

from engines.blades_of_steel.rules import is_red
from engines.cards import CARD_TEXTS, DECK_SIZE, RANK_WORDS, SUIT_WORDS, CardDescription, describe_card, parse_card


def describe_cards(options: Mapping[str, Any]) -> list[CardDescription]:
    """Red cards shoot, black cards block."""
    return [_shot(text) if is_red(parse_card(text)) else _block(text) for text in CARD_TEXTS[:DECK_SIZE]]


def _shot(text: str) -> CardDescription:
    rank, suit = text[0], SUIT_WORDS[text[1]]
    pair = f"a one-timer with the other red {RANK_WORDS[rank]}"
    if rank == "9":
        pair = "The Great One, which nothing stops, with the other red nine"
    breakaway = f"a breakaway with any other of the {suit}" if rank == "A" else f"a breakaway with the ace of {suit}"
    return describe_card(text, "shot", f"Shoots: a high card with any two red cards, a flush with two of the {suit}, {pair}, {breakaway}.")


def _block(text: str) -> CardDescription:
    rank, suit = text[0], SUIT_WORDS[text[1]]
    alone = ", a star goalie alone" if rank == "A" else ""
    does = (
        f"Blocks: a high card with any two black cards, a flush with two of the {suit}, "
        f"a star defence with the other black {RANK_WORDS[rank]}{alone}; from the hand, or from the stacked defence."
    )
    return describe_card(text, "block", does)
