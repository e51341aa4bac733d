"""Better players win more: quick matches with wide margins; the full ladder has its own command."""

import pytest

from ai.arena import play_match
from ai.levels import LEVELS, RANDOM, Player
from bench.strength.ladder import OpenCards
from engines import VARIANTS

HOCKEY = VARIANTS["hockey"]
HEURISTIC = Player()
SEARCH = Player(simulations=60)


def match(first, second, pairs, preset="standard", **changes):
    return play_match(HOCKEY, {**HOCKEY.presets[preset], **changes}, first, second, pairs)


@pytest.mark.parametrize("preset", HOCKEY.presets)
def test_the_heuristic_beats_random_play_in_every_preset(preset):
    assert match(HEURISTIC, RANDOM, 20, preset).won_of_decided > 0.7


def test_the_search_beats_random_play():
    assert match(SEARCH, RANDOM, 10, periods=1).won_of_decided > 0.75


def test_a_match_depends_on_its_seed_alone():
    first, again = (match(LEVELS[2], LEVELS[0], 3) for _ in range(2))
    assert first == again
    assert play_match(HOCKEY, HOCKEY.presets["standard"], LEVELS[2], LEVELS[0], 3, seed="other") != first


def test_a_level_against_itself_is_even_on_mirrored_deals():
    result = match(HEURISTIC, HEURISTIC, 12)
    assert result.interval[0] <= 0.5 <= result.interval[1]


def test_a_match_measures_what_decisions_take():
    result = match(SEARCH, HEURISTIC, 1, periods=1)
    assert 40 < result.simulations(0) <= 60
    assert result.simulations(1) == 0
    assert 0 < result.milliseconds(0)[0] <= result.milliseconds(0)[1]


def test_a_player_who_sees_all_cards_is_the_ceiling():
    """Knowing the other hand and the cards to come is stronger than any search without."""
    options = {**HOCKEY.presets["standard"], "periods": 1}
    assert play_match(HOCKEY, options, SEARCH, SEARCH, 6, sees=OpenCards).points > 0.6
