"""Due times of games and the leases of the workers that play computer turns, in Redis."""

from collections.abc import Iterator
from typing import Any

import redis

from service.store.due import due, take_turn
from service.store.interface import LEASE_MS, OVERDUE_MS, RETRY_MS
from service.store.keys import index, key
from service.store.scripts import script


class RedisTurns:
    """``interface.TurnStore`` in Redis. Its clock is that of Redis, the same for all processes."""

    def __init__(self, client: "redis.Redis") -> None:
        self._client: Any = client
        self._claim, self._renew, self._release = (script(client, name) for name in ("claim", "renew", "release"))

    def overdue(self) -> Iterator[str]:
        seconds, micros = self._client.time()
        return (game_id for game_id, _ in due(self._client, "due", seconds * 1000 + micros // 1000))

    def take_turn(self) -> bool:
        return take_turn(self._client)

    def claim(self, game_id: str) -> tuple[int, int] | None:
        keys = [key("game", game_id), index("due", game_id), key("search", game_id)]
        answer = self._claim(keys=keys, args=[game_id, RETRY_MS])
        return (int(answer[0]), int(answer[1])) if answer else None

    def count_attempt(self, game_id: str) -> int:
        return int(self._client.hincrby(key("game", game_id), "attempts", 1))

    def lease(self, game_id: str, token: str) -> bool:
        name = key("search", game_id)
        is_taken = bool(self._client.set(name, token, nx=True, px=LEASE_MS))
        return is_taken or self._client.get(name) == token  # redis-py has sent it again

    def renew(self, game_id: str, token: str) -> bool:
        keys = [key("search", game_id), index("due", game_id)]
        return bool(self._renew(keys=keys, args=[token, LEASE_MS, game_id, LEASE_MS + OVERDUE_MS]))

    def release(self, game_id: str, token: str) -> None:
        self._release(keys=[key("search", game_id)], args=[token])
