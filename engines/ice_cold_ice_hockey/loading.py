"""States of Ice Cold Ice Hockey from JSON: stored ones, and positions for tests."""

from collections.abc import Mapping
from typing import Any, Final

from engines.cards import parse_number, put_cards
from engines.ice_cold_ice_hockey.options import options_in
from engines.ice_cold_ice_hockey.rules import numbers as n
from engines.ice_cold_ice_hockey.rules.flow import IceColdFlow
from engines.ice_cold_ice_hockey.rules.state import IceColdState, penalty_code
from engines.ice_cold_ice_hockey.texts import ZONES, parse_card, parse_card_or_none, parse_cards, parse_icons

STOPPAGE: Final = {"return_asked": n.ASKED_RETURN, "returned": n.RETURNED, "pull_asked": n.ASKED_PULL}
"""The bits of seat 0."""


# -- states


def load(data: Mapping[str, Any]) -> IceColdFlow:
    """A state from its JSON; positions for tests may leave out any field.

    Defaults: the first preset, the first pass of period 1, seat 0 to attack at centre ice in a fresh sequence; hands
    (one or both) of the base size and ``stock`` filled with the cards left over, in their order. Raises ValueError if a
    card is in two places or in none, or the deck file has changed since the state was stored.
    """
    state = IceColdFlow(options_in(data))
    digest = data.get("deck_digest", state.deck.digest)
    if digest != state.deck.digest:
        raise ValueError(
            f"deck_digest: {digest!r} is not the deck {state.deck.name!r} as it is known here: its file has changed"
        )
    load_public(state, data)
    state.ply = data.get("ply", 0)
    _load_cards(state, data)
    return state


def _load_cards(state: IceColdState, data: Mapping[str, Any]) -> None:
    """Fill hands, deck and the cards set aside; once a period has begun, fields that are not given take the cards left
    over.
    """
    hands = [None if hand is None else parse_cards(hand) for hand in data.get("hands", [None, None])]
    stock, aside = parse_cards(data.get("stock", [])), parse_cards(data.get("aside", []))
    discards = [int(state.discards[i]) for i in range(state.discard_count)]
    placed = [*discards, *stock, *aside, *(card for hand in hands for card in hand or [])]
    in_game = [int(card) for card in state.deck.cards]
    left = [card for card in in_game if card not in placed] if state.period > 0 else []
    for seat, hand in enumerate(hands):
        if hand is None:
            size = int(state.base(seat))
            hand, left = left[:size], left[size:]
        state.hands[seat].add_each(hand)
    if "stock" not in data:
        stock, left = left, []
    if left or len(placed) != len(set(placed)) or not set(placed) <= set(in_game):
        raise ValueError("every card must lie in one place: hands, stock, discards or aside")
    put_cards(state.stock, stock[::-1])
    put_cards(state.aside, aside)
    state.stock_size, state.aside_size = len(stock), len(aside)


def load_public(state: IceColdState, data: Mapping[str, Any]) -> None:
    """Set everything public that cannot be derived; defaults are as at the first attack of seat 0."""
    state.node = n.NODE_NAMES.index(data.get("node", "attack"))
    is_asked = state.node not in (n.SHUFFLE, n.SECOND_PASS, n.RESERVE, n.SHOOTOUT, n.GAME_OVER)
    state.seat = parse_number(data.get("asked", 0 if is_asked else None))
    pending = data.get("pending", [])
    put_cards(state.work, [n.WORK_NAMES.index(name) for name in reversed(pending)])
    state.work_size = len(pending)
    state.period = data.get("period", 0 if state.node == n.SHUFFLE else 1)
    state.pass_number = data.get("pass", 1)
    state.time_expired = data.get("time_expired", False)
    state.zone = ZONES.index(data.get("zone", "centre"))
    state.control = parse_number(data.get("control", state.seat if state.node == n.ATTACK else None))
    state.top = parse_icons(data.get("follow_ons"))
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


def _load_action(state: IceColdState, data: Mapping[str, Any]) -> None:
    state.attacker = parse_number(data.get("attacker"))
    state.played = parse_card_or_none(data.get("played_card"))
    state.answer = parse_card_or_none(data.get("answer"))
    state.answerer = parse_number(data.get("answerer"))
    state.last_to_draw = data.get("last_to_draw", 1 - state.options.home)
    state.shot = n.SHOT_NAMES.index(data.get("shot_kind") or "")
    state.called_before = data.get("called_before", 0)


def _load_penalties(state: IceColdState, data: Mapping[str, Any]) -> None:
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
    state.stoppage = sum(mark << seat for name, mark in STOPPAGE.items() for seat in stoppage.get(name, []))
    awards = [2 * award["count"] + award["seat"] for award in data.get("awards", [])]
    put_cards(state.awards, awards)
    state.award_count = len(awards)


def parse_penalty(penalty: Mapping[str, Any]) -> int:
    """A penalty as a number."""
    return int(penalty_code(penalty["seat"], parse_card(penalty["card"]), penalty["major"]))


def _load_score(state: IceColdState, data: Mapping[str, Any]) -> None:
    for i, goals in enumerate(data.get("goals", [])):
        put_cards(state.goals, goals, 2 * i)
    put_cards(state.shootout_goals, data.get("shootout_goals", []))
    state.shootout_shots = data.get("shootout_shots", 0)
    goals = list(state.goals)
    state.totals[0], state.totals[1] = sum(goals[::2]), sum(goals[1::2])
    if state.node == n.GAME_OVER and state.shootout_shots:
        state.credit_shootout()
    put_cards(state.shots_on_goal, data.get("shots_on_goal", [int(goals) for goals in state.totals]))
    put_cards(state.power_plays, data.get("power_plays", []))
    put_cards(state.power_play_goals, data.get("power_play_goals", []))
