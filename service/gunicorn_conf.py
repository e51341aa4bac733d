"""How gunicorn runs the API, on one machine and in a container: read by gunicorn itself, so each name below is one of its settings."""

import os
from pathlib import Path
from typing import Any

from service.metrics import FOLDER_VARIABLE, forget_gauges

worker_class = "gthread"
graceful_timeout = 3
"""Seconds; open streams would keep a stopping API for as long as it lets them."""
control_socket_disable = True  # nobody uses it, and it would lie in the home folder
loglevel = "warning"


def on_starting(server: Any) -> None:
    """Before the first process starts."""
    if folder := os.environ.get(FOLDER_VARIABLE):
        forget_gauges(Path(folder))


def child_exit(server: Any, worker: Any) -> None:
    """After a process has ended, however it ended."""
    if folder := os.environ.get(FOLDER_VARIABLE):
        forget_gauges(Path(folder), worker.pid)
