"""Moves of Hockey: JSON to actions and back, and why a move is refused."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from engines.api import IllegalMove, fields_of_move
from engines.cards import card_text, parse_card
from engines.declared import seat_asked
from engines.fields import Card, Integer, MoveFields
from engines.hockey import rules
from engines.hockey.language import ENGLISH
from engines.hockey.rules import CHOOSE_DEALER_ACTION, HockeyState

_SEAT: Final = Integer(0, 3)

MOVES: Final = (
    MoveFields(
        "choose_dealer",
        "The winner of the cut names who deals the first period: itself or the next seat.",
        {"seat": _SEAT},
    ),
    MoveFields("play", "Play any card of the hand.", {"card": Card()}),
)


def decode_move(state: HockeyState, seat: int, move: Any) -> list[int]:
    """The action of a move.

    Raises InvalidMove if it is not understood, IllegalMove if it is not allowed now; of hidden cards only the seat's
    own hand is quoted.
    """
    kind = fields_of_move(MOVES, move)
    return [_DECODERS[kind.type](state, seat, move)]


def _decode_choice(state: HockeyState, seat: int, move: Mapping[str, Any]) -> int:
    _check_asked(state, seat, rules.CHOOSE_DEALER)
    action = int(CHOOSE_DEALER_ACTION) + int(move["seat"])
    actions = state.legal_actions(seat)
    if action not in actions:
        allowed = ENGLISH.either([str(action - int(CHOOSE_DEALER_ACTION)) for action in actions])
        raise IllegalMove(ENGLISH.phrase("dealer_not_named", seat=move["seat"], allowed=allowed), rule="2.2")
    return action


def _decode_play(state: HockeyState, seat: int, move: Mapping[str, Any]) -> int:
    _check_asked(state, seat, rules.PLAY)
    card = parse_card(move["card"])
    actions = state.legal_actions(seat)
    if card not in actions:
        hand = " ".join(card_text(action) for action in actions)
        raise IllegalMove(ENGLISH.phrase("not_in_hand", card=move["card"], hand=hand), rule="2.3")
    return card


_DECODERS: Final[Mapping[str, Callable[[HockeyState, int, Mapping[str, Any]], int]]] = {
    "choose_dealer": _decode_choice,
    "play": _decode_play,
}


def _check_asked(state: HockeyState, seat: int, node: int) -> None:
    """Raise IllegalMove, naming the question and the seat that is asked, unless this type of move answers it."""
    asked = seat_asked(state, ENGLISH, over="2.4", shuffle="3.2")
    wanted, rule = ("wanted_play", "2.3") if state.node == rules.PLAY else ("wanted_dealer", "2.2")
    if asked != seat or state.node != node:
        raise IllegalMove(ENGLISH.asked(asked, seat, ENGLISH.phrase(wanted)), rule=rule)


def encode_actions(state: HockeyState, seat: int, actions: Sequence[int]) -> dict[str, Any]:
    """The move of one action."""
    (action,) = actions
    if action >= CHOOSE_DEALER_ACTION:
        return {"type": "choose_dealer", "seat": int(action - CHOOSE_DEALER_ACTION)}
    return {"type": "play", "card": card_text(action)}
