"""The connection to Redis for short commands."""

from typing import Final

import redis
from redis.backoff import ExponentialWithJitterBackoff
from redis.retry import Retry

CHANNEL: Final = "faceoff:changed"
"""Every change of a game or task is published here as ``<id> <version>``."""

MAX_CONNECTIONS: Final = 32
"""Per process; each is needed for less than a millisecond at a time."""
CONNECTION_WITHIN_S: Final = 2


def connect(url: str) -> "redis.Redis":
    """Return a client with time-outs that retries a lost connection a few times (commits carry their request id).

    Hundreds of streams may wake at once. They share a few connections and wait for one; redis-py's default pool would raise an error.
    """
    pool = redis.BlockingConnectionPool.from_url(
        url,
        max_connections=MAX_CONNECTIONS,
        timeout=CONNECTION_WITHIN_S,
        decode_responses=True,
        socket_timeout=2,
        socket_connect_timeout=1,
        health_check_interval=30,
        retry=Retry(ExponentialWithJitterBackoff(base=0.05, cap=0.5), 3),
    )
    return redis.Redis.from_pool(pool)
