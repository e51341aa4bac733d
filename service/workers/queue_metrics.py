"""Metrics of the queues, of due webhook deliveries, and of the room in the store. They are read from Redis at every
scrape.
"""

import logging
from collections.abc import Iterator
from contextlib import suppress
from datetime import UTC, datetime
from typing import Final

import redis
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.registry import Collector
from rq import Queue
from rq.exceptions import NoSuchJobError
from rq.serializers import JSONSerializer

from service.config import Settings
from service.store.address import parse_address, queue_address
from service.store.agenda import DELIVER
from service.store.connection import impatient_client
from service.store.queue import AiQueue, SafeJob
from service.store.space import READ_ONLY, SpaceState
from service.store.store import Store

log = logging.getLogger(__name__)

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
        yield from self._queue_gauges()
        try:
            pending, space = self._store.agenda.count(DELIVER), self._store.space.look()
        except redis.RedisError as error:
            log.info("metrics: the store does not respond (%s)", type(error).__name__)
        else:
            yield from _store_gauges(pending, space)

    def _queue_gauges(self) -> Iterator[GaugeMetricFamily]:
        length = GaugeMetricFamily("faceoff_queue_length", "Jobs that wait for a worker.", labels=["queue"])
        age = GaugeMetricFamily(
            "faceoff_queue_oldest_age_seconds", "How long the oldest job has waited.", labels=["queue"]
        )
        answers = True
        try:
            for queue in self._queues:
                length.add_metric([queue.name], queue.count)
                age.add_metric([queue.name], _age_of_first(queue))
        except redis.RedisError as error:
            log.info("metrics: the queue does not respond (%s)", type(error).__name__)
            answers = False
        yield GaugeMetricFamily("faceoff_queue_up", "1 if the Redis server of the queue responds.", value=answers)
        if answers:
            yield length
            yield age


def _store_gauges(pending: int, space: SpaceState) -> Iterator[GaugeMetricFamily]:
    """Those of the store. One without a value is described only."""
    for name, text, value in (
        ("webhooks_pending", "Games with webhook deliveries due now or later.", pending),
        ("store_memory_bytes", "Memory of the store that counts towards its limit.", space.memory),
        ("store_memory_limit_bytes", "maxmemory of the store; 0 for no limit.", space.most_memory),
        ("store_writable", "0 if the store takes no changes.", space.level != READ_ONLY),
        ("store_disk_free_bytes", "Free space of the data folder, if it is on this machine.", space.free_disk),
    ):
        yield GaugeMetricFamily(f"faceoff_{name}", text, value=value)


def _age_of_first(queue: Queue) -> float:
    for job_id in queue.get_job_ids(0, 1):
        with suppress(NoSuchJobError):  # taken meanwhile, or it cannot be read
            called = SafeJob.fetch(job_id, connection=queue.connection, serializer=JSONSerializer).enqueued_at
            if called is not None:
                waited = datetime.now(UTC) - called.replace(tzinfo=called.tzinfo or UTC)
                return max(0.0, waited.total_seconds())
    return 0.0
