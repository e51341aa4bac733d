"""What a seat of Card Hockey sees, in JSON. Cards are text, pairs are red's and black's, no seat is null.

An observation is the table, with the options beside it, so a client can send back what it was shown. One written by
hand needs only what cannot be worked out; the rest may be left out, and must be right if given.
"""

from collections.abc import Mapping
from typing import Any, Final

from engines.api import SPECTATOR, InvalidObservation, InvalidOption, Observation, misread_observation
from engines.card_hockey import rules
from engines.card_hockey.events import dump_event as dump_event
from engines.card_hockey.information import CardHockeyObservation, observe
from engines.card_hockey.moves import (
    MOST_TURNS,
    decode_move as decode_move,
    describe_choice as describe_choice,
    encode_actions as encode_actions,
    list_moves as list_moves,
    turn_to_flip,
)
from engines.card_hockey.observation_check import DEFAULTS, reconstruct, refuse
from engines.card_hockey.options import OPTIONS, dump_options, options_from
from engines.card_hockey.rules import MAX_DECK, MAX_PENALTY_TURNS, MAX_PERIODS, MAX_TURNS, NODE_NAMES, ZONES
from engines.card_hockey.state_json import dump_deck, dump_public, dump_state as dump_state, load_state as load_state
from engines.cards import DECK_SIZE, parse_card
from engines.fields import Card, Field, FieldError, Flag, Integer, ListOf, Maybe, ObjectField, OneOf, quoted

_SEAT: Final = Integer(0, 1)
_TURNS_TO_SERVE: Final = Integer(0, int(MAX_PENALTY_TURNS) - 1, name="TurnsToServe")
_GOALS: Final = Integer(0, 999, name="Goals")
_BOTH_SIDES: Final = ListOf(_GOALS, 2, 2, name="PeriodGoals")


def _both(field: Field, help: str) -> ListOf:
    """One of a kind for each seat, red's first."""
    return ListOf(field, 2, 2, help=help)


TABLE_FIELDS: Final[Mapping[str, Field]] = {
    "node": OneOf(NODE_NAMES, "What the game waits for.", "Node"),
    "period": Integer(1, int(MAX_PERIODS), "Counted from 1; it stays the last one in the shootout."),
    "periods": Integer(1, int(MAX_PERIODS), "Periods of regulation time."),
    "shootout": Flag("The shootout has begun."),
    "turn": Maybe(Integer(1, MOST_TURNS, "The turn to flip now, as the move names it; null while no seat flips.")),
    "turns_played": Integer(0, MOST_TURNS, "Turns played in the game, those of the shootout included."),
    "ready": _both(Flag(), "Seats that have flipped for this turn and wait for the other."),
    "puck": OneOf(ZONES, "Its zone, named from red's side: defensive, neutral, offensive.", "Zone"),
    "ends_switched": Flag("The teams have changed ends in this period; for show only, the zones keep their names."),
    "cards": _both(Maybe(Card()), "The cards of the last turn, open on the table; null before the first."),
    "faced": ListOf(
        ListOf(Card(), 2, 2, name="TurnCards"),
        0,
        int(MAX_TURNS),
        help="The cards of each turn of this period, or of the shootout since its last shuffle; a deuce being "
        "served is there again.",
    ),
    "held": _both(Maybe(Card()), "The deuce of the penalty each seat serves."),
    "serve": _both(_TURNS_TO_SERVE, "Turns each seat has still to serve."),
    "carried": _both(_TURNS_TO_SERVE, "Turns each seat had still to serve when the period began."),
    "deck_sizes": _both(Integer(0, int(MAX_DECK), name="DeckSize"), "Cards in each deck."),
    "goal_cards": _both(
        ListOf(Card(), 0, int(MAX_DECK), unique=True, name="GoalCards"), "Cards in each goal area, ascending."
    ),
    "goals": ListOf(_BOTH_SIDES, 1, int(MAX_PERIODS), help="Goals of both sides in each period so far."),
    "score": _both(_GOALS, "Goals of both sides; a shootout does not count."),
    "shootout_winner": Maybe(Integer(0, 1, "The side that won the shootout.")),
}

TABLE: Final = ObjectField(TABLE_FIELDS)
PRIVATE: Final = ObjectField({}, help="Nothing: all information is shared.")
OBSERVATION: Final = ObjectField(
    {
        "seat": Maybe(Integer(0, 1, "The seat that sees this; null for a spectator.")),
        "options": ObjectField(
            OPTIONS, optional=tuple(OPTIONS), help="The switches, as far as they differ from the defaults."
        ),
        "deck": ListOf(Card(), 2, DECK_SIZE, unique=True, help="The cards of a smaller pack; absent for all 52."),
        "ply": Integer(
            0, MOST_TURNS, "Number of decisions made in the game: the turns played, or none with `flip_mode` auto."
        ),
        **TABLE_FIELDS,
        "hand": ListOf(Card(), 0, 0, help="Always empty, as in a view: no seat holds cards."),
    },
    optional=("options", "deck", "ply", *TABLE_FIELDS, "hand"),
)


# -- observations


def table(observation: Observation) -> dict[str, Any]:
    """What is open on the table, the same for every viewer."""
    assert isinstance(observation, CardHockeyObservation)
    state = observation.known
    fields = {
        **dump_public(state),
        "periods": int(state.options.periods),
        "shootout": state.in_shootout(),
        "turn": turn_to_flip(state),
        "ends_switched": state.options.switch_ends and state.period % 2 == 0,
        "deck_sizes": [int(state.red.left()), int(state.black.left())],
        "score": [int(state.score(rules.RED)), int(state.score(rules.BLACK))],
    }
    return {name: fields[name] for name in TABLE_FIELDS}


def private(observation: Observation) -> dict[str, Any]:
    """Nothing: both seats and everybody who watches know the same (3.1)."""
    return {}


def dump_observation(observation: Observation) -> dict[str, Any]:
    """All there is to know: the table, and by which options they play."""
    assert isinstance(observation, CardHockeyObservation)
    return {
        "seat": None if observation.seat == SPECTATOR else int(observation.seat),
        "options": dump_options(observation.known.options),
        **dump_deck(observation.known.options),
        "ply": int(observation.known.ply),
        **table(observation),
    }


def load_observation(data: Any) -> CardHockeyObservation:
    """The inverse of ``dump_observation``.

    Needed are the seat and the cards faced in this period; from period 2 on the period, the turns played, the goals,
    the goal cards and the penalties carried into it; the default switches and the node `flip` are supposed. The rest is
    worked out by playing the turns again, and compared where it is given. Raises InvalidObservation naming the field
    that no game could have produced, and saying what would add up.
    """
    try:
        OBSERVATION.check(data, "observation")
        deck = [parse_card(card) for card in data.get("deck", ())] or range(DECK_SIZE)
        options_from(data.get("options", {}), deck)
    except FieldError as error:
        raise misread_observation(error) from error
    except InvalidOption as error:
        raise InvalidObservation(f"observation.{error}", field=f"observation.{error.field}", rule=error.rule) from error
    state = reconstruct({**DEFAULTS, **data})
    observation = observe(state, SPECTATOR if data["seat"] is None else data["seat"])
    for field, value in table(observation).items():
        if field in data and _comparable(field, data[field]) != _comparable(field, value):
            refuse(field, f"{quoted(data[field])} does not follow from the rest, which makes it {quoted(value)}")
    return observation


def _comparable(field: str, value: Any) -> Any:
    """Goal cards may be given in any order."""
    return [sorted(cards) for cards in value] if field == "goal_cards" else value
