"""The files in which the processes of one machine share their metrics, when the disk is full.

prometheus_client maps files into memory whose blocks do not exist until they are written. On a full disk, writing into
such memory ends the process by SIGBUS. Here the blocks are allocated first; where that fails, the metrics stay in
memory that no other process sees.
"""

import os
import sys
from pathlib import Path
from typing import Any, Final

from prometheus_client import values
from prometheus_client.mmap_dict import MmapedDict

FIRST_BYTES: Final = 1 << 16


class AllocatedDict(MmapedDict):
    """The values of one process in a file that has all its blocks."""

    def __init__(self, filename: str, read_mode: bool = False) -> None:
        if not read_mode and not _create(Path(filename)):
            filename = _in_memory()
        super().__init__(filename, read_mode)  # type: ignore[no-untyped-call]

    def _init_value(self, key: str) -> None:
        room = self._capacity - self._used
        if len(key.encode()) + 64 > room and not _allocate(self._fname, 2 * self._capacity):
            self._move(_in_memory())
        super()._init_value(key)  # type: ignore[no-untyped-call]

    def _move(self, filename: str) -> None:
        """Continue in another file with the same values."""
        content = self._m[: self._used]
        self.close()  # type: ignore[no-untyped-call]
        with open(filename, "r+b") as file:
            file.write(content)
            file.truncate(self._capacity)
        MmapedDict.__init__(self, filename)  # type: ignore[no-untyped-call]


def use() -> None:
    """Let prometheus_client use such files from now on."""
    replaced: Any = values
    replaced.MmapedDict = AllocatedDict


def _create(file: Path) -> bool:
    """Create a file with all its blocks, unless it is there; false if the disk is full. It is never visible while
    empty: it could not be read.
    """
    if file.exists():
        return _allocate(str(file), FIRST_BYTES)
    new = file.with_suffix(".new")
    is_created = _allocate(str(new), FIRST_BYTES)
    if is_created:
        new.replace(file)
    else:
        new.unlink(missing_ok=True)
    return is_created


def _allocate(filename: str, size: int) -> bool:
    """Give a file all its blocks; False if the disk is full."""
    if sys.platform != "linux":  # others lack one call or the other
        return True
    try:
        with open(filename, "ab") as file:
            os.posix_fallocate(file.fileno(), 0, size)
    except OSError:
        return False
    return True


def _in_memory() -> str:
    """The name of a new file in memory."""
    return f"/proc/self/fd/{os.memfd_create('faceoff-metrics')}" if sys.platform == "linux" else os.devnull
