"""Moves of Blades of Steel: JSON to actions and back, and the refusals of illegal moves."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final

from engines.api import IllegalMove, fields_of_move
from engines.blades_of_steel import rules
from engines.blades_of_steel.language import ENGLISH
from engines.blades_of_steel.packed_cards import action_of, cards_of, join_cards, kind_of, mask_of
from engines.blades_of_steel.rules import BLOCK_KINDS, SHOT_KINDS, BladesState
from engines.cards import mask_texts, parse_card
from engines.declared import seat_asked
from engines.fields import Card, ListOf, MoveFields, OneOf
from engines.language import PhraseText

MOVES: Final = (
    MoveFields(
        "stack",
        "Lay one to three black cards of the hand face down as the stacked defence; an earlier stack is discarded.",
        {"cards": ListOf(Card(), 1, 3, unique=True)},
    ),
    MoveFields(
        "shoot",
        "Shoot with a combination of two or three red cards of the hand.",
        {"cards": ListOf(Card(), 1, 3, unique=True)},
    ),
    MoveFields("change_lines", "Discard the whole hand."),
    MoveFields("no_block", "Let the shot in."),
    MoveFields(
        "block",
        "Stop the shot with a combination of black cards, all of them from the hand or all from the stack.",
        {"from": OneOf(("hand", "stack"), name="BlockSource"), "cards": ListOf(Card(), 1, 3, unique=True)},
    ),
)

_SHOTS: Final = ENGLISH.phrase("shots")
_BLOCKS: Final = ENGLISH.phrase("blocks")
_KINDS: Final = {"hand": rules.BLOCK_FROM_HAND, "stack": rules.BLOCK_FROM_STACK}


def decode_move(state: BladesState, seat: int, move: Any) -> list[int]:
    """The action of a move.

    Raises InvalidMove if it is not understood, IllegalMove if it is not allowed now; of hidden cards only the seat's
    own are quoted.
    """
    kind = fields_of_move(MOVES, move)
    _check_asked(state, seat, rules.ANSWER if kind.type in ("block", "no_block") else rules.ACTION)
    return [int(_DECODERS[kind.type](state, seat, move))]


def _decode_stack(state: BladesState, seat: int, move: Mapping[str, Any]) -> int:
    _check_held(state, seat, move["cards"])
    _check_colour(move["cards"], "red", "red_in_stack", "2.3")
    return _action(rules.STACK, move["cards"])


def _decode_shot(state: BladesState, seat: int, move: Mapping[str, Any]) -> int:
    _check_held(state, seat, move["cards"])
    _check_colour(move["cards"], "black", "black_in_shot", "2.1", shots=_SHOTS)
    if rules.strength(combination(move["cards"]), False) == 0:
        raise IllegalMove(ENGLISH.phrase("no_shot", cards=_named(move["cards"]), shots=_SHOTS), rule="2.1")
    return _action(rules.SHOOT, move["cards"])


def _decode_block(state: BladesState, seat: int, move: Mapping[str, Any]) -> int:
    """Only a legal action passes; the rest explains the refusal."""
    cards, source = move["cards"], move["from"]
    _check_held(state, seat, cards, source)
    _check_colour(cards, "red", "red_in_block", "2.1", blocks=_BLOCKS)
    stack = state.sides[seat].stack
    is_whole = source == "stack" and state.options.whole_stack
    if is_whole and len(cards) < stack.size:
        spent = _named(mask_texts(stack.mask()))
        raise IllegalMove(ENGLISH.phrase("part_of_stack", cards=_named(cards), stack=spent), rule="2.6")
    value = (
        state.strength_of_stack(stack) if is_whole else rules.strength(combination(cards), state.options.card_by_card)
    )
    if value == 0:
        why = "no_block_of_stack" if is_whole else "not_a_block"
        raise IllegalMove(ENGLISH.phrase(why, cards=_named(cards), blocks=_BLOCKS), rule="2.1")
    if value < state.shot_strength and not state.options.weak_blocks:
        text = ENGLISH.phrase(
            "too_weak",
            cards=_named(cards),
            block=_kind(BLOCK_KINDS, value),
            shot=_kind(SHOT_KINDS, state.shot_strength),
            shot_cards=_named(canonical_texts(state.shot)),
            answers=_answers(state, seat),
        )
        raise IllegalMove(text, rule="2.1")
    return _action(_KINDS[source], cards)


_DECODERS: Final[Mapping[str, Callable[[BladesState, int, Mapping[str, Any]], int]]] = {
    "stack": _decode_stack,
    "shoot": _decode_shot,
    "change_lines": lambda state, seat, move: _action(rules.CHANGE_LINES, ()),
    "no_block": lambda state, seat, move: _action(rules.NO_BLOCK, ()),
    "block": _decode_block,
}


def _action(kind: int, cards: Sequence[str]) -> int:
    return int(action_of(kind, combination(cards)))


def _check_asked(state: BladesState, seat: int, node: int) -> None:
    """Raise IllegalMove, naming the question and the seat that is asked, unless this type of move answers it."""
    asked = seat_asked(state, ENGLISH, over="2.5", shuffle="3.2")
    if asked != seat or state.node != node:
        wanted = ENGLISH.phrase("wanted_answer" if state.node == rules.ANSWER else "wanted_move")
        raise IllegalMove(ENGLISH.asked(asked, seat, wanted), rule="2.3")


def _check_held(state: BladesState, seat: int, cards: Sequence[str], source: str = "hand") -> None:
    """Raise IllegalMove, naming a card that is not there and those that are."""
    side = state.sides[seat]
    held = mask_texts(side.hand() if source == "hand" else side.stack.mask())
    for card in cards:
        if card not in held:
            found = _named(held) if held else ENGLISH.phrase("empty")
            raise IllegalMove(ENGLISH.phrase(f"not_in.{source}", card=card, held=found), rule="2.3")


def _check_colour(cards: Sequence[str], wrong: str, why: str, rule: str, **values: PhraseText) -> None:
    for card in cards:
        if rules.is_red(parse_card(card)) == (wrong == "red"):
            raise IllegalMove(ENGLISH.phrase(why, card=card, **values), rule=rule)


def _answers(state: BladesState, seat: int) -> str:
    """The legal answers as text, for the seat that is asked."""
    text = "no_block"
    for action in reversed(state.legal_actions(seat)):
        move = encode_actions(state, seat, [action])
        if move["type"] == "block":
            block = ENGLISH.phrase(f"from.{move['from']}", cards=_named(move["cards"]))
            text = ENGLISH.phrase("more", first=block, last=text)
    return text


def _kind(names: Sequence[str], value: int) -> PhraseText:
    return ENGLISH.phrase(f"kind.{names[rules.level_of(value)]}")


def _named(cards: Sequence[str]) -> str:
    return " ".join(cards)


def encode_actions(state: BladesState, seat: int, actions: Sequence[int]) -> dict[str, Any]:
    """The move of one action."""
    (action,) = actions
    kind, cards = kind_of(action), canonical_texts(cards_of(action))
    if kind == rules.STACK:
        return {"type": "stack", "cards": cards}
    if kind == rules.SHOOT:
        return {"type": "shoot", "cards": cards}
    if kind == rules.CHANGE_LINES:
        return {"type": "change_lines"}
    if kind == rules.NO_BLOCK:
        return {"type": "no_block"}
    return {"type": "block", "from": "hand" if kind == rules.BLOCK_FROM_HAND else "stack", "cards": cards}


# -- up to three cards as one number


def combination(texts: Iterable[str]) -> int:
    """Up to three cards as one number, in any order."""
    cards = sorted(parse_card(text) for text in texts)
    return int(join_cards(*cards)) if cards else 0


def canonical_texts(cards: int) -> list[str]:
    """The inverse of ``combination``, in character order (3.2)."""
    return sorted(mask_texts(mask_of(cards)))
