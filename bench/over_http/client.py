"""A client over HTTP: requests as bytes, one keep-alive connection, many of them at once, and the requests of a
game.
"""

import json
import random
import selectors
import socket
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar
from urllib.parse import urlsplit

WAIT = {"Prefer": "wait=30"}
TIMEOUT_S = 60


@dataclass(frozen=True)
class Call:
    """A request."""

    method: str
    path: str
    token: str = ""
    body: bytes = b""

    def raw(self, **headers: str) -> bytes:
        """As sent over a kept connection, with more headers."""
        lines = (
            f"{self.method} {self.path} HTTP/1.1",
            "Host: 127.0.0.1",
            *((f"Authorization: Bearer {self.token}",) if self.token else ()),
            *(f"{name}: {value}" for name, value in headers.items()),
            *(("Content-Type: application/json", f"Content-Length: {len(self.body)}") if self.body else ()),
        )
        return "\r\n".join(lines).encode() + b"\r\n\r\n" + self.body


class Connection:
    """One keep-alive connection, which opens with its first request; ``request`` returns the request that ``send``
    sends.
    """

    def __init__(self, address: str, request: Callable[[], bytes] = bytes) -> None:
        place = urlsplit(address)
        self.place = (place.hostname or "127.0.0.1", place.port or 80)
        self.request = request
        self.body = b""
        self.took = 0.0
        """Seconds until the last answer was there."""
        self.waits = False
        self._socket: socket.socket | None = None
        self._answer = b""
        self._sent = 0.0

    def opened(self) -> socket.socket:
        """The socket, opened if it is not open."""
        if self._socket is None:
            self._socket = socket.create_connection(self.place, timeout=TIMEOUT_S)
        return self._socket

    def close(self) -> None:
        """Close it; the next request opens another."""
        if self._socket is not None:
            self._socket.close()
        self._socket = None

    def send(self) -> None:
        """Send the next request."""
        kept, request = self.opened(), self.request()
        self._answer, self.waits, self._sent = b"", True, time.perf_counter()
        kept.sendall(request)

    def receive(self) -> bool:
        """Read the bytes that have arrived; true if the response is complete. Raises RuntimeError unless it is a
        success.
        """
        more = self.opened().recv(65536)
        self._answer += more
        head, found, self.body = self._answer.partition(b"\r\n\r\n")
        if not more:
            raise RuntimeError(f"the connection ended: {self._answer.decode()}")
        if not found:
            return False
        length = int(head.lower().partition(b"content-length:")[2].split(b"\r\n")[0])
        self.waits = len(self.body) < length
        if self.waits:
            return False
        self.took = time.perf_counter() - self._sent
        if not head.startswith(b"HTTP/1.1 2"):
            raise RuntimeError(self._answer.decode())
        if b"connection: close" in head.lower():
            self.close()
        return True

    def ask(self, request: bytes) -> bytes:
        """Send a request and wait for the body of its response."""
        self.request = lambda: request
        self.send()
        while not self.receive():
            pass
        return self.body


C = TypeVar("C", bound=Connection)


def answered(clients: Sequence[C]) -> Iterator[C]:
    """Let all clients send, each whenever it has a response. Ends when none has a request left, and closes them."""
    with selectors.DefaultSelector() as selector:
        for client in clients:
            selector.register(client.opened(), selectors.EVENT_READ, client)
            client.send()
        waiting = len(clients)
        while waiting:
            for key, _ in selector.select():
                if key.data.receive():
                    yield key.data
                    waiting -= not key.data.waits
    for client in clients:
        client.close()


class Service(Connection):
    """The requests of a game."""

    def call(self, method: str, path: str, body: object = None, token: str = "", **headers: str) -> Any:
        """The response to a request."""
        content = b"" if body is None else json.dumps(body).encode()
        return json.loads(self.ask(Call(method, path, token, content).raw(**headers)))

    def create(self, **body: object) -> Any:
        """A game without a pace, with its tokens."""
        return self.call("POST", "/v1/games", {"pace_ms": 0, **body})

    def view(self, game: Any, token: str = "") -> Any:
        """The current view of the game."""
        return self.call("GET", f"/v1/games/{game['id']}", token=token)

    def move(self, game: Any, token: str, rng: random.Random, **headers: str) -> Any:
        """The game after a random legal move."""
        return self.call("POST", f"/v1/games/{game['id']}/moves", random_answer(game, rng), token, **headers)

    def wait(self, game: Any, token: str) -> Any:
        """The game after its next change."""
        path = f"/v1/games/{game['id']}/events?after={game['version']}"
        self.call("GET", path, token=token, Prefer="wait=30")
        return self.view(game, token)


def random_answer(game: Any, rng: random.Random) -> dict[str, object]:
    """The body of a random legal move."""
    from faceoff_client import random_move  # the SDK takes long to load, under valgrind a second: most do without

    return {"ply": game["ply"], "move": random_move(game, rng)}
