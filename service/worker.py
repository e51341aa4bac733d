"""A worker process for computer turns: ``python -m service.worker``, with the names of its queues where it should not serve all."""

import logging
import sys
from collections.abc import Sequence

from prometheus_client import start_http_server
from rq import SimpleWorker
from rq.serializers import JSONSerializer

from engines import VARIANTS
from service.config import Settings, SettingsError
from service.decks import load_decks
from service.jobs import QUEUES, SafeJob, prepare_worker, worker_sweeper
from service.logs import configure_logging
from service.metrics import all_metrics

log = logging.getLogger(__name__)

WORKER_TTL_S = 60
"""RQ blocks for up to 15 s less than this on an empty queue, and notices a lost connection only then."""
MAX_JOBS = 20_000
"""The supervisor starts a fresh process after so many jobs, a bound on anything that might leak."""


def main(names: Sequence[str] = ()) -> int:
    """Play the computer turns of these queues, or of all, until told to stop."""
    try:
        queues = chosen_queues(names)
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
    client = prepare_worker(settings)
    worker_sweeper(settings).start()
    # In this process and thread: 3 to 8 ms a job against 12 to 30 ms for a forked one, and compiled engines stay loaded.
    worker = SimpleWorker(queues, connection=client, serializer=JSONSerializer, job_class=SafeJob, worker_ttl=WORKER_TTL_S)
    log.info("worker ready for %s", ", ".join(VARIANTS))
    worker.work(max_jobs=MAX_JOBS, logging_level="WARNING")
    return 0


def chosen_queues(names: Sequence[str]) -> list[str]:
    """The queues of these names, all for none; raises SettingsError for a name that is none."""
    for name in names:
        if name not in QUEUES:
            raise SettingsError(f"{name!r} is not a queue; there are {', '.join(QUEUES)}")
    return list(names or QUEUES)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
