"""A process that dies between two writes, and a thread that cannot start.

In this process::

    with dies_at_write(3, server.url):       # of what this thread does in this block
        api.post("/v1/games", ...)           # the third write is never sent, and nothing after it

A real process: ``proxy.before(is_write, kill(pid), skip=2)`` and ``proxy.cut(is_write, skip=2)``.
"""

import os
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import redis
import redis.connection

from service.config import METRICS_FOLDER
from service.ops.supervisor import ROOT
from tests.faults.proxy import is_write
from tests.faults.resp import Command, requests_in, writing_names


class Death(BaseException):
    """The process is dead. No ``except Exception`` catches it, and writes in a ``finally`` are not sent either."""


@dataclass
class Life:
    """The writes that a process has sent to Redis."""

    dies_at: int | None
    writes: list[list[Command]] = field(default_factory=list)
    """What was sent at once and changes something: a command, or those of a pipeline."""
    is_dead: bool = False


@contextmanager
def dies_at_write(number: int | None, server_url: str, counts: Callable[[Command], bool] = is_write) -> Iterator[Life]:
    """What this thread does in the block ends before its n-th write, from 1; the block ends normally then.

    A pipeline is one write, as it is sent at once; what ``counts`` leaves out is none. With None nothing dies, and
    ``writes`` lists the writes at which a process can die.
    """
    names, thread, life = writing_names(server_url), threading.get_ident(), Life(number)
    send: Any = redis.connection.AbstractConnection.send_packed_command

    def send_or_die(connection: Any, packed: Any, check_health: bool = True) -> Any:
        if threading.get_ident() == thread:
            sent = packed if isinstance(packed, bytes) else b"".join(packed)
            writes = [command for command in _commands(sent, names) if counts(command)]
            if writes and not life.is_dead:
                life.writes.append(writes)
                life.is_dead = len(life.writes) == life.dies_at
            if life.is_dead:
                connection.disconnect()  # its socket goes with the process
                # when a pipeline is thrown away, where nothing may be raised
                raise redis.ConnectionError if b"UNWATCH" in sent else Death
        return send(connection, packed, check_health)

    redis.connection.AbstractConnection.send_packed_command = send_or_die  # type: ignore[method-assign]
    try:
        with suppress(Death):
            yield life
    finally:
        redis.connection.AbstractConnection.send_packed_command = send  # type: ignore[method-assign]


def _commands(sent: bytes, names: frozenset[str]) -> list[Command]:
    return [Command(words, words[0].decode().upper() in names) for words in requests_in(sent)]


def kill(pid: int) -> Callable[[], None]:
    """Kills a process at once and waits until it is dead."""

    def strike() -> None:
        os.kill(pid, signal.SIGKILL)
        while is_alive(pid):
            time.sleep(0.001)

    return strike


def is_alive(pid: int) -> bool:
    """True if a process runs; one that its parent has not waited for yet does not."""
    try:
        return (Path("/proc") / str(pid) / "stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


@contextmanager
def threads_refused(name: str = "", times: int = 1) -> Iterator[None]:
    """The next ``times`` threads whose name has this pattern cannot start, as on a machine with too many."""
    start, left = threading.Thread.start, times

    def refuse(thread: threading.Thread) -> None:
        nonlocal left
        if left > 0 and re.search(name, thread.name):
            left -= 1
            raise RuntimeError("can't start new thread")
        start(thread)

    threading.Thread.start = refuse  # type: ignore[method-assign, assignment]
    try:
        yield
    finally:
        threading.Thread.start = start  # type: ignore[method-assign]


def in_the_folder(folder: str | Path, code: str) -> str:
    """The output of a new process that shares the folder of metrics."""
    return subprocess.run(
        [sys.executable, "-c", code],
        check=True,
        cwd=ROOT,
        env=os.environ | {METRICS_FOLDER: str(folder)},
        capture_output=True,
        text=True,
    ).stdout


REPLACE: Final = """
import os, threading
from service.process import telemetry
from pathlib import Path

def used():
    folder = Path(os.environ["PROMETHEUS_MULTIPROC_DIR"])
    sizes = [file.stat().st_size for file in folder.iterdir()]
    return len(sizes), sum(sizes)

def replaced():
    child = os.fork()
    if not child:
        telemetry.take_name("api-0")
        telemetry.COMMITS.labels("ok").inc()
        telemetry.REQUESTS.labels("GET", "/", 200, "no").observe(1)
        telemetry.WAITERS.inc()
        os._exit(9)
    os.waitpid(child, 0)
    telemetry.forget_ended("api-0")

replaced()
before = used()
for _ in range(100):
    replaced()
assert used() == before, (before, used())
assert threading.active_count() == 1
"""
"""A process that is replaced a hundred times with the metrics of the service must leave as much as one."""
