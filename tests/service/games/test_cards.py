"""What the cards of a game do, for callers that know nothing of it."""

import re

import pytest

from engines import VARIANTS
from tests.games import LUCK_ONLY


def cards_of(api, path, **options):
    answer = api.get(path, **options)
    assert answer.status_code == 200, answer.text
    return {card["id"]: card for card in answer.json["cards"]}


@pytest.mark.parametrize("key", VARIANTS)
def test_every_card_of_every_game_has_a_name_and_says_what_it_does(api, key):
    cards = cards_of(api, f"/v1/variants/{key}/cards")
    assert not [card for card in cards.values() if not (card["copies"] and card["name"] and card["text"].endswith("."))]


def test_a_pack_is_complete(api):
    assert sum(card["copies"] for card in cards_of(api, "/v1/variants/hockey/cards").values()) == 52


def test_presets_and_options_change_what_a_card_does(api):
    assert cards_of(api, "/v1/variants/hockey/cards")["2C"]["kind"] == "plain"
    assert cards_of(api, "/v1/variants/hockey/cards?preset=wiggum")["2C"]["kind"] == "wild"
    game = api.create(options={"wild_ranks": ["2"]})
    assert cards_of(api, f"/v1/games/{game['id']}/cards")["2C"]["kind"] == "wild"


def test_a_client_that_has_them_already_gets_not_modified(api):
    for path in (
        "/v1/variants",
        "/v1/variants/hockey",
        "/v1/variants/hockey/cards",
        f"/v1/games/{api.create()['id']}/cards",
    ):
        first = api.get(path)
        assert re.fullmatch(r"(public|private), no-cache", first.headers["Cache-Control"])
        assert api.get(path, headers={"If-None-Match": first.headers["ETag"]}).status_code == 304


def test_the_cards_of_a_private_game_are_for_its_players(api):
    game = api.create(public=False)
    assert api.get(f"/v1/games/{game['id']}/cards").json["code"] == "game/not_found"
    assert api.get(f"/v1/games/{game['id']}/cards", token=game["owner_token"]).status_code == 200


@pytest.mark.parametrize(
    ("path", "code"),
    [
        ("/v1/variants/chess/cards", "variant/not_found"),
        ("/v1/variants/hockey/cards?preset=chess", "options/invalid"),
        ("/v1/variants/hockey/cards?deck=mine", "request/invalid"),
        ("/v1/games/g_none/cards", "game/not_found"),
    ],
)
def test_what_is_not_understood_is_refused(api, path, code):
    assert api.get(path).json["code"] == code


@pytest.mark.parametrize("key", [key for key, variant in VARIANTS.items() if variant.has_decisions])
def test_levels_are_rated_on_one_scale_with_the_lead_over_the_level_below(api, key):
    """A client can say how much stronger any level is than any other, and how sure that is."""
    levels = api.get(f"/v1/variants/{key}").json["levels"]
    rating = below = 0
    for level in [level for level in levels if level["strength"]]:  # tests/ai/test_levels.py wants that of each
        strength, lead = level["strength"], level["strength"]["lead"]
        rating += lead["elo"]
        assert (strength["elo"], lead["over"]) == (rating, below)
        below = level["level"]
        assert strength["low"] < strength["elo"] < strength["high"]
        assert strength["high"] - strength["low"] >= lead["high"] - lead["low"] > 0
        assert strength["games"] >= lead["games"] > 0


@pytest.mark.parametrize("key", LUCK_ONLY)
def test_where_nothing_can_be_decided_no_level_is_rated(api, key):
    assert {level["strength"] for level in api.get(f"/v1/variants/{key}").json["levels"]} == {None}
