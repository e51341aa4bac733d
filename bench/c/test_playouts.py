"""The playouts in C, which measured speed is compared with, play by our rules."""

import os

import pytest

from ai.search.playout import Playout
from bench.c import COMPILER, GAMES, HAS_COMPILER, InC
from engines import VARIANTS
from engines.rng import Rng

COUNT = 40


@pytest.mark.skipif(not HAS_COMPILER and not os.environ.get("REQUIRE_ALL"), reason=f"{COMPILER} is not installed")
@pytest.mark.parametrize("key", GAMES)
def test_playouts_in_c_are_the_games_of_the_engine_to_the_last_random_number(key):
    variant, ours, theirs = VARIANTS[key], Rng(key), Rng(key)
    start, playout, expected = variant.new_game(next(iter(variant.presets.values()))), Playout(ours), []
    for _ in range(COUNT):
        state = start.clone()
        playout.run(state)
        expected.append((state.ply, state.score(0), state.score(1)))
    assert InC(key).play(theirs, COUNT) == expected
    assert theirs.state == ours.state
