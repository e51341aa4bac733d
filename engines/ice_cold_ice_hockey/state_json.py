"""Whole states of Ice Cold Ice Hockey as JSON: what the store keeps, and positions for tests; and the table that all
viewers share.
"""

from collections.abc import Mapping
from typing import Any, Final

from librt.vecs import vec
from mypy_extensions import i64

from engines.api import State
from engines.cards import number_or_none, parse_number, put_cards
from engines.ice_cold_ice_hockey.options import Sizes, dump_options, dump_sizes, options_from
from engines.ice_cold_ice_hockey.rules import numbers as n
from engines.ice_cold_ice_hockey.rules.flow import IceColdFlow
from engines.ice_cold_ice_hockey.rules.state import (
    IceColdState,
    Options,
    calling_card,
    is_major,
    penalised,
    penalty_code,
)
from engines.ice_cold_ice_hockey.texts import (
    ZONES,
    card_or_none,
    card_text,
    card_texts,
    icon_names,
    parse_card,
    parse_card_or_none,
    parse_icons,
)

FORMAT: Final = 1
"""Goes up when states stored earlier can no longer be read as they are."""

Data = Mapping[str, Any]


def dump_state(state: State) -> dict[str, Any]:
    """The whole truth; ``deck`` is the face-down pile, the next card first."""
    assert isinstance(state, IceColdState)
    return {
        "format": FORMAT,
        "options": dump_options(state.options),
        "deck_digest": state.deck.digest,
        **dump_sizes(state.options),
        "ply": int(state.ply),
        **dump_public(state),
        "hands": [card_texts(hand.cards, hand.size) for hand in state.hands],
        "shown": shown(state),
        "deck": card_texts(state.stock, state.stock_size)[::-1],
        "aside": card_texts(state.aside, state.aside_size),
    }


def load_state(data: Data) -> IceColdState:
    """The inverse of ``dump_state``; also builds positions for tests, in which anything may be missing.

    Missing means: the first preset, the first pass of period 1, seat 0 to attack at centre ice in a fresh sequence;
    hands (one or both) of the base size and ``deck`` filled with the cards left over, in their order. Raises ValueError
    if a card is in two places or in none, or the deck file is another one than when the state was stored.
    """
    if data.get("format", FORMAT) != FORMAT:
        raise ValueError(f"format: {data['format']!r} cannot be read; known is {FORMAT}")
    state = IceColdFlow(load_options(data))
    digest = data.get("deck_digest", state.deck.digest)
    if digest != state.deck.digest:
        raise ValueError(
            f"deck_digest: {digest!r} is not the deck {state.deck.name!r} as it is known here: its file has changed"
        )
    load_public(state, data)
    state.ply = data.get("ply", 0)
    _load_cards(state, data)
    return state


def load_options(data: Data) -> Options:
    """Options, cards and sizes of a state or an observation; the usual game shares one deck."""
    options = data.get("options", {})
    if "cards" not in data and "sizes" not in data:
        return options_from(options)
    return options_from(options, data.get("cards", ()), Sizes(**data.get("sizes", {})))


def _load_cards(state: IceColdState, data: Data) -> None:
    """Fill hands, deck and the cards set aside."""
    given = [None if hand is None else [parse_card(text) for text in hand] for hand in data.get("hands", [None, None])]
    deck = [parse_card(text) for text in data.get("deck", [])]
    aside = [parse_card(text) for text in data.get("aside", [])]
    discards = [int(state.discards[i]) for i in range(state.discard_count)]
    known = [*discards, *deck, *aside, *(card for hand in given for card in hand or [])]
    begun = state.period > 0
    left = [int(card) for card in state.deck.cards if card not in known] if begun else []
    for seat, cards in enumerate(given):
        size = int(state.base(seat)) if begun else 0
        for card in left[:size] if cards is None else cards:
            state.hands[seat].add(card)
        left = left[size:] if cards is None else left
    if "deck" not in data:
        deck, left = left, []
    cards_in_game = {int(card) for card in state.deck.cards}
    if left or len(known) != len(set(known)) or not set(known) <= cards_in_game:
        raise ValueError("every card must lie in one place: hands, deck, discards or aside")
    put_cards(state.stock, deck[::-1])
    state.stock_size = len(deck)
    put_cards(state.aside, aside)
    state.aside_size = len(aside)


