"""Moves of Turn-Based Hockey: JSON to actions and back, and why a move is refused."""

from collections.abc import Callable, Mapping, Sequence
from math import perm
from typing import Any, Final

from engines.api import IllegalMove, fields_of_move
from engines.cards import card_text, card_texts, parse_card
from engines.declared import seat_asked
from engines.fields import Card, ListOf, MoveFields
from engines.turn_based_hockey import rules
from engines.turn_based_hockey.language import ENGLISH
from engines.turn_based_hockey.rules import PLACE_NAMES, TurnBasedHockeyState

PLACES: Final = len(PLACE_NAMES)
CARD: Final = Card(jokers=True)
LINEUP: Final = ListOf(
    CARD, PLACES, PLACES, unique=True, help="Six cards in the order LW, C, RW, LD, G, RD.", name="Lineup"
)

MOVES: Final = (
    MoveFields("face_off", "Commit a card of the hand, face down, to the face-off.", {"card": CARD}),
    MoveFields("lineup", "Put six cards of the hand into LW, C, RW, LD, G and RD.", {"cards": LINEUP}),
)


def decode_move(state: TurnBasedHockeyState, seat: int, move: Any) -> list[int]:
    """The actions of a move: one card, or the six of a line-up.

    Raises InvalidMove if it is not understood, IllegalMove if it is not allowed now; of hidden cards only the seat's
    own are quoted.
    """
    kind = fields_of_move(MOVES, move)
    return _decoders[kind.type](state, seat, move)


def _decode_face_off(state: TurnBasedHockeyState, seat: int, move: Mapping[str, Any]) -> list[int]:
    _check_asked(state, seat, "face_off")
    _check_held(state, seat, [move["card"]], "2.3")
    return [parse_card(move["card"])]


def _decode_lineup(state: TurnBasedHockeyState, seat: int, move: Mapping[str, Any]) -> list[int]:
    """The cards of the remaining places: all six, unless the game was stopped in the middle of a line-up."""
    cards = move["cards"]
    _check_asked(state, seat, "lineup")
    _check_held(state, seat, cards, "3.3")
    placed = _placed_texts(state, seat)
    if cards[: len(placed)] != placed:
        text = ENGLISH.phrase("other_beginning", cards=" ".join(cards), placed=" ".join(placed))
        raise IllegalMove(text, rule="ruling 18")
    return [parse_card(card) for card in cards[len(placed) :]]


_decoders: Final[Mapping[str, Callable[[TurnBasedHockeyState, int, Mapping[str, Any]], list[int]]]] = {
    "face_off": _decode_face_off,
    "lineup": _decode_lineup,
}


def _check_held(state: TurnBasedHockeyState, seat: int, cards: Sequence[str], rule: str) -> None:
    """Refuse a card that is not in the seat's own hand."""
    hand = state.hands[seat]
    held = card_texts(hand.cards, hand.size)
    for card in cards:
        if card not in held:
            raise IllegalMove(ENGLISH.phrase("not_in_hand", card=card, hand=" ".join(held)), rule=rule)


def _check_asked(state: TurnBasedHockeyState, seat: int, move_type: str) -> None:
    """Raise IllegalMove, naming the question and the seat that is asked, unless this type of move answers it."""
    asked = seat_asked(state, ENGLISH, over="2.4", shuffle="3.2")
    if state.has_committed(seat):
        raise IllegalMove(ENGLISH.phrase("has_chosen"), rule="ruling 18")
    wanted = "face_off" if state.node == rules.FACE_OFF else "lineup"
    if not state.may_act(seat) or move_type != wanted:
        what = ENGLISH.phrase(f"wanted.{wanted}")
        text = (
            ENGLISH.phrase("you_choose", wanted=what)
            if state.may_act(seat)
            else ENGLISH.phrase("seat_chooses", seat=asked, wanted=what)
        )
        raise IllegalMove(text, rule="2.3")


def encode_actions(state: TurnBasedHockeyState, seat: int, actions: Sequence[int]) -> dict[str, Any]:
    """The move of one card for the face-off, or of the cards for all remaining places of the line-up."""
    cards = [card_text(action) for action in actions]
    if state.node == rules.FACE_OFF:
        (card,) = cards
        return {"type": "face_off", "card": card}
    return {"type": "lineup", "cards": _placed_texts(state, seat) + cards}


def _placed_texts(state: TurnBasedHockeyState, seat: int) -> list[str]:
    """The cards a seat has already placed in the line-up it is setting up."""
    return [card_text(card) for card in state.secret_choice(seat)]


def describe_choice(state: TurnBasedHockeyState, seat: int) -> dict[str, Any] | None:
    """The places of a line-up to fill, the cards for them, and the number of ways to do it (3.3)."""
    if state.node == rules.FACE_OFF or not state.may_act(seat):
        return None
    slots = PLACE_NAMES[state.placed[seat] :]
    candidates = [card_text(card) for card in state.legal_actions(seat)]
    return {
        "type": "lineup",
        "field": "cards",
        "slots": list(slots),
        "candidates": candidates,
        "count": perm(len(candidates), len(slots)),
        "example": {"type": "lineup", "cards": candidates[: len(slots)]},
    }
