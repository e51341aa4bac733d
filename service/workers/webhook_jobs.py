"""Webhooks on RQ workers of their own, as a slow receiver must not keep a computer from moving. As with turns, the queue only wakes."""

from typing import ClassVar

import redis
from rq import Queue as RqQueue
from rq.exceptions import DuplicateJobError
from rq.serializers import JSONSerializer

from service.config import Settings
from service.model.timestamps import now_ms
from service.store.games import GameStore
from service.webhooks.delivery import tell_webhooks
from service.workers.connections import make_store
from service.workers.queue import SafeJob, queue_client

QUEUE = "webhooks"


JOB_FUNCTION = "service.workers.webhook_jobs.tell"


JOB_TIMEOUT_S = 60


AGAIN_MS = 30_000
"""A job that was lost is made again after so long."""


class WebhookJob(SafeJob):
    """A job that can tell webhooks and nothing else."""

    functions: ClassVar = frozenset((JOB_FUNCTION,))


class WebhookQueue:
    """Wake-up calls for the workers that tell webhooks."""

    def __init__(self, store: GameStore, client: "redis.Redis") -> None:
        self._store = store
        self._queue = RqQueue(QUEUE, connection=client, serializer=JSONSerializer, job_class=WebhookJob)

    def call_due(self) -> None:
        """Call for every game whose webhooks are to be told; any process may do it, and several do no harm."""
        for game_id in self._store.claim_notices(AGAIN_MS):
            try:
                self._queue.enqueue_call(
                    JOB_FUNCTION,
                    args=[game_id],
                    timeout=JOB_TIMEOUT_S,
                    result_ttl=0,
                    failure_ttl=60,
                    job_id=f"webhooks-{game_id}-{now_ms() // AGAIN_MS}",  # the time, as the job of a killed worker keeps its id
                    unique=True,
                )
            except DuplicateJobError:
                pass


# -- in the worker


class _Worker:
    """The parts of this worker process."""

    store: GameStore
    private: bool


_worker = _Worker()


def tell(game_id: str) -> None:
    """The job: tell the webhooks of a game."""
    tell_webhooks(_worker.store, game_id, _worker.private)


def prepare_worker(settings: Settings) -> "redis.Redis":
    """Connect this process, so that jobs find their store; returns the client for the RQ worker."""
    _worker.store = make_store(settings)
    _worker.private = settings.private_webhooks
    return queue_client(settings)
