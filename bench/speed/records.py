"""Memory of an API process that gets twenty records of 2 MB at once to check: the resident set before, its peak, and
a second after the last answer.
"""

import json
import time
from collections.abc import Iterator
from typing import Any

from bench.over_http.client import Call, Connection, answered
from bench.report import table
from bench.speed.served import one_process

RECORDS = 20
AT = "2026-01-31T20:15:30.123Z"
HEX = "0a" * 32


def record(moves: int, events: int) -> bytes:
    """A record that is complete, and wrong from its first move on."""
    seat = {"kind": "person", "name": "Ida", "level": None}
    whole: dict[str, Any] = {
        "format": "faceoff-record-1",
        "id": "g_aaaaaaaaaaaaaaaaaaaa",
        "variant": "hockey",
        "rules_version": 1,
        "deck_digest": None,
        "preset": "standard",
        "options": {},
        "created_at": AT,
        "status": "finished",
        "seats": [{"seat": number, "side": number} | seat for number in (0, 1)],
        "result": {"winner": 0, "reason": "score", "score": [1, 0]},
        "fairness": {"scheme": "faceoff-v1", "commitment": HEX, "seed": HEX, "promises": {}, "client_seeds": {}}
        | {"shuffles": 1},
        "sheet": {},
        "moves": [
            {"version": 2 + ply, "ply": ply, "seat": ply % 2, "move": {"type": "play", "card": "QH"}}
            for ply in range(moves)
        ],
        "events": [
            {"version": 1 + number, "at": AT, "type": "plays", "data": {"seat": 0, "card": "QH"}}
            | {"text": "Ida plays the queen of hearts.", "speaker": 0}
            for number in range(events)
        ],
    }
    return json.dumps(whole).encode()


def rows(body: bytes) -> Iterator[tuple[object, ...]]:
    """Two rounds with this record."""
    with one_process() as (_, port, process):
        for number in ("the first", "the second"):
            before = process.kib()
            (process.folder / "clear_refs").write_text("5")
            calls = [[Call("POST", "/v1/records", body=body).raw()] for _ in range(RECORDS)]
            for client in answered([Connection(f"http://127.0.0.1:{port}", call.pop) for call in calls]):
                assert b'"verified":false' in client.body
            time.sleep(1)
            yield number, *(kib // 1024 for kib in (before, process.kib("VmHWM"), process.kib()))


def section() -> list[str]:
    """The table."""
    return table(("twenty records, MB", "before", "at most", "afterwards"), rows(record(12_000, 6_000)))
