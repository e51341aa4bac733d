"""Redis away: a clear 503, and everything goes on when it is back, with nothing acknowledged lost."""

import os
import signal
import threading
import time
from contextlib import contextmanager

import pytest
import redis

from service.app import create_app
from service.config import Settings
from service.ops.embedded_redis import EmbeddedRedis
from service.store.connection import AWAY_S, RESPONSE_WITHIN_S
from tests.patience import AT_ONCE_S, PATIENCE_S
from tests.service.at_once import all_at_once
from tests.service.client import Client, ai


@pytest.fixture
def server(tmp_path):
    with EmbeddedRedis(tmp_path) as server:
        yield server


@pytest.fixture
def api(server, contract):
    app = create_app(Settings(redis_url=server.url, background=False))
    yield Client(app, contract)
    app.extensions["faceoff"].hub.stop()


def test_without_redis_requests_are_503_and_say_when_to_come_back(api, server, game):
    server.kill()
    answers = all_at_once(
        lambda: api.get("/health/ready"),
        lambda: api.get(f"/v1/games/{game['id']}", token=game["token"]),
        lambda: api.move(game, game["token"]),
        lambda: api.post("/v1/games", {"variant": "hockey"}),
        lambda: api.get("/v1/games"),
    )
    assert {(answer.status_code, answer.json["code"]) for answer in answers} == {(503, "store/unavailable")}
    assert not [answer for answer in answers if not int(answer.headers["Retry-After"]) > 0]
    assert api.get("/health/live").status_code == 200
    assert api.get("/v1/variants").status_code == 200


def test_a_frozen_redis_is_noticed_soon_and_every_request_after_it_at_once(api, server, game):
    with frozen(server):
        began = time.monotonic()
        assert api.get(f"/v1/games/{game['id']}", token=game["token"]).status_code == 503
        assert time.monotonic() - began < AT_ONCE_S
        took_s = []
        for _ in range(5):
            again = time.monotonic()
            assert api.move(game, game["token"]).status_code == 503
            took_s.append(time.monotonic() - again)
        assert min(took_s) < RESPONSE_WITHIN_S
    time.sleep(AWAY_S)
    assert api.move(game, game["token"]).status_code == 200


@contextmanager
def frozen(server):
    """Redis does not run, but its connections stay open."""
    with redis.Redis.from_url(server.url) as client:
        pid = client.info("server")["process_id"]
    os.kill(pid, signal.SIGSTOP)
    try:
        yield
    finally:
        os.kill(pid, signal.SIGCONT)


def test_a_request_waits_for_a_redis_that_is_being_restarted(api, server, game, monkeypatch):
    """It is back after 0.5 s of the pauses of the request, however long this machine takes to start it."""
    paused = []

    def pause(seconds):
        before = sum(paused)
        paused.append(seconds)
        if before < 0.5 <= sum(paused):
            server.start()

    monkeypatch.setattr("redis.retry.sleep", pause)
    server.kill()
    assert api.get(f"/v1/games/{game['id']}", token=game["token"]).status_code == 200
    assert sum(paused) >= 0.5
    assert api.move(game, game["token"]).status_code == 200


def test_the_service_recovers_by_itself_with_every_acknowledged_move(api, server, game):
    moved = api.move(game, game["token"]).json
    server.kill()
    assert api.get("/health/ready").status_code == 503
    server.start()
    assert api.get("/health/ready").status_code == 200
    assert api.get(f"/v1/games/{game['id']}", token=game["token"]).json["version"] == moved["version"]


def test_a_move_whose_answer_was_lost_can_be_sent_again(api, server, game):
    server.kill()
    assert api.move(game, game["token"]).status_code == 503
    server.start()
    assert api.move(game, game["token"]).json["version"] == game["version"] + 1
    assert api.move(game, game["token"]).headers["Idempotent-Replayed"] == "true"


def test_a_long_poll_survives_a_restart_of_redis(api, server, game):
    path = f"/v1/games/{game['id']}/events?after={game['version']}"
    answers = []
    poll = threading.Thread(target=lambda: answers.append(api.get(path, headers={"Prefer": "wait=20"})), daemon=True)
    hub = api.http.application.extensions["faceoff"].hub
    poll.start()
    while not hub.waits.taken:
        poll.join(0.01)
    server.kill()
    server.start()
    api.move(game, game["token"])
    poll.join(PATIENCE_S)
    assert answers[0].json["version"] == game["version"] + 1


def test_a_frozen_queue_holds_no_move(server, tmp_path, contract):
    with EmbeddedRedis(tmp_path / "queue") as other:
        api = Client(create_app(Settings(redis_url=server.url, queue_redis_url=other.url, background=False)), contract)
        with frozen(other):
            began = time.monotonic()
            assert api.post("/v1/games", {"variant": "hockey", "seats": [ai(1), ai(1)]}).status_code == 201
            assert time.monotonic() - began < AT_ONCE_S
