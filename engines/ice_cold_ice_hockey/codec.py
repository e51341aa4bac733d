"""What a seat of Ice Cold Ice Hockey sees, in JSON. Cards are two digits, no seat is null.

An observation is the table and the seat's own hand, with the options beside it, so a client can send back what it was
shown. One written by hand may leave out what is as at the start of a period, or follows from the rest.
"""

from collections.abc import Mapping
from typing import Any, Final

from engines.api import SPECTATOR, InvalidObservation, InvalidOption, Observation, misread_observation
from engines.fields import Field, FieldError, Flag, Integer, ListOf, Maybe, ObjectField, OneOf, quoted
from engines.ice_cold_ice_hockey.events import MAJOR_SHOTS, dump_event as dump_event
from engines.ice_cold_ice_hockey.information import IceColdObservation
from engines.ice_cold_ice_hockey.moves import (
    decode_move as decode_move,
    describe_choice as describe_choice,
    encode_actions as encode_actions,
    list_moves as list_moves,
)
from engines.ice_cold_ice_hockey.observation_check import check_position, check_seen, refuse
from engines.ice_cold_ice_hockey.options import OPTIONS, dump_options, dump_sizes
from engines.ice_cold_ice_hockey.rules import numbers as n
from engines.ice_cold_ice_hockey.rules.state import IceColdState, is_major, penalised, shots_of
from engines.ice_cold_ice_hockey.state_json import (
    both,
    dump_public,
    dump_state as dump_state,
    load_options,
    load_public,
    load_state as load_state,
    shown,
)
from engines.ice_cold_ice_hockey.texts import ZONES, ActionCard, card_texts, parse_card

# -- what is seen

_SEAT: Final = Integer(0, 1)
_COUNT: Final = Integer(0, n.DECK_SIZE)
_GOALS: Final = Integer(0, 9999, name="Goals")
_MANY: Final = Integer(0, 9999, name="Count")
_BOTH: Final = ListOf(_GOALS, 2, 2, name="PeriodGoals")
_BOTH_FLAGS: Final = ListOf(Flag(), 2, 2)
_SEATS: Final = ListOf(Integer(0, 1, name="Seat"), 0, 2, unique=True)
_CARDS: Final = ListOf(ActionCard(), 0, n.DECK_SIZE, unique=True, name="ShownCards")
_PENALTY: Final = ObjectField(
    {"seat": _SEAT, "card": ActionCard("The card whose number called it."), "major": Flag()}, name="Penalty"
)
_POWER_PLAY: Final = ObjectField(
    {"seat": _SEAT, "shots": Integer(1, MAJOR_SHOTS), "taken": Integer(0, MAJOR_SHOTS)}, name="PowerPlay"
)

