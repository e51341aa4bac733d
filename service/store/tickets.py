"""Tickets in Redis."""

from typing import Any

import redis

from service.store.keys import key


class RedisTickets:
    """``interface.TicketStore`` in Redis."""

    def __init__(self, client: "redis.Redis") -> None:
        self._client: Any = client

    def keep(self, game_id: str, digest: str, role: str, life_s: int) -> None:
        self._client.set(f"{key('ticket', game_id)}:{digest}", role, ex=life_s)

    def take(self, game_id: str, digest: str) -> str | None:
        role: str | None = self._client.getdel(f"{key('ticket', game_id)}:{digest}")
        return role
