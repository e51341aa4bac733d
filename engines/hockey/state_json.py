"""Whole states of Hockey as JSON: what the store keeps, and positions for tests."""

from collections.abc import Mapping
from typing import Any, Final

from librt.vecs import vec
from mypy_extensions import i64

from engines.api import State
from engines.cards import (
    DECK_SIZE,
    NOBODY,
    card_or_none,
    card_texts,
    mask_texts,
    number_or_none,
    parse_card,
    parse_cards,
    parse_number,
    put_cards,
)
from engines.fields import by_identity
from engines.hockey import rules
from engines.hockey.options import dump_options, options_from
from engines.hockey.rules import HockeyState, Options

FORMAT: Final = 1
"""Goes up when states stored earlier can no longer be read as they are."""


def dump_state(state: State) -> dict[str, Any]:
    """The whole truth; ``stock`` is the undealt pack in the order it will be dealt, empty before the shuffle."""
    assert isinstance(state, HockeyState)
    return {
        "format": FORMAT,
        "options": dump_options(state.options),
        **dump_deck(state.options),
        "ply": int(state.ply),
        "node": rules.NODE_NAMES[state.node],
        "chooser": number_or_none(state.chooser),
        "dealer": number_or_none(state.dealer),
        "period": int(state.period),
        "goals": dump_goals(state.goals, state.period),
        "starting_pile": card_texts(state.pile_start, rules.PILE_START if state.has_pile_start else 0),
        "refused": mask_texts(state.seen_undealt),
        "played": card_texts(state.played, state.plays),
        "holder": number_or_none(state.holder),
        "top": card_or_none(state.top),
        "pile_size": int(state.pile_size),
        "hands": [card_texts(hand.cards, hand.size) for hand in state.hands],
        "stock": card_texts(state.stock, len(state.options.deck), state.stock_at) if state.node in _DEALT else [],
    }


def load_state(data: Mapping[str, Any]) -> HockeyState:
    """The inverse of ``dump_state``; also builds positions for tests, in which anything may be missing.

    Missing means: the standard game, at a play, in the first period, dealt by the last seat so that seat 0 began; hands
    (one or all) and ``stock`` filled with the cards left over, in their order; the rest as it follows from the cards
    ``played``. Raises ValueError if a card of the pack is in two places or in none.
    """
    if data.get("format", FORMAT) != FORMAT:
        raise ValueError(f"format: {data['format']!r} cannot be read; known is {FORMAT}")
    deck = parse_cards(data["deck"]) if "deck" in data else range(DECK_SIZE)
    state = HockeyState(options_from(data.get("options", {}), deck))
    state.node = rules.NODE_NAMES.index(data.get("node", "play"))
    has_begun = state.node not in (rules.CUT, rules.CHOOSE_DEALER)
    state.chooser = parse_number(data.get("chooser"))
    state.dealer = parse_number(data.get("dealer", state.options.seats - 1 if has_begun else None))
    state.period = data.get("period", 1 if has_begun else 0)
    if state.node in _DEALT:
        _load_period(state, data)
    _load_goals(state, data)
    state.ply = data.get("ply", decisions_made(state))
    return state


_DEALT: Final = (rules.STARTING_PILE, rules.PLAY, rules.GAME_OVER)
"""The nodes at which cards of this period are out."""


def _load_period(state: HockeyState, data: Mapping[str, Any]) -> None:
    pile = parse_cards(data.get("starting_pile", []))
    if pile:
        state.has_pile_start = True
        put_cards(state.pile_start, pile)
        state.top = pile[-1]
        state.pile_size = len(pile)
    for text in data.get("refused", []):
        state.seen_undealt |= 1 << parse_card(text)
    played = parse_cards(data.get("played", []))
    state.replay(played)
    state.holder = parse_number(data.get("holder", state.holder))
    if "top" in data:
        state.top = NOBODY if data["top"] is None else parse_card(data["top"])
    state.pile_size = data.get("pile_size", state.pile_size)
    _load_cards(state, data, pile + played)
    if state.node == rules.GAME_OVER:
        state.seat = NOBODY


def _load_cards(state: HockeyState, data: Mapping[str, Any], face_up: list[int]) -> None:
    """Fill the hands and the undealt pack."""
    given = [
        None if hand is None else parse_cards(hand) for hand in data.get("hands", [None] * int(state.options.seats))
    ]
    stock = parse_cards(data.get("stock", []))
    known = [*face_up, *stock, *(card for hand in given for card in hand or [])]
    deck, placed = _deck_of(state.options), set(known)
    left = [] if placed == deck else sorted(deck - placed)
    if None in given:
        for seat, size in enumerate(hand_sizes(state)):
            if given[seat] is None:
                given[seat], left = left[:size], left[size:]
    for hand, cards in zip(state.hands, given, strict=True):
        for card in cards or []:
            hand.add(card)
    if "stock" not in data:
        stock, left = left, []
    state.stock_at = len(deck) - len(stock)
    if left or len(known) != len(placed) or not placed <= deck:
        raise ValueError("every card of the pack must lie in one place: hands, stock, played or starting_pile")
    put_cards(state.stock, stock, int(state.stock_at))


@by_identity
def _deck_of(options: Options) -> frozenset[int]:
    """The cards of the pack."""
    return frozenset(int(card) for card in options.deck)


def hand_sizes(state: HockeyState) -> list[int]:
    """How many cards each seat must hold, from the deal and the turns taken in it."""
    if state.deal_number == 0:
        return [0] * int(state.options.seats)
    turns = [(state.dealer + 1 + i) % state.options.seats for i in range(state.deal_began, state.plays)]
    return [int(state.deal_sizes()[state.deal_number - 1]) - turns.count(seat) for seat in range(state.options.seats)]


def _load_goals(state: HockeyState, data: Mapping[str, Any]) -> None:
    """Goals by period, as far as given; else those that the cards played have just made."""
    for i, both in enumerate(data.get("goals", [])):
        state.goals[2 * i], state.goals[2 * i + 1] = both
    for side in (0, 1):
        state.totals[side] = sum(state.goals[2 * i + side] for i in range(rules.MAX_PERIODS))


def decisions_made(state: HockeyState) -> int:
    """The ply that follows from the period, its plays and the choice of the dealer."""
    earlier = max(int(state.period) - 1, 0) * (len(state.options.deck) - int(state.options.starting_pile))
    choice = 1 if state.chooser != NOBODY and state.dealer != NOBODY else 0
    return earlier + int(state.plays) + choice


# -- pieces that states and observations share


def dump_deck(options: Options) -> dict[str, Any]:
    """The pack, if it is not the full one."""
    return {} if len(options.deck) == DECK_SIZE else {"deck": card_texts(options.deck, len(options.deck))}


def dump_goals(goals: vec[i64], periods: i64) -> list[list[int]]:
    """Goals of both sides in each of the first ``periods`` periods."""
    return [[int(goals[2 * i]), int(goals[2 * i + 1])] for i in range(periods)]
