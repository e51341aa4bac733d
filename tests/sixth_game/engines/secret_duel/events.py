"""Events of Secret Duel in JSON."""

from engines.cards import card_text
from engines.fields import Card, EventFields, ListOf
from engines.secret_duel.rules import DEALT, EVENT_NAMES

EVENTS = (
    EventFields("dealt", "The cards are dealt."),
    EventFields("turned_over", "Both cards of a round are turned over.", {"cards": ListOf(Card(), 2, 2, unique=True)}),
)


def dump_event(event, viewer):
    head = {"type": EVENT_NAMES[event[0]]}
    return head if event[0] == DEALT else head | {"cards": [card_text(card) for card in event[1:]]}
