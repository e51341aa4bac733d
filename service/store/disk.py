"""The disk of a Redis server that ``make run`` has started. The supervisor needs it, which loads little else."""

import os
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from service.config import Settings

Level: TypeAlias = Literal["ok", "low", "full", "read_only"]
OK: Final = "ok"
LOW: Final = "low"
FULL: Final = "full"
MB: Final = 1024 * 1024
LOW_DISK: Final = 4
"""The disk is low with less than this many times the free space below which changes are refused."""


@dataclass(frozen=True)
class Disk:
    """The data folder of a server on this machine."""

    folder: str
    """Empty if the server is elsewhere."""
    least_free: int
    """Bytes. With less free space, the server takes no changes."""

    def level(self, free: int | None) -> Level:
        """``full`` where changes are refused, ``low`` near it, otherwise ``ok``; with so many bytes free."""
        if free is None or free >= LOW_DISK * self.least_free:
            return OK
        return LOW if free >= self.least_free else FULL

    def free(self) -> int | None:
        """Bytes that can still be written; None if that is not known."""
        if not self.folder:
            return None
        try:
            status = os.statvfs(self.folder)
        except OSError:
            return None
        return status.f_bavail * status.f_frsize


def disk_of(settings: Settings) -> Disk:
    """The disk that the settings name."""
    return Disk(settings.data_dir, settings.min_free_mb * MB)
