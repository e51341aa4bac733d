"""What is the same for all callers, as static files: pages, contracts and the web client.

``service/api/pages/build.py`` makes and compresses all of them at once, into one file that the processes map into
memory: a line of JSON, the index, and then the contents. Why not at their first use: docs/adr/0091-static-files.md.
"""

import hashlib
import mmap
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import IO, Final

import msgspec

from service.config import Settings, variable_name

ROOT: Final = Path(__file__).parents[2]
"""The folder of the packages."""
BUILT: Final = Path(__file__).with_name("__pycache__") / "static"
"""Where the build puts them, for the usual settings: made from the sources like the bytecode that is there too."""
STATED: Final = ("max_simulations", "max_think_ms", "max_match_pairs", "max_ttl_s", "decks")
"""The settings on which contracts and pages depend."""
GENERATED: Final = (".pyc", ".so", ".d.ts", "tsconfig.json")
"""Ends of the names of files that no page depends on, and that not every installation has."""


class StaticFile(msgspec.Struct, array_like=True, frozen=True, gc=False):
    """A file: its type, the hash of its content, and where that begins and ends, by coding; ``""`` is as it is."""

    content_type: str
    tag: str
    places: dict[str, tuple[int, int]]


class Index(msgspec.Struct):
    """The first line. ``client`` is the hash of all files of the web client."""

    sources: str
    client: str
    files: dict[str, StaticFile]


class StaticFiles:
    """The files by their addresses."""

    def __init__(self, file: IO[bytes]) -> None:
        self._data: Final = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        index = msgspec.json.decode(self._data.readline(), type=Index)
        self._start: Final = self._data.tell()
        self.sources: Final = index.sources
        self.client: Final = index.client
        self.files: Final[Mapping[str, StaticFile]] = index.files

    def content(self, file: StaticFile, coding: str) -> bytes:
        """The bytes of a file in one of its codings."""
        begin, end = file.places[coding]
        return self._data[self._start + begin : self._start + end]


def static_files(settings: Settings) -> StaticFiles:
    """The files of a service with these settings. Each process that gunicorn forks has those of its master."""
    return _static_files(Settings(**{name: getattr(settings, name) for name in STATED}))


@lru_cache(maxsize=4)
def _static_files(settings: Settings) -> StaticFiles:
    is_usual = settings == Settings()
    if is_usual and BUILT.exists():
        with BUILT.open("rb") as file:
            found = StaticFiles(file)
        if found.sources == digest_of_sources():
            return found
    # By a process of its own: what makes them stays out of those that serve them.
    with tempfile.NamedTemporaryFile() as made:
        stated = {variable_name(name): str(getattr(settings, name)) for name in STATED}
        path = os.pathsep.join([*filter(None, sys.path), str(ROOT)])
        command = [sys.executable, "-P", "-m", "service.api.pages.build", made.name]
        subprocess.run(command, env=os.environ | stated | {"PYTHONPATH": path}, check=True)
        if is_usual:
            with suppress(OSError):  # an installation that may not be written to
                keep(made.read())
        return StaticFiles(made.file)


def keep(made: bytes) -> None:
    """Keep the files for the next start."""
    BUILT.parent.mkdir(exist_ok=True)
    new = BUILT.with_name(f"{BUILT.name}.{os.getpid()}")
    new.write_bytes(made)
    new.replace(BUILT)


def digest_of_sources() -> str:
    """The digest of all from which the files are made: the service with its documents and the web client, the rules,
    and the computers without their networks.
    """
    digest = hashlib.sha256()
    for package in ("service", "engines", "ai"):
        for path in files_in(ROOT / package):
            if package != "ai" or path.suffix == ".py":
                name = path.relative_to(ROOT).as_posix()
                digest.update(name.encode() + b"\0" + hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()


def files_in(folder: Path) -> Iterator[Path]:
    """The files in a folder, and in those that it links to, which ``Path.rglob`` does not enter."""
    for path in sorted(folder.iterdir()):
        if path.is_dir():
            yield from files_in(path) if path.name != "__pycache__" else ()
        elif not path.name.endswith(GENERATED):
            yield path
