"""Reading what is stored. What cannot be read, as another release wrote it or it is damaged, is a state of its own.

It is not the same as "not found": it is there, and another release may read it. Each such thing is named once in the
log and counted, and it keeps no other from being read.
"""

import logging
from collections.abc import Callable
from functools import lru_cache
from typing import Any, Final, TypeVar

import msgspec

from service.process import telemetry

log = logging.getLogger(__name__)

GAME: Final = "game"
"""The kind of thing that has a problem of its own."""
MOST_NAMED: Final = 10_000
"""Things of which a process remembers that they were named."""

Read = TypeVar("Read")


class Unreadable(Exception):
    """A stored thing that this release cannot read: no ``Problem``, as nobody who handles a missing thing means it."""

    def __init__(self, kind: str, thing: str) -> None:
        super().__init__(f"{kind} {thing} is stored, but this release cannot read it")
        self.kind = kind
        self.thing = thing


def read(kind: str, thing: str, make: Callable[[], Read]) -> Read:
    """What ``make`` decodes of a thing; raises Unreadable if it fails. Only the type of the error is logged, as its
    text may name a card.
    """
    try:
        return make()
    except Exception as error:
        name_once(kind, thing, type(error).__name__)
        raise Unreadable(kind, thing) from error


@lru_cache(maxsize=MOST_NAMED)
def name_once(kind: str, thing: str, error: str) -> None:
    """Name what cannot be read in the log."""
    telemetry.UNREADABLE.labels(kind).inc()
    log.error("%s %s cannot be read: %s", kind, thing, error)


def read_json(kind: str, thing: str, document: str | bytes, form: type[Read]) -> Read:
    """What a document in JSON says of a thing; raises Unreadable."""
    return read(kind, thing, lambda: msgspec.json.decode(document, type=form))


def if_readable(read_one: Callable[..., Read], *arguments: Any) -> Read | None:
    """What ``read_one`` returns for these arguments; None for what cannot be read: in a loop it stops no other."""
    try:
        return read_one(*arguments)
    except Unreadable:
        return None
