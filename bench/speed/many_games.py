"""The cost of more games: memory of Redis and CPU of a move and of a view, while 1,000 to 100,000 live games are
stored.

A few games are created by the service; the others are copies of the same bytes under other ids, in the same indexes.
What a million would take is computed from the growth so far.
"""

import statistics
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from bench.report import table
from bench.speed.alternating import in_turn
from bench.speed.in_process import cpu_ms, redis_ms
from bench.speed.plots import PICTURES, Curve, Panel, draw
from bench.speed.prepared import MOVE, VIEW, answer_of, new_game, started
from service.model.tokens import new_id
from service.store.keys import index, key

COUNTS = (1_000, 10_000, 100_000)
BEYOND = 1_000_000
"""Computed."""
ORIGINALS, BEGUN = 50, 20
"""Games that the others are copies of, and moves that each of them has."""
AT_ONCE, ROUNDS = 500, 3
MEASURES = ("a move", "Redis for a move", "a view", "Redis for a view")


@dataclass(frozen=True)
class Cost:
    """With this many games."""

    games: int
    megabytes: float
    """The memory of Redis in total."""
    ms: Sequence[float]
    """CPU time of each of ``MEASURES``."""


class Copies:
    """Games copied again and again, with all their keys and places in indexes."""

    def __init__(self, client: Any, ids: Sequence[str]) -> None:
        self.client = client
        self.made = len(ids)
        self.originals = [self._read(one) for one in ids]

    def _read(self, game_id: str) -> tuple[dict[str, bytes], dict[str, float]]:
        """By kind of key what is stored, and by kind of index at which place the game stands there."""
        keys = {
            name.split(":")[1]: self.client.dump(name) for name in self.client.scan_iter(f"*:{game_id}", count=1000)
        }
        kinds = {name.partition(":")[2] for name in self.client.scan_iter("{g*", count=1000, _type="zset")}
        places = {kind: self.client.zscore(index(kind, game_id), game_id) for kind in kinds}
        return keys, {kind: place for kind, place in places.items() if place is not None}

    def make(self, count: int) -> None:
        """Copies until there are this many games."""
        while self.made < count:
            pipeline, until = self.client.pipeline(transaction=False), min(count, self.made + AT_ONCE)
            for number in range(self.made, until):
                keys, places = self.originals[number % len(self.originals)]
                another = new_id("game")
                for kind, stored in keys.items():
                    pipeline.restore(key(kind, another), 0, stored)
                for kind, place in places.items():
                    pipeline.zadd(index(kind, another), {another: place})
            pipeline.execute()
            self.made = until


def costs() -> Iterator[Cost]:
    """Measured, with more and more games."""
    with started() as (app, _):
        client = app.extensions["faceoff"].store.client
        games = [new_game(app) for _ in range(ORIGINALS)]
        for calls in games:
            for call in calls[:BEGUN]:
                answer_of(app, call)
        copies = Copies(client, [calls[0].path.split("/")[3] for calls in games])
        measures = [partial(measure, app, app, kind) for kind in (MOVE, VIEW) for measure in (cpu_ms, redis_ms)]
        for count in COUNTS:
            copies.make(count)
            ms = [statistics.median(found) for found in in_turn(measures, ROUNDS)]
            yield Cost(count, client.info("memory")["used_memory"] / 1e6, ms)


def extended(found: Sequence[Cost]) -> list[Cost]:
    """And with as many as do not fit: memory grows with their number, the time by as much again as for the last
    tenfold.
    """
    before, last = found[-2:]
    each = (last.megabytes - before.megabytes) / (last.games - before.games)
    ms = [late + max(0.0, late - early) for early, late in zip(before.ms, last.ms, strict=True)]
    return [*found, Cost(BEYOND, last.megabytes + each * (BEYOND - last.games), ms)]


def section() -> list[str]:
    """The table and the plot."""
    found = extended(list(costs()))
    curves = [
        Curve(name, [(each.games, each.ms[place]) for each in found], computed=1) for place, name in enumerate(MEASURES)
    ]
    memory = Curve("all of Redis", [(each.games, each.megabytes) for each in found], computed=1)
    panels = [Panel("CPU ms of a call", "live games", curves), Panel("MB of Redis", "live games", [memory])]
    draw(PICTURES / "many-games.png", "What stored games cost", panels)
    rows = (
        (
            f"{each.games:,}{', computed' if each.games == BEYOND else ''}",
            f"{each.megabytes:,.0f}",
            *(f"{ms:.2f}" for ms in each.ms),
        )
        for each in found
    )
    return [
        *table(("live games", "MB of Redis", *(f"{name}, CPU ms" for name in MEASURES)), rows),
        "![The time of a call stays the same, the memory grows with the number of games.](pictures/many-games.png)",
        "",
    ]
