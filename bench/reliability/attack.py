"""How long another client waits while the service is attacked: ``faceoff bench attack``, into docs/reliability.md.

The tests in tests/service/ops/test_hostile_clients.py and tests/service/api/test_bad_input.py are its short form; they
only check that other clients are served at all.
"""

import json
import resource
import socket
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

import requests

from bench.report import OF_PAGE, show, table
from bench.study import parser_of
from engines import VARIANTS
from service.config import MOST_WAITING
from tests.faults.clients import RawClient
from tests.ports import free_port
from tests.service.ops.test_hostile_clients import MANY, POST, opened, served_within_s
from tests.service.supervised import whole_service

TIMES = 20
STRANGER = {"X-Forwarded-For": "192.0.2.1"}
"""As a stranger: for one whom a proxy speaks for, this is another machine."""
STREAMS, POLLS, READERS = 400, 48, 500


def half(sent: bytes, count: int = MANY) -> Callable[[int, str], object]:
    return lambda port, game: opened(port, count, sent)


@contextmanager
def held(port: int, game: str) -> Iterator[None]:
    """Many streams and polls of one game in which nothing happens."""
    view = requests.get(f"http://127.0.0.1:{port}{game}", timeout=60).json()
    paths = [f"{game}/{part}?after={view['version']}" for part in ["stream"] * STREAMS + ["events"] * POLLS]
    with ExitStack() as stack:
        for path in paths:
            client = stack.enter_context(socket.create_connection(("127.0.0.1", port)))
            client.sendall(f"GET {path} HTTP/1.1\r\nHost: x\r\nPrefer: wait=30\r\n\r\n".encode())
        time.sleep(2)
        yield


def again_and_again(attack: Callable[[int, str], object], clients: int = 1) -> Callable[[int, str], object]:
    """The attack is repeated by this many concurrent clients until the block ends."""

    @contextmanager
    def during(port: int, game: str) -> Iterator[None]:
        is_over = threading.Event()

        def repeat() -> None:
            while not is_over.is_set():
                with suppress(OSError):
                    attack(port, game)

        threads = [threading.Thread(target=repeat) for _ in range(clients)]
        for thread in threads:
            thread.start()
        time.sleep(1)
        yield
        is_over.set()
        for thread in threads:
            thread.join()

    return during


def resets(sent: bytes) -> Callable[[int, str], object]:
    return again_and_again(lambda port, game: RawClient(port).send(sent).reset(), 4)


def overflow(port: int, game: str) -> None:
    """More connections than are held, while those that have waited longest send."""
    with ExitStack() as stack:
        first = [stack.enter_context(RawClient(port)) for _ in range(MOST_WAITING)]
        for number in range(300):
            stack.enter_context(RawClient(port))
            first[number].send(b"G")


def filled(sent: bytes, count: int) -> Callable[[int, str], object]:
    """This many connections from another address send what is never complete; those that are dropped do not come
    again.
    """

    @contextmanager
    def during(port: int, game: str) -> Iterator[None]:
        with ExitStack() as stack:
            for _ in range(count):
                client = stack.enter_context(socket.create_connection(("127.0.0.1", port), 60, ("127.0.0.2", 0)))
                with suppress(ConnectionError):
                    client.sendall(sent)
            yield

    return during


def read_all(port: int, game: str) -> None:
    requests.get(f"http://127.0.0.1:{port}{game}/events?after=0", headers=STRANGER, timeout=60)


def read_contracts(port: int, game: str) -> None:
    for name in VARIANTS:
        requests.get(f"http://127.0.0.1:{port}/openapi/{name}.yaml", headers=STRANGER, timeout=60)


@contextmanager
def read_slowly(port: int, game: str) -> Iterator[None]:
    """The games of a match are downloaded by more connections of one stranger than there are threads; each reads 2 kB
    a second.
    """
    address = f"http://127.0.0.1:{port}/v1/matches"
    players = {"first": {"level": 1}, "second": {"level": 1}, "pairs": 100}
    made = requests.post(address, json={"variant": "ice_cold_ice_hockey", **players}, timeout=60).json()
    while requests.get(f"{address}/{made['id']}", timeout=60).json()["status"] != "done":
        time.sleep(0.5)
    request = f"GET /v1/matches/{made['id']}/games HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: 192.0.2.1\r\n\r\n"
    is_over = threading.Event()

    def read(clients: list[socket.socket]) -> None:
        while not is_over.wait(1):
            for client in clients:
                with suppress(OSError):
                    client.recv(2000, socket.MSG_DONTWAIT)

    with ExitStack() as stack:
        clients = [stack.enter_context(socket.socket()) for _ in range(READERS)]
        for client in clients:
            client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)  # or the kernel takes megabytes ahead
            client.connect(("127.0.0.1", port))
            client.sendall(request.encode())
        reader = threading.Thread(target=read, args=(clients,))
        reader.start()
        time.sleep(5)
        try:
            yield
        finally:
            is_over.set()
            reader.join()


