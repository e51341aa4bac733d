"""Whole states of Card Hockey as JSON: what the store keeps, and positions for tests."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from engines.api import State
from engines.card_hockey import rules
from engines.card_hockey.options import dump_options, options_from
from engines.card_hockey.rules import CardHockeyState, Options, Side
from engines.cards import (
    DECK_SIZE,
    NOBODY,
    card_or_none,
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


def dump_state(state: State) -> dict[str, Any]:
    """The whole truth: the public fields, and ``decks`` in the order they will be turned over."""
    assert isinstance(state, CardHockeyState)
    return {
        "format": FORMAT,
        "options": dump_options(state.options),
        **dump_deck(state.options),
        "ply": int(state.ply),
        **dump_public(state),
        "decks": [card_texts(side.deck, side.end, side.top) for side in (state.red, state.black)],
    }


def dump_public(state: CardHockeyState) -> dict[str, Any]:
    """What states and tables have in common: pairs are red's and black's."""
    sides = state.red, state.black
    return {
        "node": rules.NODE_NAMES[state.node],
        "period": int(state.period),
        "turns_played": int(state.turns),
        "ready": [side.is_ready for side in sides],
        "puck": rules.ZONES[state.puck],
        "cards": [card_or_none(side.open_card) for side in sides],
        "faced": [[card_text(side.faced[i]) for side in sides] for i in range(state.period_turns)],
        "held": [card_or_none(side.held) for side in sides],
        "serve": [int(side.serve) for side in sides],
        "carried": [int(side.carried) for side in sides],
        "goal_cards": [mask_texts(side.goal_cards) for side in sides],
        "goals": [[int(state.goals[2 * i]), int(state.goals[2 * i + 1])] for i in range(state.period)],
        "shootout_winner": number_or_none(state.shootout_winner),
    }


def dump_deck(options: Options) -> dict[str, Any]:
    """The pack, if it is not the full one."""
    cards = card_texts(options.red, len(options.red)) + card_texts(options.black, len(options.black))
    return {} if len(cards) == DECK_SIZE else {"deck": sorted(cards, key=parse_card)}


def load_state(data: Mapping[str, Any]) -> CardHockeyState:
    """The inverse of ``dump_state``; also builds positions for tests, in which anything may be missing.

    Missing means: the standard game, at a turn to flip in the first period, with the puck at neutral, no goals and no
    penalties; in the decks all cards that are nowhere else, ascending. Raises ValueError if a card is in two places or
    with the wrong seat.
    """
    if data.get("format", FORMAT) != FORMAT:
        raise ValueError(f"format: {data['format']!r} cannot be read; known is {FORMAT}")
    deck = parse_cards(data["deck"]) if "deck" in data else range(DECK_SIZE)
    state = CardHockeyState(options_from(data.get("options", {}), deck))
    state.node = rules.NODE_NAMES.index(data.get("node", "flip"))
    if state.is_flip() and state.options.flip_mode == rules.AUTO:
        raise ValueError("node: with flip_mode auto no turn waits to be flipped")
    state.period = data.get("period", 1)
    state.puck = rules.ZONES.index(data.get("puck", "N"))
    state.shootout_winner = parse_number(data.get("shootout_winner"))
    faced = data.get("faced", [])
    state.period_turns = len(faced)
    state.turns = data.get("turns_played", len(faced))
    state.ply = data.get("ply", decisions_made(state))
    for i, both in enumerate(data.get("goals", [])):
        state.goals[2 * i], state.goals[2 * i + 1] = both
    for seat, side in enumerate((state.red, state.black)):
        side.goals = sum(state.goals[2 * i + seat] for i in range(rules.MAX_PERIODS))
        own = {name: data[name][seat] for name in _OF_EACH_SEAT if name in data}
        _load_side(side, own, [parse_card(both[seat]) for both in faced])
    return state


_OF_EACH_SEAT: Final = ("ready", "cards", "held", "serve", "carried", "goal_cards", "decks")


def _load_side(side: Side, own: Mapping[str, Any], faced: Sequence[int]) -> None:
    """Place the cards of one seat; those in the goal area, held, faced or in the deck lie there, all others have been
    played.
    """
    put_cards(side.faced, faced)
    last = card_or_none(faced[-1]) if faced else None
    side.open_card = _parse_card_or_none(own.get("cards", last))
    side.is_ready = own.get("ready", False)
    side.held = _parse_card_or_none(own.get("held"))
    side.serve = own.get("serve", 0)
    for text in own.get("goal_cards", []):
        side.goal_cards |= 1 << parse_card(text)
    side.gather()
    side.carried = own.get("carried", 0 if faced else side.serve)
    free = [int(side.deck[i]) for i in range(side.end) if side.deck[i] not in faced]
    deck = [parse_card(text) for text in own["decks"]] if "decks" in own else free
    if len(set(deck)) != len(deck) or not set(deck) <= set(free):
        raise ValueError("decks: every card must lie in one place, and with its own seat")
    if (side.held == NOBODY) != (side.serve == 0):
        raise ValueError("serve: a seat holds a deuce just as long as it has turns to serve")
    put_cards(side.deck, deck)
    side.end = len(deck)


def _parse_card_or_none(text: str | None) -> int:
    return NOBODY if text is None else parse_card(text)


def decisions_made(state: CardHockeyState) -> int:
    """The ply that follows from the turns played."""
    return 0 if state.options.flip_mode == rules.AUTO else int(state.turns)
