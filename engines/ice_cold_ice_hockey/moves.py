"""Moves of Ice Cold Ice Hockey: JSON to actions and back, and why a move is refused: the rule, and what would be right.

Of hidden cards only the seat's own are quoted.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from engines.api import IllegalMove, State, fields_of_move
from engines.declared import seat_asked
from engines.fields import MoveFields
from engines.ice_cold_ice_hockey.language import ENGLISH
from engines.ice_cold_ice_hockey.rules import numbers as n
from engines.ice_cold_ice_hockey.rules.goalies import may_pull
from engines.ice_cold_ice_hockey.rules.state import IceColdState
from engines.ice_cold_ice_hockey.texts import ActionCard, card_text, card_texts, icon_names, parse_card
from engines.language import PhraseText

CARD_MOVES: Final = {
    "play": (n.PLAY, "Play a Pass, a Skate or an Inside Shot from the hand."),
    "dump_center": (n.DUMP_CENTER, "From your own zone: discard a card and dump the puck out to centre ice."),
    "dump_in": (n.DUMP_IN, "From centre ice: discard a card, dump the puck in and chase it."),
    "defensive_mode": (
        n.DEFENSIVE_MODE,
        "Leading, at centre ice: discard a card and dump the puck in without a chase.",
    ),
    "answer": (n.ANSWER, "Answer with a card from the hand."),
    "discard": (n.DISCARD, "Discard a card."),
}
PLAIN_MOVES: Final = {
    "dump_deep": (n.DUMP_DEEP, "From your own zone: dump the puck down the ice, at the risk of icing."),
    "outside_shot": (n.OUTSIDE_SHOT, "In the offensive zone: shoot from outside."),
    "pull_goalie": (n.PULL_GOALIE, "Late and trailing: take an extra skater for the goalie, and then act."),
    "decline": (n.DECLINE, "Play no answer."),
    "touch_up": (n.TOUCH_UP_PUCK, "Wave off the icing and play on from your own zone."),
    "take_face_off": (n.TAKE_FACE_OFF, "Have the icing called: a face-off in the zone of the team that iced the puck."),
    "keep": (n.KEEP, "Discard nothing."),
    "draw": (n.DRAW, "Draw a bonus card."),
    "stop": (n.STOP_DRAWING, "Draw no more bonus cards."),
    "take": (n.TAKE, "Take the card turned up in defensive mode into the hand."),
    "leave": (n.LEAVE, "Leave the card turned up in defensive mode."),
    "return": (n.RETURN_GOALIE, "The goalie returns to the net."),
    "stay_out": (n.STAY_OUT, "The goalie stays out."),
    "pull": (n.PULL, "Pull the goalie before the face-off."),
    "keep_in_net": (n.KEEP_IN_NET, "Keep the goalie in the net."),
}
MOVES: Final = (
    *(MoveFields(name, text, {"card": ActionCard()}) for name, (_, text) in CARD_MOVES.items()),
    *(MoveFields(name, text) for name, (_, text) in PLAIN_MOVES.items()),
)
_CARD_ACTIONS: Final = {name: int(first) for name, (first, _) in CARD_MOVES.items()}
_PLAIN_ACTIONS: Final = {name: int(action) for name, (action, _) in PLAIN_MOVES.items()}
_NAMES: Final = {action: name for name, action in _PLAIN_ACTIONS.items()}

QUESTIONS: Final[Mapping[int, tuple[str, str]]] = {
    n.ATTACK: ("ask_attack", "7.1"),
    n.DEFEND: ("ask_defend", "8.1"),
    n.COUNTER: ("ask_counter", "8.4"),
    n.INSIDE_SHOT_RESPONSE: ("ask_inside_shot", "9.2"),
    n.OUTSIDE_SHOT_RESPONSE: ("ask_outside_shot", "9.1"),
    n.KEEP_IN: ("ask_keep_in", "8.5"),
    n.TOUCH_UP: ("ask_touch_up", "7.6"),
    n.ICE_DISCARD: ("ask_ice_discard", "7.4"),
    n.POWER_PLAY_RESPONSE: ("ask_power_play", "11.5"),
    n.MOMENTUM_TRIM: ("ask_momentum_trim", "10.3"),
    n.MOMENTUM_DRAW: ("ask_momentum_draw", "10.3"),
    n.SKATER_DISCARD: ("ask_skater_discard", "10.5"),
    n.DEFENSIVE_MODE_TAKE: ("ask_take", "14.1"),
    n.GOALIE_RETURN: ("ask_goalie_return", "14.3"),
    n.GOALIE_PULL: ("ask_goalie_pull", "14.3"),
}
"""By node, the phrase for what is asked, and the paragraph that defines it."""
HOME_ZONES: Final = {"dump_center": 0, "dump_deep": 0, "dump_in": 1, "defensive_mode": 1, "outside_shot": 2}
"""The zone, as the attacker reads it, of moves that need one."""


_PLACES: Final = "own_zone", "centre_ice", "offensive_zone"
"""The phrases for zones, as the attacker reads them."""


def decode_move(state: State, seat: int, move: Any) -> list[int]:
    """The action of a move.

    Raises InvalidMove if it is not understood, IllegalMove if it is not allowed now; of hidden cards only the seat's
    own are quoted.
    """
    assert isinstance(state, IceColdState)
    kind = fields_of_move(MOVES, move)
    card = parse_card(move["card"]) if "card" in move else n.NO_CARD
    action = _CARD_ACTIONS[kind.type] + int(card) if card else _PLAIN_ACTIONS[kind.type]
    if action not in state.legal_actions(seat):
        raise explain(state, seat, kind.type, int(card))
    return [action]


def encode_actions(state: State, seat: int, chosen: Sequence[int]) -> dict[str, Any]:
    """The move of one action."""
    (action,) = chosen
    if action >= n.CARD_ACTIONS:
        return {"type": _NAMES[action]}
    name = max((first, name) for name, first in _CARD_ACTIONS.items() if first < action)[1]
    return {"type": name, "card": card_text(action - _CARD_ACTIONS[name])}


# -- refusals


def explain(state: IceColdState, seat: int, kind: str, card: int) -> IllegalMove:
    """The refusal of a move of this type, returned or raised; ``card`` is 0 if there is none."""
    asked = seat_asked(state, ENGLISH, over="15", shuffle="16.2")
    name, rule = QUESTIONS[int(state.node)]
    question = ENGLISH.phrase(name)
    if asked != seat:
        return IllegalMove(ENGLISH.asked(asked, seat, question), rule=rule)
    if card and not state.hands[seat].holds(card):
        hand = " ".join(card_texts(state.hands[seat].cards, state.hands[seat].size)) or ENGLISH.phrase("empty_hand")
        return IllegalMove(ENGLISH.phrase("not_in_hand", card=card_text(card), hand=hand), rule=rule)
    listed = [encode_actions(state, seat, [action]) for action in state.legal_actions(seat)]
    if state.node == n.ATTACK:
        return _not_this_attack(state, seat, kind, card, listed)
    if kind == "answer" and any(move["type"] == "decline" for move in listed):
        return _not_this_answer(state, card, listed, question, rule)
    return IllegalMove(ENGLISH.phrase("not_an_answer", move=kind, question=question), rule=rule)


def _not_this_answer(
    state: IceColdState, card: int, listed: Sequence[Mapping[str, Any]], question: PhraseText, rule: str
) -> IllegalMove:
    cards = [move["card"] for move in listed if "card" in move]
    right = ENGLISH.phrase("answer_with", cards=ENGLISH.either(cards)) if cards else ENGLISH.phrase("only_decline")
    return IllegalMove(
        ENGLISH.phrase("no_legal_answer", **_named(state, card), question=question, right=right), rule=rule
    )


def _not_this_attack(
    state: IceColdState, seat: int, kind: str, card: int, listed: Sequence[Mapping[str, Any]]
) -> IllegalMove:
    """The first reason against it."""
    zone = int(state.zone_for(seat))
    right = ", ".join(sorted({move["type"] for move in listed}))
    if kind == "play":
        return _not_this_play(state, card, zone, listed)
    if kind in HOME_ZONES and HOME_ZONES[kind] != zone:
        there, here = ENGLISH.phrase(_PLACES[HOME_ZONES[kind]]), ENGLISH.phrase(_PLACES[zone])
        return IllegalMove(ENGLISH.phrase("wrong_zone", move=kind, there=there, here=here, right=right), rule="7.1")
    if kind == "defensive_mode":
        why = (
            ENGLISH.phrase("above_base")
            if state.trails(1 - seat)
            else ENGLISH.phrase("score_is", score=_score(state, seat))
        )
        return IllegalMove(ENGLISH.phrase("no_defensive_mode", why=why), rule="14.1")
    if kind == "pull_goalie":
        return IllegalMove(ENGLISH.phrase("no_pull", why=_why_no_pull(state, seat)), rule="14.2")
    return IllegalMove(ENGLISH.phrase("no_attack", move=kind, right=right), rule="7.1")


def _why_no_pull(state: IceColdState, seat: int) -> PhraseText:
    assert not may_pull(state, seat)
    if state.goalie_out[seat]:
        return ENGLISH.phrase("goalie_is_out")
    if not state.trails(seat):
        return ENGLISH.phrase("must_trail", score=_score(state, seat))
    if state.period != state.options.periods or not state.is_last_pass() or state.stock_size > state.options.late_cards:
        return ENGLISH.phrase("too_early", period=int(state.options.periods), cards=int(state.options.late_cards))
    return ENGLISH.phrase("puck_too_far")


def _score(state: IceColdState, seat: int) -> str:
    """The score, the goals of ``seat`` first."""
    return f"{state.totals[seat]}-{state.totals[1 - seat]}"


def _not_this_play(state: IceColdState, card: int, zone: int, listed: Sequence[Mapping[str, Any]]) -> IllegalMove:
    deck = state.deck
    cards = [move["card"] for move in listed if move["type"] == "play"]
    right = ENGLISH.phrase("you_may_play", cards=ENGLISH.either(cards)) if cards else ENGLISH.phrase("none_playable")
    values = {**_named(state, card), "right": right}
    if deck.kind[card] >= n.DEFENCE:
        return IllegalMove(ENGLISH.phrase("only_answers", **values), rule="8.1")
    if not deck.works_in(card, zone):
        zones = ENGLISH.either([letter for place, letter in enumerate(n.ZONE_LETTERS) if deck.works_in(card, place)])
        return IllegalMove(ENGLISH.phrase("card_of_zone", **values, zones=zones, zone=n.ZONE_LETTERS[zone]), rule="7.2")
    if deck.kind[card] == n.INSIDE_SHOT:
        return IllegalMove(ENGLISH.phrase("needs_permission", **values), rule="7.3")
    assert state.top != n.FRESH
    names = [ENGLISH.phrase(f"kind.{icon}") for icon in icon_names(state.top) or []]
    icons = ENGLISH.either(names) if names else ENGLISH.phrase("nothing")
    return IllegalMove(ENGLISH.phrase("not_on_top", **values, icons=icons), rule="7.2")


def _named(state: IceColdState, card: int) -> dict[str, str]:
    return {"card": card_text(card), "kind": ENGLISH.phrase(f"kind.{n.KIND_NAMES[state.deck.kind[card]]}")}
