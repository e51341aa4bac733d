"""The few calls that a player needs, as openapi.yaml describes them."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import requests

JSON = dict[str, Any]

ANSWER_S = 40
"""Longer than any answer is held."""
HOLD_S = 10
PATIENCE_S = 30
"""How long to go on trying while the service is away: it comes back, and every request here may be sent twice."""
PAUSE_S = 0.5


class Refused(Exception):
    """The service says no: a stable code, and a sentence that says what would be right."""

    def __init__(self, problem: JSON) -> None:
        super().__init__(problem.get("detail", "no reason given"))
        self.code: str = problem.get("code", "")


class Away(Exception):
    """Nothing answers at the address."""


class Api:
    """Calls to one service."""

    def __init__(self, address: str, patience_s: float = PATIENCE_S) -> None:
        self.address = address.rstrip("/")
        self.patience_s = patience_s
        self.session = requests.Session()

    def variants(self) -> list[JSON]:
        """The games in short."""
        found: list[JSON] = self._call("GET", "/v1/variants")["variants"]
        return found

    def variant(self, key: str) -> JSON:
        """A game with its presets and levels."""
        return self._call("GET", f"/v1/variants/{key}")

    def create(self, **body: Any) -> JSON:
        """A new game: the view, and the tokens beside it."""
        return self._call("POST", "/v1/games", body)

    def view(self, game_id: str, token: str) -> JSON:
        """The game as the token's seat sees it."""
        return self._call("GET", f"/v1/games/{game_id}", token=token)

    def move(self, view: JSON, token: str, move: JSON) -> JSON:
        """Play a move: the view after it, with ``events``."""
        return self._call("POST", f"/v1/games/{view['id']}/moves", {"ply": view["ply"], "move": move}, token)

    def cards(self, view: JSON, token: str) -> list[JSON]:
        """The cards of the game and what they do."""
        found: list[JSON] = self._call("GET", view["links"]["cards"], token=token)["cards"]
        return found

    def hint(self, game_id: str, token: str) -> JSON | None:
        """What a computer would play in the token's seat; None if it is not ready in time."""
        found = self._call("POST", f"/v1/games/{game_id}/hint", {}, token, wait_s=HOLD_S)
        ends = time.monotonic() + self.patience_s
        while found["status"] in ("queued", "running") and time.monotonic() < ends:
            found = self._call("GET", found["links"]["self"], token=token, wait_s=HOLD_S)
        answer: JSON | None = found["answer"]
        return answer

    def resign(self, game_id: str, token: str) -> JSON:
        """Give up."""
        return self._call("POST", f"/v1/games/{game_id}/resign", token=token)

    def events(self, game_id: str, token: str, after: int, wait_s: int = 0) -> JSON:
        """What has happened after a version; held for ``wait_s`` until something does."""
        return self._call("GET", f"/v1/games/{game_id}/events?after={after}&wait={wait_s}", token=token)

    def _call(self, method: str, path: str, body: JSON | None = None, token: str = "", wait_s: int = 0) -> JSON:
        headers = ({"Authorization": f"Bearer {token}"} if token else {}) | ({"Prefer": f"wait={wait_s}"} if wait_s else {})
        ends = time.monotonic() + self.patience_s
        while True:
            with _told_as_away():
                try:
                    response = self.session.request(method, self.address + path, json=body, headers=headers, timeout=ANSWER_S)
                    if response.status_code != 503 or time.monotonic() > ends:
                        return _content(response)
                except requests.ConnectionError:
                    if time.monotonic() > ends:
                        raise
            time.sleep(PAUSE_S)


def _content(response: requests.Response) -> JSON:
    content: JSON = response.json()
    if response.status_code >= 400:
        raise Refused(content)
    return content


@contextmanager
def _told_as_away() -> Iterator[None]:
    try:
        yield
    except requests.RequestException as error:  # no answer, or one that is no JSON: not a Faceoff
        raise Away(str(error)) from error
