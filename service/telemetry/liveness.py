"""Whether the main thread of a worker gets on, for the liveness probe of its container.

The thread that serves the metrics goes on answering when the main thread hangs, so the main thread shows signs of life:
RQ's loop does, every few seconds also while Redis is away, and so does every long search. A thread that computes
without end ends the answers by itself, as it keeps the interpreter.
"""

import time
from collections.abc import Callable, Iterable
from http import HTTPStatus
from typing import Any, Final

from prometheus_client import CollectorRegistry, start_http_server

SILENT_S: Final = 120.0
"""Without a sign of life for this long, a worker counts as hung."""
PATH: Final = "/health/live"


class SignsOfLife:
    """When the main thread was last seen at work."""

    def __init__(self) -> None:
        self._last = time.monotonic()

    def show(self) -> None:
        """Called by the main thread."""
        self._last = time.monotonic()

    def silent_s(self) -> float:
        """Seconds since the last sign."""
        return time.monotonic() - self._last


signs_of_life: Final = SignsOfLife()
"""Those of this process."""


def serve(port: int, metrics: CollectorRegistry) -> None:
    """Serve ``/metrics`` and ``/health/live`` from a thread of its own; raises OSError or OverflowError for a port that
    cannot be used.
    """
    server, _ = start_http_server(port, registry=metrics)
    serve_metrics: Any = server.get_app()

    def app(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        if environ["PATH_INFO"] != PATH:
            found: Iterable[bytes] = serve_metrics(environ, start_response)
            return found
        silent_s = signs_of_life.silent_s()
        status = HTTPStatus.OK if silent_s <= SILENT_S else HTTPStatus.SERVICE_UNAVAILABLE
        start_response(f"{status.value} {status.phrase}", [("Content-Type", "text/plain; charset=utf-8")])
        return [f"The last sign of life is {silent_s:.0f} s old.\n".encode()]

    server.set_app(app)
