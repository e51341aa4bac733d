"""A worker process for computer turns: ``python -m service.worker``."""

import logging
import sys

from rq import SimpleWorker
from rq.serializers import JSONSerializer

from engines import VARIANTS
from service.config import Settings, SettingsError
from service.decks import load_decks
from service.jobs import QUEUES, SafeJob, prepare_worker, worker_sweeper
from service.logs import configure_logging

log = logging.getLogger(__name__)

WORKER_TTL_S = 60
"""RQ blocks for up to 15 s less than this on an empty queue, and notices a lost connection only then."""
MAX_JOBS = 20_000
"""The supervisor starts a fresh process after so many jobs, a bound on anything that might leak."""


def main() -> int:
    """Play computer turns until told to stop."""
    try:
        settings = Settings.from_env()
        load_decks(settings.decks)
    except SettingsError as error:
        print(error, file=sys.stderr)
        return 2
    configure_logging()
    client = prepare_worker(settings)
    worker_sweeper(settings).start()
    # In this process and thread: 3 to 8 ms a job against 12 to 30 ms for a forked one, and compiled engines stay loaded.
    worker = SimpleWorker(QUEUES, connection=client, serializer=JSONSerializer, job_class=SafeJob, worker_ttl=WORKER_TTL_S)
    log.info("worker ready for %s", ", ".join(VARIANTS))
    worker.work(max_jobs=MAX_JOBS, logging_level="WARNING")
    return 0


if __name__ == "__main__":
    sys.exit(main())
