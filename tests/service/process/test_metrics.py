"""GET /metrics: what is counted, for the processes of a whole machine, and who may see it."""

import json
import logging
import re
import socket
import subprocess
import sys
import time
from types import SimpleNamespace

import pytest
from flask import Response, request
from rq.serializers import JSONSerializer

from ai.levels import level_by_key
from service.app import create_app
from service.config import METRICS_FOLDER, Settings
from service.ops import gunicorn_conf, supervisor
from service.ops.embedded_redis import EmbeddedRedis
from service.process import telemetry
from service.process.telemetry import JsonFormatter, caused_by, configure_logging, log_request
from service.store.games import AlreadyCarriedOut, Overtaken, Request
from service.store.queue import BACKGROUND_QUEUE, QUEUE, QUEUES, SafeJob
from service.webhooks import deliveries, subscriptions
from service.webhooks.outbound import Reach
from service.workers.main import chosen_queues, main as worker_main
from tests.faults.processes import REPLACE, in_the_folder
from tests.service.client import METRICS_PORT, PERSON, ai, arrived_on, choose_dealer, scrape
from tests.service.live.test_waiting import in_background, wait_until_held
from tests.service.store.test_store import make_overdue
from tests.service.use_cases import create_game, play_ai_turn, resign, sweeper
from tests.service.webhooks.test_webhooks import Receiver
from tests.service.workers.test_jobs import job_of, paced

WORKER = [sys.executable, "-m", "service.workers.main"]

PRO = str(level_by_key("pro").number)
"""As metrics name it."""


def value(app, name, **labels):
    """The sample of this name and these labels, 0 if there is none."""
    for line in scrape(app).text.splitlines():
        found = re.fullmatch(r"(\w+)(?:{(.*)})? (\S+)", line)
        if found and found[1] == name and dict(re.findall(r'(\w+)="([^"]*)"', found[2] or "")) == labels:
            return float(found[3])
    return 0.0


@pytest.fixture
def rise(app):
    """By how much a sample has risen since ``rise`` was asked for it first: other tests count in this process too."""
    before = {}

    def since(name, **labels):
        now = value(app, name, **labels)
        return now - before.setdefault((name, *labels.items()), now)

    return since


def test_requests_are_timed_by_route_and_status_never_by_id(app, api, rise):
    labels = {"method": "GET", "route": "/v1/games/<game_id>", "status": "404", "held": "no"}
    rise("faceoff_request_duration_seconds_count", **labels)
    api.get("/v1/games/g_unheard_of")
    assert rise("faceoff_request_duration_seconds_count", **labels) == 1
    assert "g_unheard_of" not in scrape(app).text


def test_requests_that_asked_to_wait_are_timed_apart(api, rise):
    labels = {"method": "POST", "route": "/v1/games", "status": "201", "held": "yes"}
    rise("faceoff_request_duration_seconds_count", **labels)
    api.post("/v1/games", {"variant": "hockey", "seats": [PERSON, PERSON]}, headers={"Prefer": "wait=1"})
    assert rise("faceoff_request_duration_seconds_count", **labels) == 1


def test_what_a_caller_makes_up_does_not_become_a_label(app):
    app.test_client().open("/made/up", method="FROBNICATE")
    text = scrape(app).text
    assert 'method="other",route="none"' in text
    assert "FROBNICATE" not in text
    assert "made" not in text


def test_commits_are_counted_by_result(api, rise):
    for result in ("ok", "replayed"):
        rise("faceoff_commits_total", result=result)
    game = choose_dealer(api, api.create(seats=[PERSON, PERSON]))
    token = game["tokens"][str(game["to_act"][0])]
    view = api.get(f"/v1/games/{game['id']}", token=token).json
    done = rise("faceoff_commits_total", result="ok")
    api.move(view, token)
    api.move(view, token)
    assert rise("faceoff_commits_total", result="ok") == done + 1
    assert rise("faceoff_commits_total", result="replayed") == 0, "the recorded move is found before the store is asked"


