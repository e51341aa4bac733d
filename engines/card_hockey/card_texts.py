"""What the cards of Card Hockey do: the table of rules 2.2."""

from collections.abc import Mapping
from typing import Any, Final

from engines.card_hockey.rules import DEUCE, is_honour, is_red, rank
from engines.cards import CARD_TEXTS, DECK_SIZE, CardDescription, describe_card, parse_card
from engines.fields import Integer, card_facts
from engines.language import Phrases

FACTS: Final = card_facts(seat=Integer(0, 1, "The seat that plays with it."))


def describe_cards(options: Mapping[str, Any], phrases: Phrases) -> list[CardDescription]:
    """Red cards are seat 0's, black ones seat 1's."""
    return [_describe(text, options, phrases) for text in CARD_TEXTS[:DECK_SIZE]]


def _describe(text: str, options: Mapping[str, Any], phrases: Phrases) -> CardDescription:
    card = parse_card(text)
    seat = 0 if is_red(card) else 1
    if is_honour(card):
        return describe_card(text, phrases, "honour", phrases("honour"), seat=seat)
    if rank(card) == DEUCE:
        does = phrases("deuce", penalty=phrases(text), count=options["penalty_turns"])
        return describe_card(text, phrases, "penalty", does, seat=seat)
    return describe_card(text, phrases, "plain", phrases("plain"), seat=seat)
