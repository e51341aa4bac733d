"""Whose call a text is."""

from service.games.record import make_record
from tests.service.games.test_records import finished_game
from tests.service.games.test_texts import spoken_by_the_other


def test_the_other_seat_calls_nothing(store):
    assert spoken_by_the_other(make_record(store.games, finished_game(store, "turn_based_hockey"))) == set()
