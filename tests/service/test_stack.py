"""The whole service as ``make run`` starts it: real gunicorn, Redis and RQ workers, played over HTTP, its parts killed
meanwhile.
"""

import json
import os
import random
import signal
import time
from contextlib import ExitStack
from http.client import HTTPConnection, HTTPException

import pytest
import redis

from service.ops.embedded_redis import EmbeddedRedis
from tests import ports
from tests.clients.test_bot import Process as BotProcess
from tests.patience import PATIENCE_S, wait_until
from tests.service.client import PERSON, ai
from tests.service.supervised import GAMES_SERVER, QUEUE_SERVER, Supervised
from tests.service.webhooks.test_webhooks import Receiver

SHORT = {"periods": 1, "first_dealer": "random"}
CALLS = ("scores", "breakaway", "blocks", "post", "save", "miss", "clears", "shoots", "plays")


class Http:
    """Calls over one kept connection; waits out the moments in which the API is down."""

    def __init__(self, port):
        self.port = port
        self.connection = None

    def call(self, method, path, body=None, token=None, **headers):
        headers = {"Content-Type": "application/json", **headers} | (
            {"Authorization": f"Bearer {token}"} if token else {}
        )
        deadline = time.monotonic() + PATIENCE_S
        while True:
            try:
                self.connection = self.connection or HTTPConnection("127.0.0.1", self.port, timeout=40)
                self.connection.request(method, path, None if body is None else json.dumps(body), headers)
                response = self.connection.getresponse()
                content = json.loads(response.read())
                if response.status != 503:
                    return response.status, content
            except (OSError, HTTPException):
                self.close()
            assert time.monotonic() < deadline, f"{method} {path}: no answer"
            time.sleep(0.05)

    def close(self):
        if self.connection:
            self.connection.close()
        self.connection = None

    def get(self, path, token=None, **headers):
        return self.call("GET", path, token=token, **headers)[1]

    def post(self, path, body, token=None, **headers):
        return self.call("POST", path, body, token, **headers)[1]


@pytest.fixture(scope="module")
def service(tmp_path_factory, free_port, metrics_port):
    folder = tmp_path_factory.mktemp("stack")
    with pytest.MonkeyPatch.context() as environment:
        for name in ("REDIS_URL", "QUEUE_REDIS_URL"):
            environment.delenv(name, raising=False)
        environment.setenv("FACEOFF_PRIVATE_WEBHOOKS", "true")
        environment.setenv("FACEOFF_TRUST_LOOPBACK", "true")
        environment.setenv("FACEOFF_METRICS_PORT", str(metrics_port))
        arguments = [
            "-m",
            "service.ops.run",
            "--port",
            str(free_port),
            "--data-dir",
            str(folder / "data"),
            "--workers",
            "2",
        ]
        supervised = Supervised(arguments, folder)
    try:
        supervised.wait_for("Faceoff is ready")
        yield supervised
    finally:
        supervised.end()


@pytest.fixture
def http(service, free_port):
    http = Http(free_port)
    yield http
    http.close()


def play_on(http, game, token, rng):
    """Play random legal moves, each held until it is the person's turn again, to the end."""
    deadline = time.monotonic() + 3 * PATIENCE_S
    while game["status"] == "active":
        assert time.monotonic() < deadline, game
        if game["legal_moves"]:
            body = {"ply": game["ply"], "move": rng.choice(game["legal_moves"])["move"]}
            game = http.post(f"/v1/games/{game['id']}/moves", body, token, Prefer="wait=10")
        else:
            http.get(f"/v1/games/{game['id']}/events?after={game['version']}", token, Prefer="wait=10")
            game = http.get(f"/v1/games/{game['id']}", token)
    return game


def all_events(http, game):
    events, after = [], 0
    while page := http.get(f"/v1/games/{game['id']}/events?after={after}")["events"]:
        events += page
        after = page[-1]["version"]
    return events


