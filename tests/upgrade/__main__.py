"""Write the data of the present code: ``python -m tests.upgrade COMMIT``."""

import random
import sys
import tempfile
import time

import redis

from engines import VARIANTS
from faceoff_client import random_move
from service.app import create_app
from service.config import Settings
from service.ops import cli
from service.ops.embedded_redis import EmbeddedRedis
from service.store.copies import Copies
from service.store.store import Store
from service.store.webhooks import KeyRing
from tests.games import QUICK_GAME
from tests.service.client import OPEN, PERSON, Client, Contract, ai
from tests.service.use_cases import games_of, play_computers
from tests.upgrade import HERE, dump, write

RUNNING_MOVES = 12


def main(version):
    with (
        tempfile.TemporaryDirectory() as data,
        EmbeddedRedis(data) as server,
        redis.Redis.from_url(server.url) as client,
    ):
        settings = Settings(redis_url=server.url, background=False)
        api, store = Client(create_app(settings), Contract()), Store(settings)
        games = []
        for key, variant in VARIANTS.items():
            seats = variant.new_game(next(iter(variant.presets.values()))).seats()
            running = {"variant": key, "seats": [PERSON, *[ai(1)] * (seats - 1)], "pace_ms": 0}
            finished = {"variant": key, "seats": [PERSON] * seats, "public": False, "pace_ms": 0}
            games += [play(api, store, running, RUNNING_MOVES), play(api, store, finished, None)]
            store.games.pack(games[-1]["id"])
        fill(api, store)
        write(version, keys=dump(client), games=games)
        cli.back_up(Copies(settings), str(HERE / version / "backup.gz"))


def fill(api, store):
    """One piece of each kind, and a game of each status."""
    key = {"X-Api-Key": KeyRing(store.client).create("League")[1]}
    assert api.post("/v1/webhooks", {"url": "https://93.184.216.34/"}, headers=key).status_code == 201
    bot = api.post("/v1/bots", {"name": "Slapshot"})
    assert bot.status_code == 201
    players = {"first": {"level": 1}, "second": {"level": 2}}
    assert api.post("/v1/matches", {"variant": QUICK_GAME, "pairs": 1, **players}).status_code == 202
    api.create(seats=[PERSON, OPEN], public=False)
    api.create(seats=[PERSON, ai(1)])
    finished = api.create(seats=[PERSON, PERSON])
    path = f"/v1/games/{finished['id']}/resign"
    assert api.post(path, token=finished["tokens"]["0"]).status_code == 200


def play(api, store, body, moves):
    """A game of random moves, to the end or for this many moves of people; its tokens, and how seat 0 sees it."""
    created, rng, played = api.create(**body), random.Random(1), 0
    tokens, view = created["tokens"], created
    while view["status"] == "active" and played != moves:
        asked = [seat for seat in view["to_act"] if str(seat) in tokens]
        if not asked:
            play_computers(games_of(store), created["id"])
            view = api.get(f"/v1/games/{created['id']}").json
            continue
        token = tokens[str(rng.choice(asked))]
        view = api.move(
            view := api.get(f"/v1/games/{created['id']}", token=token).json, token, random_move(view, rng)
        ).json
        played += 1
    while store.games.load(created["id"]).ai is not None:  # its answer is committed a little later
        play_computers(games_of(store), created["id"])
        time.sleep(0.01)
    path, token = f"/v1/games/{created['id']}", tokens["0"]
    seen = {
        "view": api.get(path, token=token).json,
        "events": api.get(f"{path}/events?after=0", token=token).json["events"],
    }
    if view["status"] == "finished":
        seen["record"] = api.get(f"{path}/record", token=token).json
    return {"id": created["id"], "tokens": tokens, "owner_token": created["owner_token"], "played": played, **seen}


main(*sys.argv[1:])
