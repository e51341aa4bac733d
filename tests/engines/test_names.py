"""Names in commentary: players are plain text, sides are called by their players."""

import pytest

from engines import VARIANTS
from engines.names import Names
from tests.engines.names import FOUR, NAMES


def test_sides_are_called_by_their_players():
    assert (NAMES.side(0), NAMES.wins(0)) == ("Ida", "Ida wins")
    assert (FOUR.side(1), FOUR.wins(1)) == ("Ole and Jan", "Ole and Jan win")


def test_names_are_as_many_as_seats():
    assert (len(NAMES), len(FOUR)) == (2, 4)


def test_equal_names_are_distinguished_by_their_places():
    table = Names(["Ida", "rookie", "pro", "rookie"])
    assert [table.seat(seat) for seat in range(4)] == ["Ida", "rookie (2)", "pro", "rookie (4)"]


def test_a_name_is_one_line_and_never_empty():
    table = Names([" Ida\n of\tOslo ", "  "])
    assert (table.seat(0), table.seat(1)) == ("Ida of Oslo", "Player")


@pytest.mark.parametrize("name", ["{seat}", "{0}", "%s", "\\1", "<b>Ida</b>"])
@pytest.mark.parametrize("key", VARIANTS)
def test_a_name_is_plain_text_in_every_text(key, name):
    variant = VARIANTS[key]
    end = {"type": "game_over", "winner": 0, "score": [2, 1], "shootout": False}
    text = variant.commentary.event_text(end, variant.resolve_options(None, None)[1], Names([name, "Ole"]))
    assert text.startswith(name)
