"""Telemetry of a process: metrics, logs, traces, and signs of life.

Metrics are for Prometheus. A label is never an id, a name or a card. ``docs/operations.md`` lists what to watch. The
processes of one machine write into the folder ``PROMETHEUS_MULTIPROC_DIR``, and each of them reports for all. Without
the folder, as in a worker's pod, a process reports for itself.

In the folder a process has a name, not its id: a process that replaces another one continues its files. So the number
of files does not grow with restarts, and no counter decreases.

Logs are one JSON object per line on standard error, with facts as fields. They never contain a card or a token.

OpenTelemetry traces of requests are an extra (``pip install faceoff[otel]``), enabled by ``FACEOFF_TRACING``.
Destination and sampling are set with OpenTelemetry's own variables, such as ``OTEL_EXPORTER_OTLP_ENDPOINT`` and
``OTEL_TRACES_SAMPLER``. A span has the route, the status and the request id; no body, no query and no header.

The liveness probe of a container checks whether the main thread of a worker makes progress. The thread that serves the
metrics still answers when the main thread hangs, so the main thread gives signs of life: RQ's loop does, every few
seconds also while Redis is away, and so does every long search. A thread that computes without end also stops the
responses, as it does not release the interpreter.
"""

import json
import logging
import mmap
import os
import time
from collections.abc import Callable, Iterable
from contextvars import ContextVar
from http import HTTPStatus
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from prometheus_client import (
    REGISTRY,
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    multiprocess,
    start_http_server,
    values,
)
from prometheus_client.mmap_dict import MmapedDict
from prometheus_client.registry import Collector

from service.config import METRICS_FOLDER, PROCESS_NAME, SettingsError
from service.model.timestamps import now_ms, time_text

if TYPE_CHECKING:  # workers log too, and do not load Flask
    from flask import Flask, Request, Response

# -- the folder of metrics


def process_name() -> str:
    """The name of this process among those that share the folder."""
    return os.environ.get(PROCESS_NAME) or str(os.getpid())


def take_name(name: str) -> None:
    """Report under this name from now on; the process that had it before has ended."""
    forget_ended(name)
    os.environ[PROCESS_NAME] = name


def forget_ended(name: str) -> None:
    """Remove the live gauges of a process that has ended."""
    if os.environ.get(METRICS_FOLDER):
        multiprocess.mark_process_dead(name)  # type: ignore[no-untyped-call]


class ReservedFile(MmapedDict):
    """A file of metrics whose space is reserved before it is written to: in a full folder, the system would end the
    process with SIGBUS. Without space, the process counts in its own memory, which no other one reports.
    """

    def __init__(self, filename: str) -> None:
        try:
            with open(filename, "ab") as file:
                os.posix_fallocate(file.fileno(), 0, mmap.PAGESIZE)
        except OSError:
            Path(filename).unlink(missing_ok=True)  # an empty file cannot be read
            filename = _in_own_memory(b"")
        super().__init__(filename)  # type: ignore[no-untyped-call]

    def _init_value(self, key: str) -> None:
        try:
            os.posix_fallocate(self._f.fileno(), 0, self._used + len(key.encode()) + BESIDE_KEY_BYTES)
        except OSError:
            super().__init__(_in_own_memory(self._m[: self._used]))  # type: ignore[no-untyped-call]
        super()._init_value(key)  # type: ignore[no-untyped-call]


BESIDE_KEY_BYTES: Final = 32
"""The parts of an entry: its length, padding, value and time."""


def _in_own_memory(data: bytes) -> str:
    """The path of a new file in memory that begins with ``data``."""
    number = os.memfd_create("metrics")
    os.write(number, data)
    return f"/proc/self/fd/{number}"


if os.environ.get(METRICS_FOLDER):
    values.MmapedDict = ReservedFile  # type: ignore[attr-defined, assignment]
    values.ValueClass = values.MultiProcessValue(process_name)  # type: ignore[no-untyped-call]

# -- metrics

REQUESTS: Final = Histogram(
    "faceoff_request_duration_seconds",
    "Duration of requests by route and status; held=yes: the client asked to wait.",
    ("method", "route", "status", "held"),
    buckets=(0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 30),
)

COMMITS: Final = Counter(
    "faceoff_commits",
    "Changes of games by result: ok, replayed (sent before), stale (another commit came first), conflict (another "
    "move for the same decision), gone (expired).",
    ("result",),
)

WAITERS: Final = Gauge("faceoff_waiters", "Requests held until a game changes.", multiprocess_mode="livesum")
STREAMS: Final = Gauge("faceoff_streams", "Open event streams.", multiprocess_mode="livesum")

WEBHOOKS: Final = Counter(
    "faceoff_webhooks", "Attempts to deliver to a webhook: delivered, failed (will be retried), given_up.", ("result",)
)

AI_SEARCHES: Final = Counter(
    "faceoff_ai_searches", "Searches started: for computers, and for persons whose time was over."
)

AI_LAG: Final = Histogram(
    "faceoff_ai_lag_seconds",
    "Time from a computer being asked to the start of its search.",
    ("level",),
    buckets=(0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20),
)

AI_ANSWER: Final = Histogram(
    "faceoff_ai_answer_seconds",
    "Time from a computer being asked to its stored answer, including the pace of the game.",
    ("level",),
    buckets=(0.05, 0.1, 0.25, 0.3, 0.35, 0.4, 0.5, 0.75, 1, 2.5, 5, 10, 20),
)

AI_SIMULATIONS: Final = Histogram(
    "faceoff_ai_simulations",
    "Simulations per answer.",
    ("level",),
    buckets=(0, 10, 30, 100, 300, 1000, 3000, 10_000, 30_000),
)

