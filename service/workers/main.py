"""A worker process: ``python -m service.workers.main`` plays computer turns. Names of queues restrict it to these.

With ``--webhooks`` it delivers webhooks instead.
"""

from service.process import gc_at_start

# isort: split
import argparse
import logging
import sys
import time
from collections.abc import Sequence
from typing import Any, Final, cast

import redis
from rq import Queue, SimpleWorker
from rq.job import Job
from rq.serializers import JSONSerializer
from rq.timeouts import JobTimeoutException
from rq.worker.base import WorkerStatus

from engines import VARIANTS
from service.config import Settings, SettingsError
from service.games.catalogue import load_decks
from service.model.game import MAX_PACE_MS
from service.process import telemetry
from service.process.telemetry import all_metrics, configure_logging, signs_of_life
from service.store.connection import RESPONSE_WITHIN_S, parse_address, queue_address
from service.store.queue import QUEUES, SafeJob
from service.store.store import require_format
from service.webhooks.deliveries import Deliveries
from service.workers.ai_jobs import prepare_worker, timer
from service.workers.sweeper import make_sweeper

gc_at_start.finish()

log = logging.getLogger(__name__)

WORKER_TTL_S: Final = 20
"""On an empty queue RQ blocks for up to 15 s less than this, and notices a lost connection only a little later."""
HEARTBEAT_EVERY_S: Final = 30.0
"""Less than a worker stays registered without one: WORKER_TTL_S and a minute."""
LONGEST_WAIT_S: Final = 2 * MAX_PACE_MS / 1000
"""A found move is committed within this time."""
LONGEST_PAUSE_S: Final = 1
"""RQ doubles the pause between attempts to reconnect to Redis, up to a minute unless this is set."""
MAX_JOBS: Final = 20_000
"""The process ends after this many jobs and the supervisor starts a new one. It bounds memory leaks."""


class LiveWorker(SimpleWorker):
    """RQ's worker, which gives a sign of life whenever it would send a heartbeat, whether or not Redis receives it.

    It sends what has changed: RQ would write the same state and time for each job, and 40 commands about its execution.
    """

    _beat_s = float("-inf")

    def heartbeat(self, *arguments: Any, **named: Any) -> None:
        """Called in every round of the loop, and before and after every job."""
        signs_of_life.show()
        if time.monotonic() - self._beat_s >= HEARTBEAT_EVERY_S:
            super().heartbeat(*arguments, **named)
            self._beat_s = time.monotonic()

    def set_state(self, state: str, pipeline: Any = None) -> None:
        """Called in every round of the loop."""
        if state != self.get_state():
            super().set_state(state, pipeline)

    def execute_job(self, job: Job, queue: Queue) -> None:
        """Carry out a job, whose failure does not end the worker."""
        self._state = WorkerStatus.BUSY  # so that a stop signal lets it end
        try:
            with self.death_penalty_class(job.timeout, JobTimeoutException, job_id=job.id):
                cast(SafeJob, job).carry_out()
        except Exception:
            log.exception("job %s failed", job.id)
        finally:
            self._state = WorkerStatus.IDLE

    @property
    def connection_timeout(self) -> int:
        """Seconds without a response after which a connection counts as lost. RQ adds ten to those of a blocking
        read.
        """
        return self.dequeue_timeout + RESPONSE_WITHIN_S


def main(argv: Sequence[str] = ()) -> int:
    """Play computer turns of the given queues, or of all, or deliver webhooks, until a stop signal."""
    parser = argparse.ArgumentParser(
        prog="python -m service.workers.main", description="Play computer turns, or deliver webhooks."
    )
    parser.add_argument("queues", nargs="*", help=f"queues to serve: {', '.join(QUEUES)}; without names all of them")
    parser.add_argument("--webhooks", action="store_true", help="deliver webhooks instead")
    options = parser.parse_args(argv)
    if options.webhooks and options.queues:
        parser.error("--webhooks serves no queues: do not name any")
    try:
        queues = chosen_queues(options.queues)
        settings = Settings.from_env()
        parse_address(settings.redis_url)
        queue_address(settings)
        load_decks(settings.decks)
        require_format(settings)
    except SettingsError as error:
        print(error, file=sys.stderr)
        return 2
    configure_logging()
    if settings.metrics_port:
        try:
            telemetry.serve(settings.metrics_host, settings.metrics_port, all_metrics())
        except (OSError, OverflowError) as error:
            print(f"FACEOFF_METRICS_PORT: {settings.metrics_port} cannot be listened on: {error}", file=sys.stderr)
            return 2
    if options.webhooks:
        Deliveries(settings).run()
        return 0
    tasks, client = prepare_worker(settings)
    make_sweeper(tasks).start()
    # In this process and thread: 3 to 8 ms a job against 12 to 30 ms for a forked one, with compiled engines loaded.
    worker = LiveWorker(
        queues, connection=client, serializer=JSONSerializer, job_class=SafeJob, worker_ttl=WORKER_TTL_S
    )
    worker.max_connection_wait_time = LONGEST_PAUSE_S
    log.info("worker ready for %s", ", ".join(VARIANTS))
    try:
        worker.work(max_jobs=MAX_JOBS, logging_level="WARNING")
    except redis.RedisError as error:  # it cannot register; the supervisor tries again
        log.error("the queue takes no workers: %s", error)
        return 1
    timer.join(LONGEST_WAIT_S)  # the moves that were found: another worker would need seconds to find them again
    return 0


def chosen_queues(names: Sequence[str]) -> list[str]:
    """The queues with these names, all if none are given; raises SettingsError for an unknown name."""
    for name in names:
        if name not in QUEUES:
            raise SettingsError(f"{name!r} is not a queue; the queues are {', '.join(QUEUES)}")
    return list(names or QUEUES)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
