"""The events of Ice Cold Ice Hockey, in the order of the rules' numbers; their fields in the order in which
``dump_event`` reads the log.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from engines.api import NO_SIDE, Event
from engines.declared import shown_event
from engines.fields import PLAYER, EventFields, Field, Flag, Integer, ListOf, Maybe, OneOf
from engines.ice_cold_ice_hockey.rules import numbers as n
from engines.ice_cold_ice_hockey.rules.shots import CLEAN_SHOT
from engines.ice_cold_ice_hockey.rules.state import all_shots_of, calling_card, is_major, penalised
from engines.ice_cold_ice_hockey.texts import ZONES, ActionCard
from engines.shared_fields import BY_SHOOTOUT, SCORE, WINNER, period_number

_SEAT: Final = Integer(0, 1)
_PERIOD: Final = period_number(999, least=1)
_COUNT: Final = Integer(0, n.DECK_SIZE, "Cards that are shuffled.")
_OF_SEAT: Final[Mapping[str, Field]] = {"seat": _SEAT}
_WITH_CARD: Final[Mapping[str, Field]] = {"seat": _SEAT, "card": ActionCard()}
_PENALTY: Final[Mapping[str, Field]] = {
    "seat": _SEAT,
    "card": ActionCard("The card whose number called the penalty."),
    "major": Flag(),
    "shots": Integer(1, int(n.MAJOR_SHOTS), "Shots of its power play."),
}
_PURPOSES: Final[Mapping[int, str]] = {
    n.DEEP_CHECK: "deep_dump",
    n.CHASE: "chase",
    n.FLIP: "defensive_mode",
    n.EMPTY_NET_CHECK: "empty_net",
    n.FACE_OFF: "face_off",
    n.LOOSE_PUCK: "loose_puck",
    n.BEHIND_THE_PLAY: "behind_the_play",
    n.FOUL: "foul",
    n.CHEAP_SHOT: "cheap_shot",
    n.FIGHT: "fight",
    n.PENALTY_SHOT: "penalty_shot",
    n.POWER_PLAY_RESULT: "power_play",
    n.MAJOR_RESULT: "major_penalty",
    n.FOR_OUTSIDE: "outside_shot",
    n.FOR_INSIDE: "inside_shot",
    n.FOR_REBOUND: "rebound",
}
"""By the number for which a card is turned over."""
_SAVES: Final = {number: name for number, name in enumerate(n.COUNTED_NAMES) if "SAVE" in name}
_RESULT: Final = OneOf(n.COUNTED_NAMES, name="CountedResult")
_SINCE_ADDED: Final[Mapping[int, tuple[int, tuple[int, ...]]]] = {
    n.TURNS_OVER: (2, (int(NO_SIDE), int(n.NO_MARK))),
    n.SAVES: (2, (0,)),
    n.GAME_ENDS: (3, (0,)),
}
"""How many numbers an event had up to rules version 2, and the default for the others: unknown."""


def _by_number(names: Mapping[int, str], help: str, name: str) -> OneOf:
    return OneOf(tuple(names.values()), help, name, tuple(names))


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
    EventFields("period_end", "A period is over.", {"period": _PERIOD, "score": SCORE}),
    EventFields("shootout_start", "A shootout begins."),
    EventFields(
        "shootout_shot",
        "A shot of the shootout: the card turned over for it.",
        {**_WITH_CARD, "is_goal": Flag("The shot goes in.")},
    ),
    EventFields("game_over", "The game is over.", {"winner": WINNER, "score": SCORE, "shootout": BY_SHOOTOUT}),
    EventFields("passes", "A team plays a Pass.", _WITH_CARD, speaker=PLAYER),
    EventFields("skates", "A team plays a Skate.", _WITH_CARD, speaker=PLAYER),
    EventFields("ices_puck", "A team plays a card that ices the puck.", _WITH_CARD, speaker=PLAYER),
    EventFields("shoots_inside", "A team plays an Inside Shot.", _WITH_CARD, speaker=PLAYER),
    EventFields("shoots_outside", "A team shoots from outside.", _OF_SEAT, speaker=PLAYER),
    EventFields(
        "dumps_to_centre", "A team discards a card and dumps the puck out to centre ice.", _WITH_CARD, speaker=PLAYER
    ),
    EventFields("dumps_deep", "A team dumps the puck down the ice.", _OF_SEAT, speaker=PLAYER),
    EventFields("dumps_in", "A team discards a card, dumps the puck in and chases it.", _WITH_CARD, speaker=PLAYER),
    EventFields(
        "stays_back",
        "A team in defensive mode discards a card and dumps the puck in without a chase.",
        _WITH_CARD,
        speaker=PLAYER,
    ),
    EventFields("pulls_goalie", "A team pulls its goalie.", _OF_SEAT, speaker=PLAYER),
    EventFields("returns_goalie", "A goalie returns to the net.", _OF_SEAT, speaker=PLAYER),
    EventFields("stays_out", "A pulled goalie stays out.", _OF_SEAT, speaker=PLAYER),
    EventFields("answers", "A team answers with a card.", _WITH_CARD, speaker=PLAYER),
    EventFields("no_answer", "A team plays no answer.", _OF_SEAT, speaker=PLAYER),
    EventFields("touches_up", "A team waves off the icing and plays on.", _OF_SEAT, speaker=PLAYER),
    EventFields("leaves_puck", "A team has the icing called.", _OF_SEAT, speaker=PLAYER),
    EventFields("discards", "A team discards a card.", _WITH_CARD, speaker=PLAYER),
    EventFields("draws", "A team draws a card, which is for that team alone.", _WITH_CARD, optional=("card",)),
    EventFields(
        "takes", "A team takes the card turned up in defensive mode into its hand.", _WITH_CARD, speaker=PLAYER
    ),
    EventFields(
        "turns_over",
        "A card is turned over from the deck.",
        {
            "card": ActionCard(),
            "for": _by_number(_PURPOSES, "What it decides.", "TurnOverPurpose"),
            "team": Maybe(Integer(0, 1, "The seat whose letter the card shows; null where the letter does not count.")),
            "mark": OneOf(n.MARK_NAMES, "The mark on the card, if it counts here.", "Mark"),
            "results": ListOf(
                _RESULT,
                0,
                2,
                help="What counts of the shot results on the card: without what play does not go on from.",
            ),
        },
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
    EventFields("scores", "A team scores.", {"seat": _SEAT, "score": SCORE}),
    EventFields(
        "saves",
        "A team saves the shot.",
        {
            "seat": _SEAT,
            "result": _by_number(_SAVES, "What counts of the result on the card.", "SaveResult"),
            "empty_net": Flag("Its goalie was not in the net."),
        },
        speaker=PLAYER,
    ),
    EventFields("shoots_wide", "A team shoots wide.", _OF_SEAT),
    EventFields("hits_post", "A team hits the post.", _OF_SEAT),
    EventFields("hits_crossbar", "A team hits the crossbar.", _OF_SEAT),
    EventFields(
        "earns", "A team earns bonus cards.", {"seat": _SEAT, "count": Integer(0, 10, "At most this many are drawn.")}
    ),
)


def dump_event(event: Event, viewer: int) -> dict[str, Any]:
    """The event in named fields; only the team itself sees which cards it draws.

    Stored games contain the log as the rules wrote it: a hand without its size, a penalty as one number.
    """
    kind, values = event[0], event[1:]
    if kind == n.DEAL:
        seat, *cards = values
        values = (seat, len(cards), *cards)
    elif kind in (n.PENALTY, n.POWER_PLAY_STARTS):
        values = _penalty_values(kind, values[0])
    elif kind == n.SHOOTOUT_SHOT:
        values = (*values, int(values[1] <= CLEAN_SHOT))
    elif kind in _SINCE_ADDED:
        size, added = _SINCE_ADDED[kind]
        values = (*values, *added) if len(values) == size else values
    return shown_event(EVENTS[kind], values, viewer)


def _penalty_values(kind: int, code: int) -> tuple[int, ...]:
    """The seat of a penalty is the penalised team, that of a power play the team that has it."""
    seat = penalised(code) if kind == n.PENALTY else 1 - penalised(code)
    return int(seat), int(calling_card(code)), int(is_major(code)), int(all_shots_of(code))
