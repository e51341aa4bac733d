"""Computers under options that no network of the game has learned."""

from ai.choose import choose
from ai.levels import Player
from ai.trained import make_judge
from engines import VARIANTS
from engines.api import CHANCE
from engines.rng import Rng, permutation


def assert_search_decides(key, changes):
    """With the options of the first preset, changed so, a player who knows the networks searches."""
    variant = VARIANTS[key]
    options = variant.resolve_options(None, changes)[1]
    assert make_judge(key, variant.new_game(options)) is None
    state = variant.new_game(options)
    while state.to_act() == CHANCE:
        state.deal(permutation(Rng(int(state.node)), state.shuffle_needed()))
    player = Player(learned=True, simulations=20)
    assert choose(variant, variant.observe(state, int(state.to_act())), player, Rng(1)).simulations == 20
