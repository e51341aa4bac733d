"""Recorded responses of the service: one game of every variant over HTTP, to the end.

A line has a ``variant``, a ``kind`` and the ``value``: what answers the creation (``created``), a move (``answer``) and
a request for the view (``view``), or an ``event`` of a page. Moves are chosen at random among the legal ones by a seed,
but for what the service itself draws.
"""

import random
import time
from typing import Any, Final

from bench.over_http.client import WAIT, Service

SEED: Final = 1
GIVE_UP_S: Final = 300
Line = dict[str, Any]


class Recorder(Service):
    """The requests of a game, whose responses are kept."""

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

    def move(self, game: Any, token: str, rng: random.Random, **headers: str) -> Any:
        return self.keep("answer", super().move(game, token, rng, **headers))

    def events(self, game: Any, token: str) -> None:
        """Keep all events of a game, as this seat knows them."""
        after, more = 0, True
        while more:
            page = self.call("GET", f"/v1/games/{game['id']}/events?after={after}", token=token)
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
    known = service.call("GET", "/v1/variants")["variants"]
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
