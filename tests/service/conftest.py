"""A real Redis for each process of the run, and a client that checks every response against the committed contract."""

import threading
import time
from dataclasses import replace

import pytest
import redis
from flask import current_app, request, request_finished

from service.app import create_app
from service.config import Settings
from service.model import timestamps
from service.ops.embedded_redis import EmbeddedRedis
from service.store.games import Stored
from service.store.queue import QUEUES, AiQueue, SafeJob, queue_client
from service.store.store import Store
from service.tasks.task import Tasks
from service.workers.ai_jobs import prepare_worker
from tests import ports
from tests.service.burst import BurstWorker
from tests.service.client import METRICS_PORT, PERSON, Client, Contract, choose_dealer
from tests.service.redis_cluster import ON_CLUSTER, RedisCluster
from tests.service.use_cases import games_of, play_computers

OFF_CLUSTER = (
    *("test_memory.py", "test_stack.py", "api/test_contract.py", "api/test_examples.py", "api/test_typed_contract.py"),
    *("games/test_answer_times.py", "games/test_texts.py", "live/test_browser.py", "ops/test_arrival.py"),
    *("ops/test_embedded_redis.py", "ops/test_hostile_clients.py", "ops/test_supervisor.py"),
    *("store/test_cluster.py", "store/test_failover.py", "store/test_redis_away.py"),
)
"""Tests that start servers of their own, or none."""
collect_ignore = list(OFF_CLUSTER) if ON_CLUSTER else []


@pytest.fixture(scope="session")
def redis_server(tmp_path_factory):
    with EmbeddedRedis(tmp_path_factory.mktemp("redis")) as server:
        with redis.Redis.from_url(server.url) as client:
            # waiting for the disk is tried in test_embedded_redis, not in every test
            client.config_set("appendfsync", "no")
        yield server


@pytest.fixture(autouse=True)
def declared_is_what_happens():
    """Fail a test in which an operation answers with a status, or the code of a problem, that it does not declare. Any
    client and any app of this process counts; ``server/error`` is a fault and declared nowhere.
    """
    undeclared = []

    def compare(_, response, **__):
        view = current_app.view_functions.get(request.endpoint)
        if (operation := getattr(view, "operation", None)) and request.method != "OPTIONS":
            code = response.json["code"] if response.mimetype == "application/problem+json" else response.status_code
            if code not in (*operation.answers, *operation.problems, "server/error"):
                undeclared.append(f"{operation.name} answers {code}, which it does not declare")

    with request_finished.connected_to(compare):
        yield undeclared
    assert not undeclared, undeclared


@pytest.fixture(autouse=True)
def own_clock():
    """The service's clock is that of the machine at first, as in a new process: a test before may have set it by its
    own Redis, or have been away. Fail a test that leaves a sweeper, which would do so in the tests after it, handle
    what they have made due, and count as their calls.
    """
    timestamps._ahead_ms = timestamps._away_ms = 0
    yield
    assert "sweeper" not in {thread.name for thread in threading.enumerate()}, "a sweeper goes on after its test"


@pytest.fixture(scope="session")
def contract():
    return Contract()


@pytest.fixture(scope="session")
def redis_cluster(tmp_path_factory):
    with RedisCluster(tmp_path_factory.mktemp("cluster")) as cluster:
        yield cluster


@pytest.fixture
def settings(redis_server, request):
    with redis.Redis.from_url(redis_server.url) as client:
        client.flushall()
    settings = Settings(
        redis_url=redis_server.url, background=False, ai_pace_ms=0, trust_loopback=True, metrics_port=METRICS_PORT
    )
    return on_cluster(settings, request.getfixturevalue("redis_cluster")) if ON_CLUSTER else settings


def on_cluster(settings, cluster):
    """The same with the games on a cluster."""
    cluster.flush()
    return replace(settings, redis_url=cluster.url, queue_redis_url=settings.redis_url)


@pytest.fixture
def app(settings):
    app = create_app(settings)
    yield app
    # a copy made at once: requests of a server that the test started may still be answered meanwhile
    for game in list(app.extensions["faceoff"].games.memory._games.values()):
        as_stored = Stored(game.revision, game.document).game(game.id)
        assert game.dump() == as_stored.dump(), "a remembered game was changed"
    app.extensions["faceoff"].hub.stop()  # or its listener looks without end for a server that is gone


@pytest.fixture
def api(app, contract):
    return Client(app, contract)


@pytest.fixture
def game(api):
    """A game of two people, the dealer chosen, as the seat to play sees it: ``token`` is that seat's, ``waiting`` the
    other one's.
    """
    created = choose_dealer(api, api.create(seats=[PERSON, PERSON]))
    tokens, asked = created["tokens"], created["to_act"][0]
    view = api.get(f"/v1/games/{created['id']}", token=tokens[str(asked)]).json
    return view | {"tokens": tokens, "token": tokens[str(asked)], "waiting": tokens[str(1 - asked)]}


@pytest.fixture
def store(settings):
    return Store(settings)


@pytest.fixture
def queue(settings):
    return AiQueue(queue_client(settings))


@pytest.fixture
def tasks(settings, store, queue):
    return Tasks(games_of(store, queue), settings)


@pytest.fixture
def play_computer(store, queue):
    """The work of workers for one game, done here and now, slice after slice."""

    def play(game_id):
        while store.games.load(game_id).ai is not None:
            play_computers(games_of(store, queue), game_id)
            time.sleep(0.001)  # an answer to a person falls due later

    return play


@pytest.fixture
def work(settings):
    """Let a real worker empty the queues."""
    _, client = prepare_worker(settings)

    def burst(**options):
        return BurstWorker(QUEUES, client, SafeJob).empty_queues(**options)

    return burst


@pytest.fixture(scope="module")
def free_port():
    """One for the tests of a file, of which one at a time starts a server."""
    return ports.free_port()
