"""The commands of the container image: ``api``, ``worker`` (with the names of its queues, or ``--webhooks``) and
``healthy``.

Settings come from the environment, also those of ``make run`` (``FACEOFF_PORT`` and so on). ``api`` and ``worker``
become the process that they start, so that it receives the signals.
"""

import os
import sys
import tempfile
from collections.abc import Sequence
from http.client import HTTPConnection, HTTPException
from typing import Final

from service.config import METRICS_FOLDER, Settings, SettingsError
from service.ops.run import allow_open_files, api_command, parse_options
from service.workers import main as worker
from service.workers.liveness import PATH

USAGE: Final = "use api, worker [queue ... | --webhooks], or healthy"
PATIENCE_S: Final = 3


def main(arguments: Sequence[str]) -> int:
    """Carry out one command."""
    command, *names = arguments or [""]
    if command == "worker":
        return worker.main(names)
    if command in ("api", "healthy") and not names:
        return run_api() if command == "api" else healthy()
    print(f"{' '.join(arguments)!r} is not a command of this image: {USAGE}", file=sys.stderr)
    return 2


def run_api() -> int:
    """Become gunicorn. Its processes share a folder of metrics."""
    try:
        command = api_command(parse_options([]))
    except SettingsError as error:
        print(error, file=sys.stderr)
        return 2
    os.environ.setdefault(METRICS_FOLDER, tempfile.mkdtemp(prefix="faceoff-metrics-"))
    allow_open_files()
    os.execv(command[0], command)


def healthy() -> int:
    """0 if the API or the worker of this container is alive, 1 if neither is."""
    settings = Settings.from_env()
    return 0 if is_alive(parse_options([]).port) or is_alive(settings.metrics_port) else 1


def is_alive(port: int) -> bool:
    """Whether ``port`` of this container answers to ``/health/live`` with 200."""
    connection = HTTPConnection("127.0.0.1", port, timeout=PATIENCE_S)
    try:
        connection.request("GET", PATH, headers={"Connection": "close"})
        return connection.getresponse().status == 200
    except (OSError, HTTPException):
        return False
    finally:
        connection.close()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
