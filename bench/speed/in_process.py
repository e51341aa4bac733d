"""A move and a view in one process, without HTTP, in turn with a bare Flask route: instructions and CPU time of the
whole call, and Redis's own CPU time.
"""

import statistics
import time
from collections.abc import Callable, Iterator
from functools import partial

from flask import Flask

from bench.report import table
from bench.speed import bare, instructions
from bench.speed.alternating import in_turn, ratio
from bench.speed.prepared import KINDS, Kind, answer_of, new_game, started

GAMES, ROUNDS = 6, 9
"""A round is that many games of 50 calls."""


def cpu_ms(app: Flask, service: Flask, kind: Kind) -> float:
    """Milliseconds of a call in this process."""
    return _ms(time.process_time, app, service, kind)


def redis_ms(app: Flask, service: Flask, kind: Kind) -> float:
    """Milliseconds of Redis's own CPU for a call."""

    def spent() -> float:
        cpu = service.extensions["faceoff"].store.client.info("cpu")
        return float(cpu["used_cpu_user"] + cpu["used_cpu_sys"])

    return _ms(spent, app, service, kind)


def _ms(spent: Callable[[], float], app: Flask, service: Flask, kind: Kind) -> float:
    """Milliseconds of a call, over new games of the service, by a clock in seconds."""
    calls = [kind.call_of(move) for _ in range(GAMES) for move in new_game(service)]
    before = spent()
    for call in calls:
        kind.forget(service)
        answer_of(app, call)
    return 1000 * (spent() - before) / len(calls)


def rows(service: Flask, anchor: Flask) -> Iterator[tuple[object, ...]]:
    counted = instructions.count() if instructions.can_count() else {}
    for kind in KINDS:
        measures = [partial(measure, app, service, kind) for measure in (cpu_ms, redis_ms) for app in (service, anchor)]
        ours, theirs, *of_redis = in_turn(measures, ROUNDS)
        yield (
            f"a {kind.name}",
            *(f"{counted[f'{whose} {kind.name}'] / 1e6:.2f}" if counted else "" for whose in ("ours", "bare")),
            *(f"{statistics.median(found):.2f}" for found in (ours, theirs)),
            f"{ratio(theirs, ours):.2f}",
            *(f"{statistics.median(found):.2f}" for found in of_redis),
        )


def section() -> list[str]:
    """The table."""
    with started() as (service, url):
        of_bare = "of the bare route"
        heads = (
            "",
            "million instructions",
            of_bare,
            "CPU ms",
            of_bare,
            "speed, of the bare route's",
            "CPU ms of Redis",
            of_bare,
        )
        return table(heads, rows(service, bare.make_app(url)))
