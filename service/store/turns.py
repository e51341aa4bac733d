"""Due times of games and the leases of the workers that play computer turns, in Redis."""

from collections.abc import Iterator
from typing import Any

import redis

from service.store.due import due, now_of, set_aside_in, take_turn
from service.store.interface import LEASE_MS, OVERDUE_MS, RETRY_MS
from service.store.keys import index, key
from service.store.scripts import script


class RedisTurns:
    """``interface.TurnStore`` in Redis. Its clock is that of Redis, the same for all processes."""

    def __init__(self, client: "redis.Redis") -> None:
        self._client: Any = client
        self._claim, self._lease, self._renew = (script(client, name) for name in ("claim", "lease", "renew"))
        self._release, self._settle, self._if_there = (
            script(client, name) for name in ("release", "settle", "if_there")
        )

    def overdue(self) -> Iterator[str]:
        return (game_id for game_id, _ in due(self._client, "due"))

    def take_turn(self) -> bool:
        return take_turn(self._client)

    def claim(self, game_id: str) -> tuple[int, int] | None:
        keys = [key("game", game_id), index("due", game_id), key("search", game_id)]
        answer = self._claim(keys=keys, args=[game_id, RETRY_MS, LEASE_MS])
        return (int(answer[0]), int(answer[1])) if answer else None

    def count_attempt(self, game_id: str) -> int:
        return int(self._if_there(keys=[key("game", game_id)], args=["HINCRBY", "attempts", 1]) or 0)

    def set_aside(self, game_id: str) -> None:
        set_aside_in(self._client, "due")(game_id)

    def settle(self, game_id: str, revision: str, again_ms: int | None) -> None:
        keys = [key("game", game_id), index("due", game_id)]
        self._settle(keys=keys, args=[game_id, revision, "" if again_ms is None else now_of(self._client) + again_ms])

    def lease(self, game_id: str, token: str) -> bool:
        name = key("search", game_id)
        is_taken = bool(self._client.set(name, token, nx=True, px=LEASE_MS))
        # redis-py sent it again, or it is stale
        return is_taken or bool(self._lease(keys=[name], args=[token, LEASE_MS]))

    def renew(self, game_id: str, token: str) -> bool:
        keys = [key("search", game_id), index("due", game_id)]
        return bool(self._renew(keys=keys, args=[token, LEASE_MS, game_id, LEASE_MS + OVERDUE_MS]))

    def release(self, game_id: str, token: str) -> None:
        self._release(keys=[key("search", game_id)], args=[token])
