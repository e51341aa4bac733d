"""The games of this computer that go on: a seat has no other copy, and a terminal is closed easily.

A file for each, with its secrets, that only its user may read.
"""

import json
import os
from contextlib import suppress
from pathlib import Path
from typing import Any, cast

JSON = dict[str, Any]


def folder() -> Path:
    """Where programs store what is to last until the next time, by the XDG Base Directory Specification."""
    state = os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state"
    return Path(state) / "faceoff" / "games"


def keep(address: str, saved: JSON) -> None:
    """Keep a game of the service at an address. Where nothing can be written it lasts as long as the terminal."""
    with suppress(OSError):
        folder().mkdir(mode=0o700, parents=True, exist_ok=True)
        writable = os.open(folder() / f"{saved['id']}.json", os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with open(writable, "w", encoding="utf-8") as file:
            json.dump({"address": address, "saved": saved}, file)


def forget(game_id: str) -> None:
    """Forget a game."""
    with suppress(OSError):
        (folder() / f"{game_id}.json").unlink(missing_ok=True)


def kept(address: str) -> JSON | None:
    """The newest game of the service at an address."""
    with suppress(OSError, ValueError):
        for path in sorted(folder().glob("*.json"), key=lambda path: path.stat().st_mtime, reverse=True):
            found = json.loads(path.read_text(encoding="utf-8"))
            if found["address"] == address:
                return cast("JSON", found["saved"])
    return None
