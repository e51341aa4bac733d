"""Metrics for Prometheus. A label is never an id, a name or a card. ``docs/operations.md`` lists what to watch.

The processes of one machine write into the folder ``PROMETHEUS_MULTIPROC_DIR``, and each of them reports for all.
Without the folder, as in a pod, a process reports for itself.
"""

import os
from typing import Final

from prometheus_client import REGISTRY, CollectorRegistry, Counter, Gauge, Histogram, multiprocess

from service.config import METRICS_FOLDER

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
    "faceoff_webhooks",
    "Attempts to deliver to a webhook: delivered, failed (will be retried), given_up.",
    ("result",),
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


def all_metrics() -> CollectorRegistry:
    """The metrics of all processes that share the folder, or of this process without a folder."""
    if not os.environ.get(METRICS_FOLDER):
        return REGISTRY
    registry = CollectorRegistry()
    multiprocess.MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
    return registry
