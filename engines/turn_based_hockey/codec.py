"""Turn-Based Hockey in JSON: what a seat sees, moves and events. Cards are text, nobody is null, line-ups are six cards LW C RW LD G RD.

An observation is what the seat sees, the table and its own cards, with the options beside it; so a client can send back what it was
shown. Whoever makes one by hand gives what cannot be worked out; the rest may be left out, and must be right if given.
"""

from collections.abc import Callable, Mapping, Sequence
from math import perm
from typing import Any, Final

from engines.api import CHANCE, OVER, SPECTATOR, Event, IllegalMove, InvalidObservation, InvalidOption, Observation, State, fields_of_move
from engines.cards import CARD_TEXTS, card_text, card_texts, number_or_none, parse_card
from engines.fields import Card, Field, FieldError, Flag, Integer, ListOf, Maybe, MoveFields, ObjectField, OneOf, quoted
from engines.turn_based_hockey import rules
from engines.turn_based_hockey.information import TurnBasedHockeyObservation, observe
from engines.turn_based_hockey.observation_check import check_cards, check_committed, check_hand, follow_course, refuse
from engines.turn_based_hockey.options import OPTIONS, dump_options
from engines.turn_based_hockey.rules import NODE_NAMES, PLACE_NAMES, TurnBasedHockeyState
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
    secret_choice,
)

_CARD: Final = Card(jokers=True)
_SEAT: Final = Integer(0, 1)
_PACK: Final = len(CARD_TEXTS)
_BOTH_SIDES: Final = ListOf(Integer(0, 16), 2, 2)
_LINEUP: Final = ListOf(_CARD, PLACES, PLACES, unique=True)


class _Lineup:
    """Six cards as a list in the order LW C RW LD G RD, or, an equal alternative, as an object with these names (3.3)."""

    by_name: Final = ObjectField(dict.fromkeys(PLACE_NAMES, _CARD))

    def check(self, value: Any, where: str) -> Any:
        if type(value) not in (list, dict):
            raise FieldError(where, f"{quoted(value)} is neither a list nor an object")
        if isinstance(value, list):
            return _LINEUP.check(value, where)
        self.by_name.check(value, where)
        cards = in_order(value)
        for name, card in zip(PLACE_NAMES, cards, strict=True):
            if cards.index(card) != PLACE_NAMES.index(name):
                raise FieldError(f"{where}.{name}", f"{quoted(card)} stands there twice")
        return value

    def schema(self) -> dict[str, Any]:
        ways = [_LINEUP.schema(), self.by_name.schema()]
        return {"anyOf": ways, "description": "Six cards in the order LW, C, RW, LD, G, RD, or by these names."}


def in_order(cards: list[str] | Mapping[str, str]) -> list[str]:
    """The cards of a line-up move in the order of the places."""
    return list(cards) if isinstance(cards, list) else [cards[name] for name in PLACE_NAMES]


MOVES: Final = (
    MoveFields("face_off", "Commit a card of the hand, face down, to the face-off.", {"card": _CARD}),
    MoveFields("lineup", "Put six cards of the hand into LW, C, RW, LD, G and RD.", {"cards": _Lineup()}),
)

_PLAYED: Final = ObjectField(
    {
        "face_off": Maybe(ListOf(_CARD, 2, 2, unique=True, help="Both face-off cards; null before they are revealed, and in overtime.")),
        "lineups": ListOf(Maybe(_LINEUP), 2, 2, help="The line-up of each seat; null while it does not lie open."),
    }
)
_SHOOTOUT: Final = ObjectField(
    {"rounds": Integer(0, help="Rounds so far."), "cards": ListOf(_CARD, 0, 2, unique=True, help="The cards of the last round.")},
    help="The shootout.",
)
TABLE_FIELDS: Final[Mapping[str, Field]] = {
    "node": OneOf(NODE_NAMES, "What the game waits for."),
    "period": Integer(0, rules.MAX_PERIODS, "Counted from 1; 0 before the first; overtime is the one after `periods`."),
    "periods": Integer(1, rules.PERIODS, "Periods of regulation time."),
    "overtime": Flag("This period is overtime."),
    "hand_sizes": ListOf(Integer(0, _PACK), 2, 2, help="Cards in the hand of each seat; a secret choice counts until it is revealed."),
    "stock": Integer(0, _PACK, "Undealt cards."),
    "committed": ListOf(Flag(), 2, 2, help="By seat: it has made its secret choice, which is final."),
    "face_off_winner": Maybe(Integer(0, 1, "The seat that won this period's face-off; null after a tie, and before it.")),
    "setting_up": Maybe(Integer(0, 1, "The seat to set up an open line-up; null where both set up secretly.")),
    "played": ListOf(_PLAYED, 0, rules.MAX_PERIODS, help="What lies open of each period, the present one included."),
    "goals": ListOf(_BOTH_SIDES, 0, rules.MAX_PERIODS, help="Goals of both sides in each period so far."),
    "score": _BOTH_SIDES,
    "shootout": _SHOOTOUT,
}
HAND: Final = ListOf(_CARD, 0, _PACK, unique=True, help="The own cards, ascending; a secret choice stays among them until it is revealed.")
COMMITMENT: Final = ListOf(_CARD, 0, PLACES, unique=True, help="The own secret choice: a face-off card, or a line-up; empty without one.")

