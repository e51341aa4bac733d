"""The golden games are played as written."""

import pytest

from tests.engines.golden import GAMES, story, written


@pytest.mark.parametrize("key", GAMES)
def test_the_golden_game_is_played_as_written(key):
    assert story(key) == written(key).read_text(encoding="utf-8")
