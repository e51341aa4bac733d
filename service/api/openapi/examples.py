"""Examples for the contract and the pages: recorded from the service by ``python -m tests.service.examples``."""

import json
from functools import cache
from pathlib import Path
from typing import Any, Final

FILE: Final = Path(__file__).with_name("examples.json")


@cache
def examples() -> dict[str, Any]:
    """``operations``: what each is asked, if it takes a body, and what it answers, by status, with another media type
    than JSON behind it. ``problems``: the request, empty where any will do, and the body, by code. ``game_changed``:
    what a webhook gets.
    """
    recorded: dict[str, Any] = json.loads(FILE.read_text(encoding="utf-8"))
    return recorded
