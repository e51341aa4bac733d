"""Waiting for a game to change: one pub/sub connection for all requests that one process holds."""

import logging
import threading
import time
from collections.abc import Callable, Hashable
from typing import Any, Final, TypeVar, cast

import redis

from service.language import ENGLISH
from service.model.problem import Problem
from service.store.connection import CHANNEL
from service.store.interface import GameStore
from service.telemetry import metrics

log = logging.getLogger(__name__)

T = TypeVar("T")

RECHECK_S: Final = 5.0
"""A message may be lost while Redis restarts, so a waiter checks the store at least this often."""
MAX_SHARED: Final = 32
"""Shared values kept per game: enough for a few viewers at the last few versions."""
STOP_CHECK_S: Final = 0.5
"""The listener checks this often whether the process is to end."""


class _Changes:
    """The changes of one game, counted for the requests that wait for them."""

    def __init__(self) -> None:
        self.condition = threading.Condition()
        self.count = 0
        self.waiting = 0
        self.sharing = threading.Lock()
        self.shared: dict[Any, Any] = {}


class Hub:
    """Wakes the requests that wait for games. The listener thread starts with the first of them."""

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
        """End all waits within a second and allow no new ones. Only sets a flag, because signal handlers must not take a lock."""
        self.stopping = True

    def wait_past(self, game_id: str, version: int, timeout_s: float) -> bool:
        """Return true once the game is no longer at ``version``, false when the time is over or the process ends.

        Raises Problem ``wait/full`` at the cap.
        """
        return self.wait_until(game_id, self._has_passed(game_id, version), timeout_s)

    def wait_until(self, game_id: str, condition: Callable[[], bool], timeout_s: float) -> bool:
        """The same until ``condition`` is true. It is checked at every message about ``game_id``, or about a task or bot with that id."""
        with self._lock:
            if self.waiting >= self.max_waiters:
                raise Problem("wait/full", ENGLISH.said("wait_full"))
            self.waiting += 1
            metrics.WAITERS.inc()
        changes = self._enter(game_id)
        try:
            return self._wait(changes, condition, timeout_s)
        finally:
            with self._lock:
                self.waiting -= 1
                metrics.WAITERS.dec()
            self._leave(game_id, changes)

    def watch(self, game_id: str) -> "Watch":
        """Follow a game, or a bot's games, until the watch is closed, as a stream does; raises Problem ``stream/full`` at the cap."""
        with self._lock:
            if self.streams >= self.max_streams:
                raise Problem("stream/full", ENGLISH.said("stream_full"))
            self.streams += 1
            metrics.STREAMS.inc()
        return Watch(self, game_id, self._enter(game_id))

    def _has_passed(self, game_id: str, version: int) -> Callable[[], bool]:
        return lambda: self._store.version(game_id) != version

    def _wait(self, changes: _Changes, condition: Callable[[], bool], timeout_s: float) -> bool:
        deadline = time.monotonic() + timeout_s
        while True:
            seen = changes.count  # read before the check, so that a change after the check is not missed
            if condition():
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
                        self._handle(subscription.get_message(timeout=STOP_CHECK_S))
            except redis.RedisError as error:
                self._subscribed.clear()
                log.info("hub: lost the connection (%s), listening again", type(error).__name__)
                time.sleep(0.5)
        self._wake_all()

    def _handle(self, message: dict[str, Any] | None) -> None:
        if message is None:
            return
        if message["type"] == "subscribe":
            self._subscribed.set()
            self._wake_all()  # for changes that were published before the subscription
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
    """One follower of a game or bot. It counts as a stream until it is closed."""

    def __init__(self, hub: Hub, game_id: str, changes: _Changes) -> None:
        self._hub = hub
        self._game_id = game_id
        self._changes = changes
        self._is_open = True

    def wait_until(self, condition: Callable[[], bool], timeout_s: float) -> bool:
        """As ``Hub.wait_until``."""
        return self._hub._wait(self._changes, condition, timeout_s)

    def share(self, key: Hashable, make: Callable[[], T]) -> T:
        """The value of ``make`` for all followers with the same ``key``. Only the first calls it, so hundreds cost little more than one."""
        with self._changes.sharing:
            entry = (key, self._changes.count)
            if entry not in self._changes.shared:
                if len(self._changes.shared) >= MAX_SHARED:
                    self._changes.shared.clear()
                self._changes.shared[entry] = make()
            return cast(T, self._changes.shared[entry])

    def close(self) -> None:
        """Stop following; another stream may open."""
        with self._hub._lock:
            was_open, self._is_open = self._is_open, False
            self._hub.streams -= was_open
        if was_open:
            metrics.STREAMS.dec()
            self._hub._leave(self._game_id, self._changes)
