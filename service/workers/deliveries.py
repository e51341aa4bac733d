"""Webhook deliveries, in a process of their own, so that a slow receiver delays no computer turn, and in threads, so
that it delays no other receiver (protocol.md, 7).
"""

import logging
import signal
import threading
import time
from collections.abc import Callable, Hashable
from functools import partial
from typing import Final

import redis

from service.config import Settings
from service.store.agenda import DELIVER, set_clock
from service.store.store import Store
from service.telemetry.liveness import signs_of_life
from service.threads import Threads
from service.webhooks.delivery import deliver_due
from service.webhooks.safe_http import reach_of

log = logging.getLogger(__name__)

LOOK_S: Final = 0.5
"""Pause before the process looks again for what is due."""
THREADS: Final = 16
"""For each of the two pools. A call waits for the network nearly all of its time."""
SLOW_S: Final = 1.0
"""A host whose last call took longer is slow."""
MAX_WAITING: Final = 1000
"""Calls that may wait for one host. Those beyond are refused: Redis has them still."""
MAX_SLOW_HOSTS: Final = 10_000
"""The hosts that are remembered as slow; the oldest is forgotten first."""


class Deliveries:
    """Looks for games with due deliveries, and hands each delivery to a thread of its receiver's host."""

    def __init__(self, settings: Settings) -> None:
        self.dispatcher = Dispatcher()
        self._store = Store(settings)
        self._reach = reach_of(settings)
        self._is_stopped = False

    def run(self) -> None:
        """Deliver until a stop signal. Calls under way are finished; what waits is in Redis for the next process."""
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, lambda *_: self._stop())
        log.info("worker ready for webhooks")
        while not self._is_stopped:
            try:
                self.look()
            except redis.RedisError as error:
                log.info("webhooks: the store does not respond (%s)", type(error).__name__)
            signs_of_life.show()
            time.sleep(LOOK_S)
        self.dispatcher.close()

    def look(self) -> None:
        """Dispatch all that is due. Several processes may do this at once: each game is claimed by one."""
        set_clock(self._store.client)  # this process has no sweeper, which does so in others
        self._store.agenda.handle_due(DELIVER, self._deliver)

    def _deliver(self, game_id: str) -> None:
        signs_of_life.show()
        deliver_due(self._store, game_id, self._reach, self.dispatcher.submit)

    def _stop(self) -> None:
        self._is_stopped = True


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
