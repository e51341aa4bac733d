"""A service in this process, and the people who use it while something goes wrong.

Two API processes, a worker, one that delivers webhooks and a sweeper share a real Redis server through a proxy; each
has its own connections and caches, as processes do. They run one at a time, in the thread of the test: that makes a run
deterministic, and lets each of them die. The common clock advances only when a test waits (``pass_time``).
"""

import random
import re
import secrets
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from types import SimpleNamespace
from typing import Any, Final, Self

import pytest
import redis
from flask import Flask

from bench.reliability.faults.ground import Ground
from service.model import timestamps
from service.ops.cli import BackupError
from service.store import agenda, queue, space
from service.store.agenda import BOTS, CLOCK_KEY, DELIVER
from service.store.keys import TASKS_DUE
from service.store.queue import QUEUES, SafeJob
from service.store.tasks import OPEN_STATUSES, key_of
from service.workers import ai_jobs
from tests.faults.processes import Death, Life, dies_at_write
from tests.faults.resp import Command
from tests.service.burst import BurstWorker
from tests.stored import game_ids

PATIENCE_S: Final = 90.0
"""How long a client goes on with a request, and how long everything that is due may take."""
FIRST_PAUSE_S, LONGEST_PAUSE_S = 0.25, 5.0
"""Between two attempts of a client, as in the SDKs."""
SWEEP_EVERY_S: Final = 1.2
AGAIN: Final = (429, 502, 503, 504)
CONNECTING: Final = ("HELLO", "CLIENT", "SELECT", "PING", "COMMAND", "SCRIPT", "INFO", "AUTH")
"""Commands of the client library, of which no fault of ours is about."""


@dataclass
class Answer:
    """The response that a client got."""

    status: int
    headers: dict[str, str]
    json: Any
    body: bytes
    seconds: float

    @property
    def code(self) -> str:
        """The code of a problem; empty for anything else."""
        return str(self.json.get("code", "")) if self.status >= 400 and isinstance(self.json, dict) else ""


@dataclass
class Asked:
    """A request of a person, with the responses to all its attempts; None where there was none."""

    person: str
    method: str
    path: str
    body: Any = None
    token: str | None = None
    key: str | None = None
    repeats: bool = True
    """Whether the client sends it again where it may have been carried out."""
    answers: list[Answer | None] = field(default_factory=list)
    waited_s: float = 0.0
    was_undone: bool = False
    """Whether the store went back to a time before it."""
    is_of_another: bool = False
    """Whether it was sent while another request ran, and so may come too late."""

    @property
    def answer(self) -> Answer | None:
        """The last response."""
        return self.answers[-1] if self.answers else None

    @property
    def is_acknowledged(self) -> bool:
        """Whether the client got the answer that it was carried out."""
        return self.answer is not None and self.answer.status < 300

    @property
    def json(self) -> Any:
        """The body of the last response; empty without one."""
        return self.answer.json if self.answer is not None else {}

    def __str__(self) -> str:
        return f"{self.person}: {self.method} {self.path}"


class GaveUp(Exception):
    """A client was refused what the rest of the use case needs; the promises decide whether rightly."""


