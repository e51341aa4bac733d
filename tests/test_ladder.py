"""The ladder in small: in every game with decisions each level without a search beats the one below, and in the first
game the first that searches beats the first level.

A step is a sequential test on mirrored pairs, which stops as soon as it is clear whether the level has the lead that
was measured of it (``ai/<key>/strength.json``) or none. ``faceoff bench ladder`` plays all steps, with intervals.
Source: Wald 1945, Sequential Tests of Statistical Hypotheses.
"""

import math
from itertools import count

import pytest

from ai.arena import pair_means, play_pair
from ai.levels import LEVELS, RANDOM, level_by_key
from ai.simple_players import simple_players_of
from ai.strength import require_strength
from engines import VARIANTS

ROOKIE, MINOR, JUNIOR, PRO = LEVELS[:4]
STEPS = ((ROOKIE, RANDOM), (MINOR, ROOKIE), (JUNIOR, MINOR))
SEARCHING = (PRO, ROOKIE)
"""It takes its time: against the level below it would take six times as many games."""
GAMES = [key for key, variant in VARIANTS.items() if variant.has_decisions]
CASES = [(key, *step) for key in GAMES for step in STEPS] + [(GAMES[0], *SEARCHING)]
SPREADS = dict.fromkeys(STEPS, 0.38) | {SEARCHING: 0.34}
"""At most, of the mean points of a pair: the standard deviations that follow from the intervals of
``strength.json`` are 0.27 to 0.372 of the first three, 0.27 to 0.340 of the fourth level against the one below, and a
match with a larger lead varies less.
"""
AMONG_RULES = (
    ("hockey", "most_played", "rookie", 0.15, 0.34),
    ("hockey", "all_star", "most_played", 0.12, 0.34),
    ("blades_of_steel", "highest_shot", "rookie", 0.15, 0.38),
    ("blades_of_steel", "all_star", "highest_shot", 0.11, 0.38),
    ("turn_based_hockey", "answers", "rookie", 0.15, 0.34),
    ("turn_based_hockey", "pro", "answers", 0.15, 0.34),
    ("ice_cold_ice_hockey", "saves", "rookie", 0.13, 0.38),
    ("ice_cold_ice_hockey", "all_star", "clears", 0.12, 0.38),
)
"""Levels and players of one sentence (``ai.simple_players``): who leads whom in a game, by which points of those that
``faceoff bench simple`` measured, and the spread.
"""
FALSE_FAILURE = 0.0002
"""The chance that a level as strong as measured fails, if pairs were normal. Simulated with won, drawn and lost pairs
of the largest spread of each step: at most 0.0007 of 20,000 tests; a smaller spread or a larger lead lowers it.
"""
FALSE_SUCCESS = 0.05
"""The chance that a level which is no better than the other passes."""


@pytest.mark.timeout(600)
@pytest.mark.parametrize(
    ("key", "stronger", "weaker"),
    CASES,
    ids=[f"{stronger.name}-{weaker.name}-{key}" for key, stronger, weaker in CASES],
)
def test_a_level_beats_a_weaker_one(key, stronger, weaker):
    lead = 1 / (1 + 10 ** ((rating(key, weaker) - rating(key, stronger)) / 400)) - 0.5  # in points, from Elo
    assert_stronger(key, stronger, weaker, lead, SPREADS[stronger, weaker])


@pytest.mark.timeout(600)
@pytest.mark.parametrize(
    ("key", "stronger", "weaker", "lead", "spread"), AMONG_RULES, ids=lambda value: value if type(value) is str else ""
)
def test_levels_stand_on_both_sides_of_a_good_rule_of_thumb(key, stronger, weaker, lead, spread):
    rules = simple_players_of(key)
    one, other = (level_by_key(name) or rules[name] for name in (stronger, weaker))
    assert_stronger(key, one, other, lead, spread)


def assert_stronger(key, stronger, weaker, lead, spread):
    """Play pairs in the game's first preset until it is clear whether a player has this lead or none: then fail."""
    options = next(iter(VARIANTS[key].presets.values()))
    fails, passes = math.log(FALSE_FAILURE), -math.log(FALSE_SUCCESS)
    likelihood = 0.0  # the logarithm of how much better the lead explains the pairs than none
    for number in count():
        pair = play_pair(key, options, (stronger, weaker), "small ladder", number)
        (points,) = pair_means([pair])
        likelihood += lead * (points - 0.5 - lead / 2) / spread**2
        if not fails < likelihood < passes:
            break
    assert likelihood >= passes, f"no lead in {number + 1} pairs"


def rating(key, level):
    """The measured rating, 0 of random play."""
    return 0 if level is RANDOM else require_strength(key, level.key).elo
