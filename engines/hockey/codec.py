"""What a seat of Hockey sees, in JSON. Cards are text, bit masks are lists, no seat and no side are null.

An observation is the table and the seat's own hand, with the options beside it, so a client can send back what it was
shown. With ``only_top_seen`` it adds the cards that were seen before and are covered now. One written by hand needs
only what cannot be worked out; the rest may be left out, and must be right if given.
"""

from collections.abc import Mapping
from typing import Any, Final

from engines.api import SPECTATOR, InvalidObservation, InvalidOption, Observation, misread_observation
from engines.cards import DECK_SIZE, card_or_none, card_texts, mask_texts, number_or_none, parse_card
from engines.fields import RANK, Card, Field, FieldError, Flag, Integer, ListOf, Maybe, ObjectField, OneOf, quoted
from engines.hockey import rules
from engines.hockey.events import dump_event as dump_event
from engines.hockey.information import HockeyObservation, observe
from engines.hockey.moves import (
    decode_move as decode_move,
    describe_choice as describe_choice,
    encode_actions as encode_actions,
    list_moves as list_moves,
)
from engines.hockey.observation_check import cards_under_top, check_reconstruction, check_seen, played_cards, refuse
from engines.hockey.options import OPTIONS, dump_options, options_from, ranks_of
from engines.hockey.rules import NODE_NAMES, Options
from engines.hockey.state_json import dump_deck, dump_goals, dump_state as dump_state, load_state as load_state

_SEAT: Final = Integer(0, 3)
_RANKS: Final = ListOf(RANK, unique=True, name="Ranks")
_GOALS: Final = Integer(0, 999, name="Goals")
_BOTH_SIDES: Final = ListOf(_GOALS, 2, 2, name="PeriodGoals")

TABLE_FIELDS: Final[Mapping[str, Field]] = {
    "node": OneOf(NODE_NAMES, "What the game waits for.", "Node"),
    "chooser": Maybe(Integer(0, 1, "The seat that won the cut.")),
    "dealer": Maybe(Integer(0, 3, "The seat that deals this period.")),
    "period": Integer(0, rules.MAX_PERIODS, "Counted from 1; 0 before the first; overtime is the one after `periods`."),
    "periods": Integer(1, 5, "Periods of regulation time."),
    "overtime": Flag("This period is overtime: the first goal ends the game."),
    "deal": Integer(0, DECK_SIZE, "Deal of this period, counted from 1; 0 before the first."),
    "deals": ListOf(
        Integer(1, DECK_SIZE, name="DealSize"), 1, DECK_SIZE, help="Cards per seat in each deal of this period."
    ),
    "to_play": Maybe(Integer(0, 3, "The seat to play a card.")),
    "holder": Maybe(Integer(0, 1, "The side on breakaway.")),
    "top": Maybe(Card(help="Top of the pile, the card that can be matched; null on an empty table.")),
    "table_empty": Flag("There is no card to match."),
    "pile_size": Integer(0, DECK_SIZE, "Cards in the pile."),
    "starting_pile": ListOf(
        Card(),
        0,
        rules.PILE_START,
        unique=True,
        help="The cards that began this period's pile, bottom to top. "
        "With `only_top_seen`: none on the table, the last one in an observation.",
    ),
    "refused": ListOf(
        Card(),
        0,
        DECK_SIZE,
        unique=True,
        help="Cards shown this period in starting piles that had to be dealt again.",
    ),
    "hand_sizes": ListOf(Integer(0, DECK_SIZE, name="HandSize"), 2, 4, help="Cards in the hand of each seat."),
    "undealt": Integer(0, DECK_SIZE, "Cards of the pack not yet dealt this period."),
    "played": ListOf(
        ObjectField({"seat": _SEAT, "card": Card()}, name="PlayedCard"),
        0,
        DECK_SIZE,
        help="The cards played this period, in order; none on the table with `only_top_seen`.",
    ),
    "safe_ranks": ListOf(
        _RANKS,
        2,
        4,
        help="Ranks each seat has played in this deal without being matched: its public safeties; none on the "
        "table with `only_top_seen`.",
    ),
    "goals": ListOf(_BOTH_SIDES, 0, rules.MAX_PERIODS, help="Goals of both sides in each period so far."),
    "score": ListOf(_GOALS, 2, 2, help="Goals of both sides."),
}
HAND: Final = ListOf(Card(), 0, DECK_SIZE, unique=True, help="The own cards, ascending.")

TABLE: Final = ObjectField(TABLE_FIELDS)
PRIVATE: Final = ObjectField({"hand": HAND}, optional=("hand",))
OBSERVATION: Final = ObjectField(
    {
        "seat": Maybe(Integer(0, 3, "The seat that sees this; null for a spectator.")),
        "options": ObjectField(
            OPTIONS, optional=tuple(OPTIONS), help="The switches, as far as they differ from the standard game."
        ),
        "deck": ListOf(Card(), 2, DECK_SIZE, unique=True, help="The cards of a smaller pack; absent for all 52."),
        "ply": Integer(0, 9999, "Number of decisions made in the game."),
        **TABLE_FIELDS,
        "hand": HAND,
    },
    optional=("options", "deck", "ply", *TABLE_FIELDS, "hand"),
)