AI_TURNS: Final = Counter(
    "faceoff_ai_turns",
    "Answers of computers: played, or overtaken by a process that searched the same turn.",
    ("result",),
)

AI_REDUCED: Final = Counter(
    "faceoff_ai_reduced", "Answers with fewer simulations than the level has, because of overload."
)

AI_STOPPED: Final = Counter(
    "faceoff_ai_stopped", "Searches that their time ended before all simulations were done.", ("level",)
)

AI_LATE: Final = Counter("faceoff_ai_late", "Answers to persons that were found after they were due.", ("level",))

RESCUES: Final = Counter(
    "faceoff_ai_rescues",
    "Overdue turns that a sweeper handled: called_again (queued again), or reduced (answered by the heuristic).",
    ("how",),
)

SET_ASIDE: Final = Counter(
    "faceoff_set_aside",
    "Due games, deliveries and tasks that could not be handled, by kind: tried again within a minute.",
    ("index",),
)

UNREADABLE: Final = Counter(
    "faceoff_unreadable",
    "Stored games, bots, tasks, keys and webhooks that this release cannot read, by kind: once for each process.",
    ("kind",),
)


def all_metrics(*others: Collector) -> CollectorRegistry:
    """The metrics of all processes that share the folder, or of this process without a folder, and ``others``."""
    registry = CollectorRegistry()
    if os.environ.get(METRICS_FOLDER):
        multiprocess.MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
    else:
        registry.register(REGISTRY)
    for other in others:
        registry.register(other)
    return registry


# -- logs

log = logging.getLogger(__name__)

FIELDS: Final = ("game_id", "ply", "version", "simulations", "attempt", "ms", "status", "method", "path", "request_id")
caused_by: ContextVar[str] = ContextVar("caused_by", default="")
"""The id of the request that this thread serves, or that led to the computer turn it plays."""


class JsonFormatter(logging.Formatter):
    """Formats a log record as one line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        entry = {
            "at": time_text(now_ms()),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        entry |= {name: getattr(record, name) for name in FIELDS if hasattr(record, name)}
        if caused_by.get():
            entry.setdefault("request_id", caused_by.get())
        if record.exc_info:
            entry["exception"] = self.formatException(record.exc_info)
        return json.dumps(entry)


def configure_logging() -> None:
    """Send the log of this process to standard error, at the level of ``FACEOFF_LOG_LEVEL``."""
    handler = logging.StreamHandler()
    handler.setFormatter(JsonFormatter())
    logging.basicConfig(level=os.environ.get("FACEOFF_LOG_LEVEL", "WARNING").upper(), handlers=[handler], force=True)


def log_request(request: "Request", response: "Response", began: float) -> None:
    """Log one request: its method, path and status; no body, no query and no header."""
    if not log.isEnabledFor(logging.INFO):
        return
    fields = {
        "method": request.method,
        "path": request.path,
        "status": response.status_code,
        "ms": round((time.monotonic() - began) * 1000, 1),
    }
    log.info("request", extra=fields | {"request_id": response.headers["X-Request-Id"]})


# -- traces

UNTRACED: Final = "health/.*"
QUERY_ATTRIBUTES: Final = ("http.target", "http.url", "url.full", "url.query")


def start_tracing(app: "Flask", exporter: Any = None) -> None:
    """Trace the requests of ``app``; raises SettingsError if the extra is not installed."""
    try:
        from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
        from opentelemetry.instrumentation.flask import FlaskInstrumentor
        from opentelemetry.sdk.resources import SERVICE_NAME, OTELResourceDetector, Resource
        from opentelemetry.sdk.trace import TracerProvider
        from opentelemetry.sdk.trace.export import BatchSpanProcessor
    except ImportError as error:
        raise SettingsError(
            f"FACEOFF_TRACING: the package {error.name} is missing; pip install 'faceoff[otel]'"
        ) from error
    resource = Resource({SERVICE_NAME: "faceoff"}).merge(OTELResourceDetector().detect())
    provider = TracerProvider(resource=resource)
    provider.add_span_processor(BatchSpanProcessor(exporter or OTLPSpanExporter()))
    FlaskInstrumentor().instrument_app(  # type: ignore[no-untyped-call]
        app, tracer_provider=provider, excluded_urls=UNTRACED, response_hook=_complete_span
    )
    app.extensions["tracing"] = provider


def _complete_span(span: Any, status: str, headers: list[tuple[str, str]]) -> None:
    """Add the request id, and drop the query, which may have a ticket: its attributes are set after the hook for
    requests.
    """
    span.set_attribute("faceoff.request_id", dict(headers).get("X-Request-Id", ""))
    for name in QUERY_ATTRIBUTES:
        if name in (span.attributes or {}):
            span.set_attribute(name, "" if name == "url.query" else str(span.attributes[name]).partition("?")[0])


# -- signs of life

SILENT_S: Final = 120.0
"""Without a sign of life for this long, a worker counts as hung."""
PATH: Final = "/health/live"


class SignsOfLife:
    """When the main thread last gave a sign of life."""

    def __init__(self) -> None:
        self._last = time.monotonic()

    def show(self) -> None:
        """Called by the main thread."""
        self._last = time.monotonic()

    def silent_s(self) -> float:
        """Seconds since the last sign."""
        return time.monotonic() - self._last


signs_of_life: Final = SignsOfLife()
"""The signs of life of this process."""


def serve(host: str, port: int, metrics: CollectorRegistry) -> None:
    """Serve ``/metrics`` and ``/health/live`` from a thread of its own; raises OSError or OverflowError for an address
    or port that cannot be used.
    """
    server, _ = start_http_server(port, host, metrics)
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
