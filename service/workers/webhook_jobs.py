"""Webhook deliveries, on their own RQ workers, so that a slow receiver does not delay computer turns (protocol.md, 7).

A job only hands deliveries to the threads of its process, so that a slow receiver does not delay others either.
"""

from typing import ClassVar, Final

import redis
from rq import Queue as RqQueue
from rq.exceptions import DuplicateJobError
from rq.serializers import JSONSerializer

from service.config import Settings
from service.model.timestamps import now_ms
from service.store.due import each_on_its_own, set_clock
from service.store.store import Store
from service.store.webhooks import WebhookStore
from service.webhooks.delivery import AGAIN_MS, deliver_due
from service.webhooks.dispatcher import Dispatcher
from service.webhooks.safe_http import Reach, reach_of
from service.workers.connections import make_store, queue_client
from service.workers.queue import SafeJob

QUEUE: Final = "webhooks"
JOB_FUNCTION: Final = "service.workers.webhook_jobs.deliver"
JOB_TIMEOUT_S: Final = 60


class WebhookJob(SafeJob):
    """A job that can deliver to webhooks and nothing else."""

    functions: ClassVar = frozenset((JOB_FUNCTION,))


class WebhookQueue:
    """Wake-up calls for the workers that deliver to webhooks."""

    def __init__(self, webhooks: WebhookStore, client: "redis.Redis") -> None:
        self._webhooks = webhooks
        self._queue = RqQueue(QUEUE, connection=client, serializer=JSONSerializer, job_class=WebhookJob)

    def wake_due(self) -> None:
        """Queue a job for every game with deliveries to make; any process may do it, several at once too."""
        each_on_its_own("notices", self._webhooks.claim_due(AGAIN_MS), self._wake)

    def _wake(self, game_id: str) -> None:
        try:
            self._queue.enqueue_call(
                JOB_FUNCTION,
                args=[game_id],
                timeout=JOB_TIMEOUT_S,
                result_ttl=0,
                failure_ttl=60,
                # with the time, because the job of a killed worker keeps its id
                job_id=f"webhooks-{game_id}-{now_ms() // AGAIN_MS}",
                unique=True,
            )
        except DuplicateJobError:
            pass


# -- in the worker


class _Worker:
    """What the jobs of this process work with."""

    store: Store
    reach: Reach
    dispatcher: Dispatcher


_worker: Final = _Worker()


def deliver(game_id: str) -> None:
    """The job: deliver a game's version to its webhooks."""
    set_clock(_worker.store.client)  # this process has no sweeper, which does so in others
    deliver_due(_worker.store, game_id, _worker.reach, _worker.dispatcher.submit)


def prepare_worker(settings: Settings) -> "redis.Redis":
    """Connect this process, so that jobs find their store; returns the client for the RQ worker."""
    _worker.store = make_store(settings)
    _worker.dispatcher = Dispatcher()
    _worker.reach = reach_of(settings)
    return queue_client(settings)


def dispatcher() -> Dispatcher:
    """The threads of this process that deliver."""
    return _worker.dispatcher
