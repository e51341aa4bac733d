"""The events of Blades of Steel in the order of the rules' numbers."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from engines.api import Event
from engines.blades_of_steel import rules
from engines.blades_of_steel.options import HAND_SIZE, MAX_OVERTIMES
from engines.blades_of_steel.rules import BLOCK_KINDS, SHOT_KINDS
from engines.declared import shown_event
from engines.fields import PLAYER, Card, EventFields, Field, Integer, ListOf, OneOf
from engines.shared_fields import SCORE, WINNER

_SEAT: Final = Integer(0, 1)
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
        "The cut is decided: the winner plays first.",
        {"cards": ListOf(Card(), 2, 2, unique=True, help="By seat."), "winner": WINNER},
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
    EventFields("scores", "The shot goes in.", {"seat": _SEAT, "score": SCORE}, speaker=PLAYER),
    EventFields("changes_lines", "A seat discards its whole hand.", _DISCARDED, optional=("cards",), speaker=PLAYER),
    EventFields(
        "pack_out",
        "The pack is over.",
        {"overtime_pack": Integer(0, MAX_OVERTIMES, "Number of the overtime pack; 0 in regulation."), "score": SCORE},
    ),
    EventFields(
        "overtime_start",
        "A tied pack is followed by another: the next goal wins.",
        {"overtime_pack": Integer(1, MAX_OVERTIMES)},
    ),
    EventFields("game_over", "The game is over.", {"winner": WINNER, "score": SCORE}),
)


def dump_event(event: Event, viewer: int) -> dict[str, Any]:
    """The event as ``viewer`` may know it: cards discarded openly are visible to all seats.

    Discards are logged with their seat, whether they are open, and the cards; combinations with seat, level, the kind
    of action that spent them, and the cards.
    """
    kind, *numbers = event
    if kind in (rules.STACK_DISCARDED, rules.CHANGES_LINES):
        seat, is_open, *cards = numbers
        return shown_event(EVENTS[kind], [seat, len(cards), cards[-1], *cards], seat if is_open else viewer)
    if kind in (rules.SHOOTS, rules.WEAK_BLOCK, rules.BLOCKED):
        seat, level, source, *cards = numbers
        place = [] if kind == rules.SHOOTS else [source - int(rules.BLOCK_FROM_HAND)]
        numbers = [seat, level - int(rules.HIGH_CARD), *place, *cards]
    return shown_event(EVENTS[kind], numbers, viewer)
