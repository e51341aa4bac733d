"""The queues: wake-up calls for workers (protocol.md, 2), and jobs that may call only what a worker offers.

The metrics of the queues, of due webhook deliveries, and of the room in the store are read from Redis at every scrape.
"""

import logging
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from functools import partial
from typing import Any, ClassVar, Final, cast

import redis
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.registry import Collector
from redis.backoff import ExponentialBackoff
from redis.retry import Retry
from rq import Queue, Queue as RqQueue
from rq.exceptions import DuplicateJobError, NoSuchJobError
from rq.job import Job
from rq.serializers import JSONSerializer
from rq.timeouts import BaseTimeoutException

from service.config import Settings
from service.model.game import Game
from service.process.telemetry import caused_by
from service.store.agenda import DELIVER
from service.store.connection import client_at, impatient_client, parse_address, queue_address
from service.store.keys import of_each
from service.store.space import READ_ONLY
from service.store.store import Store
from service.store.tasks import SUGGESTION, Task

log = logging.getLogger(__name__)

QUEUE: Final = "ai"
"""Turns that a person waits for; workers take them first."""
SUGGESTION_QUEUE: Final = "ai-suggestions"
"""Suggestions, taken after the games of people."""
BACKGROUND_QUEUE: Final = "ai-background"
"""Turns in games between computers, batches of suggestions, analyses and matches."""
QUEUES: Final = (QUEUE, SUGGESTION_QUEUE, BACKGROUND_QUEUE)
"""In the order in which workers take jobs."""
JOB_FUNCTION: Final = "service.workers.ai_jobs.play_ai_turns"
GAME_FUNCTION: Final = "service.workers.ai_jobs.play_background_game"
TASK_FUNCTION: Final = "service.workers.ai_jobs.work_on_task"
"""The names of what a job may call: paths of functions in earlier releases, whose workers may take it."""
JOB_TIMEOUT_S: Final = 60
LONG_JOB_TIMEOUT_S: Final = 600
"""For slices of tasks, which end after a decision: the settings limit its time, and interpreted ones are slow."""
FIELDS: Final = frozenset(("created_at", "data", "description", "enqueued_at", "meta", "origin", "status", "timeout"))
"""The fields of a job in Redis that are read."""
AWAY_S: Final = 5.0
"""After a call without a response the server is not called for this long."""
FORGET_S: Final = 900
"""A job that has left its queue is gone after this time, whatever happened to its worker; none runs longer."""


class SafeJob(Job):
    """A job that may call only what its worker offers. RQ itself would import and call any dotted path that it finds in
    Redis.
    """

    functions: ClassVar[dict[str, Callable[..., object]]] = {}
    """What a job of this process may call, by name."""

    @property
    def func(self) -> Callable[..., Any]:
        """The function. Raises PermissionError unless its name is one of those; nothing is imported."""
        if self.func_name not in self.functions or self.instance is not None:
            raise PermissionError(f"job {self.id}: {str(self.func_name)[:60]!r} is not a function this queue may call")
        return self.functions[self.func_name]

    def restore(self, raw_data: Any) -> None:
        """Read the job: of RQ's features for jobs, only those that ours use, with limited time. Callbacks, webhooks,
        repetitions and dependencies that another program may have written are not read. A job that cannot be read
        counts as missing, so that it cannot stop a worker.
        """
        fields = {name.decode() if isinstance(name, bytes) else name: value for name, value in raw_data.items()}
        try:
            super().restore({name: value for name, value in fields.items() if name in FIELDS})
        except NoSuchJobError:
            raise
        except Exception as error:
            log.warning("job %s cannot be read: %s", self.id, type(error).__name__)
            raise NoSuchJobError(f"job {self.id} cannot be read") from error
        self.timeout = self.timeout if self.timeout and 0 < self.timeout <= LONG_JOB_TIMEOUT_S else JOB_TIMEOUT_S

    def carry_out(self) -> None:
        """Call the function; its log lines and queued jobs have the id of the request that led to it.

        The job is dropped first: if this process dies, the sweeper must not consider the job as waiting. What it was to
        do is in the agenda, so RQ's records of it, of its start and of its end are not kept.
        """
        self.connection.delete(self.key)
        before = caused_by.set(str(self.meta.get("request_id", "")))
        try:
            self.func(*self.args)
        finally:
            caused_by.reset(before)


