"""Games prepared for play over HTTP: every request of a period is known in advance, as the whole state is."""

import io
import json
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from flask import Flask

from bench.over_http.client import Call
from engines import VARIANTS
from service.app import create_app
from service.config import Settings
from service.ops.embedded_redis import EmbeddedRedis

NEW_GAME = {
    "variant": "hockey",
    "options": {"first_dealer": "random"},
    "seats": [{"kind": "person"}] * 2,
    "public": False,
}
MOVES = 50
"""Moves of a game: those of its first period."""


def service_at(url: str) -> Flask:
    """The service in this process, over the Redis server at ``url``."""
    settings = Settings(redis_url=url, background=False, limit_create="", limit_read_time="", max_games_each=100_000)
    return create_app(settings)


@contextmanager
def started() -> Iterator[tuple[Flask, str]]:
    """The service in this process, and the URL of its own Redis server."""
    with tempfile.TemporaryDirectory() as folder, EmbeddedRedis(Path(folder)) as server:
        yield service_at(server.url), server.url


def environ(call: Call) -> dict[str, Any]:
    """As a WSGI server hands it over."""
    return {
        "REQUEST_METHOD": call.method,
        "PATH_INFO": call.path,
        "SCRIPT_NAME": "",
        "QUERY_STRING": "",
        "SERVER_NAME": "127.0.0.1",
        "SERVER_PORT": "80",
        "SERVER_PROTOCOL": "HTTP/1.1",
        "REMOTE_ADDR": "127.0.0.1",
        "HTTP_AUTHORIZATION": f"Bearer {call.token}",
        "CONTENT_TYPE": "application/json",
        "CONTENT_LENGTH": str(len(call.body)),
        "wsgi.input": io.BytesIO(call.body),
        "wsgi.errors": io.StringIO(),
        "wsgi.url_scheme": "http",
        "wsgi.version": (1, 0),
        "wsgi.multithread": True,
        "wsgi.multiprocess": True,
        "wsgi.run_once": False,
    }


def answer_of(app: Flask, call: Call) -> bytes:
    """The body of an app's response, which must be a success."""
    status: list[str] = []

    def start(line: str, headers: Any, error: Any = None) -> Callable[[bytes], object]:
        status.append(line)
        return bytes.__len__  # nothing is written to it

    answer = app(environ(call), start)
    body = b"".join(answer)
    if hasattr(answer, "close"):
        answer.close()
    if not status[0].startswith("2"):
        raise RuntimeError(f"{call.method} {call.path}: {status[0]} {body.decode()}")
    return body


def new_game(app: Flask) -> list[Call]:
    """Create a game between two people; its moves in order."""
    game = json.loads(answer_of(app, Call("POST", "/v1/games", body=json.dumps(NEW_GAME).encode())))
    return list(_moves(app, game))


def _moves(app: Flask, game: dict[str, Any]) -> Iterator[Call]:
    codec = VARIANTS[game["variant"]].codec
    state = app.extensions["faceoff"].store.games.load(game["id"]).state
    for _ in range(MOVES):
        seat = int(state.to_act())
        actions = state.legal_actions(seat)[:1]
        body = {"ply": int(state.ply), "move": codec.encode_actions(state, seat, actions)}
        yield Call("POST", f"/v1/games/{game['id']}/moves", game["tokens"][str(seat)], json.dumps(body).encode())
        for action in actions:
            state.apply(seat, action)


def view_of(move: Call) -> Call:
    """The request for the view of the game of a move."""
    return Call("GET", move.path.removesuffix("/moves"), move.token)


def forget_games(service: Flask) -> None:
    """Let the service read the game, as one that has not seen it before."""
    service.extensions["faceoff"].games.memory.forget()


@dataclass(frozen=True)
class Kind:
    """A kind of request to measure."""

    name: str
    call_of: Callable[[Call], Call]
    """From a move."""
    forget: Callable[[Flask], object] = bool
    """Called with the service before each request."""


MOVE = Kind("move", lambda move: move)
VIEW = Kind("view", view_of)
KINDS = (
    MOVE,
    VIEW,
    Kind("move after one elsewhere", lambda move: move, forget_games),
    Kind("first view of a version", view_of, forget_games),
)
"""The service remembers games and views (docs/adr/0062-one-cache-of-games.md): most measurements play a game in one
process, and ask for a view again and again.
"""
