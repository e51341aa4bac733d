"""HTTP clients that reset, half-send, pipeline, or do not read their answers."""

import json
import socket
import struct
from contextlib import suppress
from typing import Any, Self

from tests.patience import PATIENCE_S


def request(method: str, path: str, body: Any = None, token: str | None = None, **headers: str) -> bytes:
    """A request as it goes over the connection."""
    content = b"" if body is None else json.dumps(body).encode()
    lines = [f"{method} {path} HTTP/1.1", "Host: localhost"]
    lines += [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
    lines += [f"Authorization: Bearer {token}"] if token else []
    lines += [] if body is None else ["Content-Type: application/json", f"Content-Length: {len(content)}"]
    return "\r\n".join([*lines, "", ""]).encode() + content


class RawClient:
    """A connection to a port of this machine, over which anything can be sent; with ``reads`` false its receive window
    stays closed.
    """

    def __init__(self, port: int, *, reads: bool = True, timeout_s: float = PATIENCE_S) -> None:
        self.socket = socket.socket()
        self.socket.settimeout(timeout_s)
        if not reads:
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1024)
        self.socket.connect(("127.0.0.1", port))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.socket.close()

    def send(self, *requests: bytes) -> Self:
        """Send these bytes at once; several requests are pipelined."""
        self.socket.sendall(b"".join(requests))
        return self

    def half_send(self, sent: bytes, share: float = 0.5) -> Self:
        """Send only the first part of a request, and keep the connection."""
        return self.send(sent[: max(1, int(len(sent) * share))])

    def reset(self) -> None:
        """End the connection so that the server gets ECONNRESET."""
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.socket.close()

    def end(self) -> bytes:
        """Send nothing more, and return all that still comes; what came before a reset counts."""
        received = b""
        with suppress(ConnectionError):
            self.socket.shutdown(socket.SHUT_WR)
            while chunk := self.socket.recv(1 << 16):
                received += chunk
        return received

    def statuses(self) -> list[int]:
        """The statuses of all answers, as ``end``."""
        return [int(line.split()[1]) for line in self.end().split(b"\r\n") if line.startswith(b"HTTP/1.1 ")]
