"""Tickets in Redis."""

from typing import Any

import redis

from service.model.timestamps import now_ms
from service.store.keys import key


class RedisTickets:
    """``interface.TicketStore`` in Redis."""

    def __init__(self, client: "redis.Redis") -> None:
        self._client: Any = client

    def keep(self, game_id: str, digest: str, token_digest: str, life_s: int, until_ms: int) -> None:
        life_ms = min(1000 * life_s, until_ms - now_ms())
        self._client.set(f"{key('ticket', game_id)}:{digest}", f"{until_ms} {token_digest}", px=max(1, life_ms))

    def use(self, game_id: str, digest: str, life_s: int) -> str | None:
        name = f"{key('ticket', game_id)}:{digest}"
        text: str | None = self._client.get(name)
        if text is None:
            return None
        until_ms, _, token_digest = text.partition(" ")
        self._client.pexpire(name, max(1, min(1000 * life_s, int(until_ms) - now_ms())))
        return token_digest