@pytest.mark.parametrize(("payload", "result"), [("sent", "replayed"), ("another", "conflict")])
def test_a_request_that_the_store_knows_is_counted_as_replayed_or_as_a_conflict(store, queue, rise, payload, result):
    for each in ("replayed", "conflict"):
        rise("faceoff_commits_total", result=each)
    game = create_game(store, "hockey", None, None, [PERSON, PERSON], True, queue=queue).game
    overtaken = store.games.load(game.id)
    store.games.commit(store.games.load(game.id), Request("once", "sent"))
    with pytest.raises(AlreadyCarriedOut):
        store.games.commit(overtaken, Request("once", payload))
    assert [rise("faceoff_commits_total", result=each) for each in ("replayed", "conflict")] == [
        result == "replayed",
        result == "conflict",
    ]


def test_an_overtaken_commit_is_counted_as_stale(store, queue, rise):
    rise("faceoff_commits_total", result="stale")
    game = create_game(store, "hockey", None, None, [PERSON, PERSON], True, queue=queue).game
    overtaken = store.games.load(game.id)
    resign(store, game.id, 0)
    with pytest.raises(Overtaken):
        store.games.commit(overtaken, Request("late"))
    assert rise("faceoff_commits_total", result="stale") == 1


def test_computers_answers_are_timed_and_their_simulations_counted(store, queue, rise):
    names = ("faceoff_ai_lag_seconds_count", "faceoff_ai_answer_seconds_count", "faceoff_ai_simulations_sum")
    for name in names:
        rise(name, level=PRO)
    rise("faceoff_ai_turns_total", result="played")
    rise("faceoff_ai_searches_total")
    game = create_game(store, "hockey", None, None, [ai("pro"), ai("pro")], True, queue=queue).game
    play_ai_turn(store, game.id)
    play_ai_turn(store, game.id)
    lag, answers, simulations = (rise(name, level=PRO) for name in names)
    assert (lag, answers) == (2, 2)
    assert simulations >= 0
    assert rise("faceoff_ai_turns_total", result="played") == 2
    assert rise("faceoff_ai_searches_total") == 2


def test_rescued_turns_are_counted(store, queue, rise):
    rise("faceoff_ai_rescues_total", how="reduced")
    game = paced(store, queue, 0)
    make_overdue(store, game.id)
    sweeper(store, queue, -1).sweep()
    assert rise("faceoff_ai_rescues_total", how="reduced") == 1


def test_held_requests_are_counted_while_they_are_held(app, api):
    game = choose_dealer(api, api.create(seats=[PERSON, PERSON]))
    before = value(app, "faceoff_waiters")
    answer = in_background(
        lambda: api.get(f"/v1/games/{game['id']}/events?after={game['version']}", headers={"Prefer": "wait=5"})
    )
    wait_until_held(app)
    assert value(app, "faceoff_waiters") == before + 1
    api.post(f"/v1/games/{game['id']}/resign", token=game["tokens"]["0"])
    answer()
    assert value(app, "faceoff_waiters") == before


def test_open_streams_are_counted_while_they_are_open(app, api):
    game = choose_dealer(api, api.create(seats=[PERSON, PERSON]))
    before = value(app, "faceoff_streams")
    stream = app.test_client().get(f"/v1/games/{game['id']}/stream")
    next(stream.response)
    assert value(app, "faceoff_streams") == before + 1
    stream.close()
    assert value(app, "faceoff_streams") == before


def test_webhooks_are_counted_as_they_are_delivered_and_as_they_wait(app, api, store, rise):
    game = choose_dealer(api, api.create(seats=[PERSON, PERSON]))
    game_id, token = game["id"], game["tokens"]["0"]
    for result in ("delivered", "failed", "given_up"):
        rise("faceoff_webhooks_total", result=result)
    receiver = Receiver()
    owner = subscriptions.game_member(store.games.load(game_id), token)
    subscriptions.create_webhook(store, owner, receiver.url, Reach(private=True))
    for status in (200, 500):
        receiver.status = status
        asked = api.get(f"/v1/games/{game_id}").json["to_act"][0]
        api.move(api.get(f"/v1/games/{game_id}", token=game["tokens"][str(asked)]).json, game["tokens"][str(asked)])
        assert value(app, "faceoff_webhooks_pending") == 1
        deliveries.deliver_due(store, game_id, reach=Reach(private=True), dispatch=lambda host, name, call: call())
        assert value(app, "faceoff_webhooks_pending") == (0 if status == 200 else 1)
    receiver.close()
    assert [rise("faceoff_webhooks_total", result=result) for result in ("delivered", "failed", "given_up")] == [
        1,
        1,
        0,
    ]