PUBLIC_FIELDS: Final[Mapping[str, Field]] = {
    "node": OneOf(n.NODE_NAMES, "What the game waits for.", "Node"),
    "asked": Maybe(Integer(0, 1, "The seat that decides.")),
    "pending": ListOf(
        OneOf(n.WORK_NAMES, name="PendingWork"),
        0,
        4,
        help="What this action still sets off, the next thing first.",
    ),
    "period": Integer(0, 999, "Counted from 1, 0 before the first; overtime follows the last of regulation."),
    "pass": Integer(1, 9, "How often the period has gone into the deck, this time included."),
    "time_expired": Flag("The clock has run out: only the matter in hand is finished, from a reserve deck."),
    "zone": OneOf(ZONES, "Where the puck is: in the end of seat 0, at centre ice, in the end of seat 1.", "Zone"),
    "control": Maybe(Integer(0, 1, "The team in control of the puck; null while play is stopped.")),
    "top": Maybe(
        ListOf(
            OneOf(n.ICON_NAMES, name="Icon"),
            0,
            6,
            unique=True,
            help="Kinds that may be played next; null in a fresh sequence.",
        )
    ),
    "discards": ListOf(ActionCard(), 0, n.DECK_SIZE, unique=True, help="The discard pile, the oldest card first."),
    "held": ListOf(
        ActionCard(),
        0,
        n.DECK_SIZE,
        unique=True,
        help="Cards that have not been in the deck since it was last reshuffled.",
    ),
    "attacker": Maybe(Integer(0, 1, "The team whose action this is or was.")),
    "played": Maybe(ActionCard("The Pass, Skate or Inside Shot of this action.")),
    "answer": Maybe(ActionCard("The last card that answered in this action.")),
    "answerer": Maybe(Integer(0, 1, "Who answered.")),
    "last_to_draw": Integer(0, 1, "The team that refills its hand last."),
    "shot": Maybe(OneOf(n.SHOT_NAMES[1:], "The shot being taken.", "ShotKind")),
    "called_before": Integer(0, 99, "Penalties that were pending before the check of a deep dump-out."),
    "penalties": ListOf(_PENALTY, 0, 40, help="Pending penalties in the order called."),
    "to_serve": ListOf(_PENALTY, 0, 40, help="Power plays to come."),
    "serving": Maybe(_PENALTY),
    "shot_number": Integer(0, MAJOR_SHOTS, "Shots the power play has used up; of a major, cards."),
    "voided": ListOf(
        OneOf(("outside", "inside"), name="ShotLine"),
        0,
        2,
        unique=True,
        help="Lines of a major's next card that are blocked.",
    ),
    "paid": ListOf(
        Integer(0, 1, name="Seat"), 0, 2, unique=True, help="Teams that have earned their bonus in this major."
    ),
    "extra_skater": Maybe(Integer(0, 1, "The team with an extra skater for a delayed penalty.")),
    "goalies_out": ListOf(Flag(), 2, 2, help="Teams whose goalie is pulled."),
    "skater_cards": ListOf(Flag(), 2, 2, help="Teams that have drawn a card for an extra skater."),
    "stoppage": ObjectField(
        {"return_asked": _SEATS, "returned": _SEATS, "pull_asked": _SEATS},
        help="What is settled about goalies by now.",
        name="Stoppage",
    ),
    "awards": ListOf(
        ObjectField({"seat": _SEAT, "cards": Integer(0, 10)}, name="Award"),
        0,
        16,
        help="Momentum awards not yet paid, in order.",
    ),
    "goals": ListOf(_BOTH, 0, 6, help="Goals of both teams in each period; all overtime together is the last."),
    "shots_on_goal": ListOf(_MANY, 2, 2, help="Shots on goal of both teams."),
    "power_plays": ListOf(_MANY, 2, 2, help="Power plays of both teams."),
    "power_play_goals": ListOf(_GOALS, 2, 2, help="Goals of both teams on power plays."),
    "shootout_shots": Integer(0, 9999, "Cards turned over in the shootout."),
    "shootout_goals": ListOf(_GOALS, 2, 2, help="Goals of both teams in the shootout."),
}
DERIVED_FIELDS: Final[Mapping[str, Field]] = {
    "periods": Integer(1, 5, "Periods of regulation."),
    "passes": Integer(1, 9, "How often this period goes through the deck."),
    "overtime": Flag("The first goal ends the game."),
    "deck": Integer(0, n.DECK_SIZE, "Cards in the deck."),
    "set_aside": Integer(0, n.DECK_SIZE, "Cards set aside unseen in the 5-minute overtime."),
    "hand_sizes": ListOf(Integer(0, 16, name="HandSize"), 2, 2, help="Cards in each hand."),
    "base_hands": ListOf(Integer(1, 16, name="BaseHandSize"), 2, 2, help="The number each hand is refilled to."),
    "shown": ListOf(_CARDS, 2, 2, help="Cards in each hand that everybody has seen go there."),
    "held_counts": ListOf(
        Integer(0, n.DECK_SIZE, name="HeldCount"), 2, 2, help="How many of the cards under `held` each hand has."
    ),
    "power_play": Maybe(_POWER_PLAY),
    "score": ListOf(_GOALS, 2, 2, help="Goals of both teams."),
    "saves": ListOf(_MANY, 2, 2, help="Saves of both goalies."),
}
TABLE_FIELDS: Final[Mapping[str, Field]] = {**PUBLIC_FIELDS, **DERIVED_FIELDS}
HAND: Final = ListOf(ActionCard(), 0, 16, unique=True, help="The own cards, ascending.")

TABLE: Final = ObjectField(TABLE_FIELDS)
PRIVATE: Final = ObjectField({"hand": HAND}, optional=("hand",))
SIZES: Final = ObjectField(
    {
        "periods": Integer(1, 5),
        "passes": Integer(1, 9),
        "hand": Integer(1, 10),
        "hand_limit": Integer(2, 10),
        "late_cards": _COUNT,
        "overtime_hand": Integer(1, 10),
        "overtime_cards": _COUNT,
    },
    optional=("periods", "passes", "hand", "hand_limit", "late_cards", "overtime_hand", "overtime_cards"),
    name="Sizes",
)
OBSERVATION: Final = ObjectField(
    {
        "seat": Maybe(Integer(0, 1, "The seat that sees this; null for a spectator.")),
        "options": ObjectField(
            OPTIONS, optional=tuple(OPTIONS), help="The options, as far as they differ from the first preset."
        ),
        "cards": ListOf(
            Integer(1, n.DECK_SIZE, name="CardNumber"),
            1,
            n.DECK_SIZE,
            unique=True,
            help="The IDs of a small game; absent for all 64.",
        ),
        "sizes": SIZES,
        "ply": Integer(0, 999_999, "Number of decisions made in the game."),
        **TABLE_FIELDS,
        "hand": HAND,
    },
    optional=("options", "cards", "sizes", "ply", *TABLE_FIELDS, "hand"),
)


