"""What a seat of Turn-Based Hockey sees, in JSON. Cards are text, no seat is null, line-ups are six cards LW C RW LD G
RD.

An observation is the table and the seat's own cards, with the options beside it, so a client can send back what it was
shown. One written by hand needs only what cannot be worked out; the rest may be left out, and must be right if given.
"""

from collections.abc import Mapping
from typing import Any, Final

from engines.api import SPECTATOR, InvalidObservation, InvalidOption, Observation, misread_observation
from engines.cards import CARD_TEXTS, card_texts, number_or_none, parse_card
from engines.fields import Field, FieldError, Flag, Integer, ListOf, Maybe, ObjectField, OneOf, quoted
from engines.turn_based_hockey import rules
from engines.turn_based_hockey.events import dump_event as dump_event
from engines.turn_based_hockey.information import TurnBasedHockeyObservation, observe
from engines.turn_based_hockey.moves import (
    CARD,
    LINEUP,
    decode_move as decode_move,
    describe_choice as describe_choice,
    encode_actions as encode_actions,
    list_moves as list_moves,
)
from engines.turn_based_hockey.observation_check import check_cards, check_committed, check_hand, follow_course, refuse
from engines.turn_based_hockey.options import OPTIONS, dump_options
from engines.turn_based_hockey.rules import NODE_NAMES, TurnBasedHockeyState
from engines.turn_based_hockey.state_json import (
    PLACES,
    SEATS,
    choose_secretly,
    dump_goals,
    dump_shootout,
    dump_size,
    dump_state as dump_state,
    lineup_texts,
    load_options,
    load_state as load_state,
)

_SEAT: Final = Integer(0, 1)
_PACK: Final = len(CARD_TEXTS)
_BOTH_SIDES: Final = ListOf(Integer(0, 16, name="Goals"), 2, 2, name="PeriodGoals")

_PLAYED: Final = ObjectField(
    {
        "face_off": Maybe(
            ListOf(CARD, 2, 2, unique=True, help="Both face-off cards; null before they are revealed, and in overtime.")
        ),
        "lineups": ListOf(Maybe(LINEUP), 2, 2, help="The line-up of each seat; null while it is not open."),
    },
    name="PlayedPeriod",
)
_SHOOTOUT: Final = ObjectField(
    {
        "rounds": Integer(0, help="Rounds so far."),
        "cards": ListOf(CARD, 0, 2, unique=True, help="The cards of the last round."),
    },
    help="The shootout.",
    name="Shootout",
)
TABLE_FIELDS: Final[Mapping[str, Field]] = {
    "node": OneOf(NODE_NAMES, "What the game waits for.", "Node"),
    "period": Integer(0, rules.MAX_PERIODS, "Counted from 1; 0 before the first; overtime is the one after `periods`."),
    "periods": Integer(1, rules.PERIODS, "Periods of regulation time."),
    "overtime": Flag("This period is overtime."),
    "hand_sizes": ListOf(
        Integer(0, _PACK, name="HandSize"),
        2,
        2,
        help="Cards in the hand of each seat; a secret choice counts until it is revealed.",
    ),
    "stock": Integer(0, _PACK, "Undealt cards."),
    "committed": ListOf(Flag(), 2, 2, help="By seat: it has made its secret choice, which is final."),
    "face_off_winner": Maybe(
        Integer(0, 1, "The seat that won this period's face-off; null after a tie, and before it.")
    ),
    "setting_up": Maybe(Integer(0, 1, "The seat to set up an open line-up; null where both set up secretly.")),
    "played": ListOf(_PLAYED, 0, rules.MAX_PERIODS, help="What is open of each period, the present one included."),
    "goals": ListOf(_BOTH_SIDES, 0, rules.MAX_PERIODS, help="Goals of both sides in each period so far."),
    "score": _BOTH_SIDES,
    "shootout": _SHOOTOUT,
}
HAND: Final = ListOf(
    CARD, 0, _PACK, unique=True, help="The own cards, ascending; a secret choice stays among them until it is revealed."
)
COMMITMENT: Final = ListOf(
    CARD, 0, PLACES, unique=True, help="The own secret choice: a face-off card, or a line-up; empty without one."
)

TABLE: Final = ObjectField(TABLE_FIELDS)
PRIVATE: Final = ObjectField({"hand": HAND, "commitment": COMMITMENT}, optional=("hand", "commitment"))
OBSERVATION: Final = ObjectField(
    {
        "seat": Maybe(Integer(0, 1, "The seat that sees this; null for a spectator.")),
        "options": ObjectField(
            OPTIONS, optional=tuple(OPTIONS), help="The switches, as far as they differ from the standard game."
        ),
        "deck": ListOf(CARD, 12, _PACK, unique=True, help="The cards of a smaller pack; absent for the full one."),
        "hand_size": Integer(
            7, 27, "Cards dealt to each seat for regulation; absent if they are just those the periods take."
        ),
        "ply": Integer(0, 9999, "Number of decisions made in the game; a simultaneous choice is one."),
        **TABLE_FIELDS,
        "hand": HAND,
        "commitment": COMMITMENT,
    },
    optional=("options", "deck", "hand_size", "ply", *TABLE_FIELDS, "hand", "commitment"),
)

# What an observation made by hand says if it does not say it; everything else follows from these.
_DEFAULTS: Final[Mapping[str, Any]] = {
    "node": None,
    "played": [],
    "hand": [],
    "commitment": [],
    "committed": [False, False],
    "shootout": {"rounds": 0, "cards": []},
}


