"""Players for Locust: each plays whole games against a level, with a pause before every move, with the Python SDK."""

import os
import random
import time
from typing import Any
from urllib.parse import urlsplit

import requests
from locust import HttpUser, events, task
from locust.exception import StopUser

from clients.load.__main__ import HELD
from faceoff_client import Client, FaceoffError, Game, observation_of, random_move

MOST_THOUGHT_S = 0.5
"""A person takes up to this long for a move; real ones take longer, which is less load."""
LEVELS = [int(level) for level in os.environ.get("FACEOFF_LOAD_LEVELS", "1,2,3,4,5,6").split(",")]
VARIANTS = os.environ.get("FACEOFF_LOAD_VARIANTS", "").split(",")
BATCH = int(os.environ.get("FACEOFF_LOAD_BATCH", "0"))
"""After this many decisions in games of one kind, a player asks for a level's moves in all of them; 0: never."""
WAIT = "AI"
"""The kind of Locust's entries that time a computer: from the acknowledged move, or the request, to its answer."""
NAMES = {"games": "create", "moves": "move", "variants": "variants", "batch": "batch"}
"""The name of a request by the last part of its path; the others fetch a view."""


class Measured:
    """A session for the SDK, whose requests Locust measures. A failed one counts there, and the SDK may try again."""

    def __init__(self, session: Any) -> None:
        self._session = session

    def request(self, method: str, url: str, **options: Any) -> requests.Response:
        """Send a request under its name; only polls are held, so that the time of every other request is that of the
        service.
        """
        headers = options["headers"]
        if method == "POST":
            headers.pop("Prefer", None)
        name = HELD if "Prefer" in headers else NAMES.get(urlsplit(url).path.rsplit("/", 1)[-1], "view")
        response: Any = self._session.request(method, url, name=name, **options)
        if response.status_code == 0:  # Locust's way to say that there was no answer
            raise response.error
        found: requests.Response = response
        return found


class Player(HttpUser):
    """A person who plays game after game, each time another game and level."""

    def on_start(self) -> None:
        """Fetch the games of the service."""
        self.faceoff = Client(str(self.host), session=Measured(self.client))
        self.variants = [
            variant["key"] for variant in self.faceoff.variants() if VARIANTS == [""] or variant["key"] in VARIANTS
        ]
        if not self.variants:
            raise StopUser
        self.rng = random.Random()
        self.seen: dict[str, list[dict[str, Any]]] = {}

    @task
    def game(self) -> None:
        """Play a game to the end."""
        level = self.rng.choice(LEVELS)
        seats: Any = [{"kind": "person"}, {"kind": "ai", "level": level}]
        try:
            game = self.faceoff.create(self.rng.choice(self.variants), seats=seats)
            while self._wait(game, level):
                self._suggest(game, level)
                time.sleep(self.rng.uniform(0, MOST_THOUGHT_S))
                game.play(random_move(game.view, self.rng), wait_s=0)
        except FaceoffError:
            pass  # Locust has counted it

    def _wait(self, game: Game, level: int) -> bool:
        """Wait for the computer, in as many requests as needed, and measure the time."""
        began = time.perf_counter()
        is_thinking = not (game.is_my_turn or game.is_over)
        is_my_turn = game.wait()
        if is_thinking:
            _note_wait(f"level {level}", began)
        return is_my_turn

    def _suggest(self, game: Game, level: int) -> None:
        """Note the position; if there are enough of this kind of game, ask what the level would play in them."""
        variant = game.view["variant"]
        positions = self.seen.setdefault(variant, [])
        positions.append({"observation": observation_of(game.view)})
        if 0 < BATCH <= len(positions):
            began = time.perf_counter()
            self.faceoff.suggest_batch(variant, positions, level=level, mistakes=True)
            _note_wait(f"batch of {BATCH}", began)
            positions.clear()


def _note_wait(name: str, began: float) -> None:
    waited_ms = 1000 * (time.perf_counter() - began)
    more: dict[str, Any] = {"response_length": 0, "exception": None, "context": {}, "response": None}
    events.request.fire(request_type=WAIT, name=name, response_time=waited_ms, **more)  # type: ignore[no-untyped-call]
