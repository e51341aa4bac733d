"""Idle event streams on one API process: what they cost, and whether others notice.

The process under test is that of a running Faceoff with one API process (``--api-processes 1``); both run on one
machine.
"""

import argparse
import random
import resource
import socket
import time
from pathlib import Path

from bench.over_http.client import Service
from bench.speed.alternating import percentile
from engines import VARIANTS

PINGS = 100


def main() -> None:
    """Open the streams, and print what they cost."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("address", nargs="?", default="http://127.0.0.1:8000", help="where Faceoff runs (%(default)s)")
    parser.add_argument("--count", type=int, default=400)
    wanted = parser.parse_args()
    count, api = wanted.count, Service(wanted.address)
    host, port = api.place
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, count + 200), hard))
    game = api.create(variant=next(iter(VARIANTS)), seats=[{"kind": "person"}] * 2)
    server = server_of(port)
    before = figure_of(server, "VmRSS") // 1024
    ping = pings(api)
    streams = [open_stream(host, port, f"/v1/games/{game['id']}/stream?after={game['version']}") for _ in range(count)]
    after, threads = figure_of(server, "VmRSS") // 1024, figure_of(server, "Threads")
    print(f"{len(streams)} streams open; memory {before} -> {after} MiB; threads {threads}")
    print(f"GET of the game, median (p99): {ping} ms before, {pings(api)} ms beside the streams")
    api.close()
    token = game["tokens"][str(game["to_act"][0])]
    view = api.view(game, token)
    began = time.monotonic()
    api.move(view, token, random.Random(1))
    answered = time.monotonic() - began
    arrivals = []
    for stream in streams:
        read_to(stream, f"id: {game['version'] + 1}-".encode())  # the rest of the revision is drawn at random
        arrivals.append(time.monotonic() - began)
    print(
        f"a move is answered in {1000 * answered:.0f} ms and arrives on all {len(arrivals)} streams in "
        f"{1000 * arrivals[-1]:.0f} ms"
    )


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


def pings(api: Service) -> str:
    times = []
    api.close()  # idle for too long; it opens again by itself
    for _ in range(PINGS):
        api.call("ping", "GET", "/health/ready")
        times.append(1000 * api.took)
    return f"{percentile(times, 0.5):.1f} ({percentile(times, 0.99):.1f})"


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


def figure_of(process: Path, name: str) -> int:
    line = next(line for line in (process / "status").read_text().splitlines() if line.startswith(name))
    return int(line.split()[1])
