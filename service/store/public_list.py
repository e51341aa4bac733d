"""The lists of public games and of those that anyone may join, in Redis.

A game is a member ``<ms of creation>:<id>:<preset>`` of one sorted set, that of its variant and status, so that a page
of any filter reads only games that pass it. The script that creates a game or changes its status moves it; on a
cluster, where the lists are on other nodes, a second call does. If that is lost, the next page that meets the game
moves it, and the sweeper adds a new one.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import compress, product, repeat
from typing import Any, Final

import redis

from engines import VARIANTS
from service.model.game import STATUSES, Game
from service.model.timestamps import parse_time_ms
from service.store import newest_first
from service.store.keys import key

PUBLIC_GAMES: Final = "faceoff:public"
LOBBY: Final = "faceoff:lobby"
"""Once the two were sets of all their games; ``tidy`` moves what is left in them."""
AT_ONCE: Final = 100
"""Games that are loaded in one round trip."""
SAMPLE: Final = 20
"""Members that tidying looks at."""
MANY: Final = 4
"""It goes on if at least one in this many has expired."""


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


class PublicList:
    """A list of public games, newest first. A commit of the game keeps it up to date."""

    def __init__(
        self,
        client: "redis.Redis",
        load_each: Callable[[Sequence[str]], list[Game | None]],
        name: str = PUBLIC_GAMES,
        belongs: Callable[[Game], bool] = lambda game: True,
    ) -> None:
        self._client: Any = client
        self._load = load_each
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
        self,
        before: str,
        limit: int,
        *,
        variant: str | None = None,
        preset: str | None = None,
        status: str | None = None,
    ) -> tuple[list[Game], str | None]:
        """Up to ``limit`` games with what is not None, and the cursor of the next page, which may be empty; None at the
        end of the list.

        ``before`` is the cursor of the previous page, or empty. Games on the way that have expired are removed from the
        list.
        """

        def load(members: Sequence[str]) -> Iterator[Game | None]:
            passes = [preset in (None, member.rpartition(":")[2]) for member in members]
            games = self._load_each(list(compress(members, passes)), status)
            for passed in passes:
                game = next(games) if passed else None
                yield game if game is not None and status in (None, game.status) else None

        known = [
            each for each in ([variant] if variant else VARIANTS) if preset is None or preset in VARIANTS[each].presets
        ]
        return newest_first.page(self._client, self._sets(known, status), before, limit, load)

    def tidy(self) -> int:
        """Look at some members of each set, chosen at random, and at more while many of them have expired.

        So few expired ones are left, however long the list; Redis does the same with its keys.
        """
        gone = sum(map(self._tidy, self._sets(VARIANTS, None)))
        left = self._client.zrange(self._name, 0, -1)
        for member, game in zip(left, self._load_each(left, None), strict=True):
            gone += game is None
            if game is not None:
                self.add(game)
            self._client.zrem(self._name, member)
        return gone

    def _tidy(self, name: str) -> int:
        gone = 0
        while members := self._client.zrandmember(name, SAMPLE):
            pipeline = self._client.pipeline(transaction=False)
            for member in members:
                pipeline.exists(key("game", member.split(":")[1]))
            expired = [member for member, exists in zip(members, pipeline.execute(), strict=True) if not exists]
            gone += self._client.zrem(name, *expired) if expired else 0
            if MANY * len(expired) < len(members):
                break
        return gone

    def _load_each(self, members: Sequence[str], status: str | None) -> Iterator[Game | None]:
        """The games of members, listed with ``status`` if that is known; moves those that have another, removes those
        that are gone.
        """
        for start in range(0, len(members), AT_ONCE):
            some = members[start : start + AT_ONCE]
            games = self._load([member.split(":")[1] for member in some])
            yield from map(self._settled, some, games, repeat(status))

    def _settled(self, member: str, game: Game | None, status: str | None) -> Game | None:
        """The game of a member, which is now in the right list; None if it has expired or does not belong."""
        if game is None and self._client.exists(key("game", member.split(":")[1])):
            return None  # another release may read it
        if game is None or not self._belongs(game):
            pipeline = self._client.pipeline(transaction=False)
            for name in self._sets(VARIANTS, None):
                pipeline.zrem(name, member)
            pipeline.execute()
            return None
        if status not in (None, game.status):
            self.move(game, status)
        return game

    def _sets(self, variants: Iterable[str], status: str | None) -> list[str]:
        return [self._set_of(*each) for each in product(variants, [status] if status else STATUSES)]

    def _set_of(self, variant: str, status: str) -> str:
        return _set_of(self._name, variant, status)


def _set_of(name: str, variant: str, status: str) -> str:
    return f"{name}:{variant}:{status}"


def _member(game: Game) -> str:
    return f"{parse_time_ms(game.created_at):013d}:{game.id}:{game.preset}"
