"""Decisions of level 3 through the whole service: in batches of 1,000 positions, in turn with a match that decides as
many, and as single suggestions.
"""

import json
import statistics
import tempfile
import time
from collections.abc import Iterator
from functools import partial
from itertools import count, islice
from typing import Any

from ai.arena import begin_pair
from ai.levels import LEVELS
from ai.play import decisions
from bench.over_http.client import WAIT, Call, Connection, Service, answered
from bench.report import table
from bench.speed.alternating import Measure, in_turn, ratio
from bench.speed.running import Running, running
from engines import VARIANTS
from engines.rng import Rng
from service.tasks.batches import MOST_POSITIONS

LEVEL = 3
HOW = {"level": LEVEL, "mistakes": True}
CLIENTS, SINGLE, ROUNDS = 4, 100, 2
"""Requests at once; single suggestions of a round."""
BATCHES = {"hockey": 100, "turn_based_hockey": 10}
"""Batches of a round, by game: as many decisions as a match plays."""
DIFFERENT = 4
"""Batches that are not the same."""


def positions(key: str) -> Iterator[dict[str, Any]]:
    """The decisions of games of level 3 against itself, as the seat sees them, each game with a seed of its own."""
    variant = VARIANTS[key]
    for game in count():
        seed, state = f"game {game}", variant.new_game(next(iter(variant.presets.values())))
        for seat, _ in decisions(variant, state, LEVELS[LEVEL - 1], Rng(seed)):
            yield {"observation": variant.codec.dump_observation(variant.observe(state, seat)), "seed": seed}


def answers_s(address: str, requests: list[bytes]) -> float:
    """Seconds until all of these requests are answered, some at a time."""
    left = requests[::-1]
    began = time.perf_counter()
    for client in answered([Connection(address, left.pop) for _ in range(CLIENTS)]):
        if left:
            client.send()
    return time.perf_counter() - began


def batches_s(address: str, bodies: list[bytes], batches: int) -> float:
    """Seconds of a thousand decisions in batches."""
    calls = [Call("POST", "/v1/suggestions/batch", body=body).raw(**WAIT) for body in bodies]
    return answers_s(address, [calls[number % len(calls)] for number in range(batches)]) / batches


def singles_s(address: str, key: str, asked: list[dict[str, Any]]) -> float:
    """Seconds of a thousand decisions as single suggestions."""
    bodies = [json.dumps({"variant": key, **HOW, **one}).encode() for one in asked[:SINGLE]]
    return (
        answers_s(address, [Call("POST", "/v1/suggestions", body=body).raw(**WAIT) for body in bodies]) * 1000 / SINGLE
    )


def match_s(address: str, key: str, pairs: int, decisions: int) -> float:
    """Seconds of a thousand decisions in a match."""
    service, level = Service(address), {"level": LEVEL}
    began = time.perf_counter()
    match = service.call("POST", "/v1/matches", {"variant": key, "first": level, "second": level, "pairs": pairs})
    while match["status"] != "done":
        match = service.call("GET", f"/v1/matches/{match['id']}", **WAIT)
    return 1000 * (time.perf_counter() - began) / decisions


def pairs_of(key: str, decisions: int) -> tuple[int, int]:
    """The first pairs of a match that decide as often, and how often they do."""
    players, options, decided = [LEVELS[LEVEL - 1]] * 2, VARIANTS[key].resolve_options(None, None)[1], 0
    for pair in range(decisions):
        if decided >= decisions:
            break
        for play in begin_pair(key, options, players, "arena", pair):
            play.play_out()
            decided += len(play.moves)
    return pair, decided


def with_cpu(service: Running, cpu: list[float], measure: Measure) -> float:
    """The measure; ``cpu`` collects the CPU seconds of all processes of the service for as many decisions."""
    before, began = service.cpu_s(), time.perf_counter()
    of_thousand = measure()
    cpu.append((service.cpu_s() - before) * of_thousand / (time.perf_counter() - began))
    return of_thousand


def rows() -> Iterator[tuple[object, ...]]:
    with tempfile.TemporaryDirectory() as folder, running(folder, FACEOFF_MAX_MATCH_PAIRS="100000") as service:
        address = f"http://127.0.0.1:{service.port}"
        for key, batches in BATCHES.items():
            pairs, decided = pairs_of(key, MOST_POSITIONS * batches)
            asked = list(islice(positions(key), MOST_POSITIONS * DIFFERENT))
            of_batch = [asked[start : start + MOST_POSITIONS] for start in range(0, len(asked), MOST_POSITIONS)]
            bodies = [json.dumps({"variant": key, **HOW, "positions": each}).encode() for each in of_batch]
            measures = [
                partial(batches_s, address, bodies, batches),
                partial(match_s, address, key, pairs, decided),
                partial(singles_s, address, key, asked),
            ]
            cpu: list[list[float]] = [[] for _ in measures]
            timed = [partial(with_cpu, service, *one) for one in zip(cpu, measures, strict=True)]
            found = in_turn(timed, ROUNDS)
            name = f"{VARIANTS[key].name}, {MOST_POSITIONS * batches:,} decisions"
            for how, seconds, used in zip(("in batches", "in a match", "as suggestions"), found, cpu, strict=True):
                rate, ms = 1000 / statistics.median(seconds), statistics.median(used)
                yield name, how, f"{rate:,.0f}", f"{ratio(seconds, found[1]):.1f}", f"{ms:.2f}"
                name = ""


def section() -> list[str]:
    """The table."""
    return table(("level 3", "", "a second", "time / that of the match", "CPU of all processes, ms for each"), rows())
