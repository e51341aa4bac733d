"""Quick games that wait for an opponent, in Redis."""

import redis

from service.model.timestamps import now_ms
from service.store.keys import key
from service.store.scripts import script


class RedisWaiting:
    """``interface.WaitingStore`` in Redis."""

    def __init__(self, client: "redis.Redis") -> None:
        self._pair = script(client, "pair")

    def pair(self, group: str, own_id: str, until_ms: int) -> str:
        return str(self._pair(keys=[key("waiting", group)], args=[own_id, max(1, until_ms - now_ms())]))
