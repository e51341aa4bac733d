"""Moves of Card Hockey: JSON to actions and back, and why a move is refused."""

from collections.abc import Sequence
from typing import Any, Final

from engines.api import IllegalMove, fields_of_move
from engines.card_hockey.language import ENGLISH
from engines.card_hockey.rules import FLIP_ACTION, CardHockeyState
from engines.declared import seat_asked
from engines.fields import Integer, MoveFields

MOST_TURNS: Final = 9999

MOVES: Final = (
    MoveFields(
        "flip",
        "Turn up the cards of the present turn; turns count from 1 through the whole game.",
        {"turn": Integer(1, MOST_TURNS)},
    ),
)


def decode_move(state: CardHockeyState, seat: int, move: Any) -> list[int]:
    """The action of a move; raises InvalidMove if it is not understood, IllegalMove if it is not allowed now."""
    fields_of_move(MOVES, move)
    asked, turn = seat_asked(state, ENGLISH, over="2.4", shuffle="3.2"), turn_to_flip(state)
    if move["turn"] != turn:
        raise IllegalMove(ENGLISH.phrase("other_turn", given=move["turn"], turn=turn), rule="3.2")
    if not state.may_act(seat):
        raise IllegalMove(ENGLISH.phrase("flipped", turn=turn, seat=asked), rule="3.2")
    return [int(FLIP_ACTION)]


def turn_to_flip(state: CardHockeyState) -> int | None:
    """The turn to be flipped now, as a move names it; None while no seat flips."""
    return int(state.turns) + 1 if state.is_flip() else None


def encode_actions(state: CardHockeyState, seat: int, actions: Sequence[int]) -> dict[str, Any]:
    """The move of the only action, in the present turn."""
    return {"type": "flip", "turn": turn_to_flip(state)}