TABLE: Final = ObjectField(TABLE_FIELDS)
PRIVATE: Final = ObjectField({"hand": HAND, "commitment": COMMITMENT}, optional=("hand", "commitment"))
OBSERVATION: Final = ObjectField(
    {
        "seat": Maybe(Integer(0, 1, "The seat that sees this; null for somebody who only watches.")),
        "options": ObjectField(OPTIONS, optional=tuple(OPTIONS), help="The switches, as far as they differ from the standard game."),
        "deck": ListOf(_CARD, 12, _PACK, unique=True, help="The cards of a smaller pack; absent for the full one."),
        "hand_size": Integer(7, 27, "Cards dealt to each seat for regulation; absent if they are just those the periods take."),
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
    """What lies open on the table, the same for every viewer."""
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
    """Both cards of a period's face-off, once they lie open."""
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
    return {"hand": card_texts(observation.hand, observation.hand_sizes[observation.seat]), "commitment": _commitment(observation)}


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

    Needed are seat, hand, what lies open of the periods so far, and secret choices made; the standard game is supposed. The rest is
    worked out, and compared where it is given.
    Raises InvalidObservation naming the field that no game could have produced, and saying what would add up.
    """
    try:
        OBSERVATION.check(data, "observation")
        options = load_options(data)
    except FieldError as error:
        raise InvalidObservation(str(error), field=error.where) from error
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
    facts = {"ply": int(state.ply), **table(observation)}
    for field, fact in facts.items():
        if field in data and data[field] != fact and field != "played":
            refuse(field, f"{quoted(data[field])} does not follow from the rest, which makes it {quoted(fact)}")
    return observation


def _commit_choices(seen: Mapping[str, Any], state: TurnBasedHockeyState) -> None:
    """Make the secret choices: the own one as it was, and for another seat that has chosen any cards of the hand it was given."""
    committed = check_committed(seen, state)
    for seat in SEATS:
        if seat == seen["seat"]:
            choose_secretly(state, seat, [parse_card(card) for card in seen["commitment"]])
        elif committed[seat]:
            cards = [int(state.hands[seat].cards[i]) for i in range(PLACES)]
            choose_secretly(state, seat, cards[:1] if state.node == rules.FACE_OFF else cards)


# -- moves


def decode_move(state: State, seat: int, move: Any) -> list[int]:
    """The actions of a move: one card, or the six of a line-up.

    Raises InvalidMove if it is not understood, IllegalMove if it is not allowed now; of hidden cards only the seat's own are quoted.
    """
    assert isinstance(state, TurnBasedHockeyState)
    kind = fields_of_move(MOVES, move)
    return _decoders[kind.type](state, seat, move)


def _decode_face_off(state: TurnBasedHockeyState, seat: int, move: Mapping[str, Any]) -> list[int]:
    _check_asked(state, seat, "face_off")
    _check_held(state, seat, [move["card"]], "2.3")
    return [parse_card(move["card"])]


def _decode_lineup(state: TurnBasedHockeyState, seat: int, move: Mapping[str, Any]) -> list[int]:
    """The cards of the places that are left: all six, unless the game was stopped in the middle of a line-up."""
    cards = in_order(move["cards"])
    _check_asked(state, seat, "lineup")
    _check_held(state, seat, cards, "3.3")
    placed = _placed_texts(state, seat)
    if cards[: len(placed)] != placed:
        text = f"{' '.join(cards)} does not begin with {' '.join(placed)}: those cards are placed, and choices are final"
        raise IllegalMove(text, rule="ruling 18")
    return [parse_card(card) for card in cards[len(placed) :]]


_decoders: Final[Mapping[str, Callable[[TurnBasedHockeyState, int, Mapping[str, Any]], list[int]]]] = {
    "face_off": _decode_face_off,
    "lineup": _decode_lineup,
}


def _check_held(state: TurnBasedHockeyState, seat: int, cards: Sequence[str], rule: str) -> None:
    """Refuse a card that is not in the own hand."""
    hand = state.hands[seat]
    held = card_texts(hand.cards, hand.size)
    for card in cards:
        if card not in held:
            raise IllegalMove(f"{card} is not in your hand, which is {' '.join(held)}: choose from it", rule=rule)


def _check_asked(state: TurnBasedHockeyState, seat: int, move_type: str) -> None:
    """Say what is asked now, and of whom, unless it is this."""
    asked = state.to_act()
    if asked == OVER:
        raise IllegalMove("the game is over: there is nothing left to choose", rule="2.4")
    if asked == CHANCE:
        raise IllegalMove("nobody is asked now: cards are yet to be dealt", rule="3.2")
    if state.has_committed(seat):
        raise IllegalMove("you have made your secret choice, and it is final: wait for the other seat", rule="ruling 18")
    wanted = "face_off" if state.node == rules.FACE_OFF else "lineup"
    if not state.may_act(seat) or move_type != wanted:
        whom = "you are" if state.may_act(seat) else f"seat {asked} is"
        what = "a card of the hand, in secret" if wanted == "face_off" else "six cards of the hand"
        raise IllegalMove(f"{whom} asked for a {wanted}: {what}", rule="2.3")


def encode_actions(state: State, seat: int, actions: Sequence[int]) -> dict[str, Any]:
    """The move of one card for the face-off, or of the cards for all places of the line-up that are left."""
    assert isinstance(state, TurnBasedHockeyState)
    cards = [card_text(action) for action in actions]
    if state.node == rules.FACE_OFF:
        (card,) = cards
        return {"type": "face_off", "card": card}
    return {"type": "lineup", "cards": _placed_texts(state, seat) + cards}


def _placed_texts(state: TurnBasedHockeyState, seat: int) -> list[str]:
    """The cards a seat has already placed in the line-up it is setting up."""
    return [card_text(card) for card in secret_choice(state, seat)]


def list_moves(state: State, seat: int) -> list[dict[str, Any]]:
    """All cards for the face-off; none if the seat is not asked, or asked for a line-up, which ``describe_choice`` describes."""
    assert isinstance(state, TurnBasedHockeyState)
    if state.node != rules.FACE_OFF:
        return []
    return [encode_actions(state, seat, [action]) for action in state.legal_actions(seat)]


def describe_choice(state: State, seat: int) -> dict[str, Any] | None:
    """The places of a line-up that are to be filled, the cards for them, and how many ways there are (3.3)."""
    assert isinstance(state, TurnBasedHockeyState)
    if state.node == rules.FACE_OFF or not state.may_act(seat):
        return None
    slots = PLACE_NAMES[state.placed[seat] :]
    candidates = [card_text(card) for card in state.legal_actions(seat)]
    return {"type": "lineup", "slots": list(slots), "candidates": candidates, "count": perm(len(candidates), len(slots))}


# -- events


def dump_event(event: Event, viewer: int) -> dict[str, Any]:
    """The event in named fields. No event tells a secret: ``committed`` is without content, the others come with the revelation."""
    kind, facts = event[0], event[1:]
    head: dict[str, Any] = {"type": rules.EVENT_NAMES[kind]}
    if kind == rules.FACES_OFF:
        return head | {"cards": [card_text(card) for card in facts[:2]], "winner": number_or_none(facts[2])}
    if kind in (rules.COMMITTED, rules.INJURED, rules.SAVE, rules.PERFECT_PAIR, rules.CLINCHED):
        return head | {"seat": facts[0]}
    if kind == rules.LINES_SET:
        return head | {"seat": facts[0], "cards": [card_text(card) for card in facts[1:]]}
    if kind == rules.SHOT:
        seat, wing, *pairs = facts
        attackers, defenders = pairs[:3], pairs[3:]
        return head | {"seat": seat, "wing": PLACE_NAMES[wing], "attack": _pair(attackers), "defence": _pair(defenders)}
    if kind == rules.SCORES:
        return head | {"seat": facts[0], "score": list(facts[1:])}
    if kind == rules.PERIOD_END:
        return head | {"period": facts[0], "score": list(facts[1:])}
    if kind == rules.OVERTIME_START:
        return head | {"period": facts[0]}
    if kind == rules.SHOOTOUT_ROUND:
        return head | {"round": facts[0], "cards": [card_text(card) for card in facts[1:3]], "winner": number_or_none(facts[3])}
    if kind == rules.GAME_ENDS:
        return head | {"winner": number_or_none(facts[0]), "score": list(facts[1:])}
    return head


def _pair(facts: Sequence[int]) -> dict[str, Any]:
    """A pair and its value: wing and centre, or defender and goalie."""
    return {"cards": [card_text(card) for card in facts[:2]], "value": facts[2]}
