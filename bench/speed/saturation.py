"""The capacity of the whole service: an increasing number of people play against level 1, with 1, 2 and 4 processes of
each kind.

Each person sends a move as soon as it is asked, and waits for the answer to it. The people are one process on the same
machine.
"""

import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from bench.over_http.people import moves
from bench.report import percentile, table
from bench.speed.plots import PICTURES, Curve, Panel, draw
from bench.speed.running import running

PROCESSES = (1, 2, 4)
"""Processes of the API, and as many AI workers."""
PEOPLE = (1, 2, 4, 8, 16, 32, 64, 128)
SECONDS, WARM_UP_S = 6.0, 1.0
NEAR = 0.9
"""Share of the most moves a second from which on the knee is reached."""


@dataclass(frozen=True)
class Step:
    """The results for this number of people."""

    people: int
    moves: float
    """A second."""
    median_ms: float
    p99_ms: float


def step(port: int, people: int) -> Step:
    """Let this many people play for some seconds."""
    took, began = list[float](), time.perf_counter()
    for person in moves(f"http://127.0.0.1:{port}", 1, people, WARM_UP_S + SECONDS):
        if time.perf_counter() > began + WARM_UP_S:
            took.append(1000 * person.took)
    lasted = time.perf_counter() - began - WARM_UP_S
    return Step(people, len(took) / lasted, percentile(took, 0.5), percentile(took, 0.99))


def steps(processes: int) -> Iterator[Step]:
    """All numbers of people, with this many processes of each kind."""
    variables = {"FACEOFF_API_PROCESSES": str(processes), "FACEOFF_WORKERS": str(processes)}
    with tempfile.TemporaryDirectory() as folder, running(folder, FACEOFF_LIMIT_AI_TIME="", **variables) as service:
        for people in PEOPLE:
            yield step(service.port, people)


def knee(found: Sequence[Step]) -> Step:
    """The smallest number of people with nearly the most moves a second: with more of them, each waits longer."""
    most = max(each.moves for each in found)
    return next(each for each in found if each.moves >= NEAR * most)


def draw_curves(found: Mapping[int, Sequence[Step]]) -> None:
    """Moves a second and p99 against the number of people."""

    def panel(title: str, value: Callable[[Step], float]) -> Panel:
        curves = [
            Curve(f"{n} + {n} processes", [(each.people, value(each)) for each in steps]) for n, steps in found.items()
        ]
        return Panel(title, "people", curves)

    panels = [
        panel("moves a second", lambda each: each.moves),
        panel("a move and its answer, p99, ms", lambda each: each.p99_ms),
    ]
    draw(PICTURES / "saturation.png", "Moves with an answer of level 1, by people who play at once", panels)


def section() -> list[str]:
    """The table, what it says, and the plot."""
    found = {processes: list(steps(processes)) for processes in PROCESSES}
    draw_curves(found)
    heads = ("people at once", *(f"{n} + {n} processes: moves/s, median / p99 ms" for n in found))
    lines = (
        (
            people,
            *(
                f"{each[place].moves:.0f}, {each[place].median_ms:.0f} / {each[place].p99_ms:.0f}"
                for each in found.values()
            ),
        )
        for place, people in enumerate(PEOPLE)
    )
    knees = ", ".join(f"at {knee(each).people} people with {n} + {n} processes" for n, each in found.items())
    return [
        *table(heads, lines),
        f"The knee, the fewest people who get {100 * NEAR:.0f} % of the most moves a second, is {knees}.",
        "",
        "![Moves a second rise to the knee and stay; the times rise from there on.](pictures/saturation.png)",
        "",
    ]
