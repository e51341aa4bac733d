"""The list of public games, newest first, in Redis.

A game is a member ``<ms of creation>:<id>:<preset>`` of the sorted set of its variant and status, so that a page of any
filter reads only games that pass it; one that anyone may join is in the set of its variant and ``JOINABLE`` too. The
script that changes a game changes its sets; on a cluster, where they are on other nodes, a second call does, or if that
is lost the sweeper. A page drops what it finds in a wrong set.

``page`` reads any sorted sets of ``<ms of creation>:<id>``, the newest first; more may follow in a member, after
another colon.
"""

import heapq
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby, islice, product
from typing import Any, Final, TypeVar

import redis

from engines import VARIANTS
from service.model.game import OPEN, STATUSES, Game
from service.model.timestamps import parse_time_ms
from service.store.keys import key

# -- pages of sorted sets

MAX_LOOKED: Final = 1000
"""Members that one page of a list looks at, even if few of them match."""
T = TypeVar("T")


def page(
    client: Any, names: Sequence[str], before: str, limit: int, load: Callable[[Sequence[str]], Iterable[T | None]]
) -> tuple[list[T], str | None]:
    """Up to ``limit`` items of all sets together, and the cursor of the next page, which may be empty; None at the end.

    ``load`` gives the item of each member in turn, or None for one that is not wanted. A page looks at about
    ``MAX_LOOKED`` members, more of them at a time the longer it finds few.
    """
    found: list[T] = []
    top, looked, batch = f"({before}" if before else "+", 0, limit
    while True:
        members = _members(client, names, top, batch)
        for member, item in zip(members, load(members), strict=True):
            if item is not None:
                found.append(item)
                if len(found) == limit:
                    return found, _cursor(member)
        if len(members) < batch:
            return found, None
        looked += batch
        if looked >= MAX_LOOKED:
            return found, _cursor(members[-1])
        top, batch = f"({members[-1]}", min(2 * batch, MAX_LOOKED - looked)


def _members(client: Any, names: Sequence[str], top: str, count: int) -> list[str]:
    pipeline = client.pipeline(transaction=False)
    for name in names:
        pipeline.zrevrangebylex(name, top, "-", start=0, num=count)
    merged = heapq.merge(*pipeline.execute(), reverse=True)
    return list(islice((member for member, _ in groupby(merged)), count))  # one that moves is in two sets for a moment


def _cursor(member: str) -> str:
    return ":".join(member.split(":", 2)[:2])


# -- the list of games

JOINABLE: Final = "joinable"
"""In place of a status: the games that anyone may join without a code."""
ALL: Final = (*STATUSES, JOINABLE)
SAMPLE: Final = 20
"""Members that tidying looks at."""
MANY: Final = 4
"""It goes on if at least one in this many has expired."""


@dataclass(frozen=True)
class Listing:
    """Where a game is in the list."""

    member: str = ""
    enters: Sequence[str] = ()
    """The sets in which it belongs."""
    leaves: Sequence[str] = ()
    """Those in which it may be, and does not belong."""

    @property
    def names(self) -> list[str]:
        """The sets to change."""
        return [*self.enters, *self.leaves]


def listing_of(game: Game) -> Listing:
    """Where a game belongs, whatever it was before."""
    if not game.public:
        return Listing()
    enters = [game.status, JOINABLE] if game.is_joinable else [game.status]
    leaves = [status for status in ALL if status not in enters]
    member = f"{parse_time_ms(game.created_at):013d}:{game.id}:{game.preset}"
    return Listing(member, _sets([game.variant_key], enters), _sets([game.variant_key], leaves))


def changed_listing(game: Game, changed: Collection[str]) -> Listing:
    """What a commit changes in the list that changes these parts of the view state: mostly nothing."""
    may_move = "status" in changed or (game.joinable and "seats" in changed)
    return listing_of(game) if may_move else Listing()


def change(client: Any, listing: Listing) -> None:
    """Change the list accordingly."""
    pipeline = client.pipeline(transaction=False)
    for name in listing.enters:
        pipeline.zadd(name, {listing.member: 0})
    for name in listing.leaves:
        pipeline.zrem(name, listing.member)
    pipeline.execute()


class PublicList:
    """The list of public games."""

    def __init__(
        self,
        client: "redis.Redis",
        load_each: Callable[[Sequence[str]], list[Game | None]],
        offered: Callable[[Sequence[str]], Collection[str]],
    ) -> None:
        self._client: Any = client
        self._load_each = load_each
        self._offered = offered

    def put(self, game: Game) -> None:
        """Put a game where it belongs, once."""
        change(self._client, listing_of(game))

    def page(
        self,
        before: str,
        limit: int,
        *,
        variant: str | None = None,
        preset: str | None = None,
        status: str | None = None,
        joinable: bool = False,
    ) -> tuple[list[Game], str | None]:
        """Up to ``limit`` games with what is not None, and the cursor of the next page, which may be empty; None at the
        end of the list. ``joinable``: only those that anyone may join without a code, and in which a player waits.

        ``before`` is the cursor of the previous page, or empty.
        """
        variants = [variant] if variant else list(VARIANTS)
        known = [each for each in variants if preset is None or preset in VARIANTS[each].presets]
        statuses = STATUSES if status is None else [status]
        names = _sets(known, [JOINABLE] if joinable and OPEN in statuses else [] if joinable else statuses)

        def load(members: Sequence[str]) -> Iterator[Game | None]:
            wanted = [member for member in members if preset in (None, member.rpartition(":")[2])]
            if joinable:
                offered = self._offered([_id_of(member) for member in wanted])
                wanted = [member for member in wanted if _id_of(member) in offered]
            games = dict(zip(wanted, self._load_each([_id_of(member) for member in wanted]), strict=True))
            wrong = [member for member in wanted if self._is_wrong(member, games[member], status, joinable)]
            if wrong:
                self._drop(names, wrong)
            return (None if member in wrong else games.get(member) for member in members)

        return page(self._client, names, before, limit, load)

    def _is_wrong(self, member: str, game: Game | None, status: str | None, joinable: bool) -> bool:
        """Whether a member is in a set where it does not belong: the game has changed, or has expired."""
        if game is None:
            return not self._client.exists(key("game", _id_of(member)))  # one that is there, another release may read
        return status not in (None, game.status) or (joinable and not game.is_joinable)

    def _drop(self, names: Iterable[str], members: Sequence[str]) -> None:
        pipeline = self._client.pipeline(transaction=False)
        for name in names:
            pipeline.zrem(name, *members)
        pipeline.execute()

    def tidy(self) -> int:
        """Look at some members of each set, chosen at random, and at more while many of them have expired; returns how
        many are dropped.

        So few expired ones are left, however long the list; Redis does the same with its keys.
        """
        return sum(map(self._tidy, _sets(VARIANTS, ALL)))

    def _tidy(self, name: str) -> int:
        gone = 0
        while members := self._client.zrandmember(name, SAMPLE):
            pipeline = self._client.pipeline(transaction=False)
            for member in members:
                pipeline.exists(key("game", _id_of(member)))
            expired = [member for member, exists in zip(members, pipeline.execute(), strict=True) if not exists]
            if expired:
                gone += self._client.zrem(name, *expired)
            if MANY * len(expired) < len(members):
                break
        return gone


def _sets(variants: Iterable[str], statuses: Iterable[str]) -> list[str]:
    return [f"faceoff:public:{variant}:{status}" for variant, status in product(variants, statuses)]


def _id_of(member: str) -> str:
    return member.split(":")[1]
