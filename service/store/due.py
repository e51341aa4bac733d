"""What the sweepers look for: the things of an index whose time has come, by the clock of Redis, the same for all
processes.

docs/adr/0049-one-clock.md says why.
"""

import logging
import time
from collections.abc import Callable, Iterable
from typing import Any, Final, TypeVar

import redis

from service.model.timestamps import follow
from service.store.keys import TASKS_DUE, all_indexes, index
from service.store.scripts import script
from service.telemetry import metrics

log = logging.getLogger(__name__)

MOST: Final = 100
"""Games of a bucket that are handled in one sweep."""
TURN_KEY: Final = "faceoff:sweeping"
LAST_TURN_KEY: Final = f"{{{TURN_KEY}}}:last"
TURN_MS: Final = 700
"""No other process sweeps for this time. It is less than the pause of a sweeper, so that a process that dies delays
nothing.
"""
PAUSE_MS: Final = 60_000
"""If there was no sweep for this long, the service was away, or Redis' clock was set ahead: no time limit of a person
has run.
"""
LAST_TURN_MS: Final = 24 * 3600 * 1000
"""A longer pause is not noticed."""
ASIDE_MS: Final = 60_000
"""What cannot be handled is tried again after this time: another release may be able to read it."""
WAITING: Final = ("due", "untold", "unlisted", "unpacked", "notices")
"""Indexes in which things wait, by the time until which they do."""

T = TypeVar("T")


def now_of(client: Any) -> int:
    """The clock of Redis, in ms."""
    seconds, micros = client.time()
    return int(seconds) * 1000 + int(micros) // 1000


def due(client: Any, kind: str, until_ms: int | None = None, most: int = MOST) -> list[tuple[str, float]]:
    """The games of the index with a score up to ``until_ms``, or up to now: at most ``most`` of each bucket, with
    scores.
    """
    names = _indexes_in_use(client, kind)
    if not names:
        return []
    until = now_of(client) if until_ms is None else until_ms
    pipeline = client.pipeline(transaction=False)
    for name in names:
        pipeline.zrangebyscore(name, "-inf", until, start=0, num=most, withscores=True)
    return [found for games in pipeline.execute() for found in games]


def each_on_its_own(
    kind: str, things: Iterable[str], handle: Callable[[str], T], set_aside: Callable[[str], object] | None = None
) -> list[T]:
    """Handle each due thing, and return what ``handle`` returned.

    One that cannot be handled keeps none of the others waiting: it is set aside for ``ASIDE_MS``, by ``set_aside``
    unless the claimer has done so. Raises RedisError if the store does not respond or takes no changes, which is
    the fault of none of them.
    """
    handled, failed = [], []
    for thing in things:
        try:
            handled.append(handle(thing))
        except (redis.ConnectionError, redis.TimeoutError):
            raise
        except Exception as error:
            if set_aside is not None:
                set_aside(thing)  # first: if this fails as well, the thing is not to blame
            metrics.SET_ASIDE.labels(kind).inc()
            failed.append(f"{thing} ({type(error).__name__})")  # not its text, which may name a card
    if failed:
        log.error("%s: %d cannot be handled and are set aside for a while, first %s", kind, len(failed), failed[0])
    return handled


def postpone(client: Any, name: str, thing: str, ms: int = ASIDE_MS) -> None:
    """Let a thing be due in ``ms``, unless it has left the index."""
    client.zadd(name, {thing: now_of(client) + ms}, xx=True)


def set_aside_in(client: Any, kind: str) -> Callable[[str], None]:
    """What sets a game aside in the index."""
    return lambda game_id: postpone(client, index(kind, game_id), game_id)


def take_turn(client: Any) -> bool:
    """Whether this process is the one that sweeps now: all see the same games.

    Also sets the clock of this process by that of Redis; and when that has jumped, what waits does so as long as
    before.
    """
    began = time.monotonic()
    now, is_taken, since = script(client, "take_turn")(keys=[TURN_KEY, LAST_TURN_KEY], args=[TURN_MS, LAST_TURN_MS])
    _follow(now, began)
    if since < 0 or since > PAUSE_MS:
        _keep_waits(client, since)
    return bool(is_taken)


def set_clock(client: Any) -> None:
    """Set the clock of this process by that of Redis."""
    began = time.monotonic()
    _follow(now_of(client), began)


def _follow(at_ms: int, began: float) -> None:
    if changed_ms := follow(at_ms, 1000 * (time.monotonic() - began)):
        log.warning("this machine's clock is not that of Redis: times are set by %+.1f s", changed_ms / 1000)


def _keep_waits(client: Any, since_ms: int) -> None:
    """See ``lua/keep_waits.lua``. After a pause for games only: the others wait for no person."""
    log.warning("no sweep for %.1f s by Redis' clock: it was set, or the service was away", since_ms / 1000)
    keep = script(client, "keep_waits")
    kinds = WAITING if since_ms < 0 else WAITING[:1]
    names = [name for kind in kinds for name in _indexes_in_use(client, kind)]
    for name in [*names, *((TASKS_DUE,) if since_ms < 0 else ())]:
        keep(keys=[name], args=[since_ms])


def _indexes_in_use(client: Any, kind: str) -> list[str]:
    """An index without games does not exist: one call checks that for all buckets, where they are on one server."""
    names = all_indexes(kind)
    return names if isinstance(client, redis.RedisCluster) or client.exists(*names) else []