def test_queues_show_their_length_and_age(app, store, queue):
    assert value(app, "faceoff_queue_up") == 1
    assert value(app, "faceoff_queue_length", queue=QUEUE) == 0
    create_game(store, "hockey", None, None, [ai(1), ai(1)], True, queue=queue)
    assert value(app, "faceoff_queue_length", queue=BACKGROUND_QUEUE) == 1
    assert 0 <= value(app, "faceoff_queue_oldest_age_seconds", queue=BACKGROUND_QUEUE) < 10


def test_without_redis_the_metrics_still_answer_and_say_so(tmp_path):
    with EmbeddedRedis(tmp_path) as server:
        app = create_app(Settings(redis_url=server.url, background=False, metrics_port=METRICS_PORT))
        server.kill()
        assert value(app, "faceoff_queue_up") == 0
        assert "faceoff_queue_length" not in scrape(app).text
        assert scrape(app).status_code == 200


@pytest.mark.parametrize("host", ["localhost", f"127.0.0.1:{METRICS_PORT}"])
@pytest.mark.parametrize("came_to", [("127.0.0.1", 8000), "/run/faceoff.sock"])
def test_metrics_are_not_served_where_callers_are(app, host, came_to):
    answer = app.test_client().get("/metrics", headers={"Host": host}, environ_overrides=arrived_on(*came_to))
    assert (answer.status_code, answer.json["code"]) == (404, "request/not_found")


def test_on_the_port_for_metrics_is_nothing_else(app):
    """Not the API, whose limits would not know whom to count there."""
    answer = app.test_client().get("/v1/variants", environ_overrides=arrived_on("::1", METRICS_PORT, 0, 0))
    assert "faceoff_commits_total" in answer.text


NAMED = """
from service.process import telemetry
telemetry.take_name("api-0")
"""
COUNT = """
from service.process import telemetry
telemetry.COMMITS.labels("ok").inc()
telemetry.WAITERS.inc()
"""
TELL = """
from prometheus_client import generate_latest
from service.process import telemetry
print(generate_latest(telemetry.all_metrics()).decode())
"""


def test_one_process_answers_for_all_that_share_the_folder(tmp_path):
    in_the_folder(tmp_path, COUNT)
    shown = in_the_folder(tmp_path, COUNT + TELL)
    assert 'faceoff_commits_total{result="ok"} 2.0' in shown
    assert "faceoff_waiters 2.0" in shown


def test_an_ended_process_waits_no_more_and_its_counts_stay(tmp_path, monkeypatch):
    monkeypatch.setenv(METRICS_FOLDER, str(tmp_path))
    in_the_folder(tmp_path, NAMED + COUNT)
    gunicorn_conf.child_exit(None, SimpleNamespace(number=0))
    shown = in_the_folder(tmp_path, TELL)
    assert 'faceoff_commits_total{result="ok"} 1.0' in shown
    assert "faceoff_waiters 0.0" in shown


def test_a_process_continues_what_the_one_before_it_counted_and_not_what_that_held(tmp_path):
    """Also where nobody noted that it ended, as gunicorn's first process was killed with it."""
    for _ in range(2):
        shown = in_the_folder(tmp_path, NAMED + COUNT + TELL)
    assert 'faceoff_commits_total{result="ok"} 2.0' in shown
    assert "faceoff_waiters 1.0" in shown


def test_a_process_that_is_replaced_a_hundred_times_leaves_as_much_as_one_and_every_count(tmp_path):
    shown = in_the_folder(tmp_path, COUNT + REPLACE + TELL)
    assert 'faceoff_commits_total{result="ok"} 102.0' in shown
    assert "faceoff_waiters 1.0" in shown


FILLED = """
import os
from service.process import telemetry

reserve = os.posix_fallocate

def full(file, *size):
    if os.fstat(file).st_nlink:  # it is in a folder
        raise OSError(28, "No space left on device")
    reserve(file, *size)

os.posix_fallocate = full
telemetry.COMMITS.labels("ok").inc()
for route in range(1000):
    telemetry.REQUESTS.labels("GET", f"/{route}", 200, "no").observe(1)
assert telemetry.COMMITS.labels("ok")._value.get() == 1
"""


def test_a_process_goes_on_where_the_folder_of_metrics_is_full(tmp_path):
    in_the_folder(tmp_path, FILLED + TELL)
    assert sum(file.stat().st_size for file in tmp_path.glob("*.db")) <= 3 * 4096


