"""How long a person waits for a computer's move, at every level, with 1, 4 and 16 concurrent games.

Each game is the first one's standard, played by random legal moves with ``Prefer: wait`` and no pace; the time is that
of a move whose answer is held until the computer has moved. The table goes into docs/strength.md.
"""

from collections.abc import Iterator
from functools import partial

from ai.levels import LEVELS, Level
from bench.over_http.people import moves
from bench.report import percentile
from bench.study import Row, Study, Wanted

GAMES_AT_ONCE = (1, 4, 16)
HEADS = (
    *("level", "games at once", "moves", "median ms", "p99 ms", "cap of the search, ms"),
    "answers with full thought",
)


def rows() -> Iterator[Row]:
    """Every level with every number of games."""
    for level in LEVELS:
        for games in GAMES_AT_ONCE:
            labels = (f"{level.number} {level.name}", games)
            yield Row(f"{level.name}/{games}", labels, partial(measure, level, games))


def measure(level: Level, games: int, wanted: Wanted) -> Iterator[object]:
    """This many concurrent games against one level."""
    times, full = list[float](), 0
    for person in moves(wanted.address, level.number, games, wanted.seconds):
        times.append(1000 * person.took)
        full += person.game["seats"][1]["reduced_to"] in (None, 1)
    yield len(times)
    yield from (f"{percentile(times, share):.0f}" for share in (0.5, 0.99))
    yield from (level.cap_ms, f"{100 * full / len(times):.0f} %")


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
