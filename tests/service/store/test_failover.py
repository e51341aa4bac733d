"""Sentinels: writes are back after a failover, no acknowledged move is lost, and nothing old or unconfirmed is answered
as truth.

``faceoff bench failover`` kills, freezes and cuts off the primary, many times and with the whole service.
"""

import time

import pytest
import redis

from service.app import create_app
from service.config import Settings
from service.live.hub import Hub
from service.ops.embedded_redis import EmbeddedRedis
from service.store.connection import CONFIRMED_S
from service.store.store import Store
from tests.faults.failover import Player, lost, strike
from tests.patience import AT_ONCE_S, wait_until
from tests.service.at_once import all_at_once, at_once
from tests.service.client import PERSON, Client
from tests.service.sentinel_set import PASSWORD, SentinelSet


@pytest.fixture(scope="module")
def servers(tmp_path_factory):
    with SentinelSet(tmp_path_factory.mktemp("sentinels")) as servers:
        yield servers


@pytest.fixture
def settings(servers):
    return Settings(redis_url=servers.url, background=False, wait_replicas=1, wait_ms=300)


@pytest.fixture
def api(settings, contract):
    return Client(create_app(settings), contract)


def test_a_move_that_no_replica_has_is_not_acknowledged_nor_shown_and_counts_once_when_sent_again(servers, api, game):
    replicas = [server for server in servers.servers if server is not servers.primary]
    for replica in replicas:
        replica.freeze()
    try:
        refused = [api.move(game, game["token"]), api.move(game, game["token"]), api.get(f"/v1/games/{game['id']}")]
    finally:
        for replica in replicas:
            replica.thaw()
    assert {(answer.status_code, answer.json["code"]) for answer in refused} == {(503, "store/unavailable")}
    wait_until(
        lambda: api.get("/health/ready").status_code == 200 and api.get(f"/v1/games/{game['id']}").status_code == 200
    )
    assert api.move(game, game["token"]).json["version"] == game["version"] + 1
    servers.wait_until_whole()


def test_without_most_of_the_sentinels_the_primary_is_unknown_and_nothing_is_answered(servers, api, game):
    assert api.get("/health/ready").status_code == 200
    for sentinel in servers.sentinels[:2]:
        sentinel.kill()  # one that was frozen does not trust its clock for 30 s
    try:
        began = time.monotonic()
        wait_until(lambda: api.get("/health/ready").status_code == 503)
        assert time.monotonic() - began < CONFIRMED_S + AT_ONCE_S
        assert api.get(f"/v1/games/{game['id']}").status_code == 503
        assert api.get("/health/live").status_code == 200
    finally:
        for sentinel in servers.sentinels[:2]:
            sentinel.start()
    wait_until(lambda: api.get(f"/v1/games/{game['id']}").status_code == 200)


def test_one_sentinel_less_changes_nothing(servers, api, game):
    servers.sentinels[0].kill()
    try:
        time.sleep(CONFIRMED_S)
        assert api.move(game, game["token"]).status_code == 200
    finally:
        servers.sentinels[0].start()


def test_a_replica_is_not_ready_and_is_not_asked(servers, contract):
    replica = next(server for server in servers.servers if server is not servers.primary)
    api = Client(
        create_app(Settings(redis_url=f"redis://:{PASSWORD}@127.0.0.1:{replica.port}", background=False)), contract
    )
    answers = all_at_once(
        lambda: api.get("/health/ready"),
        lambda: api.get("/v1/games"),
        lambda: api.post("/v1/games", {"variant": "hockey"}),
    )
    assert {(answer.status_code, answer.json["code"]) for answer in answers} == {(503, "store/unavailable")}


def test_a_primary_that_becomes_a_replica_is_not_ready_and_refuses_writes(tmp_path, contract):
    with EmbeddedRedis(tmp_path) as server:
        api = Client(create_app(Settings(redis_url=server.url, background=False)), contract)
        game = api.create(seats=[PERSON, PERSON])
        token = game["tokens"][str(game["to_act"][0])]
        view = api.get(f"/v1/games/{game['id']}", token=token).json
        with redis.Redis.from_url(server.url) as client:
            client.replicaof("127.0.0.1", "1")
        assert api.move(view, token).status_code == 503
        paths = "/health/ready", f"/v1/games/{game['id']}"
        assert [answer.status_code for answer in at_once(2, lambda number: api.get(paths[number]))] == [503, 503]


def test_a_connection_that_waits_at_a_primary_that_is_cut_off_is_cut_too(servers, settings):
    """Nothing else ends it: the old primary goes on answering its clients, without anything new."""
    old, hub = servers.primary, Hub(settings)
    with hub._redis.pubsub() as subscription:
        subscription.subscribe("news")
        old.cut_off()
        try:
            with pytest.raises(redis.ConnectionError):
                wait_until(lambda: subscription.get_message(timeout=0.1) and None, "still connected to the old primary")
            wait_until(lambda: servers.primary is not old)  # the sentinel that is asked may learn it last
        finally:
            old.reach_again()
        old.ask("REPLICAOF", "127.0.0.1", str(servers.primary.port))  # which the sentinels would say after 8 s
    servers.wait_until_whole()


def test_after_a_failover_writes_are_back_and_no_acknowledged_move_is_lost(servers, settings, api):
    def call(method, path, body, token):
        options = {} if body is None else {"json": body}
        response = api.request(method, path, token=token, **options)
        return response.status_code, response.json

    player = Player(call, [PERSON, PERSON], pause_s=0.02)
    player.start()
    wait_until(lambda: player.acknowledged or player.error, "no game is played")
    strike(servers, "killed", [player])
    player.stop()
    assert lost(Store(settings), player.acknowledged) == []
    assert api.get("/health/ready").status_code == 200
