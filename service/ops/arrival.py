"""A request as it arrives: which bytes belong to it, and whether all of them are here. It frames HTTP/1.1; gunicorn
parses it.
"""

import re
from typing import Final

MOST_HEAD_BYTES: Final = 32 * 1024
MOST_CHUNK_LINE_BYTES: Final = 256
MOST_FRAMING_BYTES: Final = 64 * 1024
"""Of a body in chunks, the bytes of their sizes, besides one for each byte of the body. A chunk of one byte may have
256 of them.
"""
MOST_TRAILER_BYTES: Final = 8 * 1024
_LENGTH: Final = re.compile(rb"[0-9]{1,15}")
_CHUNK_SIZE: Final = re.compile(rb"[0-9A-Fa-f]{1,12}[ \t]*(?:;[^\r\n]*)?")


class Malformed(Exception):
    """The bytes are no request that the service reads: the status to answer with, and why."""

    def __init__(self, status: int, reason: str) -> None:
        super().__init__(reason)
        self.status = status


class Arrival:
    """The bytes of one request, and perhaps the first of the next one behind it."""

    def __init__(self, most_body_bytes: int) -> None:
        self.data = bytearray()
        self.is_whole = False
        """Whether all of the request is here that is wanted: its head suffices if its length is too large, as it is
        refused unread.
        """
        self.is_cut = False
        """Whether the end of the request is not here, because it is too long."""
        self.has_begun = False
        self.has_head = False
        self.expects_continue = False
        """Whether the client waits for ``100 Continue`` before it sends the body."""
        self._most_body = most_body_bytes
        self._searched = 0
        self._end: int | None = None
        """Where the request ends; None if its last chunk says so."""
        self._chunk = 0
        """Where the next line with the size of a chunk begins."""
        self._body = 0
        """Bytes of the chunks before that."""
        self._framing = 0
        """Bytes of their lines."""

    def add(self, data: bytes) -> None:
        """Take up bytes that have arrived; raises Malformed if they are no request."""
        self.has_begun = True
        self.data += data
        if not self.has_head:
            self._read_head()
        if self.has_head and not self.is_whole:
            self.is_whole = self._has_all_chunks() if self._end is None else len(self.data) >= self._end

    def _read_head(self) -> None:
        if self.data.startswith((b"\r", b"\n")):  # empty lines may stand before a request
            del self.data[: len(self.data) - len(self.data.lstrip(b"\r\n"))]
        end = self.data.find(b"\r\n\r\n", self._searched)
        if end > MOST_HEAD_BYTES or (end == -1 and len(self.data) > MOST_HEAD_BYTES):
            raise Malformed(431, f"The head of a request may have at most {MOST_HEAD_BYTES} bytes.")
        self._searched = max(0, len(self.data) - 3)
        if end == -1:
            return
        self.has_head = True
        self._frame_body(bytes(self.data[:end]), end + 4)

    def _frame_body(self, head: bytes, start: int) -> None:
        """Find out from the head where the body ends that begins at ``start``."""
        lines = (line.partition(b":") for line in head.split(b"\r\n")[1:])
        headers = {name.lower(): value.strip() for name, _, value in lines}
        coding = headers.get(b"transfer-encoding")
        length = headers.get(b"content-length", b"0")
        self.expects_continue = headers.get(b"expect", b"").lower() == b"100-continue"
        if coding is not None and coding.lower() != b"chunked":
            raise Malformed(
                400, f"Transfer-Encoding: {_shown(coding)} is not known; send chunked, or a Content-Length."
            )
        if coding is not None:
            self._chunk = start
        elif not _LENGTH.fullmatch(length):
            raise Malformed(400, f"Content-Length: {_shown(length)} is not a length in bytes.")
        else:
            self.is_cut = int(length) > self._most_body
            self._end = start if self.is_cut else start + int(length)

    def _has_all_chunks(self) -> bool:
        """Go through the chunks that are here; whether they end with the last one and the trailers."""
        while True:
            line_end = self.data.find(b"\r\n", self._chunk, self._chunk + MOST_CHUNK_LINE_BYTES)
            line = bytes(self.data[self._chunk : line_end]) if line_end != -1 else b""
            if line_end == -1 and len(self.data) - self._chunk < MOST_CHUNK_LINE_BYTES:
                return False
            if not _CHUNK_SIZE.fullmatch(line):
                raise Malformed(400, f"{_shown(line)} is not the size of a chunk.")
            size = int(line.partition(b";")[0], 16)
            if size == 0:
                return self._has_trailers(line_end)
            if self._body + size > self._most_body:
                raise Malformed(413, f"The body may have at most {self._most_body} bytes.")
            self._framing += line_end + 4 - self._chunk
            if self._framing > MOST_FRAMING_BYTES + self._body:
                raise Malformed(413, "The sizes of the chunks have more bytes than the body; send fewer chunks.")
            after = line_end + 2 + size
            if len(self.data) < after + 2:
                return False
            if self.data[after : after + 2] != b"\r\n":
                raise Malformed(400, "A chunk is longer than its size.")
            self._chunk = after + 2
            self._body += size

    def _has_trailers(self, last: int) -> bool:
        """Whether the trailers are here, which follow the last chunk, whose line ends at ``last``."""
        is_end = self.data.find(b"\r\n\r\n", last) != -1
        if not is_end and len(self.data) - last > MOST_TRAILER_BYTES:
            raise Malformed(431, f"Trailers may have at most {MOST_TRAILER_BYTES} bytes.")
        return is_end


def _shown(value: bytes) -> str:
    return repr(value[:40].decode("latin-1"))
