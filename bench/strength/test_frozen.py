"""The frozen level of ``bench.opponents`` stays as it was: a few of its moves, and nothing but the engines."""

import ast
from hashlib import blake2b
from pathlib import Path

import pytest

from bench.opponents.frozen import FrozenLegend
from engines import VARIANTS
from engines.api import CHANCE, OVER
from engines.rng import Rng, permutation

PINNED = {
    ("hockey", "standard"): "62b7aa7259117bab",
    ("hockey", "partnership"): "9605d2d8958a101f",
    ("blades_of_steel", "standard"): "da9d09729bd2d7e2",
    ("turn_based_hockey", "standard"): "e694ef764158c0d2",
    ("ice_cold_ice_hockey", "shootout"): "d761d1d3f5c1b157",
}
"""A digest of the first moves of a game, with the exact endings where they are soon."""


@pytest.mark.parametrize(("key", "preset"), PINNED)
def test_the_frozen_level_plays_as_it_did(key, preset):
    variant, rng, player = VARIANTS[key], Rng("frozen"), FrozenLegend(30)
    state, seen, decisions = variant.new_game(variant.presets[preset]), blake2b(digest_size=8), 0
    while (seat := state.to_act()) != OVER and decisions < 60:
        if seat == CHANCE:
            state.deal(permutation(rng, state.shuffle_needed()))
            continue
        choice = player.decide(variant, variant.observe(state, seat), rng)
        seen.update(repr((int(seat), [int(action) for action in choice.actions], choice.simulations)).encode())
        decisions += 1
        for action in choice.actions:
            state.apply(seat, action)
    assert seen.hexdigest() == PINNED[key, preset]


def test_it_imports_the_engines_alone():
    for path in (Path(__file__).parents[1] / "opponents").glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.ImportFrom):
                top = (node.module or "").split(".")
                assert top[0] not in ("ai", "service", "clients", "tests", "training"), path
                assert top[0] != "bench" or top[1] == "opponents", path