def queue_client(settings: Settings, response_within_s: float | None = None) -> "redis.Redis":
    """A client for RQ: it returns bytes. Without a time-out it serves blocking reads, as those of a worker."""
    retry = Retry(ExponentialBackoff(base=0.05, cap=0.5), 3, (redis.ConnectionError,))
    return client_at(queue_address(settings), socket_timeout=response_within_s, retry=retry)


class AiQueue:
    """Wake-up calls for workers."""

    def __init__(self, client: "redis.Redis") -> None:
        self._client = client
        self._away_until = 0.0
        """By the monotonic clock; 0 while the server responds."""
        self.queues = [
            RqQueue(name, connection=client, serializer=JSONSerializer, job_class=SafeJob) for name in QUEUES
        ]
        self._queue, self._suggestions, self._background = self.queues

    def wake(self, game: Game, attempt: int = 0) -> None:
        """Queue the turn that is due, at this number of re-queues. Never fails: a lost call is repeated by the sweeper,
        which costs a second and never a move.
        """
        call = (self._queue, JOB_FUNCTION) if game.has_people else (self._background, GAME_FUNCTION)
        self._call(*call, [game.id], _job_id(game, attempt))

    def call_task(self, task: Task, chain: int) -> None:
        """Queue a slice of the task at its re-queue count, as ``wake`` does. A chain of slices occupies one worker."""
        args, job_id = [task.id, task.calls, chain], _slice_id(task, chain)
        self._call(self._queue_of(task), TASK_FUNCTION, args, job_id, LONG_JOB_TIMEOUT_S)

    def _queue_of(self, task: Task) -> RqQueue:
        return self._suggestions if task.kind == SUGGESTION else self._background

    def _call(
        self, queue: RqQueue, function: str, args: list[Any], job_id: str, timeout_s: int = JOB_TIMEOUT_S
    ) -> None:
        job: dict[str, Any] = {
            "args": args,
            "job_id": job_id,
            "timeout": timeout_s,
            "meta": {"request_id": caused_by.get()},
        }
        with suppress(DuplicateJobError):
            self._ask(partial(queue.enqueue_call, function, **job, unique=True), None)

    @property
    def is_away(self) -> bool:
        """True if the server has not responded recently: no worker hears of a turn."""
        return self._away_until > 0

    def _ask(self, call: Callable[[], Any], otherwise: Any) -> Any:
        """The result of a call to the server; ``otherwise`` if that does not respond. Then no caller waits for it for a
        while, and after that one at a time: whatever is lost is in the agenda.
        """
        if (now := time.monotonic()) < self._away_until:
            return otherwise
        was_away = self.is_away
        if was_away:
            self._away_until = now + AWAY_S
        try:
            found = call()
        except redis.RedisError as error:
            self._away_until = time.monotonic() + AWAY_S
            if not was_away:
                log.warning("the queue does not respond (%s): turns are found in the agenda", type(error).__name__)
            return otherwise
        self._away_until = 0.0
        return found

    def is_waiting(self, game: Game, attempt: int) -> bool:
        """True if the job of that call may still be waiting for a worker, or any other that will claim the turn too."""
        is_in = partial(self._is_in, [self._queue, self._background], [_job_id(game, attempt)])
        return bool(
            self._ask(is_in, True)
            or (game.has_people and self._ask(partial(self._client.exists, self._queue.key), True))
        )

    def is_task_waiting(self, task: Task) -> bool:
        """True if a slice of that call may still be waiting for a worker."""
        slices = [_slice_id(task, chain) for chain in range(task.workers)]
        return bool(self._ask(partial(self._is_in, [self._queue_of(task)], slices), True))

    def is_urgent(self) -> bool:
        """Whether a person waits, in a game or for a suggestion."""
        return bool(self._ask(partial(self._client.exists, self._queue.key, self._suggestions.key), 0))

    def serve_people(self) -> None:
        """Play one turn that a person waits for, in this process, between slices of a long search."""
        popped: Any = self._ask(partial(self._client.lpop, self._queue.key), None)
        if popped is None:
            return
        job_id = popped.decode()
        try:
            cast(SafeJob, SafeJob.fetch(job_id, connection=self._client, serializer=JSONSerializer)).carry_out()
        except BaseTimeoutException:  # of the job that this process carries out: its time is over
            raise
        except Exception:  # as in a worker, which continues with the next job
            log.exception("job %s failed", job_id)

    def _is_in(self, queues: Sequence[RqQueue], job_ids: Sequence[str]) -> bool:
        """Whether one of the jobs is in one of the queues.

        The status of a job does not show it: a worker takes a job off its queue before it changes the status, and may
        die in between. Jobs of such a worker are dropped after a while.
        """
        pipeline = self._client.pipeline(transaction=False)
        for queue in queues:
            for job_id in job_ids:
                pipeline.lpos(queue.key, job_id)
        if any(place is not None for place in pipeline.execute()):
            return True
        of_each(self._client, "expire", map(SafeJob.key_for, job_ids), FORGET_S)
        return False


