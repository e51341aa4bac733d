"""The events of Turn-Based Hockey, in the order of the rules' numbers; their fields in the order of what is logged.
None shows a secret: `committed` has no content, the others come with the revelation.
"""

from collections.abc import Sequence
from typing import Final

from engines.fields import PLAYER, EventFields, Integer, ListOf, ObjectField, OneOf
from engines.shared_fields import SCORE, WINNER, period_number
from engines.turn_based_hockey import rules
from engines.turn_based_hockey.moves import CARD, LINEUP
from engines.turn_based_hockey.rules import PLACE_NAMES

_SEAT: Final = Integer(0, 1)
_PERIOD: Final = period_number(rules.MAX_PERIODS, least=1)
_CARDS: Final = ListOf(CARD, 2, 2, unique=True, help="By seat.")
_PAIR: Final = ObjectField(
    {"cards": ListOf(CARD, 2, 2, unique=True), "value": Integer(0, rules.PERFECT)}, name="CardPair"
)

EVENTS: Final[Sequence[EventFields]] = (
    EventFields("face_off", "Both face-off cards are revealed.", {"cards": _CARDS, "winner": WINNER}),
    EventFields("face_off_tied", "The face-off is tied: both seats set up in secret."),
    EventFields("committed", "A seat has made its secret choice.", {"seat": _SEAT}),
    EventFields("lines_set", "A line-up becomes public.", {"seat": _SEAT, "cards": LINEUP}),
    EventFields("injured", "The line-up contains a joker.", {"seat": _SEAT}, speaker=PLAYER),
    EventFields(
        "shot",
        "A wing and its centre are compared with the defender and the goalie against them.",
        {
            "seat": _SEAT,
            "wing": OneOf(PLACE_NAMES, "The place of the wing.", "Place"),
            "attack": _PAIR,
            "defence": _PAIR,
        },
    ),
    EventFields(
        "scores",
        "The value of the attack is at least that of the defence: a goal.",
        {"seat": _SEAT, "score": SCORE},
        speaker=PLAYER,
    ),
    EventFields(
        "saves",
        "The value of the attack is below that of the defence: the seat that defends saves.",
        {"seat": _SEAT},
        speaker=PLAYER,
    ),
    EventFields("perfect_pair", "The attacking pair has the highest value there is.", {"seat": _SEAT}, speaker=PLAYER),
    EventFields("period_end", "A period is over.", {"period": _PERIOD, "score": SCORE}),
    EventFields("clinched", "The lead cannot be caught up: the game ends early.", {"seat": _SEAT}, speaker=PLAYER),
    EventFields("overtime_start", "Overtime begins.", {"period": _PERIOD}),
    EventFields(
        "shootout_round",
        "Both seats turn up a card of the shootout.",
        {"round": Integer(1, help="Counted from 1."), "cards": _CARDS, "winner": WINNER},
    ),
    EventFields("game_over", "The game is over.", {"winner": WINNER, "score": SCORE}),
)
