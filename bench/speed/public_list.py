"""How long a page of ``GET /v1/games`` takes with 100,000 public games, by its filters.

Of the games, 200 are real and the newest; the others are in the lists only, as no page below comes to them. In one
process, without HTTP.
"""

import time
from collections.abc import Iterator

from flask import Flask

from bench.report import percentile, table
from bench.speed.prepared import started
from engines import VARIANTS
from service.model.game import STATUSES

GAMES, REAL, CALLS = 100_000, 200, 200
EMPTY = (list(VARIANTS)[-1], "finished")
QUERIES = (
    *("", "limit=100", "status=aborted", f"variant={EMPTY[0]}&status=finished"),
    *("preset=original", "variant=hockey&preset=original"),
)


def fill(app: Flask) -> None:
    """List the games; none of one variant and status."""
    api, client = app.test_client(), app.extensions["faceoff"].store.client
    for _ in range(REAL):
        created = api.post("/v1/games", json={"variant": "hockey", "public": True, "seats": [{"kind": "person"}] * 2})
        assert created.status_code == 201, created.json
    sets = [(key, status) for key in VARIANTS for status in STATUSES if (key, status) != EMPTY and status != "aborted"]
    for place, (key, status) in enumerate(sets):
        numbers = range(place, GAMES - REAL, len(sets))
        client.zadd(
            f"faceoff:public:{key}:{status}", {f"{number:013d}:g_{number:020d}:standard": 0 for number in numbers}
        )


def rows() -> Iterator[tuple[object, ...]]:
    with started() as (app, _):
        fill(app)
        for query in QUERIES:
            took = []
            for _ in range(CALLS):
                began = time.perf_counter()
                answer = app.test_client().get(f"/v1/games?{query}")
                took.append(1000 * (time.perf_counter() - began))
                page = answer.get_json()
                assert answer.status_code == 200, page
            yield (
                f"`{query}`" if query else "none",
                len(page["games"]),
                *(f"{percentile(took, share):.1f}" for share in (0.5, 0.99)),
            )


def section() -> list[str]:
    """The table."""
    return table(("filters", "games of the page", "median ms", "p99"), rows())
