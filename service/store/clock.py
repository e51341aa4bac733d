"""The clock of Redis, which is that of the service, and the turn to sweep. docs/adr/0049-one-clock.md says why."""

import logging
import time
from typing import Any, Final

import redis

from service.model.timestamps import follow
from service.store.scripts import script

log = logging.getLogger(__name__)

TURN_KEY: Final = "faceoff:sweeping"
LAST_TURN_KEY: Final = f"{{{TURN_KEY}}}:last"
TURN_MS: Final = 700
"""No other process sweeps for this time. It is less than the pause of a sweeper, so that a process that dies delays
nothing.
"""
LAST_TURN_MS: Final = 24 * 3600 * 1000
"""A longer pause is not noticed."""


def now_of(client: Any) -> int:
    """The clock of Redis, in ms."""
    seconds, micros = client.time()
    return int(seconds) * 1000 + int(micros) // 1000


def set_clock(client: Any) -> None:
    """Set the clock of this process by that of Redis."""
    began = time.monotonic()
    _follow(now_of(client), began)


def take_turn(client: "redis.Redis") -> int | None:
    """Take the turn to sweep, and set the clock of this process by that of Redis; returns the ms since the last turn,
    negative if the clock was set back meanwhile. None if another process has the turn: all see the same entries.
    """
    began = time.monotonic()
    now, is_taken, since = script(client, "take_turn")(keys=[TURN_KEY, LAST_TURN_KEY], args=[TURN_MS, LAST_TURN_MS])
    _follow(now, began)
    return int(since) if is_taken else None


def _follow(at_ms: int, began: float) -> None:
    if changed_ms := follow(at_ms, 1000 * (time.monotonic() - began)):
        log.warning("this machine's clock is not that of Redis: times are set by %+.1f s", changed_ms / 1000)
