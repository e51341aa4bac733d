"""How a game that is over is stored: its document and its history compressed, in a tenth of the space.

The history of a running game is a stream of commits and a hash of requests, which grow by one entry with each move. When it is over,
they are read seldom and change no more. What is packed begins with the first byte of zlib's format, and JSON never does.
"""

import zlib
from dataclasses import dataclass, field
from typing import Final, Self

import msgspec

_ZLIB: Final = b"\x78"


def pack(data: bytes) -> bytes:
    """The data, compressed."""
    return zlib.compress(data, 9)


def unpack(data: bytes) -> bytes:
    """The inverse of ``pack``; returns data that is not packed as it is."""
    return zlib.decompress(data) if data.startswith(_ZLIB) else data


def is_move(request_id: str) -> bool:
    """Whether a request is a move, ``<ply>:<seat>``. Only these are packed: others may still be sent again."""
    return request_id.partition(":")[0].isdigit()


@dataclass
class History:
    """The packed part of a game's history: of each commit the version and the stored text, of each move the stored text."""

    commits: list[tuple[int, str]] = field(default_factory=list)
    requests: dict[str, str] = field(default_factory=dict)

    def dump(self) -> bytes:
        """The history, packed."""
        return pack(msgspec.json.encode(self))

    @classmethod
    def load(cls, data: bytes | None) -> Self:
        """The inverse of ``dump``; empty for None."""
        return cls() if data is None else msgspec.json.decode(unpack(data), type=cls)
