"""TODO service/store/connection.py."""


import redis
from redis.backoff import ExponentialWithJitterBackoff
from redis.retry import Retry

CHANNEL = "faceoff:changed"


MAX_CONNECTIONS = 32
"""To Redis, of one process; each is needed for less than a millisecond at a time."""


CONNECTION_WITHIN_S = 2


def connect(url: str) -> "redis.Redis":
    """A client for short commands: time-outs set, a lost connection tried again a few times (commits carry their request id).

    Hundreds of streams may wake at once: they take turns at few connections, where redis-py's own pool would fail all beyond its hundred.
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
