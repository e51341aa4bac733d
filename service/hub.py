"""Waiting for a game to change: one pub/sub connection for all requests that one process holds."""

import logging
import threading
import time
from collections.abc import Callable
from typing import Any

import redis

from service import metrics
from service.problem import Problem
from service.store import CHANNEL, GameStore

log = logging.getLogger(__name__)

RECHECK_S = 5.0
"""A message may be lost while Redis restarts, so a waiter looks for itself now and then."""


class _Changes:
    """The changes of one game that somebody waits for."""

    def __init__(self) -> None:
        self.condition = threading.Condition()
        self.count = 0
        self.waiting = 0


class Hub:
    """Wakes the requests that wait for games; the listener thread starts with the first of them."""

    def __init__(self, store: GameStore, listener: "redis.Redis", max_waiters: int) -> None:
        self._store = store
        self._redis: Any = listener
        self.max_waiters = max_waiters
        self.waiting = 0
        """Requests held now."""
        self._games: dict[str, _Changes] = {}
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None
        self._subscribed = threading.Event()

    def wait_past(self, game_id: str, version: int, timeout_s: float) -> None:
        """Return when the game is not at ``version`` any more or the time is over; raises Problem ``wait/full`` at the cap."""
        self.wait_until(game_id, lambda: self._store.version(game_id) != version, timeout_s)

    def wait_until(self, game_id: str, has_come: Callable[[], bool], timeout_s: float) -> None:
        """The same until ``has_come``; it is asked whenever something is told of ``game_id``, which may be a task's id as well."""
        deadline = time.monotonic() + timeout_s
        changes = self._enter(game_id)
        try:
            while True:
                seen = changes.count  # before looking, so that a change after the look is not missed
                if has_come():
                    return
                left = deadline - time.monotonic()
                if left <= 0:
                    return
                with changes.condition:
                    changes.condition.wait_for(lambda seen=seen: changes.count != seen, min(left, RECHECK_S))  # type: ignore[misc]
        finally:
            self._leave(game_id, changes)

    def _enter(self, game_id: str) -> _Changes:
        with self._lock:
            if self.waiting >= self.max_waiters:
                raise Problem("wait/full", "Too many requests are waiting here; ask again without wait, every few seconds.")
            self.waiting += 1
            metrics.WAITERS.inc()
            changes = self._games.setdefault(game_id, _Changes())
            changes.waiting += 1
            if self._thread is None:
                self._thread = threading.Thread(target=self._listen, name="hub", daemon=True)
                self._thread.start()
        self._subscribed.wait(1.0)
        return changes

    def _leave(self, game_id: str, changes: _Changes) -> None:
        with self._lock:
            self.waiting -= 1
            metrics.WAITERS.dec()
            changes.waiting -= 1
            if changes.waiting == 0:
                del self._games[game_id]

    def _listen(self) -> None:
        while True:
            try:
                with self._redis.pubsub() as subscription:
                    subscription.subscribe(CHANNEL)
                    for message in subscription.listen():
                        if message["type"] == "subscribe":
                            self._subscribed.set()
                        elif message["type"] == "message":
                            self._wake(message["data"].partition(" ")[0])
            except redis.RedisError as error:
                self._subscribed.clear()
                log.info("hub: lost the connection (%s), listening again", type(error).__name__)
                time.sleep(0.5)

    def _wake(self, game_id: str) -> None:
        with self._lock:
            changes = self._games.get(game_id)
        if changes is not None:
            with changes.condition:
                changes.count += 1
                changes.condition.notify_all()
