"""Keeps the Redis server of ``make run`` alive when the disk is full: it takes no changes until there is room, and is
read meanwhile.

With ``appendfsync always``, a server ends itself at the first write that fails: nothing is acknowledged that is not on
the disk. So the guard lets it refuse changes before the disk is full (``min-replicas-to-write``, as it has no replica),
and then fsync by the second: a server of that kind keeps running when what it writes by itself, such as expired keys,
does not fit on the disk. Where another program fills the disk faster than the guard looks, the server ends, and starts
again in that state.
"""

import logging
import threading
import time
from collections.abc import Callable, Sequence
from typing import Final

import redis

from service.ops.embedded_redis import EmbeddedRedis
from service.store.address import parse_address
from service.store.connection import impatient_client
from service.store.disk import FULL, LOW, LOW_DISK, MB, OK, Disk

log = logging.getLogger(__name__)

LOOK_EVERY_S: Final = 0.25
ENOUGH: Final = 1.25
"""Changes are accepted again with this many times the free space below which they are refused."""
READ_ONLY: Final = {"min-replicas-to-write": "1", "appendfsync": "everysec"}
"""In this order: what is acknowledged is on the disk."""
WRITABLE: Final = {"appendfsync": "always", "min-replicas-to-write": "0"}


class DiskGuard:
    """Watches the disk of an embedded server, from a thread of its own; ``say`` prints a line for the operator."""

    def __init__(self, server: EmbeddedRedis, disk: Disk, say: Callable[[str], None]) -> None:
        self._server = server
        self._disk = disk
        self._say = say
        self._was = OK
        self._client = impatient_client(parse_address(server.url), within_s=1, decode_responses=True)

    def start(self) -> None:
        """Start the guard's thread."""
        threading.Thread(target=self._run, name="disk", daemon=True).start()

    def command(self) -> Sequence[str]:
        """How to start the server now: with a full disk, so that it takes no changes."""
        options = READ_ONLY if self._free() < self._disk.least_free else {}
        return [*self._server.command, *(word for name, value in options.items() for word in (f"--{name}", value))]

    def look(self) -> None:
        """Look at the disk, and let the server take changes or not."""
        free = self._free()
        self._report(free)
        try:
            now = self._client.config_get(*WRITABLE)
            if free < self._disk.least_free and now != READ_ONLY:
                self._set(READ_ONLY)
            elif free >= ENOUGH * self._disk.least_free and now != WRITABLE and self._is_written():
                self._set(WRITABLE)
        except redis.RedisError:
            pass  # it starts, or is busy: look again

    def _run(self) -> None:
        while True:
            self.look()
            time.sleep(LOOK_EVERY_S)

    def _set(self, options: dict[str, str]) -> None:
        for name, value in options.items():
            self._client.config_set(name, value)

    def _is_written(self) -> bool:
        """Whether everything is on the disk; a server that fsyncs always would end itself otherwise."""
        return bool(self._client.info("persistence")["aof_last_write_status"] == "ok")

    def _free(self) -> int:
        free = self._disk.free()
        return self._disk.least_free * LOW_DISK if free is None else free

    def _report(self, free: int) -> None:
        least = self._disk.least_free
        state = self._disk.level(free)
        if state == self._was or (self._was == FULL and free < ENOUGH * least):
            return
        where = f"the disk of {self._disk.folder} has {free // MB} MB left"
        if state == FULL:
            self._say(
                f"faceoff | {where}: no change is accepted until there are {ENOUGH * least / MB:.0f} MB; "
                "games can be read"
            )
        elif state == LOW:
            self._say(f"faceoff | {where}: with less than {least // MB} MB no change is accepted")
        else:
            self._say(f"faceoff | {where}")
        self._was = state
