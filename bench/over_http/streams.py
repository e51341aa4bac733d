"""Idle event streams on one API process: what they cost, and whether others notice: ``python -m bench.over_http.streams
URL [COUNT]``.

The process under test is that of a running Faceoff with one API process (``--api-processes 1``); both run on one
machine.
"""

import json
import resource
import socket
import statistics
import sys
import time
from http.client import HTTPConnection
from pathlib import Path
from urllib.parse import urlsplit

PINGS = 100


def main(url: str, count: int) -> None:
    place = urlsplit(url)
    host, port = place.hostname or "127.0.0.1", place.port or 80
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, count + 200), hard))
    api = HTTPConnection(host, port)
    game = call(api, "POST", "/v1/games", {"variant": "hockey", "seats": [{"kind": "person"}] * 2})
    before = memory_of(port)
    ping = pings(api)
    streams = [open_stream(host, port, f"/v1/games/{game['id']}/stream?after={game['version']}") for _ in range(count)]
    print(f"{len(streams)} streams open; memory {before} -> {memory_of(port)} MiB; threads {threads_of(port)}")
    print(f"GET of the game, median (p99): {ping} ms before, {pings(api)} ms beside the streams")
    api.close()
    token = game["tokens"][str(game["to_act"][0])]
    view = call(api, "GET", f"/v1/games/{game['id']}", token=token)
    began = time.monotonic()
    call(
        api,
        "POST",
        f"/v1/games/{game['id']}/moves",
        {"ply": view["ply"], "move": view["legal_moves"][0]["move"]},
        token,
    )
    answered = time.monotonic() - began
    arrivals = []
    for stream in streams:
        read_to(stream, b"id: 2\n")
        arrivals.append(time.monotonic() - began)
    print(
        f"a move is answered in {1000 * answered:.0f} ms and arrives on all {len(arrivals)} streams in "
        f"{1000 * arrivals[-1]:.0f} ms"
    )


def call(api: HTTPConnection, method: str, path: str, body: object = None, token: str = "") -> dict:
    headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
    api.request(method, path, None if body is None else json.dumps(body), headers)
    return json.loads(api.getresponse().read())


def open_stream(host: str, port: int, path: str) -> socket.socket:
    stream = socket.create_connection((host, port), timeout=30)
    stream.sendall(f"GET {path} HTTP/1.1\r\nHost: {host}\r\n\r\n".encode())
    read_to(stream, b"retry:")
    return stream


def read_to(stream: socket.socket, words: bytes) -> None:
    seen = b""
    while words not in seen:
        more = stream.recv(4096)
        if not more:
            raise SystemExit(f"a stream ended early: {seen.decode(errors='replace')}")
        seen += more


def pings(api: HTTPConnection) -> str:
    times = []
    api.close()  # idle for too long; it opens again by itself
    for _ in range(PINGS):
        began = time.monotonic()
        call(api, "GET", "/health/ready")
        times.append(1000 * (time.monotonic() - began))
    return f"{statistics.median(times):.1f} ({statistics.quantiles(times, n=100)[-1]:.1f})"


def server_of(port: int) -> Path:
    """The folder in /proc of the API process: the gunicorn worker, child of the gunicorn that was given this port."""
    found = [
        path
        for path in Path("/proc").glob("[0-9]*")
        if f":{port}\0" in command_of(path) and "gunicorn" in command_of(path)
    ]
    parents = {int(path.name) for path in found}
    return next(path for path in found if int((path / "stat").read_text().rsplit(")", 1)[1].split()[1]) in parents)


def command_of(process: Path) -> str:
    try:
        return (process / "cmdline").read_text()
    except OSError:
        return ""


def status_of(port: int, name: str) -> int:
    line = next(line for line in (server_of(port) / "status").read_text().splitlines() if line.startswith(name))
    return int(line.split()[1])


def memory_of(port: int) -> int:
    return status_of(port, "VmRSS") // 1024


def threads_of(port: int) -> int:
    return status_of(port, "Threads")


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 400)
