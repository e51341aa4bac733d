"""Jokers are cards only where they are played with."""

from tests.service.games.test_cards import cards_of


def test_jokers_are_listed_where_the_option_is_on(api):
    game = api.create(variant="turn_based_hockey", options={"jokers": True})
    assert "XR" in cards_of(api, f"/v1/games/{game['id']}/cards")
    assert "XR" not in cards_of(api, "/v1/variants/turn_based_hockey/cards")
