"""Moves and views a second over HTTP with 1, 8 and 64 clients, in turn with a bare Flask route under the same gunicorn
and Redis.
"""

import math
import os
import socket
import statistics
import subprocess
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from typing import Any

from flask import Flask

from bench.over_http.client import Call, Connection, answered
from bench.report import percentile, table
from bench.speed.alternating import in_turn, ratio
from bench.speed.prepared import MOVES, new_game, started, view_of
from service.config import Settings
from service.ops.run import api_command, parse_options, responds
from service.ops.supervisor import tied_to_us

REQUESTS = {1: 200, 8: 400, 64: 640}
"""By the number of clients at once, how many requests of all of them make a round."""
ROUNDS = 5
READY_WITHIN_S = 60


def per_second(service: Flask, port: int, clients: int, of_move: Callable[[Call], Call], times: list[float]) -> float:
    """Answers a second to clients that each send requests about new games; ``times`` collects the seconds of each."""
    each, left = REQUESTS[clients] // clients, {}
    for _ in range(clients):
        moves = [move for _ in range(math.ceil(each / MOVES)) for move in new_game(service)]
        last_first = [of_move(move).raw() for move in moves[:each]][::-1]
        left[Connection(f"http://127.0.0.1:{port}", last_first.pop)] = last_first
    return clients * each / answered_all(left, times)


def answered_all(left: Mapping[Connection, Sequence[bytes]], times: list[float]) -> float:
    """The seconds in which all that clients have left is answered; ``times`` collects those of each request."""
    began = time.perf_counter()
    for client in answered(list(left)):
        times.append(client.took)
        if left[client]:
            client.send()
    return time.perf_counter() - began


def rows(service: Flask, ports: tuple[int, int]) -> Iterator[tuple[object, ...]]:
    for name, of_move in (("moves", lambda move: move), ("views", view_of)):
        for clients in REQUESTS:
            times: list[list[float]] = [[], []]
            measures = [
                partial(per_second, service, port, clients, of_move, seen)
                for port, seen in zip(ports, times, strict=True)
            ]
            ours, theirs = in_turn(measures, ROUNDS)
            rates = (f"{statistics.median(found):.0f}" for found in (ours, theirs))
            waits = (f"{1000 * percentile(times[0], share):.1f}" for share in (0.5, 0.99))
            yield (
                name,
                clients,
                *rates,
                f"{ratio(ours, theirs):.2f}",
                *waits,
                f"{1000 * percentile(times[1], 0.99):.1f}",
            )


def section() -> list[str]:
    """The table."""
    with ExitStack() as stack:
        service, url = stack.enter_context(started())
        ports = tuple(
            stack.enter_context(gunicorn(app, url)) for app in ("wsgi:app", "bench.speed.bare:app_of_environment()")
        )
        heads = ("", "clients", "a second", "of the bare route", "ratio", "median ms", "p99", "p99 of the bare route")
        return table(heads, rows(service, (ports[0], ports[1])))


@contextmanager
def gunicorn(app: str, url: str, *arguments: str) -> Iterator[int]:
    """An app over the Redis server at ``url``, under the gunicorn that ``make run`` starts, with more ``arguments``;
    yields its port.
    """
    port = free_port()
    options = parse_options(["--port", str(port), *arguments])
    command = [app if part == "wsgi:app" else part for part in api_command(options, Settings())]
    environ = {**os.environ, "REDIS_URL": url, "FACEOFF_TRUST_LOOPBACK": "true"}
    with started_program(command, partial(responds, "127.0.0.1", port, "/health/ready"), env=environ):
        yield port


class Process:
    """The newest process of gunicorn that listens on a port: its worker, if there is one."""

    def __init__(self, port: int) -> None:
        command = f"--bind\x00127.0.0.1:{port}\x00".encode()
        found = [int(path.parent.name) for path in Path("/proc").glob("[0-9]*/cmdline") if command in _read(path)]
        self.folder = Path("/proc", str(max(found)))

    def cpu_s(self) -> float:
        """CPU seconds so far."""
        fields = (self.folder / "stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def kib(self, what: str = "VmRSS") -> int:
        """Its memory, or with ``VmHWM`` the peak."""
        lines = (self.folder / "status").read_text().splitlines()
        return next(int(line.split()[1]) for line in lines if line.startswith(what))


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError:  # it has just ended
        return b""


@contextmanager
def one_process() -> Iterator[tuple[Flask, int, Process]]:
    """The service in this process, and over the same Redis server another with one API process: its port, and that
    process.
    """
    with started() as (service, url), gunicorn("wsgi:app", url, "--api-processes", "1") as port:
        yield service, port, Process(port)


def free_port() -> int:
    """A port on which nothing listens."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def started_program(
    command: Sequence[str], is_ready: Callable[[], bool], **options: Any
) -> Iterator[subprocess.Popen[bytes]]:
    """A program that is ready when the context begins, and ends with it. Raises RuntimeError if it does not start."""
    ends = time.monotonic() + READY_WITHIN_S
    with subprocess.Popen(tied_to_us(command), **options) as process:
        try:
            while not is_ready():
                if process.poll() is not None or time.monotonic() > ends:
                    raise RuntimeError(f"{' '.join(command)} does not start")
                time.sleep(0.02)
            yield process
        finally:
            process.terminate()