def test_an_idle_service_asks_little_of_redis(service):
    """Both servers. Before any game: after one it takes ten seconds, until its history is packed."""
    data = service.file.parent / "data"
    with ExitStack() as stack:
        clients = [
            stack.enter_context(redis.Redis.from_url(EmbeddedRedis(data, name=name).url)) for name in ("redis", "queue")
        ]

        def processed():
            return sum(client.info("stats")["total_commands_processed"] for client in clients)

        def asked():
            before, began = processed(), time.monotonic()
            time.sleep(2)
            return (processed() - before) / (time.monotonic() - began)

        wait_until(lambda: asked() < 50, "it asks for more than 50 things a second")


def test_a_person_plays_a_whole_game_against_the_computer(http):
    asked = {"variant": "hockey", "options": SHORT, "seats": [PERSON, ai(1)], "pace_ms": 0}
    game = http.post("/v1/games", asked, Prefer="wait=10")
    assert game["to_act"] == [0]
    game = play_on(http, game, game["tokens"]["0"], random.Random(1))
    assert game["status"] == "finished"
    assert game["result"]["score"] == game["score"]


def test_killed_workers_stop_no_game_and_repeat_no_move(http, service):
    """Every 0.4 s the worker that may be searching just now is killed with -9, until the computers have finished."""
    seats = [ai("pro"), ai("pro")]
    game = http.post("/v1/games", {"variant": "hockey", "options": SHORT, "seats": seats, "watch_pace_ms": 200})
    kills, deadline = 0, time.monotonic() + 3 * PATIENCE_S
    while http.get(f"/v1/games/{game['id']}")["status"] == "active":
        assert time.monotonic() < deadline, "the game stands still"
        workers = service.find_all("service.workers.main")
        if workers and kills < 8:
            os.kill(workers[kills % len(workers)], signal.SIGKILL)
            kills += 1
        time.sleep(0.4)
    final = http.get(f"/v1/games/{game['id']}")
    played = [event for event in all_events(http, game) if event["type"] in CALLS]
    assert kills >= 1
    assert len(played) == final["ply"]
    assert len({event["data"]["card"] for event in played[:52]}) == 52


@pytest.mark.parametrize("words", ["gunicorn", GAMES_SERVER, QUEUE_SERVER])
def test_a_killed_api_or_redis_loses_no_acknowledged_move(http, service, words):
    game = http.post("/v1/games", {"variant": "hockey", "options": SHORT, "seats": [PERSON, ai(1)]}, Prefer="wait=10")
    token, rng, acknowledged = game["tokens"]["0"], random.Random(2), []
    for number in range(8):
        if game["status"] != "active" or not game["legal_moves"]:
            game = http.get(f"/v1/games/{game['id']}", token)
            continue
        if number == 3:
            os.kill(service.find(words), signal.SIGKILL)
        move = rng.choice(game["legal_moves"])["move"]
        game = http.post(f"/v1/games/{game['id']}/moves", {"ply": game["ply"], "move": move}, token, Prefer="wait=10")
        acknowledged.append(move["card"])
    mine = [
        event["data"]["card"]
        for event in all_events(http, game)
        if event["type"] in CALLS and event["data"]["seat"] == 0
    ]
    assert len(acknowledged) > 4
    assert mine == acknowledged


def test_a_bot_goes_on_with_its_games_when_api_and_redis_are_killed(http, service, free_port, tmp_path):
    bot = BotProcess(f"http://127.0.0.1:{free_port}", tmp_path)
    try:
        wait_until(lambda: http.get(f"/v1/bots/{bot.id}")["online"], lambda: bot.output)
        seats = [PERSON, {"kind": "bot", "bot_id": bot.id}]
        games = [http.post("/v1/games", {"variant": "hockey", "options": SHORT, "seats": seats}) for _ in range(2)]
        for game, words in zip(games, ("gunicorn", GAMES_SERVER), strict=True):
            os.kill(service.find(words), signal.SIGKILL)
            token = game["tokens"]["0"]
            wait_until(lambda: http.get(f"/v1/games/{game['id']}", token)["status"] == "active", lambda: bot.output)  # noqa: B023
            assert play_on(http, http.get(f"/v1/games/{game['id']}", token), token, random.Random(5))["status"] == (
                "finished"
            )
        assert http.get(f"/v1/bots/{bot.id}")["games"] == 0
    finally:
        bot.kill()


