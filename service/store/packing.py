"""How a game that is over is stored: its document and its history compressed, in a tenth of the space.

The history of a running game is a stream of commits and a hash of requests, which grow by one entry with each move. When it is over,
they are read seldom and change no more. LZMA needs two thirds of zlib's space for it. What is packed begins with a byte with which JSON
never does: the first one of LZMA's header with these filters or, from earlier versions, of zlib's.
"""

import lzma
import zlib
from dataclasses import dataclass, field
from typing import Final, Self

import msgspec

_FILTERS: Final = [{"id": lzma.FILTER_LZMA1, "preset": 9, "dict_size": 1 << 16, "lc": 3, "lp": 0, "pb": 0}]
"""For text of up to some 64 KiB; the dictionary of the preset would take a thousand times the memory."""
_LZMA: Final = b"\x03"
_ZLIB: Final = b"\x78"


def pack(data: bytes) -> bytes:
    """The data, compressed."""
    return lzma.compress(data, lzma.FORMAT_ALONE, filters=_FILTERS)


def unpack(data: bytes) -> bytes:
    """The inverse of ``pack``; returns data that is not packed as it is."""
    if data.startswith(_LZMA):
        return lzma.decompress(data, lzma.FORMAT_ALONE)
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
