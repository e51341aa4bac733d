"""The list of public games, newest first, in Redis.

A sorted set for each variant and status: the member is ``<ms of creation>:<id>:<preset>``, the score 0, so that a page
of any filter reads only games that pass it, in the order of their creation. The script that changes a game changes its
sets; on a cluster, where they are on other nodes, a second call does, or if that is lost the sweeper. A page drops
members that it finds in a wrong set.

``page`` reads any list of members ``<ms of creation>:<id>``, the newest first; more may follow in a member, after
another colon.
"""

import heapq
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain, groupby, islice, product
from typing import Any, Final, TypeAlias, TypeVar

from engines import VARIANTS
from service.model.game import OPEN, STATUSES, Game
from service.model.timestamps import parse_time_ms
from service.store.keys import key, of_each, some_exist

# -- pages

MAX_LOOKED: Final = 1000
"""Members that one page of a list examines, even if few of them match."""
T = TypeVar("T")
Members: TypeAlias = Callable[[str, int], list[str]]
"""Maximum number of members read before a cursor, or from the beginning if it is empty."""


def page(
    read: Members, before: str, limit: int, load: Callable[[Sequence[str]], Iterable[T | None]]
) -> tuple[list[T], str | None]:
    """Up to ``limit`` items, and the cursor of the next page, which may be empty; None at the end.

    ``load`` returns the item of each member in turn, or None for one that does not match. A page examines about
    ``MAX_LOOKED`` members, more of them at a time as long as it finds few.
    """
    found: list[T] = []
    looked, batch = 0, limit
    while True:
        members = read(before, batch)
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
        before, batch = members[-1], min(2 * batch, MAX_LOOKED - looked)


def members_of(client: Any, names: Sequence[str]) -> Members:
    """The members of all these sorted sets together."""

    def read(before: str, count: int) -> list[str]:
        top = f"({before}" if before else "+"
        merged = heapq.merge(*of_each(client, "zrevrangebylex", names, top, "-", start=0, num=count), reverse=True)
        # one that moves is in two sets for a moment
        return list(islice((member for member, _ in groupby(merged)), count))

    return read


def _cursor(member: str) -> str:
    return ":".join(member.split(":", 2)[:2])


# -- the list of games

SAMPLE: Final = 20
"""Members that tidying examines."""
MANY: Final = 4
"""It continues if at least one in this many has expired."""


def member_of(game: Game) -> str:
    """A game in the list."""
    return f"{parse_time_ms(game.created_at):013d}:{game.id}:{game.preset}"


def sets_of(game: Game) -> list[str]:
    """The set in which a game belongs, then those in which it may have been; none for one that is not listed."""
    statuses = sorted(STATUSES, key=lambda status: status != game.status)
    return _sets([game.variant_key], statuses) if game.public else []


def put(client: Any, game: Game) -> None:
    """Move a game to the set in which it belongs."""
    of_each(client, "zadd", sets_of(game)[:1], {member_of(game): 0})
    of_each(client, "zrem", sets_of(game)[1:], member_of(game))


def page_of_games(
    store: Any,
    before: str,
    limit: int,
    *,
    variant: str | None = None,
    preset: str | None = None,
    status: str | None = None,
    joinable: bool = False,
) -> tuple[list[Game], str | None]:
    """Up to ``limit`` games with these values where not None, and the cursor of the next page, which may be empty; None
    at the end of the list. ``joinable``: only those that anyone may join without a code, and in which a player waits.

    ``before`` is the cursor of the previous page, or empty.
    """
    variants = [variant] if variant else list(VARIANTS)
    known = [each for each in variants if preset is None or preset in VARIANTS[each].presets]
    statuses = STATUSES if status is None else [status]
    names = _sets(known, statuses)
    read = members_of(store.client, names)
    if joinable:
        offered = store.waiting.joinable(known if OPEN in statuses else [])
        read = lambda before, count: [each for each in offered if not before or each < before][:count]  # noqa: E731

    def is_wrong(member: str, game: Game | None) -> bool:
        """True if a member is in a set where it does not belong: the game has changed, or has expired."""
        if game is None:
            return not store.client.exists(key("game", _id_of(member)))  # one that is there, another release may read
        return status not in (None, game.status)

    def load(members: Sequence[str]) -> Iterator[Game | None]:
        wanted = [member for member in members if preset in (None, member.rpartition(":")[2])]
        games = dict(zip(wanted, store.games.load_each([_id_of(member) for member in wanted]), strict=True))
        wrong = [member for member in wanted if is_wrong(member, games[member])]
        if wrong and not joinable:
            of_each(store.client, "zrem", names, *wrong)
        found = (None if member in wrong else games.get(member) for member in members)
        return (game if game and (game.is_joinable or not joinable) else None for game in found)

    return page(read, before, limit, load)


def tidy(client: Any, names: Sequence[str]) -> int:
    """Examine random members of each set of games, and more while many of them have expired; returns how many are
    dropped.

    So few expired ones are left, however long the list; Redis does the same with its keys.
    """
    gone = 0
    while names and some_exist(client, names):
        samples = dict(zip(names, of_each(client, "zrandmember", names, SAMPLE), strict=True))
        games = [key("game", _id_of(member)) for member in chain(*samples.values())]
        exist = iter(of_each(client, "exists", games))
        expired = {name: [each for each in members if not next(exist)] for name, members in samples.items()}
        gone += sum(client.zrem(name, *members) for name, members in expired.items() if members)
        names = [name for name in names if expired[name] and MANY * len(expired[name]) >= len(samples[name])]
    return gone


def _sets(variants: Iterable[str], statuses: Iterable[str]) -> list[str]:
    return [f"faceoff:public:{variant}:{status}" for variant, status in product(variants, statuses)]


def _id_of(member: str) -> str:
    return member.split(":")[1] if ":" in member else member


SETS: Final = _sets(VARIANTS, STATUSES)
"""The whole list."""
