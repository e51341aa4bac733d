"""How full the store is: its memory against ``maxmemory``, whether it takes changes, and the disk of ``make run``.

Why new games are refused before running ones have to be: docs/adr/0027-full-store.md.
"""

import logging
import time
from dataclasses import dataclass
from typing import Any, Final

import redis

from service.config import FULL, LOW, MB, OK, Disk, Level
from service.language import ENGLISH
from service.model.answer import Problem

log = logging.getLogger(__name__)

READ_ONLY: Final = "read_only"

LOW_MEMORY: Final = 0.8
"""From this share of the memory on, games in which nobody has moved and games that are over are deleted before their
time, the oldest first.
"""
LEAST_ROOM: Final = 0.1
FULL_MEMORY: Final = 0.9
"""From this share on, nothing new is accepted. The rest is for running games."""
LOOK_EVERY_S: Final = 1.0
RETRY_AFTER_S: Final = 30


@dataclass(frozen=True)
class SpaceState:
    """How full the store was a moment ago."""

    level: Level
    """``ok``; ``low``: soon full; ``full``: nothing new is accepted; ``read_only``: no change is."""
    memory: int
    """Bytes that count towards ``maxmemory``."""
    most_memory: int
    """``maxmemory`` in bytes; 0 for no limit."""
    free_disk: int | None
    """Free bytes of the data folder, if it is on this machine."""

    @property
    def is_memory_low(self) -> bool:
        """True if games have to be deleted before their time."""
        return bool(self.most_memory) and self.memory >= LOW_MEMORY * self.most_memory

    @property
    def room(self) -> float:
        """The share of its usual number of games that a caller may have now: it decreases when memory is low."""
        used = self.memory / self.most_memory if self.most_memory else 0.0
        return min(1.0, max(LEAST_ROOM, (FULL_MEMORY - used) / (FULL_MEMORY - LOW_MEMORY)))


class Space:
    """Checks the store at most once a second, however often it is called. Used by many threads."""

    def __init__(self, client: "redis.Redis", disk: Disk) -> None:
        self._client: Any = client
        self._disk = disk
        self._state = SpaceState(OK, 0, 0, None)
        self._looked_at = -LOOK_EVERY_S

    def state(self) -> SpaceState:
        """The state, at most a second old. Raises RedisError if Redis does not respond."""
        now = time.monotonic()
        if now - self._looked_at >= LOOK_EVERY_S:
            self._looked_at = now
            self.look()
        return self._state

    def look(self) -> SpaceState:
        """The state now."""
        before, self._state = self._state, self._read()
        if before.level != self._state.level:
            _report(self._state)
        return self._state

    def require(self) -> None:
        """Raise Problem ``store/full`` unless something new may be stored."""
        if self.state().level in (FULL, READ_ONLY):
            raise store_full()

    def _read(self) -> SpaceState:
        infos = self._infos()
        memory, most = max(map(_memory_of, infos), key=lambda found: found[0] / found[1] if found[1] else 0)
        free = self._disk.free()
        if any(
            info.get("aof_last_write_status", "ok") != "ok" or info.get("min_slaves_good_slaves") == 0 for info in infos
        ):
            level: Level = READ_ONLY
        elif most and memory >= FULL_MEMORY * most:
            level = FULL
        elif (most and memory >= LOW_MEMORY * most) or self._disk.level(free) != OK:
            level = LOW
        else:
            level = OK
        return SpaceState(level, memory, most, free)

    def _infos(self) -> list[dict[str, Any]]:
        """INFO of the server, or of every primary of a cluster; the fullest one is used."""
        if isinstance(self._client, redis.RedisCluster):
            return list(self._client.info(target_nodes=redis.RedisCluster.PRIMARIES).values())
        return [self._client.info()]


def _memory_of(info: dict[str, Any]) -> tuple[int, int]:
    """Bytes used, and ``maxmemory``."""
    return info["used_memory"] - info.get("mem_not_counted_for_evict", 0), info.get("maxmemory", 0)


def store_full() -> Problem:
    """Nothing new is accepted."""
    return Problem("store/full", ENGLISH.phrase("store_full", seconds=RETRY_AFTER_S), retry_after_s=RETRY_AFTER_S)


def is_refusal(error: redis.RedisError) -> bool:
    """True if Redis responds but takes no changes, because its memory or its disk is full."""
    return isinstance(error, redis.OutOfMemoryError) or str(error).startswith(("MISCONF", "NOREPLICAS"))


_REPORTS: Final = {
    OK: (logging.INFO, "the store has room again"),
    LOW: (
        logging.WARNING,
        "the store is nearly full: give it more memory or disk, or a shorter FACEOFF_FINISHED_TTL_S",
    ),
    FULL: (logging.ERROR, "the store is full: nothing new is accepted; games that run go on"),
    READ_ONLY: (
        logging.ERROR,
        "the store takes no changes, as its disk is full or its replicas are away; games can be read",
    ),
}


def _report(state: SpaceState) -> None:
    level, text = _REPORTS[state.level]
    free = "" if state.free_disk is None else f", {state.free_disk // MB} MB of disk free"
    most = f" of {state.most_memory // MB}" if state.most_memory else ""
    log.log(level, "%s (%d%s MB of memory used%s)", text, state.memory // MB, most, free)
