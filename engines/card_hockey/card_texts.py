"""What the cards of Card Hockey do: the table of rules 2.2."""

from collections.abc import Mapping
from typing import Any, Final

from engines.card_hockey.commentary import PENALTIES
from engines.card_hockey.rules import is_honour, is_red
from engines.cards import CARD_TEXTS, DECK_SIZE, CardDescription, describe_card, parse_card
from engines.fields import Integer, card_facts

FACTS: Final = card_facts(seat=Integer(0, 1, "The seat that plays with it."))


def describe_cards(options: Mapping[str, Any]) -> list[CardDescription]:
    """Red cards are seat 0's, black ones seat 1's."""
    return [_describe(text, options) for text in CARD_TEXTS[:DECK_SIZE]]


def _describe(text: str, options: Mapping[str, Any]) -> CardDescription:
    seat = 0 if is_red(parse_card(text)) else 1
    carries = "Higher than the other card it carries the puck one zone towards the opponent's net; in the offensive zone"
    if is_honour(parse_card(text)):
        return describe_card(text, "honour", f"{carries} it scores.", seat=seat)
    if text in PENALTIES:
        turns = f"{options['penalty_turns']} turn{'s' if options['penalty_turns'] > 1 else ''}"
        does = f"A minor penalty for {PENALTIES[text]}: its owner faces it for {turns}, this one included."
        return describe_card(text, "penalty", does, seat=seat)
    return describe_card(text, "plain", f"{carries} it scores nothing, and the puck stays.", seat=seat)
