"""The golden games are played as written."""

import pytest

from tests.engines.golden import GAMES, bounds, sentences, story, written


@pytest.mark.parametrize("key", GAMES)
def test_the_golden_game_is_played_as_written(key):
    assert story(key) == written(key).read_text(encoding="utf-8")


@pytest.mark.parametrize("key", GAMES)
def test_the_bounds_of_what_a_game_declares_are_as_written(key):
    """Clients rely on them: they are in the exact contract of the game."""
    assert bounds(key) == written(key, "bounds").read_text(encoding="utf-8")


@pytest.mark.parametrize("key", GAMES)
def test_every_kind_of_event_and_what_cards_do_has_the_text_that_is_written_down(key):
    known = written(key, "sentences").read_text(encoding="utf-8")
    assert sentences(key) == known, f"python -m tests.engines.golden writes tests/{key}/sentences.txt"
