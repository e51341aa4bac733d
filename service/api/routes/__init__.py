"""All operations, in the order of the contract: one blueprint a resource, whose views of a few lines translate HTTP and
nothing else.
"""

from typing import Final

from service.api.operation import Routes
from service.api.routes import bots, games, lifecycle, meta, records, streams, tasks

ROUTES: Final[tuple[Routes, ...]] = (
    meta.variant_routes,
    games.routes,
    streams.routes,
    streams.webhook_routes,
    lifecycle.routes,
    bots.routes,
    records.routes,
    tasks.analysis_routes,
    tasks.suggestion_routes,
    tasks.batch_routes,
    tasks.position_routes,
    tasks.match_routes,
    meta.routes,
)
