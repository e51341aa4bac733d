"""Whether the service grows while people play for long: ``faceoff bench long-play --moves 100000``. Written into
docs/reliability.md.
"""

import tempfile
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import redis

from bench.reliability.crash import Players
from bench.report import OF_PAGE, show, table
from bench.study import parser_of
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
    wanted = parser_of(__doc__, moves=(100_000, "until it ends"), players=(8, "people"), **OF_PAGE).parse_args()
    port = free_port()
    heads = ["moves", *(f"{part}, {what}" for part in PARTS for what in ("MiB", "files")), "keys"]
    rows: list[list[str]] = []
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
            rows.append([f"{figure:,}" for figure in (players.moves, *look(service, Path(name)))])
            print(*rows[-1], sep=" | ", flush=True)
        seconds = time.monotonic() - began
        threading.Thread(target=players.finish, daemon=True).start()
    faults = players.faults
    pace = f"{players.moves / seconds:.0f} moves a second of {wanted.players} people against computers of level 1"
    lines = [*table(heads, rows), f"{pace}; faults: {len(faults)}.", *(f"- {fault}" for fault in faults[:20])]
    show("soak", lines, wanted.page)
    return 1 if faults else 0
