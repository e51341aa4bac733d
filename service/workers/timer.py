"""Calls at a set time, in one thread of the process."""

import heapq
import logging
import threading
import time
from collections.abc import Callable
from typing import Final

from service.model.timestamps import now_ms

log = logging.getLogger(__name__)


class Timer:
    """Calls functions at set times. If the process dies, the sweeper recovers what is due."""

    def __init__(self) -> None:
        self._calls: list[tuple[float, int, Callable[[], None]]] = []
        self._count = 0
        self._left = 0
        self._changed = threading.Condition()
        self._thread: threading.Thread | None = None

    def call_at(self, at_ms: int, function: Callable[[], None]) -> None:
        """Call ``function`` at this time of the wall clock. Raises RuntimeError if no thread can be started."""
        with self._changed:
            if self._thread is None:
                thread = threading.Thread(target=self._run, name="timer", daemon=True)
                thread.start()
                self._thread = thread
            self._count += 1
            self._left += 1
            at = time.monotonic() + (at_ms - now_ms()) / 1000  # so that no clock that is set meanwhile delays it
            heapq.heappush(self._calls, (at, self._count, function))
            self._changed.notify_all()

    def join(self, within_s: float) -> None:
        """Return when all calls are made, each at its time, or after ``within_s``."""
        with self._changed:
            self._changed.wait_for(lambda: not self._left, within_s)

    def _run(self) -> None:
        while True:
            call = self._next()
            try:
                call()
            except Exception:  # the thread must go on with the other calls
                log.exception("timer: a call failed")
            with self._changed:
                self._left -= 1
                self._changed.notify_all()

    def _next(self) -> Callable[[], None]:
        with self._changed:
            while True:
                wait_s = self._calls[0][0] - time.monotonic() if self._calls else None
                if wait_s is not None and wait_s <= 0:
                    return heapq.heappop(self._calls)[2]
                self._changed.wait(wait_s)


timer: Final = Timer()
"""The timer of this process."""
