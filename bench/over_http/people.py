"""Many concurrent people over HTTP, in one process: each plays one game after another against a computer, with random
moves, and waits for each response.
"""

import json
import random
import time
from collections.abc import Iterator
from typing import Any

from bench.over_http.client import WAIT, Call, Connection, answered, random_answer
from engines import VARIANTS
from faceoff_client import is_asked


class Person(Connection):
    """A person who plays the first game against a level."""

    def __init__(self, address: str, level: int, seed: int) -> None:
        super().__init__(address, self.next_request)
        self.rng = random.Random(seed)
        seats = [{"kind": "person"}, {"kind": "ai", "level": level}]
        new_game = {"variant": next(iter(VARIANTS)), "pace_ms": 0, "seats": seats, "public": False}
        self.new_game = Call("POST", "/v1/games", body=json.dumps(new_game).encode())
        self.game: Any = {}
        self.token = ""
        self.has_moved = False

    def next_request(self) -> bytes:
        """A new game, the person's move, or a look at a game in which the computer still thinks."""
        self.has_moved = False
        if self.game.get("status") != "active":
            return self.new_game.raw(**WAIT)
        path = f"/v1/games/{self.game['id']}"
        if not is_asked(self.game):
            return Call("GET", path, self.token).raw()
        self.has_moved = True
        body = json.dumps(random_answer(self.game, self.rng)).encode()
        return Call("POST", f"{path}/moves", self.token, body).raw(**WAIT)

    def read(self) -> None:
        """Process the response."""
        self.game = json.loads(self.body)
        if "tokens" in self.game:
            self.token = self.game["tokens"]["0"]


def moves(address: str, level: int, people: int, seconds: float) -> Iterator[Person]:
    """Let this many people play, each moving whenever its last move has been answered."""
    ends = time.perf_counter() + seconds
    for person in answered([Person(address, level, seed) for seed in range(people)]):
        person.read()
        if person.has_moved:
            yield person
        if time.perf_counter() < ends:
            person.send()
