"""The same for the whole service in its real processes, for faults that need them: a person plays over HTTP with the
Python SDK.

A process is killed before each of its writes, one after another; other clients misbehave; a connection goes silent and
stays open.
"""

import random
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import requests

from bench.reliability.crash import Course, faults_of
from bench.reliability.faults.run import Case, Outcome
from bench.reliability.faults.world import PATIENCE_S, is_our_write
from faceoff_client import Client, Problem, Unreachable, random_move
from service.ops.embedded_redis import EmbeddedRedis
from service.store.agenda import AWAKE_MS, HELD_MS, TURNS_AT_ONCE
from tests.faults.clients import RawClient, request
from tests.faults.processes import kill
from tests.faults.proxy import Pattern, RedisProxy
from tests.faults.resp import Command
from tests.patience import wait_until
from tests.ports import free_port
from tests.service.supervised import whole_service

MOVES: Final = 4
USE_CASE: Final = "a game over http"
BODY: Final = {"variant": "hockey"}


@dataclass
class RealService:
    """A service in its own processes, its Redis behind a proxy."""

    processes: Any
    proxy: RedisProxy
    address: str
    port: int

    def api(self) -> int:
        """The process of gunicorn that answers, which its master has started."""
        found, session = self.processes.find_all("gunicorn"), self.processes.session()
        return next(int(pid) for pid in found if session[pid][0] in found)

    def worker(self) -> int:
        """The process that plays computers."""
        webhooks = self.processes.find_all("--webhooks")
        return next(int(pid) for pid in self.processes.find_all("service.workers.main") if pid not in webhooks)

    def by_worker(self, command: Command) -> bool:
        """A pattern: writes on the connections on which turns are taken to be played."""
        taken = f" {TURNS_AT_ONCE} {HELD_MS} {AWAKE_MS}"
        of_workers = {seen.client for seen in self.proxy.seen if ":due:play" in seen.text and taken in seen.text}
        return is_our_write(command) and command.client in of_workers and "{faceoff}:clock" not in command.text

    def by_api(self, command: Command) -> bool:
        """A pattern: writes of requests."""
        of_others = command.name in ("LPOP", "BLPOP", "LMOVE", "BLMOVE", "DEL") or "{faceoff}:clock" in command.text
        return is_our_write(command) and not of_others and not self.by_worker(command)

    def is_ready(self) -> bool:
        """Whether everything has started again."""
        try:
            return requests.get(f"{self.address}/health/ready", timeout=5).ok and bool(self.worker())
        except (requests.RequestException, StopIteration):
            return False


Strike = Callable[[RealService, int, ExitStack], None]


def killed(victim: Callable[[RealService], int], by: Callable[[RealService], Pattern]) -> Strike:
    """A process is killed before its write at the place."""

    def strike(service: RealService, place: int, stack: ExitStack) -> None:
        pid = victim(service)
        service.proxy.before(by(service), kill(pid), skip=place)
        service.proxy.cut(by(service), skip=place)

    return strike


def misbehaving(service: RealService, place: int, stack: ExitStack) -> None:
    """Clients reset, half-send, pipeline, and do not read."""
    whole = request("POST", "/v1/games", BODY)
    for _ in range(20):
        RawClient(service.port).half_send(whole).reset()
        RawClient(service.port).send(whole, whole, whole).reset()
        RawClient(service.port).send(request("POST", "/v1/games", BODY, Expect="100-continue")[:-5]).reset()
        stack.enter_context(RawClient(service.port)).half_send(whole)
        stack.enter_context(RawClient(service.port, reads=False)).send(*[request("GET", "/openapi.yaml")] * 5)


def silent(pattern: str) -> Strike:
    """Connections on which such a command was sent carry nothing any more, and stay open."""
    return lambda service, place, stack: service.proxy.silence(pattern)


STRIKES: Final[dict[str, tuple[Strike, Callable[[RealService], Pattern] | None]]] = {
    "an API process is killed": (
        killed(RealService.api, lambda service: service.by_api),
        lambda service: service.by_api,
    ),
    "a worker is killed": (
        killed(RealService.worker, lambda service: service.by_worker),
        lambda service: service.by_worker,
    ),
    "other clients misbehave": (misbehaving, None),
    "connections to the queue go silent": (silent("BL|LMOVE"), None),
    "connections that listen go silent": (silent("SUBSCRIBE"), None),
}
"""What happens, and the writes at each of which it does; None: once."""


@contextmanager
def real_service(folder: Path) -> Iterator[RealService]:
    """A service with one API process and one AI worker."""
    port = free_port()
    with EmbeddedRedis(folder / "redis") as server, RedisProxy(server.url) as proxy:
        settings = {"REDIS_URL": proxy.url, "FACEOFF_API_PROCESSES": "1"}
        with whole_service(folder, port, **settings) as (processes, address):
            yield RealService(processes, proxy, address, port)


def carry_out_really(service: RealService, case: Case) -> Outcome:
    """Play while it strikes; every acknowledged move must be in the record, once, and every turn must come."""
    outcome = Outcome(case)
    service.proxy.forget()
    with ExitStack() as stack:
        if case.fault in STRIKES:
            STRIKES[case.fault][0](service, case.place, stack)
        try:
            course, outcome.longest_s = _play(service)
        except Exception as error:
            outcome.broken.append(f"{error!r}")
        else:
            service.proxy.speak()
            outcome.broken += faults_of(course)
    outcome.broken += [f"it took {outcome.longest_s:.0f} s"] * (outcome.longest_s > PATIENCE_S)
    service.proxy.forget()
    wait_until(service.is_ready, lambda: service.processes.output[-2000:])
    return outcome


def _play(service: RealService) -> tuple[Course, float]:
    rng, client, longest_s = random.Random(1), Client(service.address, patience_s=PATIENCE_S), 0.0
    game = client.create("hockey", level=1, pace_ms=0)
    course, began = Course(game), time.monotonic()
    for view in game.turns():
        longest_s = max(longest_s, time.monotonic() - began)
        if len(course.acknowledged) == MOVES:
            break
        began, move = time.monotonic(), random_move(view, rng)
        game.play(move, wait_s=0)
        course.acknowledged.append((view["ply"], move.get("move", move)))
    for _ in range(2):
        with suppress(Problem, Unreachable):  # the SDK does not send it again where it may have been carried out
            game.resign()
    return course, longest_s


def real_cases(service: RealService) -> Iterator[Case]:
    """Each strike at each of its places, as a game that nothing strikes has them."""
    service.proxy.forget()
    _play(service)
    seen = list(service.proxy.seen)
    for name, (_, pattern) in STRIKES.items():
        places = [command.text for command in seen if pattern(service)(command)] if pattern else [""]  # type: ignore[operator]
        for place, at in enumerate(places):
            yield Case(USE_CASE, name, place, at[:60])
