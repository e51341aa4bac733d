"""A level is one row with a key, wherever it stands. One that was not measured has no rating and no figures of another,
and the others keep theirs.
"""

from statistics import fmean

import pytest

from ai.levels import LEVELS, level_by_key, level_by_number
from ai.ratings import player_of_rating, rating_range
from ai.skills import skills_of
from ai.strength import matches, ratings, require_strength, strength_of
from bench.strength.plot import in_words
from engines import VARIANTS
from tests.levels import add_level

RATED = [variant.key for variant in VARIANTS.values() if variant.has_decisions]
PRO = level_by_key("pro")


def test_a_level_is_found_by_its_key_and_by_its_place():
    for place, level in enumerate(LEVELS, 1):
        assert (level.number, level_by_number(place), level_by_key(level.key)) == (place, level, level)
    assert (level_by_number(0), level_by_number(len(LEVELS) + 1), level_by_key("Pro")) == (None, None, None)


@pytest.mark.parametrize("key", RATED)
def test_every_level_of_a_game_with_decisions_is_measured(key):
    assert not [level for level in LEVELS if not require_strength(key, level.key)]


def test_a_level_put_in_between_moves_the_numbers_of_those_above_and_no_key(monkeypatch):
    before = PRO.number
    new = add_level(monkeypatch, PRO.number - 1)
    assert (new.number, PRO.number) == (before, before + 1)
    assert (level_by_number(PRO.number), level_by_key("pro")) == (PRO, PRO)


@pytest.mark.parametrize("place", range(len(LEVELS) + 1))
@pytest.mark.parametrize("key", RATED)
def test_a_level_that_was_not_measured_takes_no_figures_and_the_others_keep_theirs(monkeypatch, key, place):
    before = {level: strength_of(key, level.key) for level in LEVELS}
    new = add_level(monkeypatch, place)
    assert strength_of(key, new.key) is None
    assert {level: strength_of(key, level.key) for level in LEVELS} == before
    low, high = rating_range(key)
    assert (low, high) == (before[LEVELS[0]].elo, before[LEVELS[-1]].elo)
    assert player_of_rating(key, high).simulations == LEVELS[-1].simulations


def test_the_picture_of_the_ratings_has_no_figures_of_a_level_that_was_not_measured(monkeypatch):
    before = in_words(matches())
    add_level(monkeypatch, PRO.number - 1)
    assert in_words(matches()) == before


def test_what_is_said_of_a_level_that_was_not_measured_names_it_its_game_and_the_command(monkeypatch):
    new = add_level(monkeypatch, PRO.number - 1)
    with pytest.raises(LookupError) as refused:
        require_strength("hockey", new.key)
    assert str(refused.value) == (
        "level added of hockey has not been measured; measure it with: "
        "faceoff bench ladder --only hockey/standard/added"
    )


def test_a_level_put_in_between_is_rated_by_its_own_match_and_the_one_above_by_that_against_it(monkeypatch):
    add_level(monkeypatch, PRO.number - 1)
    found = [row for row in matches() if (row["variant"], row["preset"]) == ("hockey", "standard")]
    step = next(row for row in found if row["first"] == "pro")
    new = [step | {"first": "added", "elo": [40, 30, 50]}, step | {"second": "added", "elo": [50, 40, 60]}]
    rated = ratings([*found, *new])
    elos = [rated["hockey", key].elo for key in (step["second"], "added", "pro")]
    assert [elo - elos[0] for elo in elos] == [0, 40, 90]
    assert rated["hockey", "pro"].lead.over == "added"
    half_done = ratings([*found, new[0]])
    assert {key: half_done[key] for key in ratings(found)} == ratings(found)
    assert half_done["hockey", "added"] == rated["hockey", "added"]


@pytest.mark.parametrize("key", RATED)
@pytest.mark.parametrize(("level", "least"), [("pro", 1 / 2), ("all_star", 2 / 3)])
def test_a_level_has_as_much_of_the_skills_as_its_sentence_says(key, level, least):
    """On average over the skills of the game: most of them, or two thirds."""
    assert fmean(skill.share(level_by_key(level).grasp) for skill in skills_of(key).skills) > least
