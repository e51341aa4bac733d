"""A level is one row; one that was not measured has no rating, and the others keep theirs."""

from dataclasses import replace

import pytest

from ai import levels, ratings, strength
from ai.levels import LEVELS
from ai.ratings import player_of_rating, rating_range
from ai.strength import strength_of
from engines import VARIANTS

RATED = next(variant.key for variant in VARIANTS.values() if variant.has_decisions)


@pytest.fixture
def seventh(monkeypatch):
    """A level that was just added."""
    added = replace(LEVELS[-1], number=len(LEVELS) + 1, name="Oracle", simulations=8000)
    for module in (levels, ratings, strength):
        monkeypatch.setattr(module, "LEVELS", (*LEVELS, added))
    strength.measured.cache_clear()
    yield added
    strength.measured.cache_clear()


def test_a_level_that_was_not_measured_has_no_rating_and_the_others_keep_theirs(seventh):
    assert strength_of(RATED, seventh.number) is None
    assert [strength_of(RATED, level.number) is not None for level in LEVELS] == [True] * len(LEVELS)
    low, high = rating_range(RATED)
    assert (low, high) == tuple(strength_of(RATED, level.number).elo for level in (LEVELS[0], LEVELS[-1]))
    assert player_of_rating(RATED, high).simulations == LEVELS[-1].simulations
