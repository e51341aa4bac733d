"""Better players win more: quick matches with wide margins; the full ladder has its own command."""

import pytest

from ai.arena import elo, play_match
from ai.levels import LEVELS, RANDOM, Level
from engines import VARIANTS

HOCKEY = VARIANTS["hockey"]
HEURISTIC = Level(9, "test", "")
SEARCH = Level(9, "test", "", simulations=60)


def match(first, second, pairs, preset="standard", **changes):
    return play_match(HOCKEY, {**HOCKEY.presets[preset], **changes}, first, second, pairs)


@pytest.mark.parametrize("preset", HOCKEY.presets)
def test_the_heuristic_beats_random_play_in_every_preset(preset):
    assert match(HEURISTIC, RANDOM, 20, preset).won_of_decided > 0.7


def test_the_search_beats_random_play():
    assert match(SEARCH, RANDOM, 10, periods=1).won_of_decided > 0.75


def test_every_level_but_the_searching_ones_beats_the_one_below():
    for stronger, weaker in zip(LEVELS[:3], (RANDOM, *LEVELS[:2]), strict=True):
        assert match(stronger, weaker, 40).points > 0.5


def test_a_match_depends_on_its_seed_alone():
    first, again = (match(LEVELS[2], LEVELS[0], 3) for _ in range(2))
    assert first == again
    assert play_match(HOCKEY, HOCKEY.presets["standard"], LEVELS[2], LEVELS[0], 3, seed="other") != first


def test_a_level_against_itself_is_even_on_mirrored_deals():
    result = match(HEURISTIC, HEURISTIC, 12)
    assert result.interval[0] <= 0.5 <= result.interval[1]


def test_elo_follows_from_points():
    assert elo(0.5) == 0
    assert round(elo(10 / 11)) == 400
    assert elo(0.25) == -elo(0.75)
