"""Timestamps: RFC 3339 in UTC with milliseconds."""

from datetime import UTC, datetime
from time import sleep, time_ns


def now_ms() -> int:
    """Wall clock in ms."""
    return time_ns() // 1_000_000


def sleep_until(at_ms: int) -> None:
    """Return at this time of the wall clock, or at once if it is over."""
    sleep(max(0, at_ms * 1_000_000 - time_ns()) / 1e9)


def time_text(at_ms: int) -> str:
    """The timestamp of a time in ms.

    >>> time_text(0)
    '1970-01-01T00:00:00.000Z'
    """
    return datetime.fromtimestamp(at_ms / 1000, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def parse_time_ms(text: str) -> int:
    """The inverse of ``time_text``."""
    return round(datetime.fromisoformat(text).timestamp() * 1000)
