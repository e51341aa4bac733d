"""Configuration of gunicorn, on one machine and in a container. Each name below is one of gunicorn's settings."""

from service.process import gc_at_start

# isort: split
import ctypes
import logging
import re
import socket
from contextlib import suppress
from http import HTTPStatus
from itertools import count
from typing import Any, Final

from gunicorn import util
from gunicorn.glogging import Logger

from service.api.problems import unread_problem
from service.api.responses import USUAL_HEADERS
from service.api.static_files import static_files
from service.app import app_of_environment
from service.config import DRAIN_S, Settings
from service.model.answer import to_json
from service.process.telemetry import JsonFormatter, forget_ended, take_name

gc_at_start.finish()

_QUERY: Final = re.compile(r"\?[^\s'\"]+")
"""The query in a logged request line; it may contain a ticket."""


class JsonLog(Logger):  # type: ignore[misc]
    """Gunicorn's log of its processes and of requests that fail outside the app, in the form of our log."""

    def setup(self, cfg: Any) -> None:
        """Called once, with gunicorn's settings."""
        super().setup(cfg)
        for handler in self.error_log.handlers:
            handler.setFormatter(JsonFormatter())
            handler.addFilter(_cut_queries)


def _cut_queries(record: logging.LogRecord) -> bool:
    record.msg, record.args = _QUERY.sub("?...", record.getMessage()), ()
    return True


worker_class = "service.ops.api_worker.ApiWorker"
graceful_timeout = DRAIN_S
keepalive = 75
"""Seconds that an idle connection is kept: longer than proxies keep theirs (nginx 60), which could otherwise send a
request on a connection that is closing. Their number is limited by ``MOST_WAITING``.
"""
control_socket_disable = True  # not used, and it would create a file in the home folder
forwarder_headers = ""
"""No header of a request may set the path prefix of the service; by default gunicorn trusts SCRIPT_NAME from
loopback.
"""
loglevel = "warning"
logger_class = JsonLog
max_requests = 200_000
"""After about this many requests a process is replaced, so that no leak grows without limit."""
max_requests_jitter = 50_000


M_TRIM_THRESHOLD: Final = -1
M_MMAP_THRESHOLD: Final = -3
LARGE_BLOCK_BYTES: Final = 128 * 1024


def on_starting(server: Any) -> None:
    """Before the first process starts: report a wrong setting once, here. Otherwise every process would report it. All
    of them have the static files of this one.
    """
    app_of_environment(background=False)
    static_files(Settings.from_env())
    util.write_error = write_problem


def pre_fork(server: Any, worker: Any) -> None:
    """Before a process is forked: assign it the lowest free number."""
    taken = {other.number for other in server.WORKERS.values()}
    worker.number = next(number for number in count() if number not in taken)


def post_fork(server: Any, worker: Any) -> None:
    """In a new process."""
    take_name(f"api-{worker.number}")
    give_back_blocks()


def give_back_blocks() -> None:
    """Let glibc give each large block back as soon as it is freed. By default it keeps those that are smaller than one
    that was freed before, up to 32 MB: after twenty records at once, a process had 160 MB more.
    """
    with suppress(AttributeError):  # another C library
        mallopt = ctypes.CDLL(None).mallopt
        mallopt(M_MMAP_THRESHOLD, LARGE_BLOCK_BYTES)
        mallopt(M_TRIM_THRESHOLD, 4 * LARGE_BLOCK_BYTES)


def child_exit(server: Any, worker: Any) -> None:
    """After a process has ended."""
    forget_ended(f"api-{worker.number}")


def write_problem(client: socket.socket, status: int, reason: str, message: str) -> None:
    """Answer a request that is not HTTP, or too long, with a problem. Gunicorn's own page is HTML."""
    problem = unread_problem(status, message)
    body = to_json(problem)
    head = (
        f"HTTP/1.1 {problem.status} {HTTPStatus(problem.status).phrase}",
        "Connection: close",
        "Content-Type: application/problem+json",
        f"Content-Length: {len(body)}",
        f"X-Request-Id: {problem.request_id}",
        *(f"{name}: {value}" for name, value in USUAL_HEADERS.items()),
    )
    util.write_nonblock(client, "\r\n".join(head).encode("ascii") + b"\r\n\r\n" + body)
