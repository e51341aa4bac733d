"""Webhook deliveries, in a process of their own, so that a slow receiver delays no computer turn (protocol.md, 7)."""

import logging
import signal
import time
from typing import Final

import redis

from service.config import Settings
from service.store.agenda import DELIVER
from service.store.clock import set_clock
from service.webhooks.delivery import deliver_due
from service.webhooks.dispatcher import Dispatcher
from service.webhooks.safe_http import reach_of
from service.workers.connections import make_store
from service.workers.liveness import signs_of_life

log = logging.getLogger(__name__)

LOOK_S: Final = 0.5
"""Pause before the process looks again for what is due."""


class Deliveries:
    """Looks for games with due deliveries, and hands each delivery to a thread of its receiver's host."""

    def __init__(self, settings: Settings) -> None:
        self.dispatcher = Dispatcher()
        self._store = make_store(settings)
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