def test_the_whole_service_goes_on_with_its_games_after_a_restart(http, service):
    game = http.post("/v1/games", {"variant": "hockey", "options": SHORT, "seats": [ai(1), ai(1)]})
    for words in ("service.workers.main", "gunicorn", GAMES_SERVER, QUEUE_SERVER):
        for pid in service.find_all(words):
            os.kill(pid, signal.SIGKILL)

    def finished():
        return http.get(f"/v1/games/{game['id']}")["status"] == "finished"

    # Parts that were killed before start again after up to 10 s; the game itself needs none of that time.
    wait_until(finished, lambda: f"the game does not go on:\n{service.output}")


@pytest.fixture(scope="module")
def metrics_port():
    return ports.free_port()


def samples(port):
    """What /metrics reports now: name with labels -> value."""
    connection = HTTPConnection("127.0.0.1", port, timeout=PATIENCE_S)
    connection.request("GET", "/metrics")
    lines = connection.getresponse().read().decode().splitlines()
    connection.close()
    return {
        name: float(value) for name, _, value in (line.rpartition(" ") for line in lines if not line.startswith("#"))
    }


@pytest.fixture
def rises(metrics_port):
    """Wait until a sample is so much above what it was when the test began."""
    before = samples(metrics_port)

    def until(name, by=1):
        wait_until(
            lambda: samples(metrics_port).get(name, 0) >= before.get(name, 0) + by, lambda: f"{name} does not rise"
        )

    return until


def test_the_metrics_of_one_process_count_computers_in_others(http, metrics_port, rises):
    http.post("/v1/games", {"variant": "hockey", "options": SHORT, "seats": [ai("pro"), ai("pro")]})
    rises('faceoff_commits_total{result="ok"}', 2)
    rises('faceoff_ai_turns_total{result="played"}')
    rises("faceoff_ai_searches_total")
    rises('faceoff_ai_lag_seconds_count{level="4"}')
    found = samples(metrics_port)
    assert found['faceoff_queue_length{queue="ai"}'] == 0
    assert found['faceoff_queue_oldest_age_seconds{queue="ai"}'] == 0


def test_they_count_streams_wherever_they_are_open(http, free_port, metrics_port):
    streams_are(metrics_port, 0)  # of the tests before
    game = http.post("/v1/games", {"variant": "hockey", "seats": [PERSON, PERSON]})
    opened = [HTTPConnection("127.0.0.1", free_port, timeout=PATIENCE_S) for _ in range(6)]
    for connection in opened:
        connection.request("GET", f"/v1/games/{game['id']}/stream")
    streams = [connection.getresponse() for connection in opened]
    assert all(stream.read(1) for stream in streams)
    streams_are(metrics_port, len(opened))
    for stream in streams:
        stream.close()
    streams_are(metrics_port, 0)


def streams_are(port, count):
    """Wait until this many are counted: that a reader has gone is noticed within seconds."""
    wait_until(
        lambda: samples(port)["faceoff_streams"] == count, lambda: f"streams: {samples(port)['faceoff_streams']}"
    )


def test_they_count_webhooks_delivered_by_the_worker_for_them(http, metrics_port, rises):
    receiver = Receiver()
    game = http.post("/v1/games", {"variant": "hockey", "seats": [PERSON, PERSON]})
    token = game["tokens"]["0"]
    http.post("/v1/webhooks", {"game_id": game["id"], "url": receiver.url}, token)
    http.post(f"/v1/games/{game['id']}/resign", {}, token)
    rises('faceoff_webhooks_total{result="delivered"}')
    assert len(receiver.heard) == 1
    wait_until(lambda: samples(metrics_port)["faceoff_webhooks_pending"] == 0, lambda: "still pending")
    receiver.close()
