"""Clocks that step while a process runs: that of Redis, also in its scripts, and that of each process of the service::

    clock = Clock(tmp_path / "clock")
    server = EmbeddedRedis(tmp_path)
    server.command = clock.command(server.command)
    with server:
        clock.step(-3600)  # an hour back

A process of its own gets ``clock.environment()``. Debian's libfaketime does it; monotonic clocks, and so all time-outs,
stay true. Within a test's process ``stepped`` is enough: the service reads the wall clock in
``service.model.timestamps`` alone.
"""

import os
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import pytest

from service.model import timestamps

_FOUND: Final = sorted(Path("/usr/lib").glob("*/faketime/libfaketimeMT.so.1"))
LIBRARY: Final = str(_FOUND[0]) if _FOUND else None
needs_clocks = pytest.mark.skipif(
    LIBRARY is None and not os.environ.get("REQUIRE_ALL"),
    reason="libfaketime is not installed (Debian and Ubuntu: apt install faketime)",
)


class Clock:
    """A wall clock that is some seconds ahead of the true one, or behind it; several processes may share one."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self.ahead_s = 0.0
        self.step(0)

    def step(self, seconds: float) -> None:
        """Step by this many seconds from where it is; back if they are negative. A script of Redis may take a tenth of
        a second to see it.
        """
        self.ahead_s += seconds
        new = self._file.with_suffix(".new")
        new.write_text(f"{self.ahead_s:+f}\n")
        new.replace(self._file)  # never read half written

    def environment(self) -> dict[str, str]:
        """The environment of a process that lives by this clock."""
        assert LIBRARY is not None, "libfaketime is not installed (Debian and Ubuntu: apt install faketime)"
        return {
            "LD_PRELOAD": LIBRARY,
            "FAKETIME_TIMESTAMP_FILE": str(self._file),
            "FAKETIME_NO_CACHE": "1",
            "FAKETIME_DONT_FAKE_MONOTONIC": "1",
            "DONT_FAKE_MONOTONIC": "1",
        }

    def command(self, command: Sequence[str]) -> list[str]:
        """The command with this clock."""
        return ["/usr/bin/env", *(f"{name}={value}" for name, value in self.environment().items()), *command]


@contextmanager
def stepped(seconds: float) -> Iterator[None]:
    """The service's clock in this process is this many seconds ahead, or behind; that of Redis is not."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(timestamps, "time_ns", lambda: time.time_ns() + int(seconds * 10**9))
        yield
