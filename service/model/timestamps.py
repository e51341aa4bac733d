"""Timestamps: RFC 3339 in UTC with milliseconds; and the one clock of the service, which is that of Redis."""

from datetime import datetime
from functools import lru_cache
from time import gmtime, monotonic, monotonic_ns, sleep, strftime, time_ns
from typing import Final

FOLLOWED_FROM_MS: Final = 100
"""Smaller differences to Redis' clock are ignored."""
SKEW_MS: Final = 60_000
"""Clocks that differ by less than this do not count as set."""

_ahead_ms = 0
"""How far the service's clock is ahead of this machine's."""
_away_ms = 0
"""For how long the service's clock has run while no wait did."""


def now_ms() -> int:
    """Wall clock in ms."""
    return time_ns() // 1_000_000 + _ahead_ms


def away_ms() -> int:
    """For how long the clock has run while no wait did: the service was away, or the clock was set; negative if it was
    set back. The rest of a wait is correct if its times are moved by the change of this value since they were written.
    As of the last look at the clock, see ``store.agenda``.
    """
    return _away_ms


def note_away(ms: int) -> None:
    """Record the ``away_ms`` of the store."""
    global _away_ms
    _away_ms = ms


def set_by_ms() -> int:
    """The difference between the wall clock of this machine and its monotonic one: it changes when the wall clock is
    set.
    """
    return (time_ns() - monotonic_ns()) // 1_000_000


def follow(at_ms: int, asked_s: float) -> int:
    """Set the service's clock to ``at_ms``, the time of Redis' clock in the reply to a request that was sent at
    ``asked_s`` of the monotonic clock; returns by how many ms the clock was set.
    """
    global _ahead_ms
    difference = at_ms - now_ms()
    took_ms = 1000 * (monotonic() - asked_s)  # read last: this process may have paused since the reply
    if abs(difference) < max(FOLLOWED_FROM_MS, took_ms):
        return 0
    _ahead_ms += difference
    return difference


def left_ms(until: str) -> int:
    """Milliseconds until a wait of a game that ends at this timestamp is over; 0 or less if it is."""
    return parse_time_ms(until) - now_ms()


def moved(timestamp: str, ms: int) -> str:
    """The timestamp of a time that is later by ``ms``."""
    return time_text(parse_time_ms(timestamp) + ms)


def sleep_until(at_ms: int) -> None:
    """Return at this time of the wall clock, or at once if it has passed."""
    sleep(max(0, (at_ms - _ahead_ms) * 1_000_000 - time_ns()) / 1e9)


def time_text(at_ms: int) -> str:
    """The timestamp of a time in ms.

    >>> time_text(0)
    '1970-01-01T00:00:00.000Z'
    """
    seconds, ms = divmod(at_ms, 1000)
    return f"{_second(seconds)}.{str(1000 + ms)[1:]}Z"


@lru_cache(16)
def _second(seconds: int) -> str:
    return strftime("%Y-%m-%dT%H:%M:%S", gmtime(seconds))


def parse_time_ms(text: str) -> int:
    """The inverse of ``time_text``."""
    return round(datetime.fromisoformat(text).timestamp() * 1000)
