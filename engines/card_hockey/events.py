"""The events of Card Hockey in the order of the rules' numbers, their fields in the order of what is logged."""

from collections.abc import Sequence
from typing import Final

from engines.card_hockey.moves import MOST_TURNS
from engines.card_hockey.rules import MAX_PENALTY_TURNS, MAX_PERIODS, ZONES
from engines.fields import DEFENDER, PLAYER, Card, EventFields, Integer, ListOf, OneOf
from engines.shared_fields import BY_SHOOTOUT, SCORE, WINNER, period_number

_SEAT: Final = Integer(0, 1)
_PERIOD: Final = period_number(int(MAX_PERIODS), least=1)
_TURN: Final = Integer(1, MOST_TURNS, "Counted from 1 through the whole game.")
_CARDS: Final = ListOf(Card(), 2, 2, help="Red's and black's.")
_ZONE: Final = OneOf(ZONES, "Named from red's side: defensive, neutral, offensive.", "Zone")

EVENTS: Final[Sequence[EventFields]] = (
    EventFields("face_off", "A period begins, or goes on after a goal.", {"period": _PERIOD}),
    EventFields(
        "flip", "Both seats turn up a card.", {"turn": _TURN, "cards": _CARDS, "puck_from": _ZONE, "puck_to": _ZONE}
    ),
    EventFields(
        "carries", "The winner of the turn moves the puck into its offensive zone.", {"seat": _SEAT}, speaker=PLAYER
    ),
    EventFields(
        "clears", "The winner of the turn moves the puck out of its own zone.", {"seat": _SEAT}, speaker=PLAYER
    ),
    EventFields("tied_up", "Equal ranks: the puck stays."),
    EventFields(
        "holds",
        "The winner of the turn keeps the puck in its offensive zone, without a shot.",
        {"seat": _SEAT},
        speaker=PLAYER,
    ),
    EventFields(
        "shot_blocked",
        "An honour of the attacking seat that is not the higher card.",
        {"seat": _SEAT, "card": Card()},
        speaker=DEFENDER,
    ),
    EventFields("scores", "An honour scores.", {"seat": _SEAT, "card": Card(), "score": SCORE}),
    EventFields("penalty", "A seat turns up a deuce: it gets a penalty.", {"seat": _SEAT, "card": Card()}),
    EventFields(
        "shorthanded",
        "A seat that serves a penalty faces its deuce again.",
        {
            "seat": _SEAT,
            "card": Card(),
            "number": Integer(1, int(MAX_PENALTY_TURNS) - 1, "Further turn of the penalty, counted from 1."),
        },
    ),
    EventFields("penalty_over", "A penalty has been served.", {"seat": _SEAT, "card": Card()}),
    EventFields("period_end", "A period is over.", {"period": _PERIOD, "score": SCORE}),
    EventFields("shootout_start", "A tie after regulation: the shootout begins."),
    EventFields(
        "shootout_flip",
        "Both seats turn up a card of the shootout.",
        {"turn": _TURN, "cards": _CARDS, "winner": WINNER},
    ),
    EventFields(
        "game_over",
        "The game is over.",
        {"winner": WINNER, "score": SCORE, "shootout": BY_SHOOTOUT},
    ),
)
