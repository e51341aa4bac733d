"""The connection to Redis for short commands."""

import threading
import time
from collections.abc import Callable
from typing import Any, Final, TypeVar

import redis
from redis.backoff import EqualJitterBackoff
from redis.retry import Retry

CHANNEL: Final = "faceoff:changed"
"""Every change of a game or task is published here as ``<id> <version>``."""

MAX_CONNECTIONS: Final = 32
"""Per process; each is needed for less than a millisecond at a time."""
CONNECTION_WITHIN_S: Final = 2


RESPONSE_WITHIN_S: Final = 2
TRIES: Final = 8
AWAY_S: Final = 0.5
"""For this long after a time-out every command fails at once, so that a request with several commands waits for one of them only."""
T = TypeVar("T")


class _Retry(Retry):
    """Tries again where the connection is lost, for one to two seconds: a server that was killed may be back by then.

    A server that does not respond is not asked again: a command may have been carried out, and the next one would wait as long. One
    instance serves all connections of a client.
    """

    def __init__(self) -> None:
        super().__init__(EqualJitterBackoff(base=0.05, cap=0.4), TRIES, (redis.ConnectionError,))
        self._away_until = 0.0
        self._of_thread = threading.local()

    def __deepcopy__(self, memo: object) -> "_Retry":
        return self

    def call_with_retry(self, do: Callable[[], T], fail: Callable[..., Any], *arguments: Any, **named: Any) -> T:
        """Call ``do`` until it succeeds. A call within another, such as connecting for a command, is part of it."""
        if getattr(self._of_thread, "is_trying", False):
            return do()
        if time.monotonic() < self._away_until:
            raise redis.ConnectionError("Redis did not respond a moment ago")
        self._of_thread.is_trying = True
        try:
            return super().call_with_retry(do, fail, *arguments, **named)
        except redis.TimeoutError:
            self._away_until = time.monotonic() + AWAY_S
            raise
        finally:
            self._of_thread.is_trying = False


def connect(url: str) -> "redis.Redis":
    """Return a client with time-outs that retries a lost connection (commits carry their request id).

    Hundreds of streams may wake at once. They share a few connections and wait for one; redis-py's default pool would raise an error.
    """
    pool = redis.BlockingConnectionPool.from_url(
        url,
        max_connections=MAX_CONNECTIONS,
        timeout=CONNECTION_WITHIN_S,
        decode_responses=True,
        socket_timeout=RESPONSE_WITHIN_S,
        socket_connect_timeout=1,
        health_check_interval=30,
        retry=_Retry(),
    )
    return redis.Redis.from_pool(pool)
