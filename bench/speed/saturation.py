"""How many people the whole service carries: more and more of them play against level 1 at once, with 1, 2 and 4
processes of each kind.

Each person sends a move as soon as it is asked, and waits for the answer to it. The people are one process on the same
machine.
"""

import json
import random
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from bench.over_http.client import WAIT, Call, Connection, answered, random_answer
from bench.report import table
from bench.speed.alternating import percentile
from bench.speed.plots import PICTURES, Curve, Panel, draw
from bench.speed.running import Running
from faceoff_client import is_asked

PROCESSES = (1, 2, 4)
"""Of the API, and as many that play for the computers."""
PEOPLE = (1, 2, 4, 8, 16, 32, 64, 128)
SECONDS, WARM_UP_S = 6.0, 1.0
NEAR = 0.9
"""Of the most moves a second: who is there has reached the knee."""
NEW_GAME = {
    "variant": "hockey",
    "pace_ms": 0,
    "seats": [{"kind": "person"}, {"kind": "ai", "level": 1}],
    "public": False,
}


@dataclass(frozen=True)
class Step:
    """What this many people got."""

    people: int
    moves: float
    """A second."""
    median_ms: float
    p99_ms: float


class Person:
    """Plays one game after the other, moves drawn at random."""

    def __init__(self, port: int, seed: int) -> None:
        self.rng = random.Random(seed)
        self.client = Connection(f"http://127.0.0.1:{port}", self.request)
        self.game: Any = {}
        self.token = ""
        self.moved = False

    def request(self) -> bytes:
        """The next request: a new game, the own move, or a look at a game in which the computer still thinks."""
        self.moved = False
        if self.game.get("status") != "active":
            return Call("POST", "/v1/games", body=json.dumps(NEW_GAME).encode()).raw()
        path = f"/v1/games/{self.game['id']}"
        if not is_asked(self.game):
            return Call("GET", path, self.token).raw()
        self.moved = True
        body = json.dumps(random_answer(self.game, self.rng)).encode()
        return Call("POST", f"{path}/moves", self.token, body).raw(**WAIT)

    def read(self) -> None:
        """Take in the answer."""
        self.game = json.loads(self.client.body)
        if "tokens" in self.game:
            self.token = self.game["tokens"]["0"]


def step(port: int, people: int) -> Step:
    """Let this many people play for some seconds."""
    persons = {person.client: person for person in (Person(port, seed) for seed in range(people))}
    took, began = list[float](), time.perf_counter()
    for client in answered(list(persons)):
        now, person = time.perf_counter(), persons[client]
        person.read()
        if person.moved and now > began + WARM_UP_S:
            took.append(1000 * client.took)
        if now < began + WARM_UP_S + SECONDS:
            client.send()
    lasted = time.perf_counter() - began - WARM_UP_S
    return Step(people, len(took) / lasted, percentile(took, 0.5), percentile(took, 0.99))


def steps(processes: int) -> Iterator[Step]:
    """All numbers of people, with this many processes of each kind."""
    variables = {
        "FACEOFF_LIMIT_AI_TIME": "",
        "FACEOFF_API_PROCESSES": str(processes),
        "FACEOFF_WORKERS": str(processes),
    }
    with tempfile.TemporaryDirectory() as folder, Running(folder, variables) as service:
        for people in PEOPLE:
            yield step(service.port, people)


def knee(found: Sequence[Step]) -> Step:
    """The fewest people that get nearly the most moves a second: with more of them, each waits longer."""
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
