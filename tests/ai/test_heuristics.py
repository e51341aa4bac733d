"""Simple players rate as they did when their strength was measured."""

from functools import cache

import pytest

from ai.games import module_of
from ai.trained import rating_heuristic
from engines import VARIANTS
from engines.rng import Rng
from tests.ai.positions import digests
from tests.pins import assert_pinned


@pytest.mark.parametrize("key", [key for key in VARIANTS if module_of(key, "heuristic")])
def test_a_heuristic_rates_the_same_interpreted_and_compiled(key):
    """All that it says of positions of every preset and switch."""

    rng_of = cache(lambda setting: Rng("pinned"))

    def thoughts(setting, state, seat):
        imagined = VARIANTS[key].observe(state, seat).determinize(rng_of(setting))
        return thought(rating_heuristic(key, imagined), imagined, seat)

    assert_pinned("ratings", key, digests(key, 150, 15, thoughts))


def thought(heuristic, state, seat):
    """All that a heuristic says of a position."""
    actions = state.distinct_actions(seat)
    ratings = heuristic.ratings(state, seat, actions)
    assert not [rating for rating in ratings if not (-1 <= rating <= 1)]
    is_horizon = heuristic.is_horizon(state, 0)
    expected = [heuristic.lead(state), heuristic.estimate(state)] if is_horizon else []
    return (
        [round(value, 6) for value in (*ratings, *expected, heuristic.goal(state, seat))],
        [bool(heuristic.scores(state, seat, action)) for action in actions],
        [int(heuristic.equivalence_class(action)) for action in actions],
        [bool(heuristic.is_plausible(state, other)) for other in range(state.seats())],
        bool(heuristic.has_perfect_information(state, seat)),
    )


@pytest.mark.parametrize("key", [key for key in VARIANTS if module_of(key, "characters")])
def test_a_play_is_liked_for_the_same_reasons(key):
    """Interpreted and compiled."""
    kinds = module_of(key, "characters").kinds

    def liked(setting, state, seat):
        return [sorted(kinds(state, seat, [action]).items()) for action in state.distinct_actions(seat)]

    assert_pinned("kinds", key, digests(key, 150, 15, liked))
