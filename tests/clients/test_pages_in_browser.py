"""The pages in a real browser: they load nothing from elsewhere, report no error and are accessible."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.browser import ALONE, BROWSER, needs_browser
from tests.service.client import CONTRACT_FILE

AXE = CONTRACT_FILE.parent / "build" / "tools" / "node_modules" / "axe-core" / "axe.min.js"
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


@needs_browser
@pytest.mark.skipif(not AXE.exists() and not os.environ.get("REQUIRE_ALL"), reason="make check installs the npm tools")
def test_the_pages_show_what_belongs_there_and_load_nothing_from_elsewhere(address, tmp_path):
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])  # the Node.js of the dependencies
    options = [*ALONE, f"--user-data-dir={tmp_path / 'profile'}"]
    command = ["node", Path(__file__).parent / "browse.mjs", BROWSER, AXE, address, *SHOWN, "--", *options]
    done = subprocess.run(
        command, capture_output=True, text=True, env=os.environ | {"PATH": path}, timeout=100, check=False
    )
    assert done.returncode == 0, done.stderr
    pages = {page["path"]: page for page in map(json.loads, done.stdout.splitlines())}
    assert list(pages) == list(SHOWN)
    for name, page in pages.items():
        assert [text for text in SHOWN[name] if text not in page["text"]] == [], name
        assert [url for url in page["requests"] if not url.startswith((f"{address}/", "data:"))] == [], name
        assert page["errors"] == page["violations"] == [], name
