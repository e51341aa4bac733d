"""The service of the tests of ``tests/service``."""

from tests.service.conftest import (
    api,
    app,
    builds_no_address,
    contract,
    play_computer,
    queue,
    redis_cluster,
    redis_server,
    settings,
    store,
)

__all__ = [
    "api",
    "app",
    "builds_no_address",
    "contract",
    "play_computer",
    "queue",
    "redis_cluster",
    "redis_server",
    "settings",
    "store",
]
