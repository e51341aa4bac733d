"""What the sweepers look for: the games of an index whose time has come, in all its buckets."""

from typing import Any, Final

import redis

from service.store.keys import all_indexes

MOST: Final = 100
"""Games of a bucket that are handled in one sweep."""
TURN_KEY: Final = "faceoff:sweeping"
TURN_MS: Final = 700
"""No other process sweeps for this time. It is less than the pause of a sweeper, so that a process that dies delays nothing."""


def due(client: Any, kind: str, until_ms: int, most: int = MOST) -> list[tuple[str, float]]:
    """The games of the index with a score up to ``until_ms``, at most ``most`` of each bucket, with their scores."""
    pipeline = client.pipeline(transaction=False)
    for name in _indexes_in_use(client, kind):
        pipeline.zrangebyscore(name, "-inf", until_ms, start=0, num=most, withscores=True)
    return [found for games in pipeline.execute() for found in games]


def take_turn(client: Any) -> bool:
    """Whether this process is the one that sweeps now: all see the same games."""
    return bool(client.set(TURN_KEY, "1", nx=True, px=TURN_MS))


def _indexes_in_use(client: Any, kind: str) -> list[str]:
    """An index without games does not exist: one call tells that for all buckets, where they are on one server."""
    names = all_indexes(kind)
    return names if isinstance(client, redis.RedisCluster) or client.exists(*names) else []
