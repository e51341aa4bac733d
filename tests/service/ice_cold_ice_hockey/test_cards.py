"""Numbered cards, and decks of the operator."""

from importlib import resources

from service.games.catalogue import load_decks
from tests.service.client import PERSON
from tests.service.games.test_cards import cards_of

DECK = "ice_cold_ice_hockey"


def test_the_deck_is_complete(api):
    assert sum(card["copies"] for card in cards_of(api, f"/v1/variants/{DECK}/cards").values()) == 64


def test_a_numbered_card_is_shown_as_the_deck_file_has_it(api):
    card = cards_of(api, f"/v1/variants/{DECK}/cards")["07"]
    assert (card["name"], card["kind"], card["facts"]["zones"]) == ("Quick-Up Pass", "pass", ["D", "C"])
    assert "from your defensive zone to centre ice or from centre ice to your offensive zone" in card["text"]


def test_legal_moves_call_numbered_cards_by_their_names(api):
    game = api.create(variant=DECK, seats=[PERSON, PERSON])
    cards = cards_of(api, f"/v1/games/{game['id']}/cards", token=game["tokens"]["0"])
    for seat, token in game["tokens"].items():
        for legal in api.get(f"/v1/games/{game['id']}", token=token).json["legal_moves"]:
            card = legal["move"].get("card")
            assert card is None or cards[card]["name"].rstrip("!") in legal["text"], seat


def test_a_game_with_a_deck_of_the_operators_lists_its_cards(api, tmp_path):
    ours = resources.files("engines.ice_cold_ice_hockey").joinpath("deck.csv").read_text()
    (tmp_path / "mine.csv").write_text(ours.replace("Quick-Up Pass", "Stretch Pass"))
    load_decks(f"{DECK}/stretched={tmp_path / 'mine.csv'}")
    game = api.create(variant=DECK, options={"deck": "stretched"})
    assert cards_of(api, f"/v1/games/{game['id']}/cards")["07"]["name"] == "Stretch Pass"
    assert cards_of(api, f"/v1/variants/{DECK}/cards")["07"]["name"] == "Quick-Up Pass"
