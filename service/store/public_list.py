"""The lists of public games and of those that anyone may join, in Redis.

A game is a member ``<ms of creation>:<id>:<preset>`` of one sorted set, that of its variant and status, so that a page of any filter reads
only games that pass it. When the status changes, the game moves. If that is lost, the next page that meets the game moves it.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import product
from typing import Any, Final

import redis

from engines import VARIANTS
from service.model.game import STATUSES, Game
from service.model.problem import Problem
from service.model.timestamps import parse_time_ms
from service.store import newest_first
from service.store.interface import GameStore

PUBLIC_GAMES: Final = "faceoff:public"
LOBBY: Final = "faceoff:lobby"
"""Once the two were sets of all their games; ``tidy`` moves what is left in them."""


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
        self._client.zadd(self._set_of(game.variant_key, game.status), {_member(game): 0})

    def remove(self, game: Game) -> None:
        """Take a game off the list that is deleted."""
        self._client.zrem(self._set_of(game.variant_key, game.status), _member(game))

    def move(self, game: Game, before: str) -> None:
        if self._belongs(game):
            self.add(game)
        self._client.zrem(self._set_of(game.variant_key, before), _member(game))

    def page(
        self, before: str, limit: int, *, variant: str | None = None, preset: str | None = None, status: str | None = None
    ) -> tuple[list[Game], str | None]:
        def load(members: Sequence[str]) -> Iterator[Game | None]:
            for member in members:
                game = self._load(member, status) if preset in (None, member.rpartition(":")[2]) else None
                yield game if game is not None and status in (None, game.status) else None

        return newest_first.page(self._client, self._sets(variant, status), before, limit, load)

    def tidy(self) -> int:
        gone = 0
        for status in STATUSES:
            for name in self._sets(None, status):
                gone += sum(self._load(member, status) is None for member in self._client.zrange(name, 0, -1))
        for member in self._client.zrange(self._name, 0, -1):
            game = self._load(member, None)
            gone += game is None
            if game is not None:
                self.add(game)
            self._client.zrem(self._name, member)
        return gone

    def _load(self, member: str, status: str | None) -> Game | None:
        """The game of a member, listed with ``status`` if that is known; moves it if it has another, removes it if it is gone."""
        try:
            game = self._games.load(member.split(":")[1])
        except Problem:  # expired
            game = None
        if game is None or not self._belongs(game):
            pipeline = self._client.pipeline(transaction=False)
            for name in self._sets(None, None):
                pipeline.zrem(name, member)
            pipeline.execute()
            return None
        if status not in (None, game.status):
            self.move(game, status)
        return game

    def _sets(self, variant: str | None, status: str | None) -> list[str]:
        return [self._set_of(*each) for each in product([variant] if variant else VARIANTS, [status] if status else STATUSES)]

    def _set_of(self, variant: str, status: str) -> str:
        return f"{self._name}:{variant}:{status}"


def _member(game: Game) -> str:
    return f"{parse_time_ms(game.created_at):013d}:{game.id}:{game.preset}"
