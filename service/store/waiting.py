"""Quick games that wait for an opponent, in Redis."""

import redis

from service.model.timestamps import now_ms
from service.store.keys import key
from service.store.scripts import script


class WaitingStore:
    """Quick games that wait for an opponent, in groups of equal games."""

    def __init__(self, client: "redis.Redis") -> None:
        self._pair = script(client, "pair")

    def pair(self, group: str, own_id: str, until_ms: int) -> str:
        """Take a waiting game of the group and return its id. If there is none, let ``own_id`` wait until then and
        return ``""``.

        A game is taken once. Without an ``own_id``, nothing waits.
        """
        return str(self._pair(keys=[key("waiting", group)], args=[own_id, max(1, until_ms - now_ms())]))
