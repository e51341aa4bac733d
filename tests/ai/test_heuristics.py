"""Simple players rate as they did when their strength was measured."""

from functools import cache

import pytest

from ai.games import make_heuristic, module_of
from engines import VARIANTS
from engines.buffers import action_buffer
from engines.rng import Rng
from tests.ai.positions import digests
from tests.pins import assert_pinned


@pytest.mark.parametrize("key", [key for key in VARIANTS if module_of(key, "heuristic")])
def test_a_heuristic_rates_the_same_interpreted_and_compiled(key):
    """All that it says of positions of every preset and switch; for a player who counts the cards, and for one who does
    not.
    """

    @cache
    def of_setting(setting):
        return Rng("pinned"), [make_heuristic(key, counts_cards) for counts_cards in (True, False)]

    def thoughts(setting, state, seat):
        rng, players = of_setting(setting)
        imagined = VARIANTS[key].observe(state, seat).determinize(rng)
        return [thought(heuristic, imagined, seat) for heuristic in players]

    assert_pinned("ratings", key, digests(key, 150, 15, thoughts))


def thought(heuristic, state, seat):
    """All that a heuristic says of a position."""
    actions, buffer = state.distinct_actions(seat), action_buffer()
    ratings = heuristic.ratings(state, seat, actions)
    assert not [rating for rating in ratings if not (-1 <= rating <= 1)]
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


@pytest.mark.parametrize("key", [key for key in VARIANTS if module_of(key, "characters")])
def test_a_play_is_liked_for_the_same_reasons(key):
    """Interpreted and compiled."""
    kinds = module_of(key, "characters").kinds

    def liked(setting, state, seat):
        return [sorted(kinds(state, seat, [action]).items()) for action in state.distinct_actions(seat)]

    assert_pinned("kinds", key, digests(key, 150, 15, liked))
