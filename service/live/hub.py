"""Waiting for a game to change: one pub/sub connection for all requests that one process holds."""

import logging
import threading
import time
from collections.abc import Callable, Hashable
from typing import Any, Final, TypeVar, cast

import redis

from service.model.problem import Problem
from service.store.connection import CHANNEL
from service.store.interface import GameStore
from service.telemetry import metrics

log = logging.getLogger(__name__)

T = TypeVar("T")
RECHECK_S: Final = 5.0
"""A message may be lost while Redis restarts, so a waiter looks for itself now and then."""
MADE_KEPT: Final = 32
"""Shared things of one game: a few viewers, at the last few versions."""
STOP_LOOK_S: Final = 0.5
"""How soon the listener sees that the process is to end."""


class _Changes:
    """The changes of one game that somebody waits for."""

    def __init__(self) -> None:
        self.condition = threading.Condition()
        self.count = 0
        self.waiting = 0
        self.making = threading.Lock()
        self.made: dict[Any, Any] = {}


class Hub:
    """Wakes the requests that wait for games; the listener thread starts with the first of them."""

    def __init__(self, store: GameStore, listener: "redis.Redis", max_waiters: int, max_streams: int = 0) -> None:
        self._store = store
        self._redis: Any = listener
        self.max_waiters = max_waiters
        self.max_streams = max_streams
        self.waiting = 0
        """Requests held now."""
        self.streams = 0
        """Streams open now."""
        self.stopping = False
        self._games: dict[str, _Changes] = {}
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None
        self._subscribed = threading.Event()

    def stop(self) -> None:
        """Let all who wait go within a second, and nobody wait any more. It only notes the wish: signal handlers may take no lock."""
        self.stopping = True

    def wait_past(self, game_id: str, version: int, timeout_s: float) -> bool:
        """Return true when the game is not at ``version`` any more, false when the time is over or the process ends.

        Raises Problem ``wait/full`` at the cap.
        """
        return self.wait_until(game_id, self._has_passed(game_id, version), timeout_s)

    def wait_until(self, game_id: str, has_come: Callable[[], bool], timeout_s: float) -> bool:
        """The same until ``has_come``; it is asked whenever something is told of ``game_id``, which may be a task's id as well."""
        with self._lock:
            if self.waiting >= self.max_waiters:
                raise Problem("wait/full", "Too many requests are waiting here; ask again without wait, every few seconds.")
            self.waiting += 1
            metrics.WAITERS.inc()
        changes = self._enter(game_id)
        try:
            return self._wait(changes, has_come, timeout_s)
        finally:
            with self._lock:
                self.waiting -= 1
                metrics.WAITERS.dec()
            self._leave(game_id, changes)

    def watch(self, game_id: str) -> "Watch":
        """Follow a game for longer, as a stream does; raises Problem ``stream/full`` at the cap."""
        with self._lock:
            if self.streams >= self.max_streams:
                raise Problem("stream/full", "Too many streams are open here; ask for /events every few seconds, or try again later.")
            self.streams += 1
            metrics.STREAMS.inc()
        return Watch(self, game_id, self._enter(game_id))

    def _has_passed(self, game_id: str, version: int) -> Callable[[], bool]:
        return lambda: self._store.version(game_id) != version

    def _wait(self, changes: _Changes, has_come: Callable[[], bool], timeout_s: float) -> bool:
        deadline = time.monotonic() + timeout_s
        while True:
            seen = changes.count  # before looking, so that a change after the look is not missed
            if has_come():
                return True
            left = deadline - time.monotonic()
            if left <= 0 or self.stopping:
                return False
            with changes.condition:
                changes.condition.wait_for(lambda seen=seen: changes.count != seen, min(left, RECHECK_S))  # type: ignore[misc]

    def _enter(self, game_id: str) -> _Changes:
        with self._lock:
            changes = self._games.setdefault(game_id, _Changes())
            changes.waiting += 1
            if self._thread is None:
                self._thread = threading.Thread(target=self._listen, name="hub", daemon=True)
                self._thread.start()
        self._subscribed.wait(1.0)
        return changes

    def _leave(self, game_id: str, changes: _Changes) -> None:
        with self._lock:
            changes.waiting -= 1
            if changes.waiting == 0:
                del self._games[game_id]

    def _listen(self) -> None:
        while not self.stopping:
            try:
                with self._redis.pubsub() as subscription:
                    subscription.subscribe(CHANNEL)
                    while not self.stopping:
                        self._hear(subscription.get_message(timeout=STOP_LOOK_S))
            except redis.RedisError as error:
                self._subscribed.clear()
                log.info("hub: lost the connection (%s), listening again", type(error).__name__)
                time.sleep(0.5)
        self._wake_all()

    def _hear(self, message: dict[str, Any] | None) -> None:
        if message is None:
            return
        if message["type"] == "subscribe":
            self._subscribed.set()
            self._wake_all()  # what changed while nobody listened
        elif message["type"] == "message":
            self._wake(message["data"].partition(" ")[0])

    def _wake_all(self) -> None:
        with self._lock:
            games = list(self._games)
        for game_id in games:
            self._wake(game_id)

    def _wake(self, game_id: str) -> None:
        with self._lock:
            changes = self._games.get(game_id)
        if changes is not None:
            with changes.condition:
                changes.count += 1
                changes.condition.notify_all()


class Watch:
    """A place among those who follow a game, kept until it is closed."""

    def __init__(self, hub: Hub, game_id: str, changes: _Changes) -> None:
        self._hub = hub
        self._game_id = game_id
        self._changes = changes
        self._is_open = True

    def wait_past(self, version: int, timeout_s: float) -> bool:
        """As ``Hub.wait_past``."""
        return self._hub._wait(self._changes, self._hub._has_passed(self._game_id, version), timeout_s)

    def share(self, key: Hashable, make: Callable[[], T]) -> T:
        """What all who follow the game with the same ``key`` get: made by the first of them, so that hundreds cost hardly more than one."""
        with self._changes.making:
            entry = (key, self._changes.count)
            if entry not in self._changes.made:
                if len(self._changes.made) >= MADE_KEPT:
                    self._changes.made.clear()
                self._changes.made[entry] = make()
            return cast(T, self._changes.made[entry])

    def close(self) -> None:
        """Give the place to another stream."""
        with self._hub._lock:
            was_open, self._is_open = self._is_open, False
            self._hub.streams -= was_open
        if was_open:
            metrics.STREAMS.dec()
            self._hub._leave(self._game_id, self._changes)