# What an observation made by hand says if it does not say it; everything else follows from these.
_DEFAULTS: Final[Mapping[str, Any]] = {
    "options": {},
    "ply": None,
    "node": "play",
    "chooser": None,
    "dealer": None,
    "starting_pile": [],
    "refused": [],
    "played": [],
    "goals": [],
    "hand": [],
}
_IN_ANY_ORDER: Final = ("hand", "refused", "safe_ranks")


# -- observations


def table(observation: Observation) -> dict[str, Any]:
    """What is open on the table, the same for every viewer: with ``only_top_seen`` no card under the top of the pile
    (ruling 31).
    """
    assert isinstance(observation, HockeyObservation)
    shown = _remembered(observation)
    if observation.options.only_top_seen:
        shown |= {"starting_pile": [], "played": [], "safe_ranks": [[] for _ in shown["safe_ranks"]]}
    return shown


def _remembered(observation: HockeyObservation) -> dict[str, Any]:
    """The table with all that every viewer has seen of it this period."""
    seen, options = observation, observation.options
    overtime = seen.period > options.periods
    seats = int(options.seats)
    return {
        "node": NODE_NAMES[seen.node],
        "chooser": number_or_none(seen.chooser),
        "dealer": number_or_none(seen.dealer),
        "period": int(seen.period),
        "periods": int(options.periods),
        "overtime": overtime,
        "deal": int(seen.deal_number),
        "deals": [int(size) for size in (options.overtime_deals if overtime else options.deals)],
        "to_play": int(seen.to_play) if seen.node == rules.PLAY else None,
        "holder": number_or_none(seen.holder),
        "top": card_or_none(seen.top),
        "table_empty": seen.top == rules.NO_CARD,
        "pile_size": int(seen.pile_size),
        "starting_pile": card_texts(
            seen.pile_start, rules.PILE_START if seen.has_pile_start else 0, seen.hidden_in_pile()
        ),
        "refused": mask_texts(seen.seen_undealt),
        "hand_sizes": [int(seen.hand_sizes[seat]) for seat in range(seats)],
        "undealt": int(seen.undealt),
        "played": [
            {"seat": i % seats, "card": card}
            for i, card in enumerate(card_texts(seen.played, seen.plays), int(seen.dealer) + 1)
        ],
        "safe_ranks": [ranks_of(seen.safe_ranks[seat]) for seat in range(seats)],
        "goals": dump_goals(seen.goals, seen.period),
        "score": [int(seen.totals[0]), int(seen.totals[1])],
    }


def private(observation: Observation) -> dict[str, Any]:
    """The own hand; nothing for a spectator."""
    assert isinstance(observation, HockeyObservation)
    if observation.seat == SPECTATOR:
        return {}
    return {"hand": card_texts(observation.hand, observation.hand_sizes[observation.seat])}


def dump_observation(observation: Observation) -> dict[str, Any]:
    """All the seat knows: the table, its hand, and by which options they play."""
    assert isinstance(observation, HockeyObservation)
    return {
        "seat": None if observation.seat == SPECTATOR else int(observation.seat),
        "options": dump_options(observation.options),
        **dump_deck(observation.options),
        "ply": int(observation.ply),
        **_remembered(observation),
        **private(observation),
    }


def load_observation(data: Any) -> HockeyObservation:
    """The inverse of ``dump_observation``.

    Needed are seat, dealer, hand, starting pile and the cards played, from period 2 on the period and the goals of
    those before; the standard game and the node `play` are supposed. The rest is worked out, and compared where it is
    given. Raises InvalidObservation naming the field that no game could have produced, and saying what would add up.
    """
    try:
        OBSERVATION.check(data, "observation")
        deck = [parse_card(card) for card in data.get("deck", ())] or range(DECK_SIZE)
        options = options_from(data.get("options", {}), deck)
    except FieldError as error:
        raise misread_observation(error) from error
    except InvalidOption as error:
        raise InvalidObservation(f"observation.{error}", field=f"observation.{error.field}", rule=error.rule) from error
    begun = data.get("node", "play") not in ("cut", "choose_dealer")
    seen = {**_DEFAULTS, "period": 1 if begun else 0, **data}
    check_seen(seen, options)
    state = load_state(_position(seen, options))
    check_reconstruction(seen, state)
    state.ply = state.ply if seen["ply"] is None else seen["ply"]
    observation = observe(state, SPECTATOR if seen["seat"] is None else seen["seat"])
    for field, value in _remembered(observation).items():
        if field in data and _comparable(field, data[field]) != _comparable(field, value):
            refuse(field, f"{quoted(data[field])} does not follow from the rest, which makes it {quoted(value)}")
    return observation


def _position(seen: Mapping[str, Any], options: Options) -> dict[str, Any]:
    """A state as this seat sees it; what the other hands hold is left to ``load_state``."""
    same = ("options", "deck", "node", "chooser", "dealer", "period", "refused")
    known = {name: seen[name] for name in same if name in seen}
    known["starting_pile"] = [*cards_under_top(seen, options), *seen["starting_pile"]]
    hands = [seen["hand"] if seat == seen["seat"] else None for seat in range(int(options.seats))]
    return {**known, "played": played_cards(seen), "hands": hands, "goals": seen["goals"][: max(seen["period"] - 1, 0)]}


def _comparable(field: str, value: Any) -> Any:
    if field not in _IN_ANY_ORDER:
        return value
    return [
        sorted(item) if isinstance(item, list) else item for item in (sorted(value) if field == "refused" else value)
    ]
