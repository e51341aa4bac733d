"""Backups: all pieces of the store in one file, and back.

The file is gzip of lines of JSON: a header, a piece in each line (``store/copies.py``), and an end with a digest of all
lines before it. Neither backup nor restore holds more than one piece in memory.
"""

import gzip
import hashlib
import os
import sys
import zlib
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Final

import msgspec

from service.model.timestamps import now_ms, time_text
from service.ops.embedded_redis import EmbeddedRedis
from service.ops.run import locked
from service.store.copies import GAME, Copies, Piece
from service.version import VERSION

FORMAT: Final = 2
NAMED: Final = 5
"""Pieces that are in the way and named."""


class Header(msgspec.Struct, tag="backup"):
    """The first line."""

    format: int
    service: str
    created_at: str


class End(msgspec.Struct, tag="end"):
    """The last line."""

    pieces: int
    sha256: str
    """Of all lines before it."""


Line = msgspec.json.Decoder(Header | End | Piece)


class BackupError(Exception):
    """A file that cannot be restored, or not now; the text says why."""


# -- backup


def back_up(copies: Copies, file: str) -> Counter[str]:
    """Write everything to a file, ``-`` for standard output; returns the number of pieces by kind.

    A file of this name is replaced when the new one is complete.
    """
    with _target(file) as target, gzip.GzipFile(fileobj=target, mode="wb", filename="", mtime=0) as lines:
        return _write(copies, lines)


def _write(copies: Copies, lines: gzip.GzipFile) -> Counter[str]:
    counts: Counter[str] = Counter()
    digest = hashlib.sha256()

    def add(line: Header | Piece) -> None:
        text = msgspec.json.encode(line) + b"\n"
        digest.update(text)
        lines.write(text)

    add(Header(FORMAT, VERSION, time_text(now_ms())))
    for piece in copies.all():
        add(piece)
        counts[piece.kind] += 1
    lines.write(msgspec.json.encode(End(counts.total(), digest.hexdigest())) + b"\n")
    return counts


@contextmanager
def _target(file: str) -> Iterator[IO[bytes]]:
    """A new file that only its owner can read: a backup holds hidden cards."""
    if file == "-":
        yield sys.stdout.buffer
        return
    part = f"{file}.part"
    try:
        with os.fdopen(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as target:
            yield target
            target.flush()
            os.fsync(target.fileno())
        os.replace(part, file)
    except BaseException:
        Path(part).unlink(missing_ok=True)
        raise


# -- restore


def restore(copies: Copies, file: str, *, overwrite: bool = False) -> Counter[str]:
    """Write everything in a file into the store; returns the number of pieces by kind.

    The whole file is checked before anything is written. Raises BackupError if it is damaged or of another format, if
    this service cannot read a game of it, or, without ``overwrite``, if the store has one of its pieces.
    """
    for _ in _read(file):  # to its end, where the checksum is
        pass
    in_the_way = []
    for piece in _read(file):
        try:
            if piece.kind == GAME:
                piece.game()
        except ValueError as error:
            raise BackupError(f"{file}: {error}") from None
        if not overwrite and copies.exists(piece):
            in_the_way.append(piece.id)
    if in_the_way:
        named = ", ".join(in_the_way[:NAMED]) + (", ..." if len(in_the_way) > NAMED else "")
        raise BackupError(
            f"the store has {len(in_the_way)} of the games, bots, keys or matches in {file} ({named}): "
            "nothing was restored; --overwrite replaces them"
        )
    counts: Counter[str] = Counter()
    for piece in _read(file):
        copies.write(piece)
        counts[piece.kind] += 1
    return counts


def _read(file: str) -> Iterator[Piece]:
    """The pieces of a file; raises BackupError where it is not what a backup is."""
    digest, pieces, is_complete = hashlib.sha256(), 0, False
    try:
        with gzip.open(file, "rb") as lines:
            for number, text in enumerate(lines, 1):
                line = Line.decode(text)
                if number == 1:
                    _check_header(file, line)
                elif is_complete:
                    raise BackupError(f"{file}: line {number} follows the end")
                elif isinstance(line, End):
                    is_complete = (line.pieces, line.sha256) == (pieces, digest.hexdigest())
                    if not is_complete:
                        raise BackupError(f"{file} is damaged: its checksum does not fit")
                elif isinstance(line, Header):
                    raise BackupError(f"{file}: line {number} is a second header")
                else:
                    pieces += 1
                    yield line
                digest.update(text)
    except (EOFError, zlib.error, gzip.BadGzipFile, msgspec.DecodeError, UnicodeDecodeError) as error:
        raise BackupError(f"{file} is no backup, or damaged: {error}") from None
    except OSError as error:
        raise BackupError(f"{file} cannot be read: {error.strerror}") from None
    if not is_complete:
        raise BackupError(f"{file} is incomplete: its end is missing")


def _check_header(file: str, line: object) -> None:
    if not isinstance(line, Header):
        raise BackupError(f"{file} is no backup: its first line is no header")
    if line.format != FORMAT:
        raise BackupError(
            f"{file} has format {line.format}, written by version {line.service}; this service reads {FORMAT}"
        )


# -- the server of ``make run``


@contextmanager
def server_of(data_dir: Path, memory_mb: int) -> Iterator[str]:
    """The URL of the Redis server with this data folder, which is started unless ``make run`` runs.

    Raises CannotStart if it cannot be.
    """
    server = EmbeddedRedis(data_dir, memory_mb=memory_mb)
    if server.answers():
        yield server.url
        return
    with locked(data_dir), server:
        yield server.url
