"""The pages in a real browser: they load nothing from elsewhere, report no error and are accessible."""

from playwright.sync_api import expect

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


def test_the_pages_show_what_belongs_there_and_load_nothing_from_elsewhere(visit):
    reader = visit()
    for name, texts in SHOWN.items():
        reader.open(name.removeprefix("/"))
        for text in texts:
            expect(reader.page.locator("body")).to_contain_text(text)
        assert reader.violations() == [], name
