"""Threads for outgoing calls, in which a slow receiver waits for itself and not others for it."""

import logging
import threading
import time
from collections.abc import Callable, Hashable
from functools import partial
from typing import Final

from service.threads import Threads

log = logging.getLogger(__name__)

THREADS: Final = 16
"""For each of the two pools. A call waits for the network nearly all of its time."""
SLOW_S: Final = 1.0
"""A host whose last call took longer is slow."""
MAX_WAITING: Final = 1000
"""Calls that may wait for one host. Those beyond are refused: Redis has them still."""
MAX_SLOW_HOSTS: Final = 10_000
"""The hosts that are remembered as slow; the oldest is forgotten first."""


class Dispatcher:
    """Runs calls in threads: to each host one at a time, in turn with other hosts, and to slow hosts in a pool of their
    own.

    A client may have receivers on many hosts, all of them slow. They use up the pool for slow hosts, but not that for
    others.
    """

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._waiting: dict[str, dict[Hashable, Callable[[], None]]] = {}
        """Of each host with a call that waits or runs, the calls that wait, oldest first."""
        self._slow: dict[str, None] = {}
        self._pools = {False: Threads(THREADS, "webhooks"), True: Threads(THREADS, "slow-webhooks")}

    def submit(self, host: str, name: Hashable, call: Callable[[], None]) -> None:
        """Run ``call`` when its turn has come, unless one with this name waits already or too many do.

        Raises RuntimeError if there is no thread and none can be started; nothing waits then.
        """
        with self._changed:
            if host not in self._waiting:
                self._start(host)
            waiting = self._waiting.setdefault(host, {})
            if len(waiting) < MAX_WAITING:
                waiting.setdefault(name, call)

    def join(self) -> None:
        """Wait until no call waits or runs."""
        with self._changed:
            self._changed.wait_for(lambda: not self._waiting)

    def close(self) -> None:
        """Forget the calls that wait, and wait for those that run."""
        with self._changed:
            for waiting in self._waiting.values():
                waiting.clear()
        log.info("webhooks: no further call begins, those that run are finished")
        self.join()

    def _start(self, host: str) -> None:
        self._pools[host in self._slow].submit(partial(self._run_next, host))

    def _run_next(self, host: str) -> None:
        """Run the oldest call to the host; afterwards the host queues up again behind the others."""
        with self._changed:
            waiting = self._waiting[host]
            call = waiting.pop(next(iter(waiting))) if waiting else None
        began = time.monotonic()
        try:
            if call is not None:
                call()
        except Exception:
            log.exception("webhook: a delivery to %s ended with an error", host)
        with self._changed:
            self._slow.pop(host, None)
            if time.monotonic() - began > SLOW_S:
                self._slow[host] = None
                if len(self._slow) > MAX_SLOW_HOSTS:
                    del self._slow[next(iter(self._slow))]
            try:
                if waiting:
                    self._start(host)
            except RuntimeError:  # no thread; Redis has them still
                waiting.clear()
            if not waiting:
                del self._waiting[host]
                self._changed.notify_all()
