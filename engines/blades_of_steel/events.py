"""Events of Blades of Steel in JSON: every kind declared with its fields, and what a viewer may know of one."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from engines.api import Event
from engines.blades_of_steel import rules
from engines.blades_of_steel.options import HAND_SIZE, MAX_OVERTIMES
from engines.blades_of_steel.rules import BLOCK_KINDS, EVENT_NAMES, SHOT_KINDS
from engines.cards import card_text, number_or_none
from engines.fields import PLAYER, Card, EventFields, Field, Integer, ListOf, Maybe, OneOf

_SEAT: Final = Integer(0, 1)
_SCORE: Final = ListOf(Integer(0, 999, name="Goals"), 2, 2, help="Goals of both seats.")
_DISCARDED: Final[Mapping[str, Field]] = {
    "seat": _SEAT,
    "count": Integer(1, HAND_SIZE),
    "top": Card(help="The top of the discards now."),
    "cards": ListOf(Card(), 1, HAND_SIZE, unique=True, help="With discards top_only, for their owner alone."),
}
_BLOCK: Final[Mapping[str, Field]] = {
    "seat": _SEAT,
    "kind": OneOf(BLOCK_KINDS[1:], "The best combination of the cards.", "BlockKind"),
    "from": OneOf(("hand", "stack"), name="BlockSource"),
    "cards": ListOf(Card(), 1, 3, unique=True),
}

EVENTS: Final[Sequence[EventFields]] = (
    EventFields(
        "face_off",
        "The cut is decided.",
        {
            "cards": ListOf(Card(), 2, 2, unique=True, help="By seat."),
            "winner": Integer(0, 1, "The seat that plays first."),
        },
    ),
    EventFields(
        "stacks_defence", "A seat stacks cards face down.", {"seat": _SEAT, "count": Integer(1, 3)}, speaker=PLAYER
    ),
    EventFields("stack_discarded", "An older stack is discarded for a new one.", _DISCARDED, optional=("cards",)),
    EventFields(
        "shoots",
        "A seat lays a shot.",
        {"seat": _SEAT, "kind": OneOf(SHOT_KINDS[1:], name="ShotKind"), "cards": ListOf(Card(), 2, 3, unique=True)},
        speaker=PLAYER,
    ),
    EventFields("weak_block", "A block that does not stop the shot; only with weak_blocks.", _BLOCK),
    EventFields("blocked", "A block stops the shot.", _BLOCK, speaker=PLAYER),
    EventFields("scores", "The shot goes in.", {"seat": _SEAT, "score": _SCORE}, speaker=PLAYER),
    EventFields("changes_lines", "A seat discards its whole hand.", _DISCARDED, optional=("cards",), speaker=PLAYER),
    EventFields(
        "pack_out",
        "The pack is over.",
        {"overtime": Integer(0, MAX_OVERTIMES, "Number of the overtime pack; 0 in regulation."), "score": _SCORE},
    ),
    EventFields(
        "overtime_start",
        "A tied pack is followed by another: the next goal wins.",
        {"overtime": Integer(1, MAX_OVERTIMES)},
    ),
    EventFields(
        "game_over",
        "The game is over.",
        {"winner": Maybe(Integer(0, 1, "The seat that has won; null for a draw.")), "score": _SCORE},
    ),
)


def dump_event(event: Event, viewer: int) -> dict[str, Any]:
    """The event in named fields; stacked cards are counted only, and with `top_only` so are discards except the last of
    them.
    """
    kind, values = event[0], event[1:]
    head: dict[str, Any] = {"type": EVENT_NAMES[kind]}
    if kind == rules.FACE_OFF:
        return head | {"cards": [card_text(values[0]), card_text(values[1])], "winner": values[2]}
    if kind == rules.STACKS_DEFENCE:
        return head | {"seat": values[0], "count": values[1]}
    if kind in (rules.STACK_DISCARDED, rules.CHANGES_LINES):
        cards = [card_text(card) for card in values[2:]]
        shown = {"cards": cards} if values[1] or values[0] == viewer else {}
        return head | {"seat": values[0], "count": len(cards), "top": cards[-1]} | shown
    if kind in (rules.SHOOTS, rules.WEAK_BLOCK, rules.BLOCKED):
        names = SHOT_KINDS if kind == rules.SHOOTS else BLOCK_KINDS
        source = {} if kind == rules.SHOOTS else {"from": "hand" if values[2] == rules.BLOCK_FROM_HAND else "stack"}
        return (
            head
            | {"seat": values[0], "kind": names[values[1]]}
            | source
            | {"cards": [card_text(card) for card in values[3:]]}
        )
    if kind == rules.SCORES:
        return head | {"seat": values[0], "score": list(values[1:])}
    if kind == rules.PACK_OUT:
        return head | {"overtime": values[0], "score": list(values[1:])}
    if kind == rules.OVERTIME_START:
        return head | {"overtime": values[0]}
    return head | {"winner": number_or_none(values[0]), "score": list(values[1:])}
