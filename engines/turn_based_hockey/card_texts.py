"""The value of the cards of Turn-Based Hockey: rules 2.1."""

from collections.abc import Mapping
from typing import Any, Final

from engines.cards import CARD_TEXTS, DECK_SIZE, JOKERS, CardDescription, describe_card, parse_card
from engines.fields import Integer, card_facts
from engines.language import Phrases
from engines.turn_based_hockey.rules import points

FACTS: Final = card_facts(points=Integer(0, help="Its worth in a line-up."))


def describe_cards(options: Mapping[str, Any], phrases: Phrases) -> list[CardDescription]:
    """The pack, with the jokers where they are played with."""
    texts = CARD_TEXTS[:DECK_SIZE] + (JOKERS if options["jokers"] else ())
    return [_joker(text, options, phrases) if text in JOKERS else _player(text, phrases) for text in texts]


def _player(text: str, phrases: Phrases) -> CardDescription:
    value = int(points(parse_card(text)))
    return describe_card(text, phrases, "player", phrases("worth", points=value), points=value)


def _joker(text: str, options: Mapping[str, Any], phrases: Phrases) -> CardDescription:
    return describe_card(
        text, phrases, "joker", phrases("joker_chemistry" if options["joker_chemistry"] else "joker"), points=0
    )
