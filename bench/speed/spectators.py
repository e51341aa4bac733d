"""What a reader of a stream costs one API process: an event to each of many, and streams in which nothing happens."""

import selectors
import socket
import time
from collections.abc import Sequence

from bench.over_http.client import Call, Connection
from bench.report import percentile, table
from bench.speed.prepared import MOVES, new_game
from bench.speed.served import one_process

READERS, IDLE = 1000, 10_000
EVENTS = 60
"""Moves that all of them see."""
SILENCE_S = 0.1
"""After a message has reached all."""
IDLE_S = 20.0


class Readers:
    """Streams that are read as fast as they come."""

    def __init__(self, port: int, games: Sequence[Call], is_packed: bool) -> None:
        self._selector = selectors.DefaultSelector()
        coding = {"Accept-Encoding": "gzip"} if is_packed else {}
        self.bytes = 0
        for move in games:
            client = socket.create_connection(("127.0.0.1", port))
            stream = Call("GET", f"{move.path.rpartition('/')[0]}/stream?view=true", move.token)
            client.sendall(stream.raw(**coding))
            self._selector.register(client, selectors.EVENT_READ)
        self.until_silence(1.0)

    def until_silence(self, silence_s: float) -> dict[int, float]:
        """Read until nothing has come for so long; returns when something came first, by reader."""
        came: dict[int, float] = {}
        while ready := self._selector.select(silence_s):
            for key, _ in ready:
                data = key.fileobj.recv(65536)  # type: ignore[union-attr]
                if not data or data.startswith(b"HTTP/1.1 ") is not data.startswith(b"HTTP/1.1 200"):
                    raise RuntimeError(f"a stream has ended: {data!r}")
                self.bytes += len(data)
                came.setdefault(key.fd, time.perf_counter())
        return came

    def close(self) -> None:
        """Hang up."""
        for key in list(self._selector.get_map().values()):
            key.fileobj.close()  # type: ignore[union-attr]
        self._selector.close()


def event(is_packed: bool) -> tuple[object, ...]:
    """A row: an event to each of many readers, without what the moves themselves cost."""
    with one_process() as (service, port, process):
        moves = new_game(service)
        player = Connection(f"http://127.0.0.1:{port}")
        spent, arrivals, received = [], list[float](), 0
        for number in (0, READERS):
            readers = Readers(port, moves[:1] * number, is_packed)
            readers.bytes, before = 0, process.cpu_s()
            for _ in range(min(EVENTS, MOVES // 2)):
                began = time.perf_counter()
                player.ask(moves.pop(0).raw())
                arrivals += [at - began for at in readers.until_silence(SILENCE_S).values()]
            spent.append(process.cpu_s() - before)
            received = readers.bytes
            readers.close()
    each_us = 1e6 * (spent[1] - spent[0]) / len(arrivals)
    late_ms = (f"{1000 * percentile(arrivals, share):.0f}" for share in (0.5, 0.99))
    return "gzip" if is_packed else "plain", f"{each_us:.0f}", *late_ms, f"{received / len(arrivals):.0f}"


def idle(is_packed: bool) -> tuple[object, ...]:
    """A row: many streams in which nothing happens."""
    with one_process() as (service, port, process):
        kib = process.kib()
        readers = Readers(port, new_game(service)[:1] * IDLE, is_packed)
        each_kib, spent, began = (process.kib() - kib) / IDLE, process.cpu_s(), time.monotonic()
        time.sleep(IDLE_S)
        share = (process.cpu_s() - spent) / (time.monotonic() - began)
        readers.close()
    return "gzip" if is_packed else "plain", f"{each_kib:.1f} kB", f"{100 * share:.1f} %"


def section() -> list[str]:
    """Both tables."""
    both = (False, True)
    return [
        *table((f"an event to {READERS} readers", "us of CPU for each", "median ms", "p99", "bytes"), map(event, both)),
        *table((f"{IDLE:,} streams", "memory of each", "share of a core"), map(idle, both)),
    ]
