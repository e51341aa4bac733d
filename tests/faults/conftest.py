"""The service of the tests of ``tests/service``, and a proxy before its Redis."""

from dataclasses import replace

import pytest

from service.app import create_app
from tests.faults.proxy import RedisProxy
from tests.service.client import Client
from tests.service.conftest import (
    api,
    app,
    contract,
    declared_is_what_happens,
    game,
    own_clock,
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
    "contract",
    "declared_is_what_happens",
    "game",
    "own_clock",
    "play_computer",
    "queue",
    "redis_cluster",
    "redis_server",
    "settings",
    "store",
]


@pytest.fixture
def proxy(redis_server):
    with RedisProxy(redis_server.url) as proxy:
        yield proxy


@pytest.fixture
def far_api(settings, proxy, contract):
    """The API of an app whose Redis is behind the proxy."""
    app = create_app(replace(settings, redis_url=proxy.url))
    yield Client(app, contract)
    app.extensions["faceoff"].hub.stop()
