"""The events of Hockey in the order of the rules' numbers."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from engines.api import Event
from engines.cards import DECK_SIZE, SUITS
from engines.declared import shown_event
from engines.fields import DEFENDER, PLAYER, Card, EventFields, Field, Flag, Integer, ListOf
from engines.hockey import rules
from engines.shared_fields import SCORE, WINNER, period_number

_SEAT: Final = Integer(0, 3)
_DEALER: Final = Integer(0, 3, "The seat that deals.")
_PERIOD: Final = period_number(rules.MAX_PERIODS, least=1)
_PILE: Final = ListOf(Card(), 1, rules.PILE_START, unique=True, help="Bottom to top.")
_REDEALT: Final = ListOf(Card(), 0, rules.PILE_START, unique=True, help="Bottom to top.")
_PLAY: Final[Mapping[str, Field]] = {"seat": _SEAT, "card": Card()}

EVENTS: Final[Sequence[EventFields]] = (
    EventFields("scores", "The card scores.", {**_PLAY, "score": SCORE}, speaker=PLAYER),
    EventFields(
        "breakaway",
        "The card opens or renews a breakaway of its side.",
        {
            **_PLAY,
            "equal_in_a_row": Integer(1, len(SUITS), "Cards of this rank on top of the pile, this one included."),
        },
        speaker=PLAYER,
    ),
    EventFields("blocks", "The card cancels the other side's breakaway.", _PLAY, speaker=PLAYER),
    EventFields(
        "post", "A side's own breakaway is lost with a card one rank away from the top.", _PLAY, speaker=PLAYER
    ),
    EventFields(
        "save", "A side's own breakaway is lost with a card two ranks away from the top.", _PLAY, speaker=DEFENDER
    ),
    EventFields("miss", "A side's own breakaway is lost with any other card.", _PLAY),
    EventFields(
        "clears",
        "A plain card against a breakaway; it is known that the other side cannot match it.",
        _PLAY,
        speaker=PLAYER,
    ),
    EventFields("shoots", "Any other plain card against a breakaway.", _PLAY, speaker=PLAYER),
    EventFields("plays", "A card that changes nothing.", _PLAY, speaker=PLAYER),
    EventFields(
        "cut",
        "Seats 0 and 1 cut the pack; equal ranks cut again.",
        {"cards": ListOf(Card(), 2, 2, unique=True, help="By seat.")},
    ),
    EventFields("dealer_chosen", "The winner of the cut, or chance, has named the first dealer.", {"dealer": _DEALER}),
    EventFields("period_start", "A period of regulation begins.", {"period": _PERIOD, "dealer": _DEALER}),
    EventFields("starting_pile", "The pile begins with these cards.", {"cards": _PILE}),
    EventFields(
        "starting_pile_redealt", "These cards cannot start the pile: four others are laid out.", {"cards": _REDEALT}
    ),
    EventFields(
        "deal",
        "A seat is dealt its hand; the cards are for that seat alone.",
        {
            "deal": Integer(1, DECK_SIZE, "Deal of this period, counted from 1."),
            "seat": _SEAT,
            "count": Integer(1, DECK_SIZE),
            "cards": ListOf(Card(), 1, DECK_SIZE, unique=True),
        },
        optional=("cards",),
    ),
    EventFields(
        "last_minute",
        "The last deal of the period has been dealt.",
        {"extra_attacker": Flag("Its hands are larger than those of the deal before.")},
    ),
    EventFields("period_end", "A period is over.", {"period": _PERIOD, "score": SCORE}),
    EventFields("overtime_start", "Overtime begins: the next goal wins.", {"period": _PERIOD, "dealer": _DEALER}),
    EventFields("game_over", "The game is over.", {"winner": WINNER, "score": SCORE}),
)


def dump_event(event: Event, viewer: int) -> dict[str, Any]:
    """The event as ``viewer`` may know it; a deal is logged with its seat first, and without the number of cards."""
    kind, *numbers = event
    if kind == rules.DEAL:
        seat, deal, *cards = numbers
        numbers = [deal, seat, len(cards), *cards]
    return shown_event(EVENTS[kind], numbers, viewer)
