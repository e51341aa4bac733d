"""Quick games that wait for an opponent, in Redis."""

from typing import Final

import redis

from service.store.keys import index, key
from service.store.scripts import KEPT_S, script

KEEP_FOUND_S: Final = 24 * 3600
"""How long it is remembered which game was found, for a request that may be repeated."""


class WaitingStore:
    """Quick games that wait for an opponent, in groups of equal games."""

    def __init__(self, client: "redis.Redis") -> None:
        self._pair = script(client, "pair")

    def find(self, group: str, own_id: str, wait_ms: int | None, before: str, may_be_repeated: bool) -> str:
        """Find a game for a caller: take a waiting one of the group or, if there is none, let ``own_id`` wait for
        ``wait_ms``, 0 not at all. Returns its id; ``""`` if there is none and the own one is not created yet, which
        ``wait_ms`` None says.

        A game is taken once. The same caller finds the same one again, unless it is ``before``, which could not be
        joined.
        """
        keys = [key("waiting", group), f"{index('found', group)}:{own_id}"]
        wait = "" if wait_ms is None else wait_ms
        return str(self._pair(keys=keys, args=[own_id, wait, before, KEEP_FOUND_S if may_be_repeated else KEPT_S]))
