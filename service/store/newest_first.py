"""Pages of sorted sets of ``<ms of creation>:<id>``, the newest first. More may follow in a member, after another
colon.
"""

import heapq
from collections.abc import Callable, Iterable, Sequence
from itertools import groupby, islice
from typing import Any, Final, TypeVar

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
