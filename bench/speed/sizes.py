"""What a game takes in Redis, all keys together: when it is created, after 50 moves, when it is over, and when it is
packed.
"""

import random
from collections.abc import Iterator
from typing import Any

from flask import Flask

from bench.over_http.client import random_answer
from bench.report import table
from bench.speed.prepared import started
from engines import VARIANTS
from service.store.store import Store

LATER = 50
"""Moves."""


def sizes(app: Flask, store: Store, key: str) -> Iterator[float]:
    """Play a random game of the first preset between people: what it takes when it is created, after each move, and
    when it is packed.
    """
    api, rng = app.test_client(), random.Random(key)
    seats = VARIANTS[key].new_game(next(iter(VARIANTS[key].presets.values()))).seats()
    body = {"variant": key, "seats": [{"kind": "person"}] * int(seats), "public": False}
    game: Any = api.post("/v1/games", json=body).json
    path, tokens = f"/v1/games/{game['id']}", game["tokens"]
    yield used(store, game["id"])
    while game["status"] == "active":
        caller = {"Authorization": f"Bearer {tokens[str(rng.choice(game['to_act']))]}"}
        seen = api.get(path, headers=caller).json
        game = api.post(f"{path}/moves", json=random_answer(seen, rng), headers=caller).json
        yield used(store, game["id"])
    store.games.pack(game["id"])
    yield used(store, game["id"])


def used(store: Store, game_id: str) -> float:
    """KiB of all keys of a game."""
    names = store.client.scan_iter(f"*:{game_id}")
    return sum(int(store.client.memory_usage(name, samples=0) or 0) for name in names) / 1024


def rows() -> Iterator[tuple[object, ...]]:
    """A game of each kind."""
    with started() as (app, _):
        for key, variant in VARIANTS.items():
            *live, packed = sizes(app, app.extensions["faceoff"].store, key)
            later = f"{live[LATER]:.1f}" if len(live) > LATER else ""
            yield variant.name, len(live) - 1, f"{live[0]:.1f}", later, f"{live[-1]:.1f}", f"{packed:.1f}"


def section() -> list[str]:
    """The table."""
    return table(("game", "moves", "created, KiB", f"after {LATER} moves", "over", "packed"), rows())
