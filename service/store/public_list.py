"""The lists of public games and of those that anyone may join, in Redis.

A game is a member ``<ms of creation>:<id>:<preset>`` of one sorted set, that of its variant and status, so that a page of any filter reads
only games that pass it. The script that creates a game or changes its status moves it; on a cluster, where the lists are on other nodes,
a second call does. If that is lost, the next page that meets the game moves it, and the sweeper adds a new one.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
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


@dataclass(frozen=True)
class Listing:
    """What a commit changes in the lists."""

    member: str = ""
    enters: Sequence[str] = ()
    leaves: Sequence[str] = ()

    @property
    def names(self) -> list[str]:
        """The lists to change."""
        return [*self.enters, *self.leaves]

    @classmethod
    def of(cls, game: Game) -> "Listing":
        """What the next commit of the game changes: nothing unless it is new or its status has changed."""
        before = game.committed_view_state.get("status")
        if not game.public or before == game.status:
            return _UNCHANGED
        lists = [PUBLIC_GAMES, LOBBY] if game.open_to_all else [PUBLIC_GAMES]
        leaves = [] if before is None else [_set_of(name, game.variant_key, before) for name in lists]
        return cls(_member(game), cls._wanted(game), leaves)

    @classmethod
    def now(cls, game: Game) -> "Listing":
        """The lists in which a stored game belongs."""
        return cls(_member(game), cls._wanted(game)) if game.public else _UNCHANGED

    @staticmethod
    def _wanted(game: Game) -> list[str]:
        lists = [PUBLIC_GAMES, LOBBY] if game.is_joinable else [PUBLIC_GAMES]
        return [_set_of(name, game.variant_key, game.status) for name in lists]


_UNCHANGED: Final = Listing()


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
        """Add the game to the list, once."""
        self._client.zadd(self._set_of(game.variant_key, game.status), {_member(game): 0})

    def remove(self, game: Game) -> None:
        """Take a game off the list that is deleted."""
        self._client.zrem(self._set_of(game.variant_key, game.status), _member(game))

    def move(self, game: Game, before: str) -> None:
        """Note that the status of the game was ``before`` and has changed."""
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
        return _set_of(self._name, variant, status)


def _set_of(name: str, variant: str, status: str) -> str:
    return f"{name}:{variant}:{status}"


def _member(game: Game) -> str:
    return f"{parse_time_ms(game.created_at):013d}:{game.id}:{game.preset}"
