"""The ladder in small: in every game with decisions each level up to the first that searches beats the one below.

``python -m bench ladder`` plays all of it, with intervals.
"""

import pytest

from ai.arena import play_match
from ai.levels import LEVELS, RANDOM
from engines import VARIANTS

STEPS = list(zip(LEVELS, (RANDOM, *LEVELS), strict=False))
PAIRS = (80, 80, 80, 20)
"""Of games, for each step; the last one searches, which takes its time."""


@pytest.mark.timeout(600)
@pytest.mark.parametrize("key", [key for key, variant in VARIANTS.items() if variant.has_decisions])
@pytest.mark.parametrize(
    ("stronger", "weaker"), STEPS[:4], ids=[f"{stronger.name}-{weaker.name}" for stronger, weaker in STEPS[:4]]
)
def test_each_level_beats_the_one_below(key, stronger, weaker):
    variant = VARIANTS[key]
    match = play_match(
        variant, next(iter(variant.presets.values())), stronger, weaker, PAIRS[LEVELS.index(stronger)], "small ladder"
    )
    assert match.points > 0.5, match
