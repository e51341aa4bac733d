"""Live updates for clients. No HTTP.

The hub waits for changes of games: one pub/sub connection for all requests and streams that a process holds.
"""

import threading
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final

import redis

from service.config import Settings
from service.model.answer import Problem, refusal
from service.model.callers import Caller
from service.model.tokens import new_id
from service.process import telemetry
from service.process.threads import aside, start_loop
from service.store.connection import CHANNEL, RESPONSE_WITHIN_S, impatient_client, parse_address

RECHECK_S: Final = 5.0
"""A message may be lost while Redis restarts, so a waiter checks the store at least this often."""
KEPT_SHARE: Final = 4
"""One slot in this many is reserved for readers with a token."""
STOP_CHECK_S: Final = 0.5
"""How often the listener checks whether the process is to end."""
PROBE_S: Final = 1.0
"""While a reader waits and no message arrives for this long, the hub publishes one to itself."""
DEAF_S: Final = 2.0
"""If that has not arrived after this time, the hub reconnects: a connection may become silent, or lead to a server that
receives nothing.
"""


class Watched:
    """The connection of a held request, of which a server may tell that the client has closed its end."""

    has_gone = False

    def watch(self, tell: Callable[[], object] | None) -> None:
        """Call this when the client has gone; None: not any more."""


UNWATCHED: Final = Watched()


@dataclass(frozen=True)
class Reader:
    """The reader of the response to a held request."""

    callers: Sequence[Caller] = ()
    """The identities under which it is counted, each with a number of slots; empty: counted alone."""
    has_token: bool = False
    """Whether it has a token of what it waits for."""
    connection: Watched = UNWATCHED


def _no_wait(most: int) -> Problem:
    """No request may wait any more; or, unless ``most`` is 0, none of this reader, who has that many."""
    return refusal("wait/full", "wait_full_each", count=most) if most else refusal("wait/full", "wait_full")


def no_stream(most: int) -> Problem:
    """The same, for a stream."""
    return refusal("stream/full", "stream_full_each", count=most) if most else refusal("stream/full", "stream_full")


class Slots:
    """A limited number of held requests, in all and for each reader.

    A quarter of the slots is reserved for readers with a token. Networks of IPv6 that are wider than one reader's
    cannot take these at all.
    """

    def __init__(self, most: int, most_each: int, full: Callable[[int], Problem], gauge: Any) -> None:
        self.most = most
        self.most_each = most_each
        self.taken = 0
        self._full = full
        self._gauge = gauge
        self._held: Counter[str] = Counter()
        """By caller, its number of slots."""
        self._lock = threading.Lock()

    def take(self, reader: Reader) -> None:
        """Take a slot; raises Problem ``wait/full`` or ``stream/full`` if there is none, or none for this reader."""
        with self._lock:
            for_all = self.most - self.most // KEPT_SHARE
            is_free = reader.has_token or not reader.callers
            if self.taken >= (self.most if is_free else for_all):
                raise self._full(0)
            for caller in reader.callers:
                most = min(caller.shares * self.most_each, max(self.most_each, for_all))
                if self._held[caller.name] >= most:
                    raise self._full(most)
            self.taken += 1
            self._held.update(caller.name for caller in reader.callers)
            self._gauge.inc()

    def leave(self, reader: Reader) -> None:
        """Release a slot."""
        with self._lock:
            self.taken -= 1
            for caller in reader.callers:
                self._held[caller.name] -= 1
                if not self._held[caller.name]:
                    del self._held[caller.name]
            self._gauge.dec()