def _job_id(game: Game, attempt: int) -> str:
    """The id of a decision's job: a decision that is queued twice has one job."""
    return f"ai-{game.id}-{game.state.ply}-{game.ai and game.ai.seat}-{attempt}"


def _slice_id(task: Task, chain: int) -> str:
    return f"task-{task.id}-{task.calls}-{chain}"


# -- metrics


PATIENCE_S: Final = 1.0
"""Redis must respond within this time, so that a scrape ends even if it does not."""


class QueueMetrics(Collector):
    """Length and age of each queue. Every process sees the same queues: take the maximum over processes, not the
    sum.
    """

    def __init__(self, settings: Settings) -> None:
        self._queues = AiQueue(impatient_client(queue_address(settings), PATIENCE_S)).queues
        self._store = Store(settings, impatient_client(parse_address(settings.redis_url), PATIENCE_S))

    def collect(self) -> Iterator[GaugeMetricFamily]:
        """The current values; without Redis, only ``faceoff_queue_up``."""
        try:
            lengths: dict[str, float] = {queue.name: queue.count for queue in self._queues}
            ages = {queue.name: _age_of_first(queue) for queue in self._queues}
        except redis.RedisError as error:
            log.info("metrics: the queue does not respond (%s)", type(error).__name__)
            lengths = ages = {}
        yield GaugeMetricFamily("faceoff_queue_up", "1 if the Redis server of the queue responds.", value=bool(lengths))
        if lengths:
            yield _by_queue("length", "Jobs that wait for a worker.", lengths)
            yield _by_queue("oldest_age_seconds", "How long the oldest job has waited.", ages)
        try:
            pending, space = self._store.agenda.count(DELIVER), self._store.space.look()
        except redis.RedisError as error:
            log.info("metrics: the store does not respond (%s)", type(error).__name__)
            return
        for name, text, value in (
            ("webhooks_pending", "Games with webhook deliveries due now or later.", pending),
            ("store_memory_bytes", "Memory of the store that counts towards its limit.", space.memory),
            ("store_memory_limit_bytes", "maxmemory of the store; 0 for no limit.", space.most_memory),
            ("store_writable", "0 if the store takes no changes.", space.level != READ_ONLY),
            ("store_disk_free_bytes", "Free space of the data folder, if it is on this machine.", space.free_disk),
        ):  # one without a value has only a description
            yield GaugeMetricFamily(f"faceoff_{name}", text, value=value)


def _by_queue(name: str, text: str, values: Mapping[str, float]) -> GaugeMetricFamily:
    gauge = GaugeMetricFamily(f"faceoff_queue_{name}", text, labels=["queue"])
    for queue, value in values.items():
        gauge.add_metric([queue], value)
    return gauge


def _age_of_first(queue: Queue) -> float:
    for job_id in queue.get_job_ids(0, 1):
        with suppress(NoSuchJobError):  # taken meanwhile, or it cannot be read
            called = SafeJob.fetch(job_id, connection=queue.connection, serializer=JSONSerializer).enqueued_at
            if called is not None:
                waited = datetime.now(UTC) - called.replace(tzinfo=called.tzinfo or UTC)
                return max(0.0, waited.total_seconds())
    return 0.0
