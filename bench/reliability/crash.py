"""Processes of the whole service are killed and frozen while people play every game: ``faceoff bench crash --kills
500``.

Every move that was acknowledged must be in the record of its game, once and in order, whatever was killed. Written into
docs/reliability.md. The tests in tests/service/test_stack.py are its short form.
"""

import os
import random
import signal
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from marshmallow import ValidationError

from bench.report import OF_PAGE, percentile, show, table
from bench.study import parser_of
from engines import VARIANTS
from faceoff_client import Client, Game, random_move
from service.api.routes.records import Record
from service.games.record import check_record
from tests.patience import wait_until
from tests.ports import free_port
from tests.service.supervised import GAMES_SERVER, QUEUE_SERVER, whole_service

PARTS = {
    "API": "gunicorn",
    "AI workers": "service.workers.main",
    "webhooks": "--webhooks",
    "Redis": GAMES_SERVER,
    "Redis of the queues": QUEUE_SERVER,
}
FREEZE_EVERY = 12
FROZEN_S = 3.0
SUPERVISOR_EVERY = 60
REDIS_PAUSE_S = 16.0
"""More deaths of Redis within a minute count as damage, and the service gives up."""
PATIENCE_S = 120.0
BEFORE_S = 5.0
LONGEST = 5


@dataclass
class Course:
    """The facts about one game when it is over."""

    game: Game
    acknowledged: list[tuple[int, Any]] = field(default_factory=list)
    waits_s: list[float] = field(default_factory=list)
    """From sending a move to its acknowledgement."""
    answers: list[tuple[float, float]] = field(default_factory=list)
    """When a move was acknowledged after which a computer had to move, and when it was the person's turn again."""


class Players:
    """People who play one game after another, each in a thread of their own."""

    def __init__(self, address: str, count: int, levels: Sequence[int] = (1, 1, 1, 4)) -> None:
        self._address = address
        self._levels = levels
        self._presets = [(key, preset) for key, variant in VARIANTS.items() for preset in variant.presets]
        self._lock = threading.Lock()
        self.courses: list[Course] = []
        self.faults: list[str] = []
        self.reduced = 0
        """Answers of the heuristic, because no worker served the level."""
        self.are_stopping = False
        self._threads = [threading.Thread(target=self._play_on, args=(number,), daemon=True) for number in range(count)]

    def start(self) -> None:
        for thread in self._threads:
            thread.start()

    def finish(self) -> None:
        """Let all players finish their games."""
        self.are_stopping = True
        for thread in self._threads:
            thread.join(3 * PATIENCE_S)
        self.faults += ["a game stands still" for thread in self._threads if thread.is_alive()]

    @property
    def moves(self) -> int:
        return sum(len(course.acknowledged) for course in self.courses)

    def _play_on(self, number: int) -> None:
        rng, client = random.Random(number), Client(self._address, patience_s=PATIENCE_S)
        while not self.are_stopping:
            key, preset = rng.choice(self._presets)
            try:
                self._play(client, rng, key, preset)
            except Exception as error:  # a fault of the service, whatever it is
                with self._lock:
                    self.faults.append(f"{key} {preset}: {error!r}")

    def _play(self, client: Client, rng: random.Random, key: str, preset: str) -> None:
        game = client.create(key, preset=preset, level=rng.choice(self._levels), pace_ms=0)
        course = Course(game)
        with self._lock:
            self.courses.append(course)
        answered = None
        for view in game.turns():
            if answered is not None:
                course.answers.append((answered, time.monotonic()))
            move = random_move(view, rng)
            began = time.monotonic()
            game.play(move, wait_s=0)
            course.waits_s.append(time.monotonic() - began)
            course.acknowledged.append((view["ply"], move.get("move", move)))
            answered = None if game.is_my_turn else time.monotonic()


def faults_of(course: Course) -> list[str]:
    """Moves that are lost, doubled or wrong in the record of a game that is over."""
    record = course.game.record()
    own = [(move["ply"], move["move"]) for move in record["moves"] if move["seat"] == course.game.seat]
    lost = [
        f"move {move} at ply {ply} was acknowledged and lost"
        for ply, move in course.acknowledged
        if (ply, move) not in own
    ]
    found = [f"{course.game.id}: {one}" for one in lost]
    plies = [ply for ply, _ in own]
    found += [f"{course.game.id}: ply {ply} was played twice" for ply, count in Counter(plies).items() if count > 1]
    versions = [event["version"] for event in course.game.events(0, follow=False)]
    if versions != sorted(versions):
        found.append(f"{course.game.id}: the events are out of order")
    try:
        check = check_record(Record().load(record))
    except ValidationError as error:
        return [*found, f"{course.game.id}: {error}"]
    return found + [f"{course.game.id}: {fault.message}" for fault in check.faults]


