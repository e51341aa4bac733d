"""Whether the service grows while people play for long: ``faceoff bench long-play --moves 100000``. Written into
docs/reliability.md.
"""

import argparse
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import redis

from bench.reliability.crash import Players
from bench.report import put_measured
from tests.patience import wait_until
from tests.ports import free_port
from tests.service.supervised import whole_service

PARTS = {"API": "gunicorn", "AI worker": "service.workers.main", "webhooks": "--webhooks"}
LOOKS = 5
LIFE_S = 60
"""Games that are over are kept for so long, so that the number of keys can stay the same."""


def look(service: Any, folder: Path) -> Iterator[int]:
    """MiB of memory and open files of each part, and the keys in Redis."""
    for words in PARTS.values():
        pids = [
            pid
            for pid in service.find_all(words)
            if words != PARTS["AI worker"] or pid not in service.find_all(PARTS["webhooks"])
        ]
        yield sum(int((Path("/proc") / str(pid) / "statm").read_text().split()[1]) * 4 // 1024 for pid in pids)
        yield sum(len(list((Path("/proc") / str(pid) / "fd").iterdir())) for pid in pids)
    with redis.Redis(unix_socket_path=str(folder / "data" / "redis.sock")) as client:
        yield int(client.dbsize())


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="faceoff bench long-play", description="Play for long, and see whether the service grows."
    )
    parser.add_argument("--moves", type=int, default=100_000)
    parser.add_argument("--players", type=int, default=8)
    parser.add_argument("--page", type=Path, help="docs/reliability.md, whose part is written anew")
    wanted = parser.parse_args()
    port = free_port()
    heads = ["moves", *(f"{part}, {what}" for part in PARTS for what in ("MiB", "files")), "keys"]
    lines = [f"| {' | '.join(heads)} |", "|---" * len(heads) + "|"]
    with (
        tempfile.TemporaryDirectory() as name,
        whole_service(Path(name), port, FACEOFF_FINISHED_TTL_S=str(LIFE_S)) as (service, address),
    ):
        players = Players(address, wanted.players, levels=(1,))
        players.start()
        began = time.monotonic()
        for number in range(1, LOOKS + 1):
            wait_until(
                lambda most=wanted.moves * number // LOOKS: players.moves >= most or players.faults,
                patience_s=24 * 3600,
            )
            lines.append(f"| {' | '.join(f'{figure:,}' for figure in (players.moves, *look(service, Path(name))))} |")
            print(lines[-1], flush=True)
        seconds = time.monotonic() - began
        threading.Thread(target=players.finish, daemon=True).start()
    faults = players.faults
    pace = players.moves / seconds
    lines += [
        "",
        f"{pace:.0f} moves a second of {wanted.players} people against computers of level 1; faults: {len(faults)}.",
    ]
    report = "\n".join([*lines, *(f"- {fault}" for fault in faults[:20])])
    print(report)
    if wanted.page:
        put_measured("soak", [report, ""], wanted.page)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
