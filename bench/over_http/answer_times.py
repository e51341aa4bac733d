"""How long a person waits for a computer's answer, at every level, with 1, 4 and 16 games at once.

Each game is the first one's standard, played by random legal moves with ``Prefer: wait`` and no pace; the time is that
of a move whose answer is held until the computer has moved. The table goes into docs/strength.md.
"""

import random
import threading
import time
from collections.abc import Iterator
from functools import partial

from ai.levels import LEVELS, Level
from bench.over_http.client import WAIT, Service
from bench.speed.alternating import percentile
from bench.study import Row, Study, Wanted
from engines import VARIANTS
from faceoff_client import is_asked

GAMES_AT_ONCE = (1, 4, 16)
HEADS = (
    *("level", "games at once", "moves", "median ms", "p99 ms", "cap of the search, ms"),
    "answers with full thought",
)


class Times:
    """What one setting came to."""

    def __init__(self) -> None:
        self.answers: list[float] = []
        """Milliseconds of each move with its answer."""
        self.efforts: list[float] = []
        """Share of its simulations that each answer had."""

    def play(self, address: str, level: int, seed: int, ends: float) -> None:
        """Games one after the other until the time is over."""
        service, rng = Service(address), random.Random(seed)
        while time.monotonic() < ends:
            seats = [{"kind": "person"}, {"kind": "ai", "level": level}]
            game = service.create(variant=next(iter(VARIANTS)), seats=seats)
            token = game["tokens"]["0"]
            while game["status"] == "active" and time.monotonic() < ends:
                if not is_asked(game):
                    game = service.wait(game, token)
                    continue
                game = service.move(game, token, rng, **WAIT)
                self.answers.append(1000 * service.took)
                reduced_to = game["seats"][1]["reduced_to"]
                self.efforts.append(1 if reduced_to is None else reduced_to)


def rows() -> Iterator[Row]:
    """Every level with every number of games."""
    for level in LEVELS:
        for games in GAMES_AT_ONCE:
            labels = (f"{level.number} {level.name}", games)
            yield Row(f"{level.name}/{games}", labels, partial(measure, level, games))


def measure(level: Level, games: int, wanted: Wanted) -> Iterator[object]:
    """This many games at once against one level."""
    times, ends = Times(), time.monotonic() + wanted.seconds
    play = partial(times.play, wanted.address, level.number)
    players = [threading.Thread(target=play, args=(seed, ends)) for seed in range(games)]
    for player in players:
        player.start()
    for player in players:
        player.join()
    full = sum(effort == 1 for effort in times.efforts) / max(1, len(times.efforts))
    yield len(times.answers)
    yield from (f"{percentile(times.answers, share):.0f}" for share in (0.5, 0.99))
    yield from (level.cap_ms, f"{100 * full:.0f} %")


STUDY = Study(
    __doc__,
    "times",
    HEADS,
    rows,
    {
        "address": ("http://127.0.0.1:8000", "where Faceoff runs"),
        "seconds": (10.0, "for each level and number of games"),
    },
)
main = STUDY.main
