"""Simple players rate as they did when their strength was measured."""

from hashlib import blake2b

import pytest

from ai.games import make_heuristic, module_of
from engines import VARIANTS
from engines.buffers import action_buffer
from engines.rng import Rng
from tests.ai.positions import positions
from tests.pins import pins

PINNED = pins("ratings")
"""All that a heuristic says of positions of every preset and switch."""
LIKED = pins("preferences")
"""The kinds of plays that habits and styles prefer, of the same positions."""


def test_every_heuristic_is_pinned():
    assert {key for key, _ in PINNED} == {key for key in VARIANTS if module_of(key, "heuristic")}


@pytest.mark.parametrize("key", [key for key, _ in PINNED])
def test_a_heuristic_rates_the_same_interpreted_and_compiled(key):
    """A player who counts the cards, and one who does not."""
    seen, rng, options, players = blake2b(digest_size=8), Rng("pinned"), None, []
    for state, seat in positions(key, of_preset=150, of_switch=15):
        if state.options is not options:
            options, players = state.options, [make_heuristic(key, counts_cards) for counts_cards in (True, False)]
        imagined = VARIANTS[key].observe(state, seat).determinize(rng)
        for heuristic in players:
            seen.update(repr(thought(heuristic, imagined, seat)).encode())
    assert seen.hexdigest() == PINNED[key, "all"]


def thought(heuristic, state, seat):
    """All that a heuristic says of a position."""
    actions, buffer = state.distinct_actions(seat), action_buffer()
    ratings = heuristic.ratings(state, seat, actions)
    assert all(-1 <= rating <= 1 for rating in ratings)
    is_horizon = heuristic.is_horizon(state, 0)
    expected = [heuristic.lead(state), heuristic.estimate(state)] if is_horizon else []
    count = state.fill_actions(seat, buffer)
    return (
        [round(value, 6) for value in (*ratings, *expected, heuristic.goal(state, seat))],
        [(heuristic.reason(state, seat, action), bool(heuristic.scores(state, seat, action))) for action in actions],
        [int(heuristic.equivalence_class(action)) for action in actions],
        [bool(heuristic.is_plausible(state, other)) for other in range(state.seats())],
        bool(heuristic.has_perfect_information(state, seat)),
        int(heuristic.pick(state, seat, buffer, count, Rng("pick"))),
    )


@pytest.mark.parametrize("key", [key for key in VARIANTS if module_of(key, "preferences")])
def test_a_play_is_liked_for_the_same_reasons(key):
    """Interpreted and compiled."""
    seen, kinds = blake2b(digest_size=8), module_of(key, "preferences").kinds
    for state, seat in positions(key, of_preset=150, of_switch=15):
        seen.update(
            repr([sorted(kinds(state, seat, [action]).items()) for action in state.distinct_actions(seat)]).encode()
        )
    assert seen.hexdigest() == LIKED[key, "all"]
