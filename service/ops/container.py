"""The commands of the container image: ``api``, ``worker`` (with the names of its queues, or ``--webhooks``) and
``healthy``.

Settings come from the environment, also those of ``make run`` (``FACEOFF_PORT`` and so on). ``api`` and ``worker``
become the process that they start, so that it receives the signals.
"""

import os
import sys
from collections.abc import Sequence
from typing import Final

from service.config import METRICS_FOLDER, Settings, SettingsError
from service.ops.embedded_redis import CannotStart
from service.ops.run import allow_open_files, api_command, metrics_folder, parse_options, responds
from service.process.telemetry import PATH
from service.workers import main as worker

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
        options = parse_options([])
        command = api_command(options, Settings.from_env())
        os.environ.setdefault(METRICS_FOLDER, metrics_folder(options))
    except (CannotStart, SettingsError) as error:
        print(error, file=sys.stderr)
        return 2
    allow_open_files()
    os.execv(command[0], command)


def healthy() -> int:
    """0 if the API or the worker of this container is alive, 1 if neither is."""
    settings = Settings.from_env()
    ports = (parse_options([]).port, settings.metrics_port)
    return 0 if any(responds("127.0.0.1", port, PATH, PATIENCE_S) for port in ports) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
