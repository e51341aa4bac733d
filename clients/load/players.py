"""Players for Locust: each plays whole games against a level, with a pause before every move, by the contract alone."""

import os
import random
import time
from typing import Any

from locust import HttpUser, constant, events, task
from locust.exception import StopUser

JSON = dict[str, Any]

HOLD_S = 20
MOST_THOUGHT_S = 0.5
"""A person takes up to this long for a move; real ones take longer, which is less load."""
LEVELS = [int(level) for level in os.environ.get("FACEOFF_LOAD_LEVELS", "1,2,3,4,5,6").split(",")]
VARIANTS = os.environ.get("FACEOFF_LOAD_VARIANTS", "").split(",")
WAIT = "AI"
"""The kind of Locust's entries that time a computer: from the acknowledged move, or the question, to its answer."""


class Player(HttpUser):
    """A person who plays game after game, each time another game and level."""

    wait_time = constant(0)

    def on_start(self) -> None:
        """Find out what is played here."""
        known = self.client.get("/v1/variants").json()["variants"]
        self.variants = [variant for variant in known if VARIANTS == [""] or variant["key"] in VARIANTS]
        if not self.variants:
            raise StopUser
        self.rng = random.Random()

    @task
    def game(self) -> None:
        """Play a game to the end."""
        level = self.rng.choice(LEVELS)
        seats = [{"kind": "person"}, {"kind": "ai", "level": level}]
        view = self._call("POST", "/v1/games", "create", {"variant": self.rng.choice(self.variants)["key"], "seats": seats})
        headers = {"Authorization": f"Bearer {view['tokens']['0']}"} if view else {}
        while view and view["status"] == "active":
            if view["legal_moves"] or view["choice"]:
                view = self._move(view, headers)
            else:
                view = self._wait(view, headers, level)

    def _move(self, view: JSON, headers: JSON) -> JSON:
        time.sleep(self.rng.uniform(0, MOST_THOUGHT_S))
        body = {"ply": view["ply"], "move": self._chosen(view)}
        return self._call("POST", f"/v1/games/{view['id']}/moves", "move", body, headers)

    def _chosen(self, view: JSON) -> JSON:
        choice = view["choice"]
        if choice:
            return {"type": choice["type"], choice["field"]: self.rng.sample(choice["candidates"], len(choice["slots"]))}
        move: JSON = self.rng.choice(view["legal_moves"])["move"]
        return move

    def _wait(self, view: JSON, headers: JSON, level: int) -> JSON:
        """Wait for the computer; its time is that of the whole wait, whatever number of requests it took."""
        began = time.perf_counter()
        page: JSON = {"version": view["version"]}
        while page["version"] == view["version"]:
            page = self._call("GET", f"/v1/games/{view['id']}/events?after={view['version']}&wait={HOLD_S}", "wait", None, headers)
            if not page:
                return page
        waited_ms = 1000 * (time.perf_counter() - began)
        events.request.fire(  # type: ignore[no-untyped-call]
            request_type=WAIT, name=f"level {level}", response_time=waited_ms, response_length=0, exception=None, context={}, response=None
        )
        return self._call("GET", f"/v1/games/{view['id']}", "view", None, headers)

    def _call(self, method: str, path: str, name: str, body: JSON | None = None, headers: JSON | None = None) -> JSON:
        """The answer; empty if there was none to go on with, which Locust counts as a failure."""
        with self.client.request(method, path, name=name, json=body, headers=headers, catch_response=True) as response:
            if response.status_code < 400:
                content: JSON = response.json()
                return content
            response.failure(f"{response.status_code} {response.text[:200]}")
        return {}
