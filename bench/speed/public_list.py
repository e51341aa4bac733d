"""How long a page of ``GET /v1/games`` takes with many public games, by its filters: ``python -m bench.speed.public_list 100000``.

Of the games, 200 are real and the newest; the others are in the lists only, as no page below comes to them. In one process, without HTTP.
"""

import sys
import tempfile
import time
from pathlib import Path

from engines import VARIANTS
from service.app import create_app
from service.config import Settings
from service.model.game import STATUSES
from service.ops.embedded_redis import EmbeddedRedis
from service.store.public_list import PUBLIC_GAMES

REAL, CALLS = 200, 300
QUERIES = (
    *("", "limit=100", "status=aborted", "variant=ice_cold_ice_hockey&status=finished"),
    *("preset=original", "variant=hockey&preset=original"),
)


def main(count: int) -> None:
    with tempfile.TemporaryDirectory() as folder, EmbeddedRedis(Path(folder)) as server:
        app = create_app(Settings(redis_url=server.url, background=False, limit_create=""))
        api, store = app.test_client(), app.extensions["faceoff"].store
        for _ in range(REAL):
            created = api.post("/v1/games", json={"variant": "hockey", "public": True, "seats": [{"kind": "person"}] * 2})
            assert created.status_code == 201, created.json
        sets = [(key, status) for key in VARIANTS for status in STATUSES if (key, status) != ("ice_cold_ice_hockey", "finished")]
        for number in range(count - REAL):
            key, status = sets[number % len(sets)]
            if status != "aborted":
                store.client.zadd(f"{PUBLIC_GAMES}:{key}:{status}", {f"{number:013d}:g_{number:020d}:standard": 0})
        print(f"{count:,} games: ms of a page, median and p99 of {CALLS}")
        for query in QUERIES:
            took = []
            for _ in range(CALLS):
                began = time.perf_counter()
                answer = api.get(f"/v1/games?{query}")
                took.append(1000 * (time.perf_counter() - began))
                assert answer.status_code == 200, answer.json
            took.sort()
            print(f"{query or 'no filter':45} {took[CALLS // 2]:7.1f} {took[int(0.99 * CALLS)]:7.1f}   {len(answer.json['games'])} games")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 100_000)
