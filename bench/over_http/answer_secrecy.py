"""Whether the time of a computer's answer tells what it holds, over HTTP and without a pace: ``make answer-secrecy PORT=8123``.

A person plays random legal moves, one game after the other. The times are those that every client reads in the events; afterwards the
records say, by the truth, how many moves each answer had. The table compares forced answers with the others, or few moves with many where
hardly any is forced. It goes into docs/fairness.md.
"""

import argparse
import random
import statistics
import sys
import time
from collections.abc import Iterator
from datetime import datetime
from typing import Any

from bench.over_http.http_games import WAIT, Service
from bench.report import REPORT, put_section, table
from clients.two_samples import kolmogorov_smirnov, mann_whitney
from engines import VARIANTS
from faceoff_client import is_asked
from service.games.replay import Replay
from service.model.shuffles import shuffle_key

LEVELS = (1, 4, 5, 6)
LONGEST_GAME = 120
"""Versions after which the person resigns."""


def answers_of(record: dict[str, Any]) -> Iterator[tuple[int, int]]:
    """How many different moves each answer of seat 1 had, and how many ms it took."""
    at = {event["version"]: datetime.fromisoformat(event["at"]).timestamp() for event in record["events"]}
    key = shuffle_key(record["id"], record["fairness"]["seed"], record["fairness"]["client_seeds"])
    replay = Replay(VARIANTS[record["variant"]], record["options"], record["id"], key)
    replay.start()
    for move in record["moves"]:
        if move["seat"] == 1 and {move["version"], move["version"] - 1} <= set(at):
            yield len(replay.state.distinct_actions(1)), round(1000 * (at[move["version"]] - at[move["version"] - 1]))
        replay.play(move["seat"], move["move"])


def play(service: Service, variant: str, level: int, rng: random.Random) -> dict[str, Any]:
    """The record of a game."""
    game = service.create(variant=variant, seats=[{"kind": "person"}, {"kind": "ai", "level": level}])
    token = game["tokens"]["0"]
    while game["status"] == "active" and game["version"] < LONGEST_GAME:
        game = service.move(game, token, rng, **WAIT) if is_asked(game) else service.wait(game, token)
    if game["status"] == "active":
        service.call("resign", "POST", f"/v1/games/{game['id']}/resign", token=token)
    return service.call("record", "GET", f"/v1/games/{game['id']}/record", token=token)


def compare(answers: list[tuple[int, int]]) -> tuple[object, ...]:
    """Sizes, medians and both tests of the answers with few moves and those with many."""
    counts = [moves for moves, _ in answers]
    few = 1 if counts.count(1) >= len(answers) // 10 else statistics.median_low(counts)
    forced = [ms for moves, ms in answers if moves <= few]
    others = [ms for moves, ms in answers if moves > few]
    (distance, ks), (below, mw) = kolmogorov_smirnov(forced, others), mann_whitney(forced, others)
    sizes = f"{len(forced)} with {'one move' if few == 1 else f'up to {few} moves'}", len(others)
    medians = f"{statistics.median(forced):.0f}", f"{statistics.median(others):.0f}"
    return (*sizes, *medians, f"{distance:.2f}", f"{ks:.2g}", f"{below:.2f}", f"{mw:.2g}")


def rows(address: str, wanted: int, only: str | None) -> Iterator[tuple[object, ...]]:
    """The table, and its lines printed as they come."""
    for key, variant in VARIANTS.items():
        for level in LEVELS if variant.has_decisions and only in (None, key) else ():
            service, rng, answers = Service(address), random.Random(f"{key} {level}"), list[tuple[int, int]]()
            began = time.monotonic()
            while len(answers) < wanted:
                answers += answers_of(play(service, key, level, rng))
            row = (variant.name, level, *compare(answers))
            print(*row, f"in {time.monotonic() - began:.0f} s", flush=True)
            yield row


def main() -> int:
    """Measure and write the section."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("address")
    parser.add_argument("--answers", type=int, default=500, help="of each variant and level")
    parser.add_argument("--only", help="one variant")
    arguments = parser.parse_args()
    heads = ("game", "level", "answers", "other answers", "median ms", "of the others", "KS distance", "p", "MW", "p")
    found = table(heads, rows(arguments.address, arguments.answers, arguments.only))
    if not arguments.only:  # a part of the table is printed alone
        put_section("answer-secrecy", found, REPORT.with_name("fairness.md"))
    return 0


if __name__ == "__main__":
    sys.exit(main())
