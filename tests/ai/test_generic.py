"""The search and the levels name no game, and play one they have never seen."""

import ast
from pathlib import Path

import pytest

import ai
import ai.trained
from ai.choose import choose
from ai.games import make_heuristic
from ai.levels import RANDOM, Player
from engines import VARIANTS
from engines.api import CHANCE, OVER
from engines.rng import Rng, permutation

FOLDER = Path(ai.__file__).parent
FILES = sorted(
    str(path.relative_to(FOLDER)) for path in FOLDER.rglob("*.py") if path.relative_to(FOLDER).parts[0] not in VARIANTS
)


@pytest.mark.parametrize("name", FILES)
def test_no_game_is_named_in_the_generic_part(name):
    source = (FOLDER / name).with_suffix(".py").read_text()
    used = {node.id for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Name)}
    strings = {
        node.value
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }
    for key in VARIANTS:
        assert key not in used | strings


def test_a_game_without_a_heuristic_gets_one_that_knows_nothing():
    heuristic = make_heuristic("no_such_game")
    state = VARIANTS["hockey"].codec.load_state({})
    assert heuristic.ratings(state, 0, state.legal_actions(0)) == [0.0] * 5


@pytest.mark.parametrize("level", [RANDOM, Player(), Player(simulations=5)], ids=["random", "heuristic", "search"])
def test_a_game_is_played_without_a_heuristic(level, monkeypatch):
    monkeypatch.setattr(ai.trained, "make_heuristic", lambda key: make_heuristic("no_such_game"))
    variant, rng = VARIANTS["hockey"], Rng(1)
    state = variant.new_game({**variant.presets["standard"], "periods": 1})
    while (seat := state.to_act()) != OVER:
        if seat == CHANCE:
            state.deal(permutation(rng, state.shuffle_needed()))
        else:
            state.apply(seat, choose(variant, variant.observe(state, seat), level, rng).actions[0])
    assert state.returns() == [-state.returns()[1], state.returns()[1]]
