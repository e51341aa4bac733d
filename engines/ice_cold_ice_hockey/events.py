"""Events of Ice Cold Ice Hockey in JSON: every kind declared with its fields, and what a viewer may know of one."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from engines.api import Event
from engines.cards import number_or_none
from engines.fields import EventFields, Field, Flag, Integer, ListOf, Maybe, OneOf
from engines.ice_cold_ice_hockey.rules import numbers as n
from engines.ice_cold_ice_hockey.rules.state import calling_card, is_major, penalised, shots_of
from engines.ice_cold_ice_hockey.texts import ZONES, ActionCard, card_text

MAJOR_SHOTS: Final = 6
"""Shots of the power play of a major, as a score board counts them: two a card."""

_SEAT: Final = Integer(0, 1)
_PERIOD: Final = Integer(1, 999, "Counted from 1; overtime follows the last of regulation.")
_SCORE: Final = ListOf(Integer(0, 9999, name="Goals"), 2, 2, help="Goals of both teams.")
_COUNT: Final = Integer(0, n.DECK_SIZE, "Cards that are shuffled.")
_OF_SEAT: Final[Mapping[str, Field]] = {"seat": _SEAT}
_WITH_CARD: Final[Mapping[str, Field]] = {"seat": _SEAT, "card": ActionCard()}
_PENALTY: Final[Mapping[str, Field]] = {
    "seat": _SEAT,
    "card": ActionCard("The card whose number called the penalty."),
    "major": Flag(),
    "shots": Integer(1, MAJOR_SHOTS, "Shots of its power play."),
}
SAVE_NAMES: Final = tuple(name for name in n.RESULT_NAMES if "SAVE" in name)

EVENTS: Final[Sequence[EventFields]] = (
    EventFields("period_start", "A period of regulation begins.", {"period": _PERIOD}),
    EventFields("overtime_start", "A period of overtime begins.", {"period": _PERIOD}),
    EventFields(
        "deal",
        "A team is dealt its hand; the cards are for that team alone.",
        {"seat": _SEAT, "count": Integer(1, n.HAND_ROOM), "cards": ListOf(ActionCard(), 1, n.HAND_ROOM, unique=True)},
        optional=("cards",),
    ),
    EventFields("second_pass", "The discards become the deck once more.", {"count": _COUNT}),
    EventFields(
        "time_expires",
        "The clock runs out: the discards become a reserve deck for what is still to be settled.",
        {"count": _COUNT},
    ),
    EventFields("period_end", "A period is over.", {"period": _PERIOD, "score": _SCORE}),
    EventFields("shootout_start", "A shootout begins."),
    EventFields("shootout_shot", "A shot of the shootout: the card turned over for it.", _WITH_CARD),
    EventFields(
        "game_over",
        "The game is over.",
        {"winner": Maybe(Integer(0, 1, "The team that has won; null for a draw.")), "score": _SCORE},
    ),
    EventFields("passes", "A team plays a Pass.", _WITH_CARD),
    EventFields("skates", "A team plays a Skate.", _WITH_CARD),
    EventFields("ices_puck", "A team plays a card that ices the puck.", _WITH_CARD),
    EventFields("shoots_inside", "A team plays an Inside Shot.", _WITH_CARD),
    EventFields("shoots_outside", "A team shoots from outside.", _OF_SEAT),
    EventFields("dumps_to_centre", "A team discards a card and dumps the puck out to centre ice.", _WITH_CARD),
    EventFields("dumps_deep", "A team dumps the puck down the ice.", _OF_SEAT),
    EventFields("dumps_in", "A team discards a card, dumps the puck in and chases it.", _WITH_CARD),
    EventFields(
        "stays_back", "A team in defensive mode discards a card and dumps the puck in without a chase.", _WITH_CARD
    ),
    EventFields("pulls_goalie", "A team pulls its goalie.", _OF_SEAT),
    EventFields("returns_goalie", "A goalie returns to the net.", _OF_SEAT),
    EventFields("stays_out", "A pulled goalie stays out.", _OF_SEAT),
    EventFields("answers", "A team answers with a card.", _WITH_CARD),
    EventFields("no_answer", "A team plays no answer.", _OF_SEAT),
    EventFields("touches_up", "A team waves off the icing and plays on.", _OF_SEAT),
    EventFields("leaves_puck", "A team has the icing called.", _OF_SEAT),
    EventFields("discards", "A team discards a card.", _WITH_CARD),
    EventFields("draws", "A team draws a card, which is for that team alone.", _WITH_CARD, optional=("card",)),
    EventFields("takes", "A team takes the card turned up in defensive mode into its hand.", _WITH_CARD),
    EventFields(
        "turns_over",
        "A card is turned over from the deck.",
        {"card": ActionCard(), "for": OneOf(tuple(n.TURN_NAMES.values()), "What it decides.", "TurnOverPurpose")},
    ),
    EventFields(
        "controls",
        "A team gains control of the puck.",
        {"seat": _SEAT, "zone": OneOf(ZONES, "Where the puck is.", "Zone")},
    ),
    EventFields("offside", "Offside: a face-off at centre ice follows."),
    EventFields("icing", "A team has iced the puck.", _OF_SEAT),
    EventFields("fight_won", "A team wins the fight.", _OF_SEAT),
    EventFields("fight_drawn", "Neither team wins the fight."),
    EventFields("penalty", "A penalty on a team.", _PENALTY),
    EventFields("no_penalty", "The referee calls no penalty."),
    EventFields("delayed_penalty", "The penalty is delayed: the other team plays with an extra skater.", _OF_SEAT),
    EventFields("penalties_cancelled", "Penalties on both teams cancel each other."),
    EventFields("penalties_wiped_out", "A goal wipes out the pending penalties of a team.", _OF_SEAT),
    EventFields("power_play", "A power play of a team begins.", _PENALTY),
    EventFields("penalty_shot", "A penalty shot for a team.", _OF_SEAT),
    EventFields("scores", "A team scores.", {"seat": _SEAT, "score": _SCORE}),
    EventFields(
        "saves",
        "The goalie of a team saves the shot.",
        {"seat": _SEAT, "result": OneOf(SAVE_NAMES, "What is printed on the card.", "SaveResult")},
    ),
    EventFields("shoots_wide", "A team shoots wide.", _OF_SEAT),
    EventFields("hits_post", "A team hits the post.", _OF_SEAT),
    EventFields("hits_crossbar", "A team hits the crossbar.", _OF_SEAT),
    EventFields(
        "earns", "A team earns bonus cards.", {"seat": _SEAT, "cards": Integer(0, 10, "At most this many are drawn.")}
    ),
)
EVENT_NAMES: Final = tuple(kind.type for kind in EVENTS)


def dump_event(event: Event, viewer: int) -> dict[str, Any]:
    """The event in named fields; the cards that a team draws are for that team only."""
    kind, values = event[0], event[1:]
    head: dict[str, Any] = {"type": EVENT_NAMES[kind]}
    if kind == n.DEAL:
        cards = {"cards": [card_text(card) for card in values[1:]]} if values[0] == viewer else {}
        return head | {"seat": values[0], "count": len(values) - 1} | cards
    if kind == n.DRAWS:
        return head | {"seat": values[0]} | ({"card": card_text(values[1])} if values[0] == viewer else {})
    if kind == n.PERIOD_END:
        return head | {"period": values[0], "score": list(values[1:])}
    if kind == n.SCORES:
        return head | {"seat": values[0], "score": list(values[1:])}
    if kind == n.GAME_ENDS:
        return head | {"winner": number_or_none(values[0]), "score": list(values[1:])}
    if kind in (n.PENALTY, n.POWER_PLAY_STARTS):
        return head | _penalty_fields(kind, values[0])
    return head | {name: _readers[name](value) for name, value in zip(EVENTS[kind].fields, values, strict=True)}


def _penalty_fields(kind: int, code: int) -> dict[str, Any]:
    """A penalty names the team that is penalised, a power play the team that has it."""
    seat = int(penalised(code)) if kind == n.PENALTY else 1 - int(penalised(code))
    shots = MAJOR_SHOTS if is_major(code) else int(shots_of(code))
    return {"seat": seat, "card": card_text(calling_card(code)), "major": is_major(code), "shots": shots}


_readers: Final[Mapping[str, Callable[[int], Any]]] = {
    "seat": int,
    "card": card_text,
    "cards": int,
    "count": int,
    "period": int,
    "zone": lambda zone: ZONES[zone],
    "for": lambda use: n.TURN_NAMES[use],
    "result": lambda result: n.RESULT_NAMES[result],
}
