"""Calls at a set time, in one thread of the process."""

import heapq
import logging
import threading
from collections.abc import Callable
from typing import Final

from service.model.timestamps import now_ms

log = logging.getLogger(__name__)


class Timer:
    """Calls functions at set times. If the process dies, the sweeper recovers what is due."""

    def __init__(self) -> None:
        self._calls: list[tuple[int, int, Callable[[], None]]] = []
        self._count = 0
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
            heapq.heappush(self._calls, (at_ms, self._count, function))
            self._changed.notify()

    def _run(self) -> None:
        while True:
            call = self._next()
            try:
                call()
            except Exception:  # the thread must go on with the other calls
                log.exception("timer: a call failed")

    def _next(self) -> Callable[[], None]:
        with self._changed:
            while True:
                wait_ms = self._calls[0][0] - now_ms() if self._calls else None
                if wait_ms is not None and wait_ms <= 0:
                    return heapq.heappop(self._calls)[2]
                self._changed.wait(None if wait_ms is None else wait_ms / 1000)


timer: Final = Timer()
"""The timer of this process."""
