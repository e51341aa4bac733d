"""The characters of each game: named, described in a line, and seen apart."""

import re
from collections import Counter
from dataclasses import replace
from itertools import combinations

import pytest

from ai.characters import characters_of
from ai.levels import LEVELS
from bench.strength.characters import told_apart
from bench.strength.kinds import games, outside
from engines import VARIANTS
from engines.language import CODES
from engines.rng import Rng
from tests.games import LUCK_ONLY

WITH_CHARACTERS = [key for key in VARIANTS if key not in LUCK_ONLY]
LONGEST_NAME = 16
PAIRS = 6
"""Pairs of games that a level plays against itself."""
LONGEST_LINE = 90
PAGES = ("#ffffff", "#16232f")
"""The paper of the web client, light and dark."""


def light(colour):
    """Relative luminance, as WCAG 2.2 defines it."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one, other):
    low, high = sorted((light(one), light(other)))
    return (high + 0.05) / (low + 0.05)


def test_contrast_is_that_of_wcag():
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#767676", "#ffffff") == pytest.approx(4.54, abs=0.01)


@pytest.mark.parametrize("key", WITH_CHARACTERS)
def test_a_game_with_decisions_has_six_characters(key):
    assert len(characters_of(key)) == 6


@pytest.mark.parametrize("key", LUCK_ONLY)
def test_a_game_without_decisions_has_none(key):
    assert not characters_of(key)


@pytest.mark.parametrize("code", CODES)
@pytest.mark.parametrize("key", WITH_CHARACTERS)
def test_each_has_a_name_of_its_own_and_a_line_in_every_language(key, code):
    texts, keys = VARIANTS[key].phrases(code).texts, list(characters_of(key))
    assert [list(texts.character_names), list(texts.character_lines)] == [keys, keys]
    names, lines = list(texts.character_names.values()), list(texts.character_lines.values())
    assert len({name.casefold() for name in names}) == len({*lines}) == len(keys)
    assert not [name for name in names if not 2 <= len(name) <= LONGEST_NAME]
    assert not [line for line in lines if len(line) > LONGEST_LINE or not line.endswith(".")]


@pytest.mark.parametrize("key", WITH_CHARACTERS)
def test_white_initials_are_read_on_each_colour_which_stands_out_from_every_page(key):
    for character in characters_of(key).values():
        assert re.fullmatch("#[0-9a-f]{6}", character.colour)
        assert contrast(character.colour, "#ffffff") >= 4.5, character.key
        assert min(contrast(character.colour, page) for page in PAGES) >= 3, character.key


@pytest.mark.parametrize("key", WITH_CHARACTERS)
def test_the_colours_of_a_game_are_seen_apart(key):
    def distance(one, other):
        return sum((int(one[at : at + 2], 16) - int(other[at : at + 2], 16)) ** 2 for at in (1, 3, 5)) ** 0.5

    colours = [character.colour for character in characters_of(key).values()]
    assert min(distance(*pair) for pair in combinations(colours, 2)) >= 40


@pytest.mark.parametrize("key", WITH_CHARACTERS)
def test_no_two_have_the_same_likings(key):
    likings = [dict(character.likings) for character in characters_of(key).values()]
    assert not [pair for pair in combinations(likings, 2) if pair[0] == pair[1]]
    assert all(any(amounts.values()) for amounts in likings)


def test_twenty_games_tell_apart_what_differs_by_a_deviation_and_not_what_is_the_same():
    def games(seed, more):
        rng = Rng(seed)
        return [Counter(shot=1000 * (rng.below(7) + more), pass_=1000 * rng.below(9)) for _ in range(200)]

    assert told_apart(games("one", 0), games("other", 2)) > 0.95
    assert 0.3 < told_apart(games("one", 0), games("other", 0)) < 0.7
    assert told_apart(games("one", 0), games("one", 0)) == 0


@pytest.mark.parametrize("key", WITH_CHARACTERS)
def test_no_level_does_what_characters_like_far_more_or_less_than_both_levels_beside_it(key):
    """In small; ``faceoff bench kinds`` plays more games."""
    played = [games(key, level, PAIRS) for level in LEVELS]
    kinds = {kind for character in characters_of(key).values() for kind in character.likings}
    assert {kind: places for kind in kinds if (places := outside(played, kind))} == {}


def test_a_level_that_does_so_is_found():
    plain, echo = LEVELS[2], replace(LEVELS[2], character="echo")
    played = [games("hockey", level, PAIRS) for level in (plain, echo, plain)]
    assert outside(played, "near") == [1]
    assert outside(played[1:], "near") == []
