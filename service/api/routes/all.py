"""All operations, in the order of the contract."""

from typing import Final

from service.api.operation import Routes
from service.api.routes import (
    analyses,
    bots,
    games,
    lifecycle,
    matches,
    meta,
    records,
    streams,
    suggestions,
    variants,
    webhooks,
)

ROUTES: Final[tuple[Routes, ...]] = (
    variants.routes,
    games.routes,
    streams.routes,
    webhooks.routes,
    lifecycle.routes,
    bots.routes,
    records.routes,
    analyses.routes,
    suggestions.routes,
    suggestions.positions,
    matches.routes,
    meta.routes,
)
