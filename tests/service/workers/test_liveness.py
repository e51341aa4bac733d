"""Worker processes as a container runs them: alive, hung, and stopped."""

import http.client
import os
import signal
import socket
import sys
import threading

import pytest
import redis
from rq import Worker
from rq.serializers import JSONSerializer

from service.model.game import version_of
from service.ops import supervisor
from service.ops.run import responds
from service.process import telemetry
from service.store.queue import queue_client
from service.tasks import task
from service.webhooks import subscriptions
from service.webhooks.outbound import Reach
from service.workers import main
from service.workers.ai_jobs import prepare_worker
from service.workers.main import LiveWorker
from tests import children
from tests.patience import AT_ONCE_S, PATIENCE_S, wait_until
from tests.ports import free_port
from tests.service.burst import work_on_task
from tests.service.client import PERSON, choose_dealer
from tests.service.store.test_store import is_free
from tests.service.webhooks.test_webhooks import Script, move
from tests.service.workers.test_jobs import paced

IMPATIENT = """
import signal, sys, threading
from service.process import telemetry
from service.workers import main

def hang(*_):
    threading.Event().wait()

signal.signal(signal.SIGUSR1, hang)
main.WORKER_TTL_S = 16  # RQ's loop turns once a second
telemetry.SILENT_S = 4
sys.exit(main.main(sys.argv[1:]))
"""
"""A worker whose main thread hangs from the first SIGUSR1 on, and that notices it sooner."""


@pytest.fixture
def log(tmp_path):
    """Where the worker processes of a test log."""
    return tmp_path / "log"


@pytest.fixture
def start(redis_server, settings, log):
    """Start worker processes; returns each with the port of its metrics."""
    running = []
    client = queue_client(settings)

    def start(*arguments):
        port = free_port()
        environ = os.environ | {"REDIS_URL": settings.redis_url, "QUEUE_REDIS_URL": settings.queue_redis_url}
        environ |= {"FACEOFF_METRICS_PORT": str(port), "FACEOFF_PRIVATE_WEBHOOKS": "true", "FACEOFF_LOG_LEVEL": "INFO"}
        with log.open("a") as output:
            command = [sys.executable, "-c", IMPATIENT, *arguments]
            process = children.start(command, cwd=supervisor.ROOT, env=environ, stdout=output, stderr=output)
        running.append(process)
        if "--webhooks" in arguments:
            wait_until(lambda: "worker ready for webhooks" in log.read_text(), "the worker does not start")
        else:
            wait_until(
                lambda: "idle" in [str(worker.get_state()) for worker in Worker.all(connection=client)],
                "the worker does not start",
            )
        return process, port

    yield start
    for process in running:
        process.kill()
        process.wait()


def ask(port, path):
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE_S)
    connection.request("GET", path)
    response = connection.getresponse()
    return response.status, response.read().decode()


def age_s(port):
    """How old the last sign of life is."""
    status, text = ask(port, telemetry.PATH)
    assert status == 200
    return int(text.split()[-3])


def test_a_worker_with_nothing_to_do_shows_signs_of_life(start):
    _, port = start()
    wait_until(lambda: age_s(port) >= 1, "the first sign stays new")
    wait_until(lambda: age_s(port) < 1, "no second sign comes")


def test_a_worker_that_hangs_fails_its_probe_though_its_metrics_are_served(start):
    process, port = start()
    process.send_signal(signal.SIGUSR1)
    wait_until(lambda: ask(port, telemetry.PATH)[0] == 503, "the probe does not fail")
    assert not responds("127.0.0.1", port, telemetry.PATH)
    status, metrics = ask(port, "/metrics")
    assert status == 200, metrics
    assert "faceoff_commits_total" in metrics


def test_without_redis_a_worker_shows_signs_of_life(settings, monkeypatch):
    with socket.create_server(("127.0.0.1", 0)) as unused:
        port = unused.getsockname()[1]
    monkeypatch.setattr(telemetry.signs_of_life, "_last", 0)
    worker = LiveWorker(["ai"], connection=queue_client(settings), serializer=JSONSerializer)
    worker.connection = redis.Redis(port=port)
    with pytest.raises(redis.ConnectionError):
        worker.heartbeat()
    assert telemetry.signs_of_life.silent_s() < PATIENCE_S


def test_a_long_search_shows_signs_of_life(api, settings, game, monkeypatch):
    shown = []
    asked = api.post(f"/v1/games/{game['id']}/suggestions", {"simulations": 1000}, token=game["token"]).json
    prepare_worker(settings)
    monkeypatch.setattr(task, "GIVE_WAY_EVERY_S", 0.0)
    monkeypatch.setattr(telemetry.signs_of_life, "show", lambda: shown.append(True))
    work_on_task(asked["id"], 0, 0)
    assert len(shown) >= 3


def test_a_worker_takes_a_connection_without_a_response_for_lost_within_seconds(settings):
    worker = LiveWorker(
        ["ai"], connection=queue_client(settings), serializer=JSONSerializer, worker_ttl=main.WORKER_TTL_S
    )
    assert worker.dequeue_timeout < worker.connection.connection_pool.connection_kwargs["socket_timeout"] <= AT_ONCE_S


# -- stopped


def test_an_answer_that_waits_for_its_time_is_committed_before_a_worker_ends(start, store, queue):
    process, _ = start()
    game = paced(store, queue, 2000)
    wait_until(lambda: not is_free(store, game.id), "no worker takes the game")
    process.terminate()
    assert process.wait(PATIENCE_S) == 0
    assert version_of(store.games.revision(game.id)) == 2


@pytest.mark.parametrize("arguments", [[], ["--webhooks"]], ids=["computer turns", "webhooks"])
def test_a_worker_that_waits_for_work_ends_on_sigterm(start, arguments):
    process, _ = start(*arguments)
    process.terminate()
    assert process.wait(PATIENCE_S) == 0


def test_a_delivery_under_way_is_finished_after_sigterm_and_one_that_waits_stays_due(start, api, store, settings, log):
    process, _ = start("--webhooks")
    answer = threading.Event()

    def late(connection):
        assert answer.wait(PATIENCE_S)
        connection.sendall(b"HTTP/1.1 200 OK\r\n\r\n")

    games = [choose_dealer(api, api.create(seats=[PERSON, PERSON])) for _ in range(2)]
    with Script(late) as receiver:
        for game in games:
            owner = subscriptions.game_member(store.games.load(game["id"]), game["tokens"]["0"])
            subscriptions.create_webhook(store, owner, receiver.url, reach=Reach(private=True))
            move(api, game)
        assert receiver.called.wait(PATIENCE_S)
        process.terminate()
        wait_until(lambda: "no further call begins" in log.read_text(), "the worker goes on")
        assert process.poll() is None
        answer.set()
        assert process.wait(PATIENCE_S) == 0
        assert receiver.calls == 1
    assert store.agenda.count("deliver") == 1