# -- observations


def table(observation: Observation) -> dict[str, Any]:
    """What is open on the table, the same for every viewer."""
    assert isinstance(observation, TurnBasedHockeyObservation)
    seen, options = observation, observation.options
    return {
        "node": NODE_NAMES[seen.node],
        "period": int(seen.period),
        "periods": int(options.periods),
        "overtime": seen.period > options.periods,
        "hand_sizes": [int(seen.hand_sizes[seat]) for seat in SEATS],
        "stock": int(seen.stock_size),
        "committed": [seen.committed[seat] == 1 for seat in SEATS],
        "face_off_winner": _face_off_winner(seen),
        "setting_up": number_or_none(seen.setting_up),
        "played": [_table_of_period(seen, period) for period in range(1, int(seen.period) + 1)],
        "goals": dump_goals(seen.goals, seen.period),
        "score": [int(seen.totals[seat]) for seat in SEATS],
        "shootout": dump_shootout(seen.shootout_rounds, seen.shootout_cards),
    }


def _table_of_period(seen: TurnBasedHockeyObservation, period: int) -> dict[str, Any]:
    is_past = period < seen.period
    is_open = [is_past or seen.lineup_is_open(seat) for seat in SEATS]
    return {
        "face_off": _open_face_off(seen, period),
        "lineups": [lineup_texts(seen.lineups, period, seat, PLACES) if is_open[seat] else None for seat in SEATS],
    }


def _open_face_off(seen: TurnBasedHockeyObservation, period: int) -> list[str] | None:
    """Both cards of a period's face-off, once they are open."""
    if period > seen.options.periods or (period == seen.period and seen.node == rules.FACE_OFF):
        return None
    return card_texts(seen.face_offs, 2 * period, 2 * (period - 1))


def _face_off_winner(seen: TurnBasedHockeyObservation) -> int | None:
    cards = _open_face_off(seen, int(seen.period)) if seen.period > 0 else None
    if cards is None:
        return None
    first, second = (rules.scale_value(parse_card(card), seen.options.by_rank) for card in cards)
    return None if first == second else int(first < second)


def private(observation: Observation) -> dict[str, Any]:
    """The own hand and secret choice; nothing for a spectator."""
    assert isinstance(observation, TurnBasedHockeyObservation)
    if observation.seat == SPECTATOR:
        return {}
    return {
        "hand": card_texts(observation.hand, observation.hand_sizes[observation.seat]),
        "commitment": _commitment(observation),
    }


def _commitment(seen: TurnBasedHockeyObservation) -> list[str]:
    if seen.node == rules.FACE_OFF:
        at = 2 * (seen.period - 1) + seen.seat
        return card_texts(seen.face_offs, at + 1, at) if seen.committed[seen.seat] == 1 else []
    if seen.period == 0 or seen.lineup_is_open(seen.seat):
        return []
    return lineup_texts(seen.lineups, int(seen.period), int(seen.seat), int(seen.placed[seen.seat]))


def dump_observation(observation: Observation) -> dict[str, Any]:
    """All the seat knows: the table, its own cards, and by which options they play."""
    assert isinstance(observation, TurnBasedHockeyObservation)
    return {
        "seat": None if observation.seat == SPECTATOR else int(observation.seat),
        "options": dump_options(observation.options),
        **dump_size(observation.options),
        "ply": int(observation.ply),
        **table(observation),
        **private(observation),
    }


def load_observation(data: Any) -> TurnBasedHockeyObservation:
    """The inverse of ``dump_observation``.

    Needed are seat, hand, what is open of the periods so far, and secret choices made; the standard game is supposed.
    The rest is worked out, and compared where it is given. Raises InvalidObservation naming the field that no game
    could have produced, and saying what would add up.
    """
    try:
        OBSERVATION.check(data, "observation")
        options = load_options(data)
    except FieldError as error:
        raise misread_observation(error) from error
    except InvalidOption as error:
        raise InvalidObservation(f"observation.{error}", field=f"observation.{error.field}", rule=error.rule) from error
    seen = {**_DEFAULTS, **data}
    entries, node = follow_course(seen, options)
    check_cards(seen, entries, options)
    position = {name: data[name] for name in ("options", "deck", "periods", "hand_size") if name in data}
    position |= {"node": NODE_NAMES[node], "period": len(entries), "played": entries, "shootout": seen["shootout"]}
    check_hand(seen, load_state(position))
    state = load_state(position | {"hands": [seen["hand"] if seat == seen["seat"] else None for seat in SEATS]})
    _commit_choices(seen, state)
    observation = observe(state, SPECTATOR if seen["seat"] is None else seen["seat"])
    fields = {"ply": int(state.ply), **table(observation)}
    for field, value in fields.items():
        if field in data and data[field] != value and field != "played":
            refuse(field, f"{quoted(data[field])} does not follow from the rest, which makes it {quoted(value)}")
    return observation


def _commit_choices(seen: Mapping[str, Any], state: TurnBasedHockeyState) -> None:
    """Make the secret choices: the own one as it was, and for another seat that has chosen any cards of the hand it was
    given.
    """
    committed = check_committed(seen, state)
    for seat in SEATS:
        if seat == seen["seat"]:
            choose_secretly(state, seat, [parse_card(card) for card in seen["commitment"]])
        elif committed[seat]:
            cards = [int(state.hands[seat].cards[i]) for i in range(PLACES)]
            choose_secretly(state, seat, cards[:1] if state.node == rules.FACE_OFF else cards)
