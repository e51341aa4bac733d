"""Calls at a set time, in one thread of the process."""

import logging
import threading
import time
from collections.abc import Callable
from sched import scheduler
from typing import Final

from service.model.timestamps import now_ms

log = logging.getLogger(__name__)


class Timer:
    """Calls functions at set times, for one other thread. If the process dies, the sweeper recovers what is due."""

    def __init__(self) -> None:
        self._calls = scheduler(time.monotonic)  # so that no clock that is set meanwhile delays a call
        self._changed = threading.Event()
        self._thread = threading.Thread(target=self._run, name="timer", daemon=True)

    def call_at(self, at_ms: int, function: Callable[[], object]) -> None:
        """Call ``function`` at this time of the wall clock. Raises RuntimeError if no thread can be started."""
        if self._thread.ident is None:
            self._thread.start()
        self._calls.enterabs(time.monotonic() + (at_ms - now_ms()) / 1000, 0, function)
        self._changed.set()

    def join(self, within_s: float) -> None:
        """Return when all calls are made, each at its time, or after ``within_s``."""
        if self._thread.ident is None:
            return
        done = threading.Event()
        self._calls.enterabs(max((call.time for call in self._calls.queue), default=0.0), 1, done.set)
        self._changed.set()
        done.wait(within_s)

    def _run(self) -> None:
        wait_s = None
        while True:
            self._changed.wait(wait_s)
            self._changed.clear()
            try:
                wait_s = self._calls.run(blocking=False)
            except Exception:  # the thread must go on with the other calls
                log.exception("timer: a call failed")
                wait_s = 0


timer: Final = Timer()
"""The timer of this process."""