# -- what all viewers share


def dump_public(state: IceColdState) -> dict[str, Any]:
    """All that is public and does not follow from the rest."""
    return {
        "node": n.NODE_NAMES[state.node],
        "asked": number_or_none(state.seat),
        "pending": [n.WORK_NAMES[state.work[i]] for i in range(state.work_size)][::-1],
        "period": int(state.period),
        "pass": int(state.pass_number),
        "time_expired": state.time_expired,
        "zone": ZONES[state.zone],
        "control": number_or_none(state.control),
        "top": icon_names(state.top),
        "discards": card_texts(state.discards, state.discard_count),
        "held": [card_text(card) for card in state.deck.cards if state.places[card] == n.HELD],
        "attacker": number_or_none(state.attacker),
        "played": card_or_none(state.played),
        "answer": card_or_none(state.answer),
        "answerer": number_or_none(state.answerer),
        "last_to_draw": int(state.last_to_draw),
        "shot": n.SHOT_NAMES[state.shot] or None,
        "called_before": int(state.called_before),
        "penalties": _dump_penalties(state.penalties, state.penalty_count),
        "to_serve": _dump_penalties(state.to_serve, state.to_serve_count),
        "serving": dump_penalty(state.serving) if state.serving else None,
        "shot_number": int(state.shot_number),
        "voided": [name for name in ("outside", "inside") if state.voided & n.SHOT_NAMES.index(name)],
        "paid": [seat for seat in (0, 1) if (state.paid >> seat) & 1],
        "extra_skater": number_or_none(state.extra),
        "goalies_out": [bool(state.goalie_out[seat]) for seat in (0, 1)],
        "skater_cards": [bool(state.skater_card[seat]) for seat in (0, 1)],
        "stoppage": {
            name: [seat for seat in (0, 1) if (state.stoppage >> seat) & mark] for name, mark in _STOPPAGE.items()
        },
        "awards": [
            {"seat": int(state.awards[i] & 1), "cards": int(state.awards[i] >> 1)} for i in range(state.award_count)
        ],
        "goals": dump_goals(state),
        "shots_on_goal": both(state.shots_on_goal),
        "power_plays": both(state.power_plays),
        "power_play_goals": both(state.power_play_goals),
        "shootout_shots": int(state.shootout_shots),
        "shootout_goals": both(state.shootout_goals),
    }


_STOPPAGE: Final = {
    "return_asked": n.ASKED_RETURN,
    "returned": n.RETURNED,
    "pull_asked": n.ASKED_PULL,
}


def load_public(state: IceColdState, data: Data) -> None:
    """The inverse of ``dump_public``; what is missing is as at the first attack of seat 0."""
    state.node = n.NODE_NAMES.index(data.get("node", "attack"))
    is_asked = state.node not in (
        n.SHUFFLE,
        n.SECOND_PASS,
        n.RESERVE,
        n.SHOOTOUT,
        n.GAME_OVER,
    )
    state.seat = parse_number(data.get("asked", 0 if is_asked else None))
    pending = data.get("pending", [])
    put_cards(state.work, [n.WORK_NAMES.index(name) for name in reversed(pending)])
    state.work_size = len(pending)
    state.period = data.get("period", 0 if state.node == n.SHUFFLE else 1)
    state.pass_number = data.get("pass", 1)
    state.time_expired = data.get("time_expired", False)
    state.zone = ZONES.index(data.get("zone", "centre"))
    state.control = parse_number(data.get("control", state.seat if state.node == n.ATTACK else None))
    state.top = parse_icons(data.get("top"))
    for card in data.get("discards", []):
        state.discard(parse_card(card))
    for card in data.get("held", []):
        state.places[parse_card(card)] = n.HELD
    for seat, cards in enumerate(data.get("shown", [])):
        for card in cards:
            state.places[parse_card(card)] = n.SHOWN + seat
    _load_action(state, data)
    _load_penalties(state, data)
    _load_score(state, data)


