"""The lists of public games and of those that anyone may join, in Redis: sorted sets of ``<ms of creation>:<id>``."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

import redis

from service.model.game import Game
from service.model.problem import Problem
from service.model.timestamps import parse_time_ms
from service.store import newest_first
from service.store.interface import GameStore

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
        self._client.zadd(self._name, {_member(game): 0})

    def remove(self, game: Game) -> None:
        """Take a game off the list that is deleted."""
        self._client.zrem(self._name, _member(game))

    def page(self, before: str, limit: int, matches: Callable[[Game], bool]) -> tuple[list[Game], str | None]:
        def load(members: Sequence[str]) -> Iterator[Game | None]:
            games = (self._load(member) for member in members)
            return (game if game is not None and matches(game) else None for game in games)

        return newest_first.page(self._client, self._name, before, limit, load)

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


def _member(game: Game) -> str:
    return f"{parse_time_ms(game.created_at):013d}:{game.id}"