def table(observation: Observation) -> dict[str, Any]:
    """What is open on the table, the same for every viewer."""
    assert isinstance(observation, IceColdObservation)
    seen, known = observation, observation.table
    return {
        **dump_public(known),
        "periods": int(known.options.periods),
        "passes": int(known.passes()),
        "overtime": known.is_overtime(),
        "deck": int(seen.stock_size),
        "set_aside": int(seen.aside_size),
        "hand_sizes": both(seen.hand_sizes),
        "base_hands": [_base_hand(known, seat) for seat in (0, 1)],
        "shown": shown(known),
        "held_counts": both(seen.held),
        "power_play": _power_play(known),
        "score": both(known.totals),
        "saves": [int(known.saves(seat)) for seat in (0, 1)],
    }


def _base_hand(known: IceColdState, seat: int) -> int:
    """The base hand as it is shown: an extra skater that leaves does not count any more while its team discards
    (10.5).
    """
    leaves = known.node == n.SKATER_DISCARD and known.seat == seat
    return int(known.normal_hand() if leaves else known.base(seat))


def _power_play(known: IceColdState) -> dict[str, Any] | None:
    """The present power play in the words of a score board."""
    if not known.serving:
        return None
    shots, taken = shots_of(known.serving), known.shot_number
    if is_major(known.serving):
        shots, taken = MAJOR_SHOTS, 2 * taken
    return {"seat": int(1 - penalised(known.serving)), "shots": int(shots), "taken": int(taken)}


def private(observation: Observation) -> dict[str, Any]:
    """The own hand; nothing for a spectator."""
    assert isinstance(observation, IceColdObservation)
    if observation.seat == SPECTATOR:
        return {}
    return {"hand": card_texts(observation.hand.cards, observation.hand.size)}


def dump_observation(observation: Observation) -> dict[str, Any]:
    """All the seat knows: the table, its hand, and by which options they play."""
    assert isinstance(observation, IceColdObservation)
    return {
        "seat": None if observation.seat == SPECTATOR else int(observation.seat),
        "options": dump_options(observation.options),
        **dump_sizes(observation.options),
        "ply": int(observation.table.ply),
        **table(observation),
        **private(observation),
    }


def load_observation(data: Any) -> IceColdObservation:
    """The inverse of ``dump_observation``.

    Needed are seat and hand. What is left out is as at the first attack of a period, both hands at base, or follows
    from the rest; where it is given it is compared. Raises InvalidObservation naming the field that no game could have
    produced, and saying what would add up.
    """
    try:
        OBSERVATION.check(data, "observation")
        options = load_options(data)
    except FieldError as error:
        raise misread_observation(error) from error
    except InvalidOption as error:
        raise InvalidObservation(f"observation.{error}", field=f"observation.{error.field}") from error
    seat = SPECTATOR if data["seat"] is None else data["seat"]
    seen = (
        {"asked": None if seat == SPECTATOR else seat, **data}
        if data.get("node", "attack") in _DECISIONS
        else {"asked": None, **data}
    )
    check_seen(seen, options)
    observation = IceColdObservation(options, seat)
    known = observation.table
    load_public(known, seen)
    known.ply = data.get("ply", 0)
    _load_hands(observation, data)
    check_position(observation)
    for field, value in table(observation).items():
        if field in data and _comparable(data[field]) != _comparable(value):
            refuse(field, f"{quoted(data[field])} does not follow from the rest, which makes it {quoted(value)}")
    return observation


_DECISIONS: Final = n.NODE_NAMES[n.ATTACK : n.GAME_OVER]


def _load_hands(observation: IceColdObservation, data: Mapping[str, Any]) -> None:
    """Fill the own hand, and work out how many cards lie where."""
    known = observation.table
    dealt = known.period > 0
    for text in data.get("hand", []):
        observation.hand.add(parse_card(text))
    sizes = data.get("hand_sizes", [int(known.base(seat)) if dealt else 0 for seat in (0, 1)])
    held = data.get("held_counts", [0, 0])
    for seat in (0, 1):
        own = seat == observation.seat
        observation.hand_sizes[seat] = observation.hand.size if own and "hand_sizes" not in data else sizes[seat]
        observation.held[seat] = held[seat]
    if known.is_short_overtime() and dealt:
        observation.aside_size = len(known.deck.cards) - known.options.overtime_cards
    seen = sum(both(observation.hand_sizes)) + known.discard_count + observation.aside_size
    observation.stock_size = len(known.deck.cards) - seen if dealt else 0


def _comparable(value: Any) -> Any:
    """The value with lists of cards in order: in which the client lists them has no meaning where it is not a pile."""
    return sorted(value) if isinstance(value, list) and all(isinstance(item, str) for item in value) else value