@contextmanager
def legends(port: int, game: str) -> Iterator[None]:
    """60 games of two Legends, from one stranger. They run until they are over, so this comes last."""
    body = {"variant": "hockey", "seats": [{"kind": "ai", "level": 6}] * 2}
    for _ in range(60):
        requests.post(f"http://127.0.0.1:{port}/v1/games", json=body, headers=STRANGER, timeout=60)
    yield


CHUNKED = POST + b"Transfer-Encoding: chunked\r\n\r\n"
ATTACKS = {
    "nothing": half(b"", 0),
    f"{MANY} half heads": half(b"GET /v1/variants HTTP/1.1\r\nHost: x\r\nX-Slow: "),
    f"{MANY} half bodies": half(POST + b"Content-Length: 60000\r\n\r\n{"),
    f"{MANY} half chunks": half(POST + b"Transfer-Encoding: chunked\r\n\r\nffff\r\n{"),
    "1,000 idle connections": half(b"", 1000),
    f"{MANY} answers that are not read": half(b"GET /health/live HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"),
    f"{MANY} times one request and a half": half(b"GET /health/live HTTP/1.1\r\nHost: x\r\n\r\nGET /health/li"),
    "resets after a wrong length": resets(POST + b"Content-Length: x\r\n\r\n"),
    "resets instead of a body": resets(POST + b"Content-Length: 2\r\nExpect: 100-continue\r\n\r\n"),
    f"{MOST_WAITING + 300:,} connections, the oldest of which send": again_and_again(overflow),
    "48 bodies of 1.9 MB that do not end": filled(POST + b"Content-Length: 2000000\r\n\r\n" + b" " * 1_900_000, 48),
    "280,000 chunks of one byte with 70 MB of sizes": filled(
        CHUNKED + (b"1;" + b"x" * 250 + b"\r\n{\r\n") * 280_000, 1
    ),
    "8 clients that read contracts": again_and_again(read_contracts, 8),
    "16 clients that read all events": again_and_again(read_all, 16),
    f"{READERS} slow readers of the games of a match": read_slowly,
    f"{STREAMS} streams and {POLLS} long polls": held,
    "60 games of two Legends": legends,
}


def bodies() -> dict[str, tuple[str, str]]:
    """The worst bodies that are accepted: a description, the path, and the body."""
    faults = json.dumps({"variant": "hockey", "seats": [{"kind": "x"}] * 4200})
    nested = '{"variant": "hockey", "options": ' + "[" * 30_000 + "]" * 30_000 + "}"
    record = json.dumps({"moves": [{"ply": "x"}] * 140_000})
    return {
        "64 kB of faults": ("/v1/games", faults),
        "64 kB of brackets": ("/v1/games", nested),
        f"{len(record) // 1000:,} kB of faults as a record": ("/v1/records", record),
    }


def main() -> None:
    only = ("", "the attacks with this in their name, and all bodies")
    wanted = parser_of(__doc__, only=only, **OF_PAGE).parse_args()
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(most, 65536), most))
    port = free_port()
    waits, answers = list[tuple[str, str]](), list[tuple[object, ...]]()
    with tempfile.TemporaryDirectory() as name, whole_service(Path(name), port) as (_, address):
        body = {"variant": "hockey", "seats": [{"kind": "person"}, {"kind": "person"}]}
        game = f"/v1/games/{requests.post(f'{address}/v1/games', json=body, timeout=60).json()['id']}"
        for what, attack in ATTACKS.items():
            if wanted.only not in what:
                continue
            with attack(port, game):  # type: ignore[attr-defined]
                waits.append((what, f"{1000 * served_within_s(port, TIMES):.0f} ms"))
        for what, (path, text) in bodies().items():
            began = time.monotonic()
            answer = requests.post(address + path, data=text, headers={"Content-Type": "application/json"}, timeout=120)
            took_ms = f"{1000 * (time.monotonic() - began):.0f} ms"
            answers.append((what, answer.status_code, took_ms, f"{len(answer.content):,}"))
    lines = table(("attack", f"longest of {TIMES} requests of another client"), waits)
    show("attack", lines + table(("body", "answer", "after", "bytes of the answer"), answers), wanted.page)
