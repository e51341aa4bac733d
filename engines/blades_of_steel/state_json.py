"""Whole states of Blades of Steel as JSON: what the store keeps, and positions for tests."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from librt.vecs import vec
from mypy_extensions import i64

from engines.api import State
from engines.blades_of_steel import rules
from engines.blades_of_steel.options import FULL_DECK, HAND_SIZE, dump_options, options_from
from engines.blades_of_steel.packed_cards import join_cards, mask_of
from engines.blades_of_steel.rules import BladesState, Options, Side
from engines.cards import (
    DECK_SIZE,
    card_text,
    card_texts,
    mask_texts,
    number_or_none,
    parse_card,
    parse_cards,
    parse_number,
    put_cards,
)

FORMAT: Final = 1
"""Goes up when states stored earlier can no longer be read as they are."""
UNDEALT: Final = (rules.CUT, rules.DEAL)
"""The nodes at which all cards are in the pack."""


def dump_state(state: State) -> dict[str, Any]:
    """The whole truth; ``stock`` is the draw pile in the order it will be drawn, empty before the deal."""
    assert isinstance(state, BladesState)
    return {
        "format": FORMAT,
        "options": dump_options(state.options),
        **dump_small_game(state.options),
        "ply": int(state.ply),
        "node": rules.NODE_NAMES[state.node],
        "overtime": int(state.overtime),
        "to_move": number_or_none(state.seat),
        "score": [int(side.goals) for side in state.sides],
        "goal_piles": [pile_texts(side.goal_pile, side.goals_in_pack) for side in state.sides],
        "hands": [mask_texts(side.hand()) for side in state.sides],
        "stacks": [mask_texts(side.stack.mask()) for side in state.sides],
        "shot": canonical_texts(state.shot),
        "discards": discard_texts(state.discards, state.discard_groups),
        "hidden_lines": [mask_texts(side.hidden_lines) for side in state.sides],
        "hidden_stacks": [mask_texts(side.hidden_stacks) for side in state.sides],
        "stock": card_texts(state.stock, len(state.options.deck), state.stock_at) if state.node not in UNDEALT else [],
    }


def load_state(data: Mapping[str, Any]) -> BladesState:
    """The inverse of ``dump_state``; also builds positions for tests, in which anything may be missing.

    Missing means: the standard game, seat 0 at its action, no stacks, discards or goals; hands (one or all) and
    ``stock`` filled with the cards left over, in their order; goals as they lie in the goal piles. Raises ValueError
    for a position that cannot be.
    """
    if data.get("format", FORMAT) != FORMAT:
        raise ValueError(f"format: {data['format']!r} cannot be read; known is {FORMAT}")
    deck = parse_cards(data["deck"]) if "deck" in data else FULL_DECK
    state = BladesState(options_from(data.get("options", {}), deck, data.get("hand_size", HAND_SIZE)))
    state.node = rules.NODE_NAMES.index(data.get("node", "action"))
    state.overtime = data.get("overtime", 0)
    somebody_moves = state.node not in (rules.CUT, rules.GAME_OVER)
    state.seat = parse_number(data.get("to_move", 0 if somebody_moves else None))
    state.ply = data.get("ply", 0)
    if state.node not in UNDEALT:
        _load_pack(state, data)
    for side, goals in zip(state.sides, data.get("score", [side.goals_in_pack for side in state.sides]), strict=True):
        side.goals = goals
    return state


def _load_pack(state: BladesState, data: Mapping[str, Any]) -> None:
    """The cards of the pack that is played."""
    for side, pile in zip(state.sides, data.get("goal_piles", [[], []]), strict=True):
        for i, shot in enumerate(pile):
            side.goal_pile[i] = combination(shot)
            state.gone |= mask_of(side.goal_pile[i])
        side.goals_in_pack = len(pile)
    if data.get("shot"):
        state.shot = combination(data["shot"])
        state.shot_strength = rules.strength(state.shot, state.options.card_by_card)
    for side, stack in zip(state.sides, data.get("stacks", [[], []]), strict=True):
        _load_stack(side, stack)
    for i, text in enumerate(data.get("discards", [])):
        state.discards[i] = 1 << parse_card(text)
        state.gone |= state.discards[i]
        state.discard_groups = i + 1
    for side, lines in zip(state.sides, data.get("hidden_lines", [[], []]), strict=True):
        side.hidden_lines = card_mask(lines)
    for side, stack in zip(state.sides, data.get("hidden_stacks", [[], []]), strict=True):
        side.hidden_stacks = card_mask(stack)
    _load_hands(state, data)


def _load_stack(side: Side, stack: Sequence[str]) -> None:
    for text in stack:
        card = parse_card(text)
        if rules.is_red(card) or len(stack) > 3:
            raise ValueError(f"stacks: {' '.join(stack)} cannot be stacked: one to three black cards")
        side.stack.add(card)


def _load_hands(state: BladesState, data: Mapping[str, Any]) -> None:
    """Fill the hands and the draw pile, from the cards left over where they are not given."""
    deck = [int(card) for card in state.options.deck]
    given = [None if hand is None else parse_cards(hand) for hand in data.get("hands", [None, None])]
    stock = parse_cards(data.get("stock", []))
    known = [*_cards_on_table(state, data), *stock, *(card for hand in given for card in hand or [])]
    left = [card for card in deck if card not in known]
    for seat, (side, cards) in enumerate(zip(state.sides, given, strict=True)):
        size = int(state.options.hand_size) - (len(data.get("shot", [])) if seat == state.seat else 0)
        for card in left[:size] if cards is None else cards:
            side.add(card)
        left = left[size:] if cards is None else left
    if "stock" not in data:
        stock, left = left, []
    if left or len(known) != len(set(known)) or not set(known) <= set(deck):
        raise ValueError(
            "every card of the pack must lie in one place: hands, stacks, shot, goal_piles, discards or stock"
        )
    state.stock_at = len(deck) - len(stock)
    put_cards(state.stock, stock, int(state.stock_at))


def _cards_on_table(state: BladesState, data: Mapping[str, Any]) -> list[int]:
    """The cards outside hands and draw pile, one by one."""
    piles = [text for pile in data.get("goal_piles", []) for shot in pile for text in shot]
    stacks = [text for stack in data.get("stacks", []) for text in stack]
    return [parse_card(text) for text in (*piles, *stacks, *data.get("shot", []), *data.get("discards", []))]


# -- pieces that states and observations share


def dump_small_game(options: Options) -> dict[str, Any]:
    """The pack and the size of a hand, if they are not those of the rules."""
    deck = {} if len(options.deck) == DECK_SIZE else {"deck": card_texts(options.deck, len(options.deck))}
    return deck if options.hand_size == HAND_SIZE else deck | {"hand_size": int(options.hand_size)}


def combination(texts: Iterable[str]) -> int:
    """Up to three cards as one number, in whatever order they are named."""
    cards = sorted(parse_card(text) for text in texts)
    return int(join_cards(*cards)) if cards else 0


def canonical_texts(cards: i64) -> list[str]:
    """The inverse of ``combination``, in plain character order (3.2)."""
    return sorted(mask_texts(mask_of(cards)))


def pile_texts(pile: vec[i64], count: i64) -> list[list[str]]:
    """The shots of a goal pile."""
    return [canonical_texts(pile[i]) for i in range(count)]


def discard_texts(discards: vec[i64], groups: i64) -> list[str]:
    """The discard pile, bottom to top."""
    return [card_text(card) for i in range(groups) for card in rules.canonical_order(discards[i])]


def card_mask(texts: Iterable[str]) -> int:
    """Cards as a bit mask."""
    return sum(1 << parse_card(text) for text in texts)
