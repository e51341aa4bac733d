"""Play whole games over HTTP against a running service and print how long its answers take.

``python -m bench latency`` plays every preset of every variant against every level,
two people with a join code, and computers among themselves, each move chosen at random among the legal ones: what a
newcomer's script would do.
"""

import argparse
import random
import sys
import time
from typing import Any

from bench.over_http.client import WAIT, Service
from bench.speed.alternating import percentile
from faceoff_client import is_asked

GIVE_UP_S = 120


def person_against_computers(service: Service, rules: Any, seats: int, level: int, rng: random.Random) -> Any:
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


def people(service: Service, rules: Any, seats: int, rng: random.Random) -> Any:
    """People in every seat, who join with a code; these are the times of a move alone."""
    game = service.create(**rules, seats=[{"kind": "person"}, *[{"kind": "open"}] * (seats - 1)])
    tokens = [game["tokens"]["0"]]
    for seat in range(1, seats):  # by different names: the same request twice is answered with the same seat
        joined = service.call(
            "join", "POST", f"/v1/games/{game['id']}/join", {"join_code": game["join_code"], "name": f"Person {seat}"}
        )
        tokens.append(joined["token"])
    game = service.view(game)
    while game["status"] == "active":
        seat = rng.choice(game["to_act"])
        game = service.move(service.view(game, tokens[seat]), tokens[seat], rng)
    return game


def computers_only(service: Service, rules: Any, seats: int, level: int) -> Any:
    """Computers in every seat."""
    game = service.create(**rules, seats=[{"kind": "ai", "level": level}] * seats)
    ends = time.monotonic() + GIVE_UP_S
    while game["status"] == "active" and time.monotonic() < ends:
        game = service.wait(game, "")
    assert game["status"] == "finished", game["status"]
    return game


def result_line(game: Any) -> str:
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
        variant = service.call("variant", "GET", f"/v1/variants/{summary['key']}")
        for preset in variant["presets"]:
            rules, seats = {"variant": variant["key"], "preset": preset["key"]}, preset["seats"]
            name = f"{variant['key']} {preset['name']}"
            print(f"{name}, people: {result_line(people(service, rules, seats, rng))}", flush=True)
            for level in variant["levels"]:
                game = person_against_computers(service, rules, seats, level["level"], rng)
                print(f"{name}, level {level['level']}: {result_line(game)}", flush=True)
            games += 1 + len(variant["levels"])
            for level in (1, len(variant["levels"])) if seats > 2 else ():
                game = computers_only(service, rules, seats, level)
                games += 1
                print(f"{name}, {seats} computers, level {level}: {result_line(game)}", flush=True)
    print(
        f"\n{games} games in {time.monotonic() - began:.0f} s\n\n{'call':28} {'count':>6} {'median ms':>10} "
        f"{'p99 ms':>10}"
    )
    for name, seconds in sorted(service.times.items()):
        median, p99 = (1000 * percentile(seconds, share) for share in (0.5, 0.99))
        print(f"{name:28} {len(seconds):6} {median:10.1f} {p99:10.1f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
