"""A worker process: ``python -m service.workers.main`` for computer turns, with the names of its queues where it should not serve all.

``--webhooks`` makes it one for webhooks instead.
"""

import argparse
import logging
import sys
from collections.abc import Sequence
from typing import Final

from prometheus_client import start_http_server
from rq import SimpleWorker
from rq.serializers import JSONSerializer

from engines import VARIANTS
from service.config import Settings, SettingsError
from service.decks import load_decks
from service.telemetry.logs import configure_logging
from service.telemetry.metrics import all_metrics
from service.workers import webhook_jobs
from service.workers.ai_jobs import prepare_worker
from service.workers.queue import QUEUES, SafeJob
from service.workers.webhook_jobs import WebhookQueue

log = logging.getLogger(__name__)

WORKER_TTL_S: Final = 60
"""RQ blocks for up to 15 s less than this on an empty queue, and notices a lost connection only then."""
MAX_JOBS: Final = 20_000
"""The supervisor starts a fresh process after so many jobs, a bound on anything that might leak."""


def main(argv: Sequence[str] = ()) -> int:
    """Play the computer turns of these queues, or of all, or tell webhooks, until told to stop."""
    parser = argparse.ArgumentParser(prog="python -m service.workers.main", description="Play computer turns.")
    parser.add_argument("queues", nargs="*", help=f"the queues to serve, of {', '.join(QUEUES)}; none: all of them")
    parser.add_argument("--webhooks", action="store_true", help="tell webhooks instead")
    options = parser.parse_args(argv)
    if options.webhooks and options.queues:
        parser.error("--webhooks has a queue of its own: name none")
    try:
        queues = chosen_queues(options.queues)
        settings = Settings.from_env()
        load_decks(settings.decks)
    except SettingsError as error:
        print(error, file=sys.stderr)
        return 2
    configure_logging()
    if settings.metrics_port:
        try:
            start_http_server(settings.metrics_port, registry=all_metrics())
        except (OSError, OverflowError) as error:
            print(f"FACEOFF_METRICS_PORT: {settings.metrics_port} cannot be listened on: {error}", file=sys.stderr)
            return 2
    worker = _webhook_worker(settings) if options.webhooks else _ai_worker(settings, queues)
    worker.work(max_jobs=MAX_JOBS, logging_level="WARNING")
    return 0


def chosen_queues(names: Sequence[str]) -> list[str]:
    """The queues of these names, all for none; raises SettingsError for a name that is none."""
    for name in names:
        if name not in QUEUES:
            raise SettingsError(f"{name!r} is not a queue; there are {', '.join(QUEUES)}")
    return list(names or QUEUES)


def _ai_worker(settings: Settings, queues: Sequence[str]) -> SimpleWorker:
    worker, client = prepare_worker(settings)
    worker.sweeper(settings, [WebhookQueue(worker.games.store.webhooks, client).wake_due]).start()
    log.info("worker ready for %s", ", ".join(VARIANTS))
    # In this process and thread: 3 to 8 ms a job against 12 to 30 ms for a forked one, and compiled engines stay loaded.
    return SimpleWorker(queues, connection=client, serializer=JSONSerializer, job_class=SafeJob, worker_ttl=WORKER_TTL_S)


def _webhook_worker(settings: Settings) -> SimpleWorker:
    client = webhook_jobs.prepare_worker(settings)
    return SimpleWorker(
        [webhook_jobs.QUEUE], connection=client, serializer=JSONSerializer, job_class=webhook_jobs.WebhookJob, worker_ttl=WORKER_TTL_S
    )


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