class World:
    """One case: people, what they asked for, and the faults that they meet."""

    def __init__(self, ground: Ground) -> None:
        self.ground = ground
        self.log: list[Asked] = []
        self.revoked: list[tuple[str, str]] = []
        """Tokens that were renewed: the path of what they opened, and the token."""
        self.broken: list[str] = []
        """Promises seen to be broken on the way."""
        self.passed_s = 0.0
        self.unseen_s = 0.0
        """How much of it passed while the store took no note of a look at the clock, so that no wait has run."""
        self.process_ahead_s = 0.0
        """By how much the clock of the service's processes differs from that of Redis."""
        self.loses_answers = 0
        """This many of the next answers do not arrive."""
        self.changes_networks = False
        """Whether each attempt comes from another address."""
        self.may_be_gone = False
        """Whether what was acknowledged may be unknown now, because it has expired or the store went back."""
        self.sweeps = False
        """Whether a sweeper goes on while time passes, and not only where the use case or its end says so."""
        self.not_asked_for: set[str] = set()
        """Games that are part of the fault, and all that others have left."""
        self.at_end = ExitStack()
        self.longest_s = 0.0
        self.people: list[Person] = []
        self.current: Asked | None = None
        self.life = Life(None)
        self._answers: list[tuple[int, Callable[[], object]]] = []
        """What the worker commits at a later time, in place of its timer's thread."""
        self._later: list[tuple[float, Callable[[], object]]] = []

    @contextmanager
    def entered(self, seed: str) -> Iterator[Self]:
        """The case begins with an empty store. With the same seed ids and cards are the same, until a fault changes the
        course.
        """
        self.ground.empty()
        rng = random.Random(seed)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(secrets, "token_bytes", lambda size=32: rng.randbytes(size))
            patch.setattr(secrets, "token_hex", lambda size=32: rng.randbytes(size).hex())
            patch.setattr(secrets, "choice", rng.choice)
            patch.setattr(secrets, "randbelow", rng.randrange)
            patch.setattr(
                timestamps, "time_ns", lambda: time.time_ns() + int(1e9 * (self.passed_s + self.process_ahead_s))
            )
            patch.setattr(timestamps, "monotonic_ns", lambda: int(1e9 * self.now()))
            patch.setattr(timestamps, "_ahead_ms", 0)
            patch.setattr(timestamps, "_away_ms", 0)
            patch.setattr(timestamps, "sleep", lambda seconds: self.pass_time(seconds))
            patch.setattr(ai_jobs, "timer", SimpleNamespace(call_at=lambda *call: self._answers.append(call)))
            for module in (agenda, queue, space):  # which look at something again after a while
                patch.setattr(module, "time", SimpleNamespace(monotonic=self.now))
            for each in self.ground.agendas:
                each.look()
            with dies_at_write(None, self.ground.server.url, is_our_write) as self.life:
                yield self

    def person(self, name: str) -> "Person":
        """A person with an address of their own."""
        person = Person(self, name, f"203.0.113.{len(self.people) + 1}")
        self.people.append(person)
        return person

    # -- time

    def now(self) -> float:
        """Seconds, those that passed for the service included."""
        return time.monotonic() + self.ground.passed_s

    def pass_time(self, seconds: float) -> None:
        """Time passes for everyone; what was to happen meanwhile happens, and sweepers look at the clock as always: the
        first one sees whether it was set, and of the others there is only the last time.
        """
        if seconds > SWEEP_EVERY_S:
            self.pass_time(SWEEP_EVERY_S)
            self.ground.store.agenda.look()
            seconds -= SWEEP_EVERY_S
        due = [(at, call) for at, call in self._later if at <= self.passed_s + seconds]
        self._later = [(at, call) for at, call in self._later if at > self.passed_s + seconds]
        self.passed_s += seconds
        self.ground.passed_s += seconds
        self.ground.clock.step(seconds)
        try:
            if self.ground.admin.hexists(CLOCK_KEY, "at"):
                self.ground.admin.hincrby(CLOCK_KEY, "at", int(1000 * seconds))
        except redis.OutOfMemoryError:
            self.unseen_s += seconds
        for _, call in due:
            call()
        time.sleep(0.005)
        if self.sweeps and seconds >= FIRST_PAUSE_S / 2:
            self.sweep()

    def later(self, seconds: float, call: Callable[[], object]) -> None:
        """Call this after this many seconds."""
        self._later.append((self.passed_s + seconds, call))

    def end_faults(self) -> None:
        """What was to end later ends now, and no fault is left that has not struck."""
        self.pass_time(max([0.0, *(at - self.passed_s for at, _ in self._later)]))
        self.at_end.close()
        self.ground.proxy.forget()
        self.life.dies_at = None

    # -- processes

    def attempt(self, asked: Asked, address: str) -> Answer | None:
        """Send a request to one of the API processes, repeated ones to the other; None if no answer comes."""
        app = self.ground.apps[len(asked.answers) % 2]
        self.current, began = asked, time.monotonic()
        answer: Answer | None = self._in_a_process(lambda: self._send(app, asked, address))
        self.longest_s = max(self.longest_s, time.monotonic() - began)
        if self.loses_answers > 0:
            self.loses_answers -= 1
            answer = None
        asked.answers.append(answer)
        return answer

    def work(self) -> None:
        """A worker plays the queued turns, each at its time, and one delivers to webhooks."""
        self._take_jobs()
        while self._answers:
            at_ms, commit = self._answers.pop(0)
            self.pass_time(max(0, at_ms - timestamps.now_ms()) / 1000)
            self._in_a_process(commit)
            self._take_jobs()
        self._in_a_process(self.ground.deliveries.look)
        self.ground.deliveries.dispatcher.join()

    def _take_jobs(self) -> None:
        if self.ground.admin.exists(*(f"rq:queue:{name}" for name in QUEUES)):
            self._in_a_process(lambda: BurstWorker(QUEUES, self.ground.queue_client, SafeJob).empty_queues())

    def sweep(self) -> None:
        """The sweeper wakes up once, and sweeps if it is its turn: no other has the turn while it stands by."""
        self.ground.sweeper.stands_by = False
        self._in_a_process(self.ground.sweeper.claim_and_sweep)

    def operate(self, command: Callable[[bool], Any]) -> Any:
        """The result of an operator's command, repeated like a person who is told so until it succeeds."""
        began = self.now()
        while (done := self._in_a_process(partial(command, self.now() > began))) is None:
            self.pass_time(LONGEST_PAUSE_S)
            if self.now() - began > PATIENCE_S:
                raise GaveUp("a command does not succeed")
        return done

    def _in_a_process(self, run: Callable[[], Any]) -> Any:
        """What ``run`` returns; None if its process dies or gives up. Another process is there then, which remembers
        nothing.
        """
        try:
            return run()
        except Death:
            self.life.is_dead, self.life.dies_at = False, None
            self._answers.clear()
            self.ground.forget_games()
        except (redis.RedisError, BackupError):  # a refusal that says what would be right
            pass
        return None

    def _send(self, app: Flask, asked: Asked, address: str) -> Answer:
        headers = {"User-Agent": "faceoff-client-python"}
        headers |= {"Authorization": f"Bearer {asked.token}"} if asked.token else {}
        headers |= {"Idempotency-Key": f'"{asked.key}"'} if asked.key else {}
        began = time.monotonic()
        body = {} if asked.body is None and asked.method == "POST" else asked.body
        sent: dict[str, Any] = {
            "method": asked.method,
            "json": body,
            "headers": headers,
            "environ_overrides": {"REMOTE_ADDR": address},
        }
        response: Any
        with closing(app.test_client().open(asked.path, **sent)) as response:  # as gunicorn does after the last part
            try:
                self.ground.contract.check(asked.method, asked.path.partition("?")[0], response)
            except AssertionError as error:
                self.broken.append(f"{asked}: {str(error)[:300]}")
            if response.status_code == 500:
                self.broken.append(f"{asked}: 500 {response.text[:200]}")
            return Answer(
                response.status_code,
                dict(response.headers),
                response.json if response.is_json else None,
                response.data,
                time.monotonic() - began,
            )

    # -- finishing

    def someone_moves(self) -> None:
        """The player who is asked in a game plays the last of the legal moves."""
        for person in self.people:
            for game_id in list(person.tokens):
                if person.move(game_id, -1) is not None:
                    return

    def settle(self) -> None:
        """Run workers and sweepers until nothing is due."""
        began = self.now()
        while True:
            self.work()
            if not self.left_to_do():
                break
            if self.now() - began > PATIENCE_S:
                self.broken += [f"after {PATIENCE_S:.0f} s, {left}" for left in self.left_to_do()]
                break
            self.pass_time(SWEEP_EVERY_S)
            self.sweep()
        self.longest_s = max(self.longest_s, self.now() - began)

    def left_to_do(self) -> list[str]:
        """Jobs that still wait for a worker."""
        store, admin = self.ground.store, self.ground.admin
        found = []
        for game_id in game_ids(store):
            with suppress(Exception):  # unreadable items belong to no one
                if store.games.load(game_id).ai is not None:
                    found.append(f"a computer has not answered in {game_id}")
        for task_id in admin.zrange(TASKS_DUE, 0, -1):
            with suppress(redis.ResponseError):
                if admin.hget(key_of(task_id), "status") in OPEN_STATUSES:
                    found.append(f"task {task_id} is not done")
        found += ["a webhook has not been called"] * min(1, store.agenda.count(DELIVER))
        found += ["a bot has not been told how its seat stands"] * min(1, store.agenda.count(BOTS))
        return found


