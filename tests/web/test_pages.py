"""The pages in a real browser: they load nothing from elsewhere, report no error and are accessible."""

import pytest
from playwright.sync_api import expect

from tests.web.cards import FOLDER, drawn, pictures
from tests.web.visitor import SCREENSHOTS, Visitor

SHOWN = {
    "/docs": ["Guides", "Your first client", "Create a game", "POST /v1/games", "Types of Hockey"],
    "/docs/first-client": ["The loop", "until view.status", "Next: Your language"],
    "/docs/architecture": ["The path of a move", "Next: Packed numbers"],
    "/docs/operations": ["FACEOFF_MAX_WAIT_S"],
    "/docs/fairness": ["Test vectors"],
    "/docs/adr": ["The API reference is pages of our own"],
    "/docs/adr/0019-own-reference-pages": ["Rejected."],
    "/docs/operations/create_game": [
        "POST /v1/games",
        "Idempotency-Key",
        "CreateGameRequest",
        "curl",
        "options/invalid",
    ],
    "/docs/operations/play_move": ["POST /v1/games/{game_id}/moves", "ply", "$TOKEN", "move/illegal"],
    "/docs/operations/create_suggestion": ["POST /v1/suggestions", "observation", "202", "quota/ai_time"],
    "/docs/schemas/hockey/Game": ["legal_moves", "LegalMove", "Used by"],
    "/problems": ["move/illegal", "store/unavailable"],
    "/problems/move/illegal": ["Cause", "What to do", "is answered with", "play_move"],
    "/rules/players/hockey": ["The exact rules"],
}


@pytest.fixture(scope="module")
def reader(browser, address):
    """One who reads all of them, and who is no test's visitor."""
    reader = Visitor(browser, address, SCREENSHOTS)
    yield reader
    reader.leave()


@pytest.mark.parametrize("page", SHOWN)
def test_a_page_shows_what_belongs_there_and_loads_nothing_from_elsewhere(reader, page):
    reader.open(page.removeprefix("/"))
    for text in SHOWN[page]:
        expect(reader.page.locator("body")).to_contain_text(text)
    assert reader.violations() == []
    assert reader.errors == []


def test_a_page_for_players_leads_to_a_guided_game(reader):
    reader.open("rules/players/fr/hockey")
    reader.page.get_by_role("link", name="Jouer une partie guidée").click()
    expect(reader.page.locator("body")).to_contain_text("Match the last card")
    assert reader.errors == []


def test_pages_for_players_show_cards_as_the_table_does(reader):
    """If not: ``python -m tests.web.cards`` draws the pictures again."""
    reader.open()
    for name, cards in pictures().items():
        reader.page.goto(reader.address)
        assert drawn(reader.page, cards) == (FOLDER / f"{name}.svg").read_text("utf-8")
        for language in ("", "fr/"):
            reader.page.goto(f"{reader.address}/rules/players/{language}{name}")
            picture = reader.page.locator(f"img[src$='/cards/{name}.svg']")
            assert picture.evaluate("(img) => img.decode().then(() => img.naturalWidth)") > 0
            reader.shoot(f"rules-{language[:2]}{name}")