def _load_action(state: IceColdState, data: Data) -> None:
    state.attacker = parse_number(data.get("attacker"))
    state.played = parse_card_or_none(data.get("played"))
    state.answer = parse_card_or_none(data.get("answer"))
    state.answerer = parse_number(data.get("answerer"))
    state.last_to_draw = data.get("last_to_draw", 1 - state.options.home)
    state.shot = n.SHOT_NAMES.index(data.get("shot") or "")
    state.called_before = data.get("called_before", 0)


def _load_penalties(state: IceColdState, data: Data) -> None:
    penalties = [parse_penalty(penalty) for penalty in data.get("penalties", [])]
    to_serve = [parse_penalty(penalty) for penalty in data.get("to_serve", [])]
    put_cards(state.penalties, penalties)
    put_cards(state.to_serve, to_serve)
    state.penalty_count, state.to_serve_count = len(penalties), len(to_serve)
    state.serving = parse_penalty(data["serving"]) if data.get("serving") else 0
    state.shot_number = data.get("shot_number", 0)
    state.voided = sum(n.SHOT_NAMES.index(name) for name in data.get("voided", []))
    state.paid = sum(1 << seat for seat in data.get("paid", []))
    state.extra = parse_number(data.get("extra_skater"))
    put_cards(state.goalie_out, map(int, data.get("goalies_out", [])))
    put_cards(state.skater_card, map(int, data.get("skater_cards", [])))
    stoppage = data.get("stoppage", {})
    state.stoppage = sum(mark << seat for name, mark in _STOPPAGE.items() for seat in stoppage.get(name, []))
    awards = [2 * award["cards"] + award["seat"] for award in data.get("awards", [])]
    put_cards(state.awards, awards)
    state.award_count = len(awards)


def _load_score(state: IceColdState, data: Data) -> None:
    for i, goals in enumerate(data.get("goals", [])):
        put_cards(state.goals, goals, 2 * i)
    put_cards(state.shootout_goals, data.get("shootout_goals", []))
    state.shootout_shots = data.get("shootout_shots", 0)
    for seat in (0, 1):
        state.totals[seat] = sum(state.goals[2 * i + seat] for i in range(n.MAX_PERIODS))
    if state.node == n.GAME_OVER and state.shootout_shots:  # the winner is credited with one goal (ruling 64)
        state.totals[0 if state.shootout_goals[0] > state.shootout_goals[1] else 1] += 1
    put_cards(state.shots_on_goal, data.get("shots_on_goal", both(state.totals)))
    put_cards(state.power_plays, data.get("power_plays", []))
    put_cards(state.power_play_goals, data.get("power_play_goals", []))


# -- pieces


def both(counts: vec[i64]) -> list[int]:
    """A count of each team."""
    return [int(counts[0]), int(counts[1])]


def dump_goals(state: IceColdState) -> list[list[int]]:
    """Goals of both teams in each period so far; all overtime together is the last."""
    periods = min(state.period, state.options.periods + 1)
    return [[int(state.goals[2 * i]), int(state.goals[2 * i + 1])] for i in range(periods)]


def dump_penalty(code: i64) -> dict[str, Any]:
    """Who is penalised, and by which card."""
    return {"seat": int(penalised(code)), "card": card_text(calling_card(code)), "major": is_major(code)}


def _dump_penalties(codes: vec[i64], count: i64) -> list[dict[str, Any]]:
    return [dump_penalty(codes[i]) for i in range(count)]


def parse_penalty(penalty: Data) -> int:
    """The inverse of ``dump_penalty``."""
    return int(penalty_code(penalty["seat"], parse_card(penalty["card"]), penalty["major"]))


def shown(state: IceColdState) -> list[list[str]]:
    """The cards that everybody has seen go into each hand."""
    return [[card_text(card) for card in state.deck.cards if state.places[card] == n.SHOWN + seat] for seat in (0, 1)]
