"""The whole service as ``make run`` starts it: until it is ready, what it costs while idle, what a move with its
answer costs, and how fast a computer answers.
"""

import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TypeAlias

import redis
from rq import Queue, Worker

from ai.levels import LEVELS
from ai.timing import answer_ms
from bench.over_http.client import WAIT, Service
from bench.over_http.people import moves
from bench.report import percentile, table
from bench.speed.served import free_port, gunicorn, started_program
from engines import VARIANTS
from faceoff_client import is_asked
from service.ops.embedded_redis import EmbeddedRedis
from service.ops.run import responds

STARTS, ANSWERS = 5, 150
IDLE_S = 10.0
PEOPLE, PLAY_S, WARM_UP_S = (1, 8), 8.0, 1.5
SERVERS = ("redis", "queue")


@dataclass(frozen=True)
class Running:
    """A whole service."""

    port: int
    session: int
    """The session of all its processes."""

    def cpu_s(self) -> float:
        """CPU seconds of all its processes so far, Redis included."""
        ticks = 0
        for file in Path("/proc").glob("[0-9]*/stat"):
            try:
                fields = file.read_text().rpartition(")")[2].split()
            except OSError:  # it has just ended
                continue
            if int(fields[3]) == self.session:
                ticks += sum(map(int, fields[11:15]))
        return ticks / os.sysconf("SC_CLK_TCK")


@contextmanager
def running(folder: str, **variables: str) -> Iterator[Running]:
    """A service with its data in ``folder``."""
    port = free_port()
    command = [sys.executable, "-m", "service.ops.run", "--port", str(port), "--data-dir", folder]
    options = {"stdout": subprocess.DEVNULL, "env": {**os.environ, "FACEOFF_TRUST_LOOPBACK": "true", **variables}}
    is_ready = partial(responds, "127.0.0.1", port, "/health/ready")
    with started_program(command, is_ready, start_new_session=True, **options) as process:
        yield Running(port, process.pid)


def starts() -> Iterator[tuple[float, float, float]]:
    """Seconds until the service is ready, the CPU seconds of all its processes in them, and seconds until gunicorn
    answers with the bare route.
    """
    for _ in range(STARTS):
        began = time.monotonic()
        with tempfile.TemporaryDirectory() as folder, running(folder) as service:
            took, cpu_s = time.monotonic() - began, service.cpu_s()
        with tempfile.TemporaryDirectory() as folder, EmbeddedRedis(Path(folder)) as server:
            began = time.monotonic()
            with gunicorn("bench.speed.bare:app_of_environment()", server.url):
                yield took, cpu_s, time.monotonic() - began


Clients: TypeAlias = list["redis.Redis"]
"""One of each server."""


def processed(clients: Clients) -> int:
    """The commands of both servers so far, those inside scripts too."""
    return sum(client.info("stats")["total_commands_processed"] for client in clients)


def redis_s(clients: Clients) -> float:
    """CPU seconds of both servers so far."""
    used = [client.info("cpu") for client in clients]
    return float(sum(info["used_cpu_user"] + info["used_cpu_sys"] for info in used))


def idle(service: Running, clients: Clients) -> tuple[float, float]:
    """Commands of the idle service a second, and its share of a core."""
    before, used_s, began = processed(clients), service.cpu_s(), time.monotonic()
    time.sleep(IDLE_S)
    took = time.monotonic() - began
    return (processed(clients) - before - len(clients)) / took, (service.cpu_s() - used_s) / took


