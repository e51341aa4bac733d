"""Games by what a test needs; the other tests name none where any will do."""

from ai.games import make_encoder, make_heuristic
from engines import VARIANTS
from engines.api import CHANCE, Variant
from engines.rng import Rng, permutation

QUICK_GAME = min((variant.minutes, key) for key, variant in VARIANTS.items() if variant.has_decisions)[1]
"""Over soonest of those in which players decide."""
LONGEST_GAME = max((variant.minutes, key) for key, variant in VARIANTS.items())[1]
SECOND_GAME = next(key for key in VARIANTS if key != next(iter(VARIANTS)))
"""Where two games must not be mixed up."""
LUCK_ONLY = [key for key, variant in VARIANTS.items() if not variant.has_decisions]
"""The cards alone decide."""
LEARNED = [key for key in VARIANTS if make_encoder(key) is not None]
"""There are networks for them."""
LONG_MOVES = [key for key, variant in VARIANTS.items() if variant.described_moves]
"""Some moves have too many actions to be listed, so they are described."""
SOLVED = [key for key in LEARNED if make_heuristic(key).solves]
"""A solver decides for the levels: the network alone plays where nothing is to be searched."""


def _begins_with_a_secret_choice(variant: Variant) -> bool:
    state, rng = variant.new_game(next(iter(variant.presets.values()))), Rng("begun")
    while state.to_act() == CHANCE:
        state.deal(permutation(rng, state.shuffle_needed()))
    return state.may_act(0) and state.may_act(1) and state.waits_for_all()


IN_SECRET = [
    key for key, variant in VARIANTS.items() if variant.has_decisions and _begins_with_a_secret_choice(variant)
]
"""Once the cards are dealt, both choose at once, and neither sees what the other has chosen."""
