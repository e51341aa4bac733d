"""Simple players rate as they did when their strength was measured."""

from hashlib import blake2b

import pytest

from ai.games import make_heuristic, module_of
from engines import VARIANTS
from engines.api import CHANCE, OVER
from engines.rng import Rng, permutation

PINNED = {
    "hockey": "4ea962c3d147e864",
    "blades_of_steel": "d121eae74d2b021c",
    "turn_based_hockey": "3a0419f6dd08297c",
    "ice_cold_ice_hockey": "5ac17cbd64010a3c",
}
"""Ratings in games of every preset. They change with a heuristic, whose strength is then to be measured again."""
DECISIONS = 60


def test_every_heuristic_is_pinned():
    assert set(PINNED) == {key for key in VARIANTS if module_of(key, "heuristic")}


@pytest.mark.parametrize("key", PINNED)
def test_a_heuristic_rates_the_same_interpreted_and_compiled(key):
    variant, seen = VARIANTS[key], blake2b(digest_size=8)
    for preset in variant.presets:
        heuristic, rng = make_heuristic(key), Rng(f"pinned {preset}")
        state, decisions = variant.new_game(variant.presets[preset]), 0
        while (seat := state.to_act()) != OVER and decisions < DECISIONS:
            if seat == CHANCE:
                state.deal(permutation(rng, state.shuffle_needed()))
                continue
            actions = state.distinct_actions(seat)
            imagined = variant.observe(state, seat).determinize(rng)
            ratings = heuristic.ratings(imagined, seat, actions)
            assert all(-1 <= rating <= 1 for rating in ratings)
            reasons = [heuristic.reason(imagined, seat, action) for action in actions]
            leads = [heuristic.lead(imagined)] if heuristic.is_horizon(imagined, 0) else []
            thought = [round(value, 6) for value in (*ratings, *leads, heuristic.goal(imagined, seat))]
            seen.update(repr((thought, reasons)).encode())
            state.apply(seat, actions[rng.below(len(actions))])
            decisions += 1
    assert seen.hexdigest() == PINNED[key]