class Hub:
    """Wakes the requests that wait for games. The listener thread starts with the first of them."""

    def __init__(self, settings: Settings) -> None:
        # for messages: it fails at once, so that the hub reconnects
        self._redis: Any = impatient_client(parse_address(settings.redis_url), RESPONSE_WITHIN_S, decode_responses=True)
        self.waits = Slots(settings.max_waiters, settings.max_waiters_each, _no_wait, telemetry.WAITERS)
        self.stopping = False
        self._followed: defaultdict[str, dict[Callable[[], object], None]] = defaultdict(dict)
        """What is called at each change of a game, a task or a bot."""
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None
        self._subscribed = threading.Event()
        self._probe: Final = f"{new_id('hub')} 0"
        """The message to itself."""

    def stop(self) -> None:
        """End all waits and streams, and allow no new ones."""
        self.stopping = True
        self._wake_all()

    def wait_until(self, followed_id: str, is_met: Callable[[], bool], timeout_s: float, reader: Reader) -> bool:
        """Hold a request until a condition is met, at the beginning or after a change; False when the time is over, the
        reader is gone or the process ends. Raises Problem ``wait/full`` at the caps.
        """
        self.waits.take(reader)
        changed = threading.Event()
        self.follow(followed_id, changed.set)
        try:
            self.wait_until_subscribed()
            reader.connection.watch(changed.set)
            return self._wait(changed, is_met, timeout_s, reader)
        finally:
            reader.connection.watch(None)
            self.leave(followed_id, changed.set)
            self.waits.leave(reader)

    def _wait(self, changed: threading.Event, is_met: Callable[[], bool], timeout_s: float, reader: Reader) -> bool:
        ends = time.monotonic() + timeout_s
        while True:
            changed.clear()  # before the check, so that no change is missed
            is_last = self.stopping or time.monotonic() >= ends
            if reader.connection.has_gone:
                return False
            if is_met():
                return True
            if is_last:
                return False
            with aside():
                changed.wait(min(ends - time.monotonic(), RECHECK_S))

    def follow(self, followed_id: str, tell: Callable[[], object]) -> None:
        """Call this at each change of a game, a task or a bot, in the thread that listens, until ``leave``."""
        with self._lock:
            self._followed[followed_id][tell] = None
            if self._thread is None:
                # if none can be started, the next one tries again; until then changes are seen as late as lost messages
                with suppress(RuntimeError):
                    self._thread = start_loop(self._listen, "hub", lambda: self.stopping)

    def leave(self, followed_id: str, tell: Callable[[], object]) -> None:
        """The opposite of ``follow``."""
        with self._lock:
            del self._followed[followed_id][tell]
            if not self._followed[followed_id]:
                del self._followed[followed_id]

    def wait_until_subscribed(self) -> None:
        """Wait until changes are heard, for a second at most."""
        self._subscribed.wait(1.0)

    def _listen(self) -> None:
        try:
            self._redis.publish(CHANNEL, self._probe)
            with self._redis.pubsub() as subscription:
                subscription.subscribe(CHANNEL)
                self._receive(subscription)
        finally:  # listens again, also after it has lost the connection
            self._subscribed.clear()

    def _receive(self, subscription: Any) -> None:
        """Forward messages; raises RedisError if the connection is lost, or if messages do not arrive on it.

        The probe is sent like a commit, on another connection to the present primary. On a cluster, the client learns
        from it which servers there are, so it is also sent before each subscription, which would always use the first
        server.
        """
        received, probed = time.monotonic(), 0.0
        while not self.stopping:
            message = subscription.get_message(timeout=STOP_CHECK_S)
            now = time.monotonic()
            if message is not None:
                received, probed = now, 0.0
                self._handle(message)
            elif probed and now - probed > DEAF_S:
                raise redis.ConnectionError("the hub does not receive its own messages")
            elif not probed and self._followed and now - received > PROBE_S:
                probed = now
                self._redis.publish(CHANNEL, self._probe)

    def _handle(self, message: dict[str, Any]) -> None:
        if message["type"] == "subscribe":
            self._subscribed.set()
            self._wake_all()  # for changes that were published before the subscription
        elif message["type"] == "message":
            self._wake(message["data"].partition(" ")[0])

    def _wake_all(self) -> None:
        with self._lock:
            everything = list(self._followed)
        for followed_id in everything:
            self._wake(followed_id)

    def _wake(self, followed_id: str) -> None:
        with self._lock:
            told = list(self._followed.get(followed_id, ()))
        for tell in told:
            tell()
