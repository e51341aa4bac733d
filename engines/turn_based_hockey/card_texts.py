"""What the cards of Turn-Based Hockey are worth: rules 2.1."""

from collections.abc import Mapping
from typing import Any, Final

from engines.cards import CARD_TEXTS, DECK_SIZE, JOKERS, CardDescription, describe_card, parse_card
from engines.fields import Integer, card_facts
from engines.turn_based_hockey.rules import points

FACTS: Final = card_facts(points=Integer(0, help="Its worth in a line-up."))


def describe_cards(options: Mapping[str, Any]) -> list[CardDescription]:
    """The pack, with the jokers where they are played with."""
    texts = CARD_TEXTS[:DECK_SIZE] + (JOKERS if options["jokers"] else ())
    return [_joker(text, options) if text in JOKERS else _player(text) for text in texts]


def _player(text: str) -> CardDescription:
    worth = int(points(parse_card(text)))
    does = f"Worth {worth} points; in a pair 5 more with a card of its suit, 2 more with one of its colour only."
    return describe_card(text, "player", does, points=worth)


def _joker(text: str, options: Mapping[str, Any]) -> CardDescription:
    chemistry = "2 more in a pair with a card of its colour, the other joker excluded" if options["joker_chemistry"] else "no chemistry"
    return describe_card(text, "joker", f"An injured player: worth nothing, {chemistry}.", points=0)
