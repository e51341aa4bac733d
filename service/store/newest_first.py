"""Pages of a sorted set of ``<ms of creation>:<id>``, the newest first."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeVar

from service.store.interface import MAX_LOOKED

T = TypeVar("T")


def page(
    client: Any, name: str, before: str, limit: int, load: Callable[[Sequence[str]], Iterable[T | None]]
) -> tuple[list[T], str | None]:
    """Up to ``limit`` items, and the cursor of the next page, which may be empty; None at the end.

    ``load`` gives the item of each member in turn, or None for one that is not wanted. A page looks at about ``MAX_LOOKED`` members.
    """
    found: list[T] = []
    top, looked = f"({before}" if before else "+", 0
    while True:
        members = client.zrevrangebylex(name, top, "-", start=0, num=limit)
        for member, item in zip(members, load(members), strict=True):
            if item is not None:
                found.append(item)
                if len(found) == limit:
                    return found, member
        if len(members) < limit:
            return found, None
        looked += limit
        if looked >= MAX_LOOKED:
            return found, members[-1]
        top = f"({members[-1]}"
