"""Memory and disk that are used up."""

import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Final

import pytest

MB: Final = 1 << 20
BALLAST: Final = 10 * MB
"""So much that the buffers of connections count little."""


@contextmanager
def memory_used(client: Any, share: float = 1.2) -> Iterator[None]:
    """Set the server's ``maxmemory`` so that this share of it is used: above 1, it refuses every command that needs
    memory.
    """
    before = client.config_get("maxmemory")["maxmemory"]
    client.setrange("ballast", BALLAST, "x")
    info = client.info("memory")
    client.config_set("maxmemory", int((info["used_memory"] - info["mem_not_counted_for_evict"]) / share))
    try:
        yield
    finally:
        client.config_set("maxmemory", before)
        client.delete("ballast")


@contextmanager
def small_disk(folder: Path, size_mb: int) -> Iterator[Path]:
    """A file system of this size; the test is skipped where none can be mounted."""
    folder.mkdir()
    mounted = shutil.which("mount") and subprocess.run(
        ["mount", "-t", "tmpfs", "-o", f"size={size_mb}m", "tmpfs", folder], capture_output=True, check=False
    )
    if not mounted or mounted.returncode:
        pytest.skip("needs the right to mount a file system")
    try:
        yield folder
    finally:
        subprocess.run(["umount", "--lazy", folder], check=True)


def fill(file: Path) -> None:
    """Write until the disk is full."""
    with file.open("wb", buffering=0) as filler, suppress(OSError):
        while True:
            filler.write(bytes(4096))
