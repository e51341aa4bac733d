"""What is counted and timed, for Prometheus. No id, no name and no card is ever a label: ``docs/operations.md`` says what to watch.

The processes of one machine write into the folder ``PROMETHEUS_MULTIPROC_DIR``, and any of them answers for all. Without it, as in
a pod of its own, a process answers for itself.
"""

import os
from pathlib import Path
from typing import Final

from prometheus_client import REGISTRY, CollectorRegistry, Counter, Gauge, Histogram, multiprocess

FOLDER_VARIABLE: Final = "PROMETHEUS_MULTIPROC_DIR"
"""Read by prometheus_client when this module is imported: to be set before the process starts."""

REQUESTS: Final = Histogram(
    "faceoff_request_duration_seconds",
    "Requests by route and status; those that asked to wait have held=yes.",
    ("method", "route", "status", "held"),
    buckets=(0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 30),
)

COMMITS: Final = Counter(
    "faceoff_commits",
    "Changes of games by what the store answered: ok, replayed (sent before), stale (overtaken), conflict (another move "
    "of the same decision), gone (expired).",
    ("result",),
)

WAITERS: Final = Gauge("faceoff_waiters", "Requests held until a game changes.", multiprocess_mode="livesum")
STREAMS: Final = Gauge("faceoff_streams", "Event streams that are open.", multiprocess_mode="livesum")

WEBHOOKS: Final = Counter(
    "faceoff_webhooks",
    "Attempts to tell a webhook: delivered, failed (to be tried again), given_up.",
    ("result",),
)

AI_SEARCHES: Final = Counter("faceoff_ai_searches", "Turns that somebody began to think about: a computer's, or a late person's.")

AI_LAG: Final = Histogram(
    "faceoff_ai_lag_seconds",
    "From the moment a computer is asked until a worker thinks about it.",
    ("level",),
    buckets=(0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20),
)

AI_ANSWER: Final = Histogram(
    "faceoff_ai_answer_seconds",
    "From the moment a computer is asked until its answer is stored, the pace of its game included.",
    ("level",),
    buckets=(0.05, 0.1, 0.25, 0.3, 0.35, 0.4, 0.5, 0.75, 1, 2.5, 5, 10, 20),
)

AI_SIMULATIONS: Final = Histogram(
    "faceoff_ai_simulations",
    "Simulations of one answer.",
    ("level",),
    buckets=(0, 10, 30, 100, 300, 1000, 3000, 10_000, 30_000),
)

AI_TURNS: Final = Counter(
    "faceoff_ai_turns",
    "Answers of computers: played, or overtaken by another process that searched the same turn.",
    ("result",),
)

AI_REDUCED: Final = Counter("faceoff_ai_reduced", "Answers with fewer simulations than their level has, because of overload.")

RESCUES: Final = Counter(
    "faceoff_ai_rescues",
    "Overdue turns looked after by a sweeper: called again, or degraded (answered by the heuristic).",
    ("how",),
)


def all_metrics() -> CollectorRegistry:
    """The metrics of all processes that share the folder, or of this process where there is none."""
    if not os.environ.get(FOLDER_VARIABLE):
        return REGISTRY
    registry = CollectorRegistry()
    multiprocess.MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
    return registry


def forget_gauges(folder: Path, process: int | str = "*") -> None:
    """Drop what a dead process, or all of an earlier run, said to be so now; what they have counted stays."""
    for file in folder.glob(f"gauge_live*_{process}.db"):
        file.unlink(missing_ok=True)
