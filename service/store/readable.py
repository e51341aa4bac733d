"""Reading stored data. Data that cannot be read, written by another release or damaged, is a state of its own.

It is not the same as "not found": it exists, and another release may read it. Each such item is named once in the log
and counted, and does not prevent others from being read.
"""

import logging
from collections.abc import Callable
from functools import lru_cache
from typing import Any, Final, TypeVar

import msgspec

from service.process import telemetry

log = logging.getLogger(__name__)

GAME: Final = "game"
"""The kind of item that has a problem of its own."""
MOST_NAMED: Final = 10_000
"""Number of items that a process remembers to have named."""

Read = TypeVar("Read")


class Unreadable(Exception):
    """A stored item that this release cannot read: not a ``Problem``, which code for missing items would catch."""

    def __init__(self, kind: str, thing: str) -> None:
        super().__init__(f"{kind} {thing} is stored, but this release cannot read it")
        self.kind = kind
        self.thing = thing


def read(kind: str, thing: str, make: Callable[[], Read]) -> Read:
    """The result of ``make``, which decodes an item; raises Unreadable if it fails. Only the type of the error is
    logged, as its text may name a card.
    """
    try:
        return make()
    except Exception as error:
        name_once(kind, thing, type(error).__name__)
        raise Unreadable(kind, thing) from error


@lru_cache(maxsize=MOST_NAMED)
def name_once(kind: str, thing: str, error: str) -> None:
    """Name an unreadable item in the log."""
    telemetry.UNREADABLE.labels(kind).inc()
    log.error("%s %s cannot be read: %s", kind, thing, error)


def read_json(kind: str, thing: str, document: str | bytes, form: type[Read]) -> Read:
    """The content of a document in JSON; raises Unreadable."""
    return read(kind, thing, lambda: msgspec.json.decode(document, type=form))


def if_readable(read_one: Callable[..., Read], *arguments: Any) -> Read | None:
    """The result of ``read_one`` for these arguments; None if it is unreadable, so that a loop continues."""
    try:
        return read_one(*arguments)
    except Unreadable:
        return None