class Person:
    """A person with a client that repeats requests as the SDKs do: with the same Idempotency-Key, for a bounded
    time.
    """

    def __init__(self, world: World, name: str, address: str) -> None:
        self.world = world
        self.name = name
        self.address = address
        self.tokens: dict[str, str] = {}
        """The token of the person's seat, by game."""
        self._requests = 0

    def ask(
        self,
        method: str,
        path: str,
        body: Any = None,
        *,
        token: str | None = None,
        keyed: bool = False,
        repeats: bool = True,
    ) -> Asked:
        """Send a request until it is answered; ``repeats``: also where it may have been carried out."""
        self._requests += 1
        key = f"{self.name} asks for this once, {self._requests}" if keyed else None
        asked = Asked(self.name, method, path, body, token, key, repeats)
        self.world.log.append(asked)
        began, pause_s, quota_s = self.world.now(), FIRST_PAUSE_S, 0.0
        while True:
            answer = self.world.attempt(asked, self.address)
            if self.world.changes_networks:
                self.address = f"198.51.100.{len(self.world.log)}"
            asked.waited_s = self.world.now() - began
            self.world.longest_s = max(self.world.longest_s, asked.waited_s - quota_s)
            if not _may_pass(answer, repeats) or asked.waited_s > PATIENCE_S:
                return asked
            after_s = float(answer.headers.get("Retry-After", "0")) if answer is not None else 0.0
            quota_s += after_s if answer is not None and answer.code == "quota/ai_time" else 0.0
            self.world.pass_time(pause_s + after_s)
            pause_s = min(2 * pause_s, LONGEST_PAUSE_S)

    def sit(self, asked: Asked, token: str | None = None) -> dict[str, Any]:
        """Note the token that came with a seat; returns the view."""
        if asked.is_acknowledged:
            self.tokens[asked.json["id"]] = token or asked.json["token"]
        return asked.json if isinstance(asked.json, dict) else {}

    def look(self, game_id: str) -> dict[str, Any]:
        """The view of the person's seat; empty if there is none any more."""
        asked = self.ask("GET", f"/v1/games/{game_id}", token=self.tokens.get(game_id))
        return asked.json if asked.is_acknowledged else {}

    def move(self, game_id: str, which: int = 0) -> Asked | None:
        """Play a legal move if it is the person's turn."""
        view = self.look(game_id)
        if not view.get("legal_moves"):
            return None
        move = view["legal_moves"][which % len(view["legal_moves"])]["move"]
        return self.ask(
            "POST", f"/v1/games/{game_id}/moves", {"ply": view["ply"], "move": move}, token=self.tokens[game_id]
        )


def _may_pass(answer: Answer | None, repeats: bool) -> bool:
    """Whether the client sends the request again, as ``faceoff_client.transport`` decides it."""
    if answer is None:
        return repeats
    refused = answer.status == 429 or answer.code.endswith("/full")
    return refused or (repeats and answer.status in AGAIN)


def is_ours(command: Command) -> bool:
    """A pattern: commands of the service, not those with which its client library connects or RQ keeps its books."""
    return command.name not in CONNECTING and ("rq:" not in command.text or bool(_OF_JOBS.match(command.text)))


def is_our_write(command: Command) -> bool:
    """A pattern: those that change something."""
    return command.is_write and is_ours(command)


_OF_JOBS: Final = re.compile("(EVALSHA|LPOP|LPUSH|RPUSH|LPOS|HGETALL|DEL) .*rq:(queue|job)")
"""What RQ does to enqueue a job and to take it."""
