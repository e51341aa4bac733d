"""The contract types what differs by variant: moves, choices, cards and their facts, records."""

import pytest

from engines import VARIANTS
from tests.games import LONG_MOVES
from tests.service.client import PERSON


@pytest.mark.parametrize("key", VARIANTS)
def test_the_legal_moves_of_a_variant_are_its_own(contract, key):
    schemas = contract.exact[key].spec["components"]["schemas"]
    legal = schemas["Game"]["properties"]["legal_moves"]["items"]["$ref"].rpartition("/")[2]
    move = schemas[legal]["properties"]["move"]["$ref"].rpartition("/")[2]
    assert set(schemas[move]["discriminator"]["mapping"]) == {kind.type for kind in VARIANTS[key].moves}


def test_a_move_of_another_variant_does_not_fit(contract):
    validator = contract.schema_validator("Move", "hockey")
    assert validator.is_valid({"type": "play", "card": "QH"})
    assert not validator.is_valid({"type": "play", "card": "07"})
    assert not validator.is_valid({"type": "change_lines"})


@pytest.mark.parametrize("key", VARIANTS)
def test_every_card_and_its_facts_are_typed(api, contract, key):
    cards = api.get(f"/v1/variants/{key}/cards").json["cards"]
    schemas = contract.exact[key].spec["components"]["schemas"]
    assert "pattern" in schemas[schemas["Card"]["properties"]["id"]["$ref"].rpartition("/")[2]]
    facts = contract.schema_validator("CardFacts", key)
    assert [card["id"] for card in cards if not facts.is_valid(card["facts"])] == []
    assert not facts.is_valid({"color": "green"})


@pytest.mark.parametrize("key", LONG_MOVES)
def test_a_described_choice_names_the_field_and_shows_a_move_that_is_accepted(api, key):
    game = api.create(variant=key, seats=[PERSON, PERSON])
    path, tokens = f"/v1/games/{game['id']}", game["tokens"]
    for token in tokens.values():  # the face-off is listed
        view = api.get(path, token=token).json
        assert view["choice"] is None
        assert api.move(view, token, view["legal_moves"][0]["move"]).status_code == 200
    views = {seat: api.get(path, token=token).json for seat, token in tokens.items()}
    asked = next(seat for seat in tokens if views[seat]["choice"])
    view, choice = views[asked], views[asked]["choice"]
    assert view["legal_moves"] == []
    move = {"type": choice["type"], choice["field"]: choice["candidates"][: len(choice["slots"])]}
    assert move == choice["example"]
    assert api.move(view, tokens[asked], choice["example"]).status_code == 200


def test_what_to_do_without_legal_moves_stands_where_a_client_reads_first(api):
    guide = " ".join(api.http.get("/docs.md").text.split())
    assert "look at `choice`" in guide
    assert "it is not your turn: wait" in guide


def test_the_links_of_a_variant_lead_to_pages(api):
    for variant in api.get("/v1/variants").json["variants"]:
        for address in variant["links"].values():
            assert api.http.get(address).mimetype == "text/html", address
