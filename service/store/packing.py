"""The stored form of documents: that of a running game is deflated, that of a game that is over and its history are
packed.

Deflating costs a hundredth of a move and halves the document, thanks to a dictionary of what all documents have in
common. What is packed is read seldom and changes no more: LZMA needs two thirds of zlib's space for it. The first byte
identifies the form: JSON never begins with that of LZMA's header with these filters, or with that of zlib.
docs/adr/0042-compact-live-games.md has the figures.
"""

import lzma
import zlib
from typing import Final

_FILTERS: Final = [{"id": lzma.FILTER_LZMA1, "preset": 9, "dict_size": 1 << 16, "lc": 3, "lp": 0, "pb": 0}]
"""For text of up to some 64 KiB; the dictionary of the preset would take a thousand times the memory."""
_LZMA: Final = b"\x03"
_ZLIB: Final = b"\x78"
_DICTIONARY: Final = (
    b'{"id":"g_","rules_version":1,"preset":"standard","options":{"seats":2,"periods":3,"},'
    b'"status":"active","public":true,'
    b'"created_at":"2026-","seed":"","tokens":{"":0,"":1,"":2,"":3,"":"owner"},"join_code":null,'
    b'"seed_digest":null,"joinable":false,'
    b'"fallback":null,"client_seeds":{},"shuffles":1,"moves":0,"asked_at":"2026-","deadline":null,"lifetime_s":604800,'
    b'"expires_at":"2026-","rematch_id":null,"rematch_of_id":null,"uninvited":[],"match_id":null,"key_id":null,"result":null,'
    b'"ai":{"seat":1,"level":4,"since":"2026-"},"ai":null,"format":1,"variant":"","seats":[["person",'
    b'"Player 1",null,null,null,null],'
    b'["ai","Computer (Regular)",4,null,null,null],["person","Player 2",null,null,null,null]],'
    b'"pace_ms":250,"watch_pace_ms":0,'
    b'"time_limit_s":null,"absent_after_s":120,"invitation_s":60,"expire_after_s":null,"state":{"format":1,"options":{'
)
"""What a document may be abbreviated with. Never change it: stored games could not be read any more. A better one is
added beside it (zlib writes its checksum into what it deflates, so that a reader finds the right one).
"""


def deflate(document: bytes) -> bytes:
    """The document of a running game, compressed fast."""
    # a small hash table: it has to be cleared for each document
    deflater = zlib.compressobj(1, memLevel=5, zdict=_DICTIONARY)
    return deflater.compress(document) + deflater.flush()


def pack(data: bytes) -> bytes:
    """The data, compressed as far as possible."""
    return lzma.compress(data, lzma.FORMAT_ALONE, filters=_FILTERS)


def unpack(data: bytes) -> bytes:
    """The inverse of ``pack`` and ``deflate``; returns data in neither form as it is."""
    if data.startswith(_ZLIB):
        return zlib.decompressobj(zdict=_DICTIONARY).decompress(data)
    return lzma.decompress(data, lzma.FORMAT_ALONE) if data.startswith(_LZMA) else data
