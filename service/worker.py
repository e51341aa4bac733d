"""A worker process for computer turns, ``python -m service.worker``, or for webhooks, ``python -m service.worker --webhooks``."""

import argparse
import logging
import sys
from collections.abc import Sequence

from rq import SimpleWorker
from rq.serializers import JSONSerializer

from engines import VARIANTS
from service import webhook_jobs
from service.config import Settings, SettingsError
from service.decks import load_decks
from service.jobs import BACKGROUND_QUEUE, QUEUE, SafeJob, Sweeper, prepare_worker, worker_queue, worker_store
from service.logs import configure_logging

log = logging.getLogger(__name__)

WORKER_TTL_S = 60
"""RQ blocks for up to 15 s less than this on an empty queue, and notices a lost connection only then."""
MAX_JOBS = 20_000
"""The supervisor starts a fresh process after so many jobs, a bound on anything that might leak."""


def main(argv: Sequence[str] | None = None) -> int:
    """Play computer turns, or tell webhooks, until told to stop."""
    parser = argparse.ArgumentParser(prog="python -m service.worker", description="Play computer turns.")
    parser.add_argument("--webhooks", action="store_true", help="tell webhooks instead")
    for_webhooks = parser.parse_args(argv).webhooks
    try:
        settings = Settings.from_env()
        load_decks(settings.decks)
    except SettingsError as error:
        print(error, file=sys.stderr)
        return 2
    configure_logging()
    worker = _webhook_worker(settings) if for_webhooks else _ai_worker(settings)
    worker.work(max_jobs=MAX_JOBS, logging_level="WARNING")
    return 0


def _ai_worker(settings: Settings) -> SimpleWorker:
    client = prepare_worker(settings)
    Sweeper(worker_store(), worker_queue(), settings.ai_deadline_s).start()
    log.info("worker ready for %s", ", ".join(VARIANTS))
    # In this process and thread: 3 to 8 ms a job against 12 to 30 ms for a forked one, and compiled engines stay loaded.
    return SimpleWorker([QUEUE, BACKGROUND_QUEUE], connection=client, serializer=JSONSerializer, job_class=SafeJob, worker_ttl=WORKER_TTL_S)


def _webhook_worker(settings: Settings) -> SimpleWorker:
    client = webhook_jobs.prepare_worker(settings)
    return SimpleWorker(
        [webhook_jobs.QUEUE], connection=client, serializer=JSONSerializer, job_class=webhook_jobs.WebhookJob, worker_ttl=WORKER_TTL_S
    )


if __name__ == "__main__":
    sys.exit(main())