def turns(service: Running, clients: Clients, people: int) -> Iterator[tuple[object, ...]]:
    """The costs of a move with level 1's answer, while this many people play."""
    address = f"http://127.0.0.1:{service.port}"
    sum(1 for _ in moves(address, 1, people, WARM_UP_S))
    before, of_redis, of_all, began = processed(clients), redis_s(clients), service.cpu_s(), time.monotonic()
    played = sum(person.has_moved for person in moves(address, 1, people, PLAY_S))
    took, all_s = time.monotonic() - began, service.cpu_s() - of_all
    of_redis, commands = redis_s(clients) - of_redis, processed(clients) - before
    players = f"{people} {'person' if people == 1 else 'people'} at once against level 1"
    yield f"{players}: moves with their answers", f"{played / took:.0f} a second", "", ""
    yield "commands of Redis for each, those inside scripts too", f"{commands / played:.1f}", "", ""
    yield "CPU of both Redis servers for each", f"{1000 * of_redis / played:.2f} ms", "", ""
    yield "CPU of all processes for each", f"{1000 * all_s / played:.1f} ms", "", ""


def answers(port: int, queue: Queue) -> tuple[list[float], list[float], list[float]]:
    """Milliseconds of a move, of a move with the answer of level 1, and of a job that reads a clock, in turn."""
    service, rng = Service(f"http://127.0.0.1:{port}"), random.Random(1)
    alone, answered, jobs = list[float](), list[float](), list[float]()
    while len(answered) < ANSWERS:
        game = service.create(variant="hockey", seats=[{"kind": "person"}, {"kind": "ai", "level": 1}])
        token = game["tokens"]["0"]
        while game["status"] == "active" and len(answered) < ANSWERS:
            if not is_asked(game):
                game = service.wait(game, token)
                continue
            waits = len(answered) <= len(alone)
            game = service.move(game, token, rng, **(WAIT if waits else {}))
            (answered if waits else alone).append(1000 * service.took)
            began = time.perf_counter()
            queue.enqueue(time.monotonic).latest_result(timeout=10)
            jobs.append(1000 * (time.perf_counter() - began))
    return alone, answered, jobs


@contextmanager
def simple_worker(client: "redis.Redis", url: str) -> Iterator[Queue]:
    """A queue that RQ's SimpleWorker serves, in a process of its own."""
    queue = Queue("bench", connection=client)
    kind = ("--quiet", "--worker-class", "rq.SimpleWorker")
    command = [sys.executable, "-m", "rq.cli", "worker", *kind, "--url", url, queue.name]
    with started_program(command, lambda: bool(Worker.all(queue=queue))):
        yield queue


def rows() -> Iterator[tuple[object, ...]]:
    ours, cpu_s, theirs = (f"{statistics.median(times):.1f} s" for times in zip(*starts(), strict=True))
    yield "start until ready, with Redis and workers", ours, theirs, "gunicorn with the bare route"
    yield "the same in CPU seconds of all processes", cpu_s, "", ""
    with ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        service = stack.enter_context(running(folder))
        urls = [EmbeddedRedis(folder, name=name).url for name in SERVERS]
        clients = [stack.enter_context(redis.Redis.from_url(url)) for url in urls]
        time.sleep(IDLE_S / 2)  # the workers start a little later
        commands, share = idle(service, clients)
        yield (
            "commands of Redis while the service is idle, those inside scripts too",
            f"{commands:.1f} a second",
            "",
            "",
        )
        yield "CPU of all processes while it is idle", f"{100 * share:.1f} % of a core", "", ""
        for people in PEOPLE:
            yield from turns(service, clients, people)
        queue = stack.enter_context(simple_worker(clients[1], urls[1]))
        alone, answered, jobs = answers(service.port, queue)
    for name, share in (("median", 0.5), ("p99", 0.99)):
        values = (f"{percentile(times, share):.1f} ms" for times in (answered, jobs))
        yield f"a move and level 1's answer to it, {name}", *values, "a job that does nothing, in RQ's SimpleWorker"
    yield "the same move without the answer, median", f"{percentile(alone, 0.5):.1f} ms", "", ""
    hockey = VARIANTS["hockey"]
    due_ms = answer_ms(hockey, hockey.new_game(hockey.presets["standard"]), LEVELS[0])
    yield "what every answer of level 1 takes, whatever its cards", f"{due_ms} ms", "", ""


def section() -> list[str]:
    """The table."""
    return table(("the whole service", "ours", "anchor", "which is"), rows())
