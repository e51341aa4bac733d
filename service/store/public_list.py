"""The list of public games in Redis: a sorted set of ``<ms of creation>:<id>``."""

from collections.abc import Callable
from typing import Any, Final

import redis

from service.model.game import Game
from service.model.problem import Problem
from service.model.timestamps import parse_time_ms
from service.store.interface import GameStore

PUBLIC_GAMES: Final = "faceoff:public"


class RedisPublicList:
    """``interface.PublicList`` in Redis."""

    def __init__(self, client: "redis.Redis", games: GameStore) -> None:
        self._client: Any = client
        self._games = games

    def add(self, game: Game) -> None:
        self._client.zadd(PUBLIC_GAMES, {f"{parse_time_ms(game.created_at):013d}:{game.id}": 0})

    def page(self, before: str, limit: int, matches: Callable[[Game], bool]) -> tuple[list[Game], str | None]:
        found: list[Game] = []
        top = f"({before}" if before else "+"
        while True:
            members = self._client.zrevrangebylex(PUBLIC_GAMES, top, "-", start=0, num=limit)
            for member in members:
                game = self._load(member)
                if game is not None and matches(game):
                    found.append(game)
                    if len(found) == limit:
                        return found, member
            if len(members) < limit:
                return found, None
            top = f"({members[-1]}"

    def tidy(self) -> int:
        return sum(self._load(member) is None for member in self._client.zrange(PUBLIC_GAMES, 0, -1))

    def _load(self, member: str) -> Game | None:
        try:
            return self._games.load(member.partition(":")[2])
        except Problem:  # expired
            self._client.zrem(PUBLIC_GAMES, member)
            return None
