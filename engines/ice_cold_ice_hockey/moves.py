"""Moves of Ice Cold Ice Hockey: JSON to actions and back, and why a move is refused: the rule, and what would be right.

Of hidden cards only those of the seat itself are quoted.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from engines.api import CHANCE, OVER, IllegalMove, State, fields_of_move
from engines.fields import MoveFields
from engines.ice_cold_ice_hockey.rules import numbers
from engines.ice_cold_ice_hockey.rules.deck import DEFENCE, FRESH, INSIDE_SHOT, KIND_NAMES, NO_CARD, ZONE_LETTERS
from engines.ice_cold_ice_hockey.rules.goalies import may_pull
from engines.ice_cold_ice_hockey.rules.state import IceColdState
from engines.ice_cold_ice_hockey.texts import ActionCard, card_text, card_texts, icon_names, parse_card

CARD_MOVES: Final = {
    "play": (numbers.PLAY, "Play a Pass, a Skate or an Inside Shot from the hand."),
    "dump_center": (numbers.DUMP_CENTER, "From the own zone: discard a card and dump the puck out to centre ice."),
    "dump_in": (numbers.DUMP_IN, "From centre ice: discard a card, dump the puck in and chase it."),
    "defensive_mode": (numbers.DEFENSIVE_MODE, "Leading, at centre ice: discard a card and dump the puck in without a chase."),
    "answer": (numbers.ANSWER, "Answer with a card from the hand."),
    "discard": (numbers.DISCARD, "Discard a card."),
}
PLAIN_MOVES: Final = {
    "dump_deep": (numbers.DUMP_DEEP, "From the own zone: dump the puck down the ice, at the risk of icing."),
    "outside_shot": (numbers.OUTSIDE_SHOT, "In the offensive zone: shoot from outside."),
    "pull_goalie": (numbers.PULL_GOALIE, "Late and trailing: take an extra skater for the goalie, and then act."),
    "decline": (numbers.DECLINE, "Play no answer."),
    "touch_up": (numbers.TOUCH_UP_PUCK, "Wave off the icing and play on from the own zone."),
    "take_face_off": (numbers.TAKE_FACE_OFF, "Have the icing called: a face-off in the zone of the team that iced the puck."),
    "keep": (numbers.KEEP, "Discard nothing."),
    "draw": (numbers.DRAW, "Draw a bonus card."),
    "stop": (numbers.STOP_DRAWING, "Draw no more bonus cards."),
    "take": (numbers.TAKE, "Take the card turned up in defensive mode into the hand."),
    "leave": (numbers.LEAVE, "Leave the card turned up in defensive mode."),
    "return": (numbers.RETURN_GOALIE, "The goalie returns to the net."),
    "stay_out": (numbers.STAY_OUT, "The goalie stays out."),
    "pull": (numbers.PULL, "Pull the goalie before the face-off."),
    "keep_in_net": (numbers.KEEP_IN_NET, "Keep the goalie in the net."),
}
MOVES: Final = (
    *(MoveFields(name, text, {"card": ActionCard()}) for name, (_, text) in CARD_MOVES.items()),
    *(MoveFields(name, text) for name, (_, text) in PLAIN_MOVES.items()),
)
_CARD_ACTIONS: Final = {name: int(first) for name, (first, _) in CARD_MOVES.items()}
_PLAIN_ACTIONS: Final = {name: int(action) for name, (action, _) in PLAIN_MOVES.items()}
_NAMES: Final = {action: name for name, action in _PLAIN_ACTIONS.items()}

QUESTIONS: Final[Mapping[int, tuple[str, str]]] = {
    numbers.ATTACK: ("attack", "7.1"),
    numbers.DEFEND: ("answer the pass or skate, or decline", "8.1"),
    numbers.COUNTER: ("answer the defensive card, or decline", "8.4"),
    numbers.INSIDE_SHOT_RESPONSE: ("answer the inside shot, or decline", "9.2"),
    numbers.OUTSIDE_SHOT_RESPONSE: ("answer the outside shot, or decline", "9.1"),
    numbers.KEEP_IN: ("keep the puck in, or decline", "8.5"),
    numbers.TOUCH_UP: ("touch_up or take_face_off", "7.6"),
    numbers.ICE_DISCARD: ("discard a card, or keep", "7.4"),
    numbers.POWER_PLAY_RESPONSE: ("answer the power-play shot, or decline", "11.5"),
    numbers.MOMENTUM_TRIM: ("discard a card: the hand goes down to its base", "10.3"),
    numbers.MOMENTUM_DRAW: ("draw a bonus card, or stop", "10.3"),
    numbers.SKATER_DISCARD: ("discard a card: the extra skater leaves", "10.5"),
    numbers.DEFENSIVE_MODE_TAKE: ("take the card turned up, or leave it", "14.1"),
    numbers.GOALIE_RETURN: ("return the goalie, or let it stay_out", "14.3"),
    numbers.GOALIE_PULL: ("pull the goalie, or keep_in_net", "14.3"),
}
"""By node, what is asked, and the paragraph that says so."""
ZONE_NAMES: Final = ("own zone", "centre ice", "offensive zone")
HOME_ZONES: Final = {"dump_center": 0, "dump_deep": 0, "dump_in": 1, "defensive_mode": 1, "outside_shot": 2}
"""The zone, as the attacker reads it, of moves that need one."""


def decode_move(state: State, seat: int, move: Any) -> list[int]:
    """The action of a move.

    Raises InvalidMove if it is not understood, IllegalMove if it is not allowed now; of hidden cards only the seat's own are quoted.
    """
    assert isinstance(state, IceColdState)
    kind = fields_of_move(MOVES, move)
    card = parse_card(move["card"]) if "card" in move else NO_CARD
    action = _CARD_ACTIONS[kind.type] + int(card) if card else _PLAIN_ACTIONS[kind.type]
    if action not in state.legal_actions(seat):
        raise explain(state, seat, kind.type, int(card), list_moves(state, seat))
    return [action]


def encode_actions(state: State, seat: int, chosen: Sequence[int]) -> dict[str, Any]:
    """The move of one action."""
    (action,) = chosen
    if action >= numbers.CARD_ACTIONS:
        return {"type": _NAMES[action]}
    name = max((first, name) for name, first in _CARD_ACTIONS.items() if first < action)[1]
    return {"type": name, "card": card_text(action - _CARD_ACTIONS[name])}


def list_moves(state: State, seat: int) -> list[dict[str, Any]]:
    """All legal moves; none if the seat is not asked."""
    return [encode_actions(state, seat, [action]) for action in state.legal_actions(seat)]


def describe_choice(state: State, seat: int) -> dict[str, Any] | None:
    """Never needed: every choice is short enough to be listed."""
    return None


# -- refusals


def explain(state: IceColdState, seat: int, kind: str, card: int, listed: Sequence[Mapping[str, Any]]) -> IllegalMove:
    """Return the refusal of a move of this type; ``card`` is 0 without one, ``listed`` are the legal moves of the seat."""
    asked = state.to_act()
    if asked == OVER:
        return IllegalMove("the game is over: there is nothing left to play", rule="15")
    if asked == CHANCE:
        return IllegalMove("no seat is asked now: the cards are yet to be shuffled", rule="16.2")
    question, rule = QUESTIONS[int(state.node)]
    if asked != seat:
        return IllegalMove(f"seat {asked} is asked to {question}", rule=rule)
    if card and not state.hands[seat].holds(card):
        hand = " ".join(card_texts(state.hands[seat].cards, state.hands[seat].size)) or "empty"
        return IllegalMove(f"{card_text(card)} is not in your hand, which is {hand}", rule=rule)
    if state.node == numbers.ATTACK:
        return _not_this_attack(state, seat, kind, card, listed)
    if kind == "answer" and any(move["type"] == "decline" for move in listed):
        return _not_this_answer(state, card, listed, question, rule)
    return IllegalMove(f"{kind} does not answer the question: you are asked to {question}", rule=rule)


def _not_this_answer(state: IceColdState, card: int, listed: Sequence[Mapping[str, Any]], question: str, rule: str) -> IllegalMove:
    cards = [move["card"] for move in listed if "card" in move]
    right = f"answer with {' or '.join(cards)}, or decline" if cards else "none of your cards does, so decline"
    return IllegalMove(f"{_named(state, card)} is no legal answer here, where you are asked to {question}: {right}", rule=rule)


def _not_this_attack(state: IceColdState, seat: int, kind: str, card: int, listed: Sequence[Mapping[str, Any]]) -> IllegalMove:
    """The first thing that is wrong with it."""
    zone = state.zone_for(seat)
    if kind == "play":
        return _not_this_play(state, card, int(zone), listed)
    if kind in HOME_ZONES and HOME_ZONES[kind] != zone:
        right = ", ".join(sorted({move["type"] for move in listed}))
        there, here = ZONE_NAMES[HOME_ZONES[kind]], ZONE_NAMES[zone]
        return IllegalMove(f"{kind} is made from the {there}, and the puck is in the {here}: you may {right}", rule="7.1")
    if kind == "defensive_mode":
        why = "your hand is above its base" if state.trails(1 - seat) else f"the score is {state.totals[seat]}-{state.totals[1 - seat]}"
        return IllegalMove(f"defensive_mode is for a team that leads and holds no momentum cards, and {why}: dump_in instead", rule="14.1")
    if kind == "pull_goalie":
        return IllegalMove(f"pull_goalie is not possible yet: {_why_no_pull(state, seat)}", rule="14.2")
    return IllegalMove(f"{kind} is no attack: {', '.join(sorted({move['type'] for move in listed}))}", rule="7.1")


def _why_no_pull(state: IceColdState, seat: int) -> str:
    assert not may_pull(state, seat) or state.zone_for(seat) == 0
    if state.goalie_out[seat]:
        return "your goalie is out already"
    if not state.trails(seat):
        return f"only a team that trails pulls its goalie, and the score is {state.totals[seat]}-{state.totals[1 - seat]}"
    if state.period != state.options.periods or not state.is_last_pass() or state.stock_size > state.options.late_cards:
        return f"it takes the last pass of period {state.options.periods} and at most {state.options.late_cards} cards in the deck"
    return "the puck must be at centre ice or in your offensive zone"


def _not_this_play(state: IceColdState, card: int, zone: int, listed: Sequence[Mapping[str, Any]]) -> IllegalMove:
    deck = state.deck
    name = _named(state, card)
    cards = [move["card"] for move in listed if move["type"] == "play"]
    right = f"you may play {' or '.join(cards)}" if cards else "none of your cards can be played now"
    if deck.kind[card] >= DEFENCE:
        return IllegalMove(f"{name} answers the opponent's cards and is not played to attack: {right}", rule="8.1")
    if not deck.works_in(card, zone):
        zones = " or ".join(letter for place, letter in enumerate(ZONE_LETTERS) if deck.works_in(card, place))
        return IllegalMove(f"{name} is played in zone {zones}, and the puck is in your zone {ZONE_LETTERS[zone]}: {right}", rule="7.2")
    if deck.kind[card] == INSIDE_SHOT:
        return IllegalMove(f"{name} needs a permission: a card with crosshairs just played, or a Save-OFF: {right}", rule="7.3")
    assert state.top != FRESH
    on_top = " or ".join(icon_names(state.top) or []) or "nothing"
    return IllegalMove(f"{name} cannot be played on top of the last card, which takes {on_top}: {right}", rule="7.2")


def _named(state: IceColdState, card: int) -> str:
    return f"{card_text(card)} ({KIND_NAMES[state.deck.kind[card]]})"
