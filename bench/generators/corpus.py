"""Real answers of the service, recorded: one game of every variant over HTTP, to the end, one line of JSON for each.

A line has a ``variant``, a ``kind`` of ``KINDS`` and the ``value``. Moves are chosen at random among the legal ones by
a seed, but for what the service itself draws.
"""

import json
import random
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from bench.over_http.client import WAIT, Service
from bench.speed.running import Running

KINDS: Final = ("created", "answer", "view", "event")
"""What answers the creation, a move and a request for the view; an event of a page."""
SEED: Final = 1
GIVE_UP_S: Final = 300
Line = dict[str, Any]


class Recorder(Service):
    """The calls of a game, whose answers are kept."""

    def __init__(self, address: str) -> None:
        super().__init__(address)
        self.lines: list[Line] = []
        self.variant = ""

    def keep(self, kind: str, value: Any) -> Any:
        """The value, kept as one of this kind."""
        self.lines.append({"variant": self.variant, "kind": kind, "value": value})
        return value

    def create(self, **body: object) -> Any:
        return self.keep("created", super().create(**body))

    def view(self, game: Any, token: str = "") -> Any:
        return self.keep("view", super().view(game, token))

    def move(self, game: Any, token: str, rng: random.Random, name: str = "move", **headers: str) -> Any:
        return self.keep("answer", super().move(game, token, rng, name, **headers))

    def events(self, game: Any, token: str) -> None:
        """Keep all events of a game, as this seat knows them."""
        after, more = 0, True
        while more:
            page = self.call("events", "GET", f"/v1/games/{game['id']}/events?after={after}", token=token)
            for event in page["events"]:
                self.keep("event", event)
            more = bool(page["events"]) and page["events"][-1]["version"] > after
            after = page["events"][-1]["version"] if page["events"] else after


def play(service: Recorder, variant: str, rng: random.Random) -> None:
    """A person against a computer of the first level, to the end."""
    service.variant = variant
    game = service.create(variant=variant, seats=[{"kind": "person", "name": "Ida"}, {"kind": "ai", "level": 1}])
    token, ends = game["tokens"]["0"], time.monotonic() + GIVE_UP_S
    while game["status"] == "active":
        if time.monotonic() > ends:
            raise RuntimeError(f"{variant}: no end after {GIVE_UP_S} s, at ply {game['ply']}")
        asked = game["choice"] or game["legal_moves"]
        game = service.move(game, token, rng, **WAIT) if asked else service.wait(game, token)
    service.view(game, token)
    service.view(game)
    service.events(game, token)


def recorded(address: str) -> list[Line]:
    """One game of each variant that the service offers."""
    service = Recorder(address)
    known = service.call("variants", "GET", "/v1/variants")["variants"]
    for summary in known:
        play(service, summary["key"], random.Random(SEED))
    service.close()
    return service.lines


def grown(line: Line) -> Line:
    """A line as a later release might send it: every object has a field more, and an event a type not known today."""
    value = _with_more(line["value"])
    return line | {"value": value | {"type": "something_new"} if line["kind"] == "event" else value}


def _with_more(value: Any) -> Any:
    if isinstance(value, list):
        return [_with_more(element) for element in value]
    if isinstance(value, dict):
        return {name: _with_more(part) for name, part in value.items()} | {"new_field": "new"}
    return value


def read(file: Path) -> Iterator[Line]:
    """The lines of a file."""
    with file.open() as lines:
        for line in lines:
            yield json.loads(line)


def write(lines: list[Line], file: Path) -> None:
    """All lines into a file."""
    file.write_text("".join(json.dumps(line, separators=(",", ":"), sort_keys=True) + "\n" for line in lines))


def running() -> Running:
    """A service of our own, whose computers answer at once."""
    return Running(tempfile.mkdtemp(prefix="faceoff-"), {"FACEOFF_AI_PACE_MS": "0"})
