"""The scoresheet follows the language of the reader."""

from tests.service.api.test_languages import FRENCH, assert_french, plain
from tests.service.games.test_records import finished_game


def test_statistics_are_called_in_the_language_of_the_reader(api, store):
    address = f"/v1/games/{finished_game(store, 'ice_cold_ice_hockey').id}/sheet"
    sheet = api.get(address, headers=FRENCH)
    assert_french(sheet)
    assert "Tirs au but" in plain(sheet.text)
    assert "Shots on goal" in api.get(address).text