def reduced_answers(course: Course) -> int:
    """How often the heuristic answered instead of the level."""
    reduced = (event for event in course.game.events(0, follow=False) if event["type"] == "ai_reduced")
    return sum(event["data"]["reduced_to"] == 0 for event in reduced)


class Killer:
    """Kills and freezes one process after another."""

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng
        self._redis_after = 0.0
        self.done: Counter[str] = Counter()
        self.strikes: list[tuple[float, str]] = []
        """When what was done."""

    def strike(self, service: Any) -> None:
        """Kill or freeze a process of the service."""
        name = self._rng.choice(
            [name for name in PARTS if not name.startswith("Redis") or time.monotonic() > self._redis_after]
        )
        found = [pid for pid in service.find_all(PARTS[name]) if pid != service.process.pid]
        if not found:
            return
        if name.startswith("Redis"):
            self._redis_after = time.monotonic() + REDIS_PAUSE_S
        pid = self._rng.choice(found)
        with suppress(ProcessLookupError):
            if self._rng.randrange(FREEZE_EVERY) == 0:
                os.kill(pid, signal.SIGSTOP)
                time.sleep(FROZEN_S)
                os.kill(pid, signal.SIGCONT)
                self.note(f"{name}, frozen")
            else:
                os.kill(pid, signal.SIGKILL)
                self.note(f"{name}, killed")

    def note(self, what: str) -> None:
        """Count what was just done."""
        self.done[what] += 1
        self.strikes.append((time.monotonic(), what))

    def around(self, began: float, ended: float) -> str:
        """The faults injected shortly before or during a time, with the seconds from its beginning."""
        found = [
            f"{what} at {moment - began:+.1f} s" for moment, what in self.strikes if began - BEFORE_S < moment < ended
        ]
        return "; ".join(found) or "nothing"


def main() -> int:
    kills, people = (100, "kills or freezes"), (6, "people")
    pause = (1.5, "seconds between two kills")
    wanted = parser_of(__doc__, kills=kills, players=people, pause=pause, **OF_PAGE).parse_args()
    rng, port = random.Random(1), free_port()
    killer, began = Killer(rng), time.monotonic()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        players = Players(f"http://127.0.0.1:{port}", wanted.players)
        has_begun = False
        while killer.done.total() < wanted.kills:
            with whole_service(folder, port) as (service, _):
                if not has_begun:
                    players.start()
                    has_begun = True
                ends = min(wanted.kills, killer.done.total() + SUPERVISOR_EVERY)
                while killer.done.total() < ends:
                    time.sleep(wanted.pause * (0.5 + rng.random()))
                    killer.strike(service)
                if killer.done.total() < wanted.kills:
                    os.kill(service.process.pid, signal.SIGKILL)
                    killer.note("supervisor, killed")
                    wait_until(lambda service=service: not service.session(), "processes are left behind")
        with whole_service(folder, port) as (service, _):
            players.finish()
            over = [course for course in players.courses if course.game.is_over]
            faults = players.faults + [fault for course in over for fault in faults_of(course)]
            players.reduced = sum(reduced_answers(course) for course in over)
            service.signal(signal.SIGTERM)
            service.status()
            faults += [f"left behind: {process.command}" for process in service.session().values()]
    show("crash", lines_of(killer, players, faults, time.monotonic() - began), wanted.page)
    return 1 if faults else 0


def distribution(seconds: Sequence[float]) -> str:
    """Seconds in words."""
    marks = {"median": 0.5, "95 %": 0.95, "99 %": 0.99, "longest": 1.0}
    return ", ".join(f"{name} {percentile(seconds, share):.2f} s" for name, share in marks.items())


def lines_of(killer: Killer, players: Players, faults: list[str], seconds: float) -> Iterator[str]:
    waits = [wait for course in players.courses for wait in course.waits_s]
    answers = [answer for course in players.courses for answer in course.answers]
    over, begun = sum(course.game.is_over for course in players.courses), len(players.courses)
    yield from table(("what was done to a process", "times"), sorted(killer.done.items()))
    yield (
        f"In {seconds:.0f} seconds {begun} games were begun and {over} played to the end, with {players.moves} "
        "acknowledged moves."
    )
    yield f"Lost, played twice, out of order, or in a record that does not hold: {len(faults)}."
    yield f"From sending a move to its acknowledgement: {distribution(waits)}."
    took = [ended - began for began, ended in answers]
    yield f"From there to the next turn, after the computer's answers: {distribution(took)}."
    yield f"Of {len(answers)} answers, the heuristic gave {players.reduced} in place of the level."
    yield ""
    longest = sorted(answers, key=lambda each: each[0] - each[1])[:LONGEST]
    heads = ("longest waits for the computer", "what was done meanwhile, and in the 5 s before")
    yield from table(heads, ((f"{ended - began:.1f} s", killer.around(began, ended)) for began, ended in longest))
    yield from (f"- {fault}" for fault in faults[:20])
