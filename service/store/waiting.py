"""Quick games that wait for an opponent, in Redis."""

from typing import Any

import redis

from service.store.keys import key, load_script


class RedisWaiting:
    """``interface.WaitingStore`` in Redis."""

    def __init__(self, client: "redis.Redis") -> None:
        self._pair: Any = client.register_script(load_script("pair"))

    def pair(self, group: str, own_id: str, until_ms: int) -> str:
        return str(self._pair(keys=[key("waiting", group)], args=[own_id, until_ms]))
