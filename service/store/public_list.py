"""The lists of public games and of those that anyone may join, in Redis: sorted sets of ``<ms of creation>:<id>``."""

from collections.abc import Callable
from typing import Any, Final

import redis

from service.model.game import Game
from service.model.problem import Problem
from service.model.timestamps import parse_time_ms
from service.store.interface import MAX_LOOKED, GameStore

PUBLIC_GAMES: Final = "faceoff:public"
LOBBY: Final = "faceoff:lobby"


class RedisPublicList:
    """``interface.PublicList`` in Redis."""

    def __init__(
        self, client: "redis.Redis", games: GameStore, name: str = PUBLIC_GAMES, belongs: Callable[[Game], bool] = lambda game: True
    ) -> None:
        self._client: Any = client
        self._games = games
        self._name = name
        self._belongs = belongs

    def add(self, game: Game) -> None:
        self._client.zadd(self._name, {f"{parse_time_ms(game.created_at):013d}:{game.id}": 0})

    def page(self, before: str, limit: int, matches: Callable[[Game], bool]) -> tuple[list[Game], str | None]:
        found: list[Game] = []
        top = f"({before}" if before else "+"
        looked = 0
        while True:
            members = self._client.zrevrangebylex(self._name, top, "-", start=0, num=limit)
            for member in members:
                game = self._load(member)
                if game is not None and matches(game):
                    found.append(game)
                    if len(found) == limit:
                        return found, member
            if len(members) < limit:
                return found, None
            looked += limit
            if looked >= MAX_LOOKED:
                return found, members[-1]
            top = f"({members[-1]}"

    def tidy(self) -> int:
        return sum(self._load(member) is None for member in self._client.zrange(self._name, 0, -1))

    def _load(self, member: str) -> Game | None:
        try:
            game = self._games.load(member.partition(":")[2])
        except Problem:  # expired
            game = None
        if game is None or not self._belongs(game):
            self._client.zrem(self._name, member)
            return None
        return game
