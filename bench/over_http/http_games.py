"""Play whole games over HTTP against a running service and print how long its answers take.

``python -m bench.over_http.http_games http://127.0.0.1:8000`` plays every preset of every variant against every level,
two people with a join code, and computers among themselves, each move chosen at random among the legal ones: what a
newcomer's script would do.
"""

import argparse
import json
import random
import statistics
import sys
import time
from collections import defaultdict
from http.client import HTTPConnection
from urllib.parse import urlsplit

from faceoff_client import is_asked, random_move

WAIT = {"Prefer": "wait=30"}
GIVE_UP_S = 120


class Service:
    """One kept connection; ``times[name]`` collects seconds per kind of call."""

    def __init__(self, address: str) -> None:
        parts = urlsplit(address)
        self.connection = HTTPConnection(parts.hostname or "127.0.0.1", parts.port, timeout=60)
        self.times: dict[str, list[float]] = defaultdict(list)

    def call(self, name: str, method: str, path: str, body: object = None, token: str = "", **headers: str) -> dict:
        headers = {"Content-Type": "application/json", **headers} | (
            {"Authorization": f"Bearer {token}"} if token else {}
        )
        began = time.perf_counter()
        self.connection.request(method, path, None if body is None else json.dumps(body), headers)
        response = self.connection.getresponse()
        content = json.loads(response.read())
        self.times[name].append(time.perf_counter() - began)
        if response.status >= 400:
            raise RuntimeError(f"{method} {path}: {response.status} {content}")
        return content

    def create(self, **body: object) -> dict:
        return self.call("create", "POST", "/v1/games", {"pace_ms": 0, **body})

    def view(self, game: dict, token: str = "") -> dict:
        return self.call("view", "GET", f"/v1/games/{game['id']}", token=token)

    def move(self, game: dict, token: str, rng: random.Random, name: str = "move", **headers: str) -> dict:
        body = {"ply": game["ply"], "move": random_move(game, rng)}
        return self.call(name, "POST", f"/v1/games/{game['id']}/moves", body, token, **headers)

    def wait(self, game: dict, token: str) -> dict:
        self.call("long poll", "GET", f"/v1/games/{game['id']}/events?after={game['version']}&wait=30", token=token)
        return self.view(game, token)


def person_against_computers(service: Service, rules: dict, seats: int, level: int, rng: random.Random) -> dict:
    """A person plays every own move with ``Prefer: wait``; an answer that a computer had to give in between is timed
    apart.
    """
    computers = [{"kind": "ai", "level": level}] * (seats - 1)
    game = service.create(**rules, seats=[{"kind": "person"}, *computers])
    token = game["tokens"]["0"]
    ends = time.monotonic() + GIVE_UP_S
    while game["status"] == "active":
        if time.monotonic() > ends:
            raise RuntimeError(f"{rules} level {level}: no end after {GIVE_UP_S} s, at ply {game['ply']}")
        game = (
            service.move(game, token, rng, f"move and answer, level {level}", **WAIT)
            if is_asked(game)
            else service.wait(game, token)
        )
    return game


def people(service: Service, rules: dict, seats: int, rng: random.Random) -> dict:
    """People in every seat, who join with a code; these are the times of a move alone."""
    game = service.create(**rules, seats=[{"kind": "person"}, *[{"kind": "open"}] * (seats - 1)])
    tokens = [game["tokens"]["0"]]
    for seat in range(1, seats):  # by different names: the same request twice is answered with the same seat
        joined = service.call(
            "join", "POST", f"/v1/games/{game['id']}/join", {"code": game["join_code"], "name": f"Person {seat}"}
        )
        tokens.append(joined["token"])
    game = service.view(game)
    while game["status"] == "active":
        seat = rng.choice(game["to_act"])
        game = service.move(service.view(game, tokens[seat]), tokens[seat], rng)
    return game


def computers_only(service: Service, level: int) -> dict:
    """Four computers in partnership."""
    game = service.create(variant="hockey", preset="partnership", seats=[{"kind": "ai", "level": level}] * 4)
    ends = time.monotonic() + GIVE_UP_S
    while game["status"] == "active" and time.monotonic() < ends:
        game = service.wait(game, "")
    assert game["status"] == "finished", game["status"]
    return game


def result_line(game: dict) -> str:
    """The result in a few words."""
    return f"{game['score']} {game['result']['reason']}, {game['ply']} decisions"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("address", nargs="?", default="http://127.0.0.1:8000", help="where Faceoff runs (%(default)s)")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    rng = random.Random(arguments.seed)
    service = Service(arguments.address)
    began = time.monotonic()
    games = 0
    for summary in service.call("variants", "GET", "/v1/variants")["variants"]:
        variant = service.call("variant", "GET", summary["links"]["self"])
        for preset in variant["presets"]:
            rules, seats = {"variant": variant["key"], "preset": preset["name"]}, preset["seats"]
            name = f"{variant['key']} {preset['name']}"
            print(f"{name}, people: {result_line(people(service, rules, seats, rng))}", flush=True)
            for level in variant["levels"]:
                game = person_against_computers(service, rules, seats, level["level"], rng)
                print(f"{name}, level {level['level']}: {result_line(game)}", flush=True)
            games += 1 + len(variant["levels"])
    for level in (1, len(variant["levels"])):
        game = computers_only(service, level)
        games += 1
        print(f"four computers, level {level}: {result_line(game)}")
    print(
        f"\n{games} games in {time.monotonic() - began:.0f} s\n\n{'call':28} {'count':>6} {'median ms':>10} "
        f"{'p99 ms':>10}"
    )
    for name, seconds in sorted(service.times.items()):
        p99 = sorted(seconds)[int(0.99 * (len(seconds) - 1))]
        print(f"{name:28} {len(seconds):6} {1000 * statistics.median(seconds):10.1f} {1000 * p99:10.1f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