def test_a_job_and_what_a_worker_logs_name_the_request_that_called(store, queue, settings):
    token = caused_by.set("ask-1")
    try:
        game = create_game(store, "hockey", None, None, [ai(1), ai(1)], True, queue=queue).game
        record = logging.makeLogRecord({"msg": "ai turn", "levelname": "INFO"})
        assert json.loads(JsonFormatter().format(record))["request_id"] == "ask-1"
    finally:
        caused_by.reset(token)
    job = SafeJob.fetch(job_of(game), connection=queue._client, serializer=JSONSerializer)
    assert job.meta == {"request_id": "ask-1"}


def test_a_request_is_logged_with_its_path_and_time_and_nothing_that_was_sent(app, caplog):
    with caplog.at_level(logging.INFO):
        answer = app.test_client().get("/v1/variants?secret=1", headers={"Authorization": "Bearer secret"})
    (record,) = (record for record in caplog.records if record.getMessage() == "request")
    entry = json.loads(JsonFormatter().format(record))
    assert {name: entry[name] for name in ("method", "path", "request_id")} == {
        "method": "GET",
        "path": "/v1/variants",
        "request_id": answer.headers["X-Request-Id"],
    }
    assert "secret" not in json.dumps(entry)


def test_the_log_says_how_many_milliseconds_a_request_took(app, caplog):
    with caplog.at_level(logging.INFO), app.test_request_context("/v1/variants"):
        answer = Response(headers={"X-Request-Id": "ask-1"})
        log_request(request, answer, time.monotonic() - 60)
    assert 60_000 <= caplog.records[-1].ms < 600_000


def test_a_worker_serves_all_queues_or_those_that_are_named():
    assert chosen_queues([]) == list(QUEUES)
    assert chosen_queues([BACKGROUND_QUEUE]) == [BACKGROUND_QUEUE]


def test_a_queue_that_is_none_is_refused_by_name(tmp_path):
    run = subprocess.run([*WORKER, "al"], cwd=supervisor.ROOT, capture_output=True, text=True, check=False)
    assert run.returncode == 2
    assert run.stderr == "'al' is not a queue; the queues are ai, ai-suggestions, ai-background\n"


def test_a_worker_for_webhooks_takes_no_queues():
    with pytest.raises(SystemExit) as ended:
        worker_main(["--webhooks", QUEUE])
    assert ended.value.code == 2


def test_a_worker_whose_port_for_metrics_is_taken_says_so(monkeypatch):
    with socket.create_server(("0.0.0.0", 0)) as other:
        port = str(other.getsockname()[1])
        monkeypatch.setenv("FACEOFF_METRICS_PORT", port)
        run = subprocess.run(WORKER, cwd=supervisor.ROOT, capture_output=True, text=True, check=False)
    assert run.returncode == 2
    assert f"FACEOFF_METRICS_PORT: {port} cannot be listened on" in run.stderr


SECONDS_TO_20 = (0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20)
BOUNDS = {
    telemetry.REQUESTS: (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 30),
    telemetry.AI_LAG: SECONDS_TO_20,
    telemetry.AI_ANSWER: (0.05, 0.1, 0.25, 0.3, 0.35, 0.4, 0.5, 0.75, 1, 2.5, 5, 10, 20),
    telemetry.AI_SIMULATIONS: (0, 10, 30, 100, 300, 1000, 3000, 10_000, 30_000),
}


@pytest.mark.parametrize("histogram", BOUNDS, ids=lambda histogram: histogram._name)
def test_the_bounds_of_a_histogram_stay_as_dashboards_and_alerts_know_them(histogram):
    assert histogram._kwargs["buckets"] == BOUNDS[histogram]


@pytest.mark.parametrize("level", [None, "info"])
def test_a_process_logs_json_at_the_level_of_its_setting(monkeypatch, level):
    given = {}
    monkeypatch.setattr(logging, "basicConfig", lambda **options: given.update(options))
    monkeypatch.delenv("FACEOFF_LOG_LEVEL", raising=False)
    if level:
        monkeypatch.setenv("FACEOFF_LOG_LEVEL", level)
    configure_logging()
    (handler,) = given["handlers"]
    assert (given["level"], given["force"]) == (level.upper() if level else "WARNING", True)
    assert isinstance(handler.formatter, JsonFormatter)
