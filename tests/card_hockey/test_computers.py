"""Card Hockey has one action, so every level plays alike and at once."""

import pytest

from ai.choose import choose
from ai.games import make_heuristic
from ai.heuristic import Heuristic
from ai.levels import LEVELS, RANDOM
from ai.search.ismcts import Search
from engines.api import CHANCE, OVER, observe
from engines.card_hockey import VARIANT, codec
from engines.card_hockey.options import STANDARD
from engines.card_hockey.rules import FLIP_ACTION, CardHockeyState
from engines.rng import Rng, permutation

EVERY_LEVEL = (RANDOM, *LEVELS)


def at_a_flip(**facts) -> CardHockeyState:
    return codec.load_state(facts)


def never() -> bool:
    raise AssertionError("a forced move is no reason to pause")


@pytest.mark.parametrize("level", EVERY_LEVEL, ids=lambda level: level.name)
def test_every_level_flips_without_a_search(level):
    for seat in (0, 1):
        decision = choose(VARIANT, observe(at_a_flip(), seat), level, Rng("flip"), never)
        assert (decision.actions, decision.simulations, decision.stopped) == ((FLIP_ACTION,), 0, False)


def test_all_levels_are_equal():
    decisions = [choose(VARIANT, observe(at_a_flip(), 0), level, Rng("equal")) for level in EVERY_LEVEL]
    assert decisions == decisions[:1] * len(decisions)


def game(levels, options) -> list[tuple[int, ...]]:
    """The events of a game between two levels; the shuffles do not depend on the players."""
    state, shuffles, own = VARIANT.new_game(options), Rng("shuffles"), Rng(str(levels))
    state.log = []
    while state.to_act() != OVER:
        if state.to_act() == CHANCE:
            state.deal(permutation(shuffles, state.shuffle_needed()))
            continue
        seat = int(state.to_act())
        for action in choose(VARIANT, observe(state, seat), levels[seat], own).actions:
            state.apply(seat, action)
    return state.log


@pytest.mark.parametrize("flip_mode", ["both", "either", "auto"])
def test_who_plays_does_not_change_the_game(flip_mode):
    options = STANDARD | {"flip_mode": flip_mode}
    assert game((RANDOM, LEVELS[-1]), options) == game((LEVELS[-1], LEVELS[0]), options)


def test_the_search_and_the_default_heuristic_can_play_it():
    heuristic = make_heuristic(VARIANT.key)
    assert type(heuristic) is Heuristic
    search = Search(observe(at_a_flip(), 1), heuristic, Rng("search"), 100)
    while search.simulations < 100:
        search.run(100, 1000)
    assert search.visits(FLIP_ACTION) == 100
    assert -0.5 < search.value(FLIP_ACTION) < 0.5
