"""Batches: many suggestions in one request, in their order, and how little is kept of them."""

import json
from contextlib import suppress
from dataclasses import replace

import pytest
from marshmallow import ValidationError
from rq.serializers import JSONSerializer

from engines import VARIANTS
from service.api.routes import tasks as routes
from service.app import create_app
from service.model.answer import VIEW_STEP
from service.model.timestamps import now_ms
from service.store import queue
from service.store.keys import TASKS_DUE
from service.store.tasks import BATCH, key_of, open_key, part_key
from service.tasks import batches, task
from service.tasks.batches import MOST_POSITIONS, READ_AGAIN_S
from service.workers import ai_jobs
from tests.patience import wait_until
from tests.service.burst import work_on_task
from tests.service.client import PERSON, Client, refusal_of
from tests.service.live.test_waiting import Client as Gone, in_background, wait_until_held
from tests.service.redis_cluster import one_server
from tests.service.tasks.test_matches import at_once
from tests.service.tasks.test_suggestions import observed, positions
from tests.service.use_cases import look_after_tasks

HOW = {"simulations": 8}
"""A search, so that it is work for workers."""
AT_ONCE = {"level": 1, "mistakes": True}
ELSEWHERE = {"environ_base": {"REMOTE_ADDR": "10.0.0.9"}}


@pytest.fixture(autouse=True)
def few_to_a_part(monkeypatch):
    """Three positions, so that a few make several parts."""
    monkeypatch.setattr(batches, "POSITIONS_OF_A_PART", 3)


def asked_of(key="hockey", count=7, **how):
    """A request with positions of a game, each with a seed of its own but for the first."""
    found = [observed(key, state, seat) for state, seat in positions(key)]
    seeds = [{"seed": f"table {number}"} if number else {} for number in range(count)]
    asked = [{"observation": found[number % len(found)], **seed} for number, seed in enumerate(seeds)]
    return {"variant": key, "positions": asked, **(how or HOW)}


def lines_of(answer):
    assert (answer.status_code, answer.mimetype) == (200, "application/x-ndjson"), answer.text
    return [json.loads(line) for line in answer.text.splitlines()]


def created(api, body=None, **options):
    answer = api.post("/v1/suggestions/batch", body or asked_of(), **options)
    assert answer.status_code == 202, answer.text
    return f"/v1/batches/{answer.json['id']}", answer.json["id"]


def stored(tasks):
    return sorted(name for name in tasks.store.client.scan_iter("{tasks}:*") if ":call:" not in name)


# -- what is answered


@pytest.mark.parametrize("how", [HOW, AT_ONCE], ids=["searched", "at once"])
@pytest.mark.parametrize("key", VARIANTS)
def test_each_line_is_the_move_of_a_suggestion_with_the_same_seed_in_order(api, work, key, how):
    asked = asked_of(key, **how)
    if how is AT_ONCE:
        lines = lines_of(api.post("/v1/suggestions/batch", asked))
    else:
        path, _ = created(api, asked)
        work()
        lines = lines_of(api.get(path))
    alone = []
    for position in asked["positions"]:
        made = api.post("/v1/suggestions", {"variant": key, **how, **position}).json
        work()
        alone.append(api.get(f"/v1/suggestions/{made['id']}").json["answer"])
    assert lines == [{"move": one["move"], "stopped": one["stopped"], "explained": None} for one in alone]
    path, _ = created(api, {**asked, "positions": asked["positions"][:2], "explain": True})
    work()
    assert [line["explained"] for line in lines_of(api.get(path))] == alone[:2]


@pytest.mark.parametrize("key", VARIANTS)
def test_what_a_view_shows_is_enough_for_a_line(api, work, key):
    seats = [PERSON] * int(VARIANTS[key].new_game(next(iter(VARIANTS[key].presets.values()))).seats())
    made = api.create(variant=key, seats=seats)
    view = api.get(f"/v1/games/{made['id']}", token=made["tokens"][str(made["to_act"][0])]).json
    observation = {"options": view["options"], "ply": view["ply"], **view["table"], "hand": view["hand"], **view["you"]}
    batch = api.post("/v1/suggestions/batch", {"variant": key, "positions": [{"observation": observation}], **AT_ONCE})
    alone = api.post("/v1/suggestions", {"variant": key, "observation": observation, **AT_ONCE}).json["id"]
    work()
    assert lines_of(batch)[0]["move"] == api.get(f"/v1/suggestions/{alone}").json["answer"]["move"]


def test_texts_are_in_the_language_of_the_request(api, work):
    path, _ = created(api, asked_of(count=1, level=1, explain=True), headers={"Accept-Language": "fr"})
    work()
    (line,) = lines_of(api.get(path))
    assert line["explained"]["text"].startswith("jouer")


def test_a_batch_says_how_far_it_is_until_it_is_done(api, work, monkeypatch):
    asked = asked_of()
    path, _ = created(api, asked)
    first = api.get(path)
    assert (first.status_code, first.json["status"], first.json["progress"]) == (202, "queued", {"done": 0, "of": 7})
    assert first.headers["Retry-After"]
    with monkeypatch.context() as patch:
        patch.setattr(task.Clock, "ends_slice", at_once())
        work(max_jobs=1)
    assert api.get(path).json == first.json | {"status": "running"}
    work()
    assert len(lines_of(api.get(path))) == 7


def test_with_prefer_wait_the_lines_come_in_the_same_request_and_nothing_is_left(api, app, work, tasks):
    answer = in_background(lambda: api.post("/v1/suggestions/batch", asked_of(), headers={"Prefer": "wait=10"}))
    wait_until_held(app)
    work()
    assert len(lines_of(answer())) == 7
    assert answer().headers["Preference-Applied"] == "wait=10"
    assert stored(tasks) == []


def test_a_batch_that_is_read_later_can_be_waited_for(api, app, work):
    path, _ = created(api)
    answer = in_background(lambda: api.get(path, headers={"Prefer": "wait=10"}))
    wait_until_held(app)
    work()
    assert len(lines_of(answer())) == 7


def test_a_batch_that_is_held_lets_the_next_one_be_checked(api, app, work, monkeypatch):
    """A process checks one at a time, which would otherwise wait for the end of the other."""
    monkeypatch.setattr("service.api.operation.PATIENCE_S", 0.0)
    assert routes.BATCHES._value == 1
    held = in_background(lambda: api.post("/v1/suggestions/batch", asked_of(), headers={"Prefer": "wait=10"}))
    wait_until_held(app)
    path, _ = created(api)
    work()
    assert lines_of(held()) == lines_of(api.get(path))


def test_lengths_are_multiples_of_a_step(api, work):
    """As of a suggestion, whose moves the length could tell."""
    path, _ = created(api)
    work()
    assert len(api.get(path).data) == 3 * VIEW_STEP
    assert len(api.post("/v1/suggestions/batch", asked_of(**AT_ONCE)).data) == VIEW_STEP


def test_moves_that_take_no_search_are_the_response_and_nothing_is_stored(api, tasks):
    assert len(lines_of(api.post("/v1/suggestions/batch", asked_of(**AT_ONCE)))) == 7
    assert stored(tasks) == []


# -- refusals

BAD = [
    ({"hand": ["1Q"]}, "positions[5].observation.hand[0]", "/positions/5/observation/hand/0"),
    ({"hand_sizes": [40, 40]}, "positions[5].observation.hand_sizes", "/positions/5/observation/hand_sizes"),
    ({"to_play": None}, "positions[5].observation.to_play", "/positions/5/observation/to_play"),
]


@pytest.mark.parametrize(("changed", "where", "pointer"), BAD, ids=lambda value: str(value)[:30])
def test_a_position_that_is_not_valid_is_named_in_the_words_of_a_suggestion(api, tasks, changed, where, pointer):
    asked = asked_of()
    asked["positions"][5]["observation"] |= changed
    refused = api.post("/v1/suggestions/batch", asked)
    assert refusal_of(refused) == {"status": 422, "code": "observation/invalid", "pointer": pointer}
    alone = api.post("/v1/suggestions", {"variant": "hockey", **asked["positions"][5]}).json
    assert refused.json["detail"] == f"positions[5].{alone['detail']}"
    assert refused.json["detail"].startswith(f"{where}: ")
    assert refused.json["errors"][0]["message"] == alone["errors"][0]["message"]
    assert stored(tasks) == []


@pytest.mark.parametrize(
    ("changed", "detail"),
    [
        ({"period": 9}, "positions[5].observation.period : 9 est hors limites ; on permet de 0 à 6"),
        (
            {"period": 9, "ply": -1},
            "positions[5].observation.ply : -1 est hors limites ; on permet de 0 à 9999 ; 1 autre erreur",
        ),
        ({"options": {"deals": [5, 5]}}, "positions[5].observation.options.deals : "),
    ],
    ids=lambda value: str(value)[:30],
)
def test_a_position_that_is_not_valid_is_named_in_french_too(api, changed, detail):
    asked = asked_of()
    asked["positions"][5]["observation"] |= changed
    french = {"Accept-Language": "fr"}
    refused = api.post("/v1/suggestions/batch", asked, headers=french).json["detail"]
    assert refused.replace("\N{NO-BREAK SPACE}", " ").startswith(detail)
    alone = api.post("/v1/suggestions", {"variant": "hockey", **asked["positions"][5]}, headers=french).json["detail"]
    assert refused == f"positions[5].{alone}"


def test_a_seat_that_has_nothing_to_decide_is_named_too(api, tasks):
    state, seat = next(positions("hockey"))
    asked = asked_of()
    for viewer in (1 - seat, -3):
        asked["positions"][5] = {"observation": observed("hockey", state, viewer)}
        refused = api.post("/v1/suggestions/batch", asked)
        where = {"code": "observation/invalid", "pointer": "/positions/5/observation/seat"}
        assert refusal_of(refused) == {"status": 422} | where
    assert stored(tasks) == []


@pytest.mark.parametrize(
    ("changed", "code", "pointer"),
    [
        ({"positions": []}, "request/invalid", "/positions"),
        ({"positions": [{}] * (MOST_POSITIONS + 1)}, "request/invalid", "/positions"),
        ({"positions": [{"seed": "1"}]}, "request/invalid", "/positions/0/observation"),
        ({"positions": [{"observation": {}, "level": 3}]}, "request/invalid", "/positions/0/level"),
        ({"mistakes": True, "level": None}, "request/invalid", "/level"),
        ({"level": 99}, "level/unknown", "/level"),
        ({"variant": "chess"}, "variant/unknown", "/variant"),
        ({"fit": True}, "request/invalid", "/fit"),
    ],
    ids=str,
)
def test_what_is_wrong_with_the_request_is_named_too(api, tasks, changed, code, pointer):
    refused = api.post("/v1/suggestions/batch", asked_of(**AT_ONCE) | changed)
    assert refusal_of(refused) == {"status": 422, "code": code, "pointer": pointer}
    assert stored(tasks) == []


@pytest.mark.parametrize("key", VARIANTS)
def test_a_request_in_which_all_fits_is_read_at_once_and_as_any_other(key):
    schema, text = routes.BatchRequest(), json.dumps(asked_of(key)).encode()
    assert schema.load_text(text) == schema.load(json.loads(text)) | {"fit": True}
    for name, value in (("seed", "1\n"), ("observation", {}), ("other", 1)):
        asked = asked_of(key)
        asked["positions"][5][name] = value
        with suppress(ValidationError):
            assert schema.load_text(json.dumps(asked).encode()) == schema.load(asked)


def test_a_thousand_positions_fit_into_a_request(settings):
    asked = asked_of("hockey", MOST_POSITIONS)
    assert len(json.dumps(asked)) < settings.max_record_bytes


# -- what is kept, and for whom


def test_of_a_batch_that_is_done_its_moves_alone_are_kept_until_they_are_read(api, work, tasks):
    path, batch_id = created(api)
    client = tasks.store.client
    assert client.hlen(part_key(batch_id, "half")) == 3
    work()
    assert stored(tasks) == sorted(
        [key_of(batch_id), part_key(batch_id, "details"), part_key(batch_id, "results"), open_key(BATCH)]
    )
    kept = [*client.hgetall(key_of(batch_id)).values(), *client.hgetall(part_key(batch_id, "details")).values()]
    assert not [text for text in kept if "hand" in text]
    assert sum(map(len, kept)) < 7 * 120 + 400
    first = lines_of(api.get(path))
    assert stored(tasks) == sorted([key_of(batch_id), part_key(batch_id, "details"), part_key(batch_id, "results")])
    assert all(0 < client.ttl(name) <= READ_AGAIN_S for name in stored(tasks))
    assert lines_of(api.get(path)) == first, "the connection may have broken"


def test_moves_that_nobody_reads_count_as_a_batch_that_runs_for_as_long_as_they_are_kept(api, work, tasks, settings):
    _, batch_id = created(api)
    tasks.store.client.zadd(open_key(BATCH), {batch_id: now_ms() + 60_000})  # as if an hour had gone since
    work()
    for name in (open_key(BATCH), key_of(batch_id), part_key(batch_id, "details")):
        assert tasks.store.client.ttl(name) > settings.suggestion_ttl_s - 60
    until = tasks.store.client.zscore(open_key(BATCH), batch_id)
    assert abs(until - now_ms() - 1000 * settings.suggestion_ttl_s) < 60_000


@pytest.mark.parametrize("end", ["read", "delete"])
def test_a_caller_has_few_batches_that_run_or_were_not_read(settings, contract, work, end):
    api = Client(create_app(replace(settings, max_matches_each=1)), contract)
    path, _ = created(api)
    work()
    refused = api.post("/v1/suggestions/batch", asked_of())
    assert (refused.status_code, refused.json["code"]) == (429, "task/too_many")
    created(api, **ELSEWHERE)
    if end == "read":
        lines_of(api.get(path))
    else:
        assert api.delete(path).status_code == 204
    created(api)
    assert api.post("/v1/suggestions/batch", asked_of()).status_code == 429


def test_all_callers_together_have_a_bounded_number(settings, contract, work):
    api = Client(create_app(replace(settings, max_matches=1)), contract)
    path, _ = created(api)
    work()
    full = api.post("/v1/suggestions/batch", asked_of(), **ELSEWHERE)
    assert (full.status_code, full.json["code"]) == (503, "task/full")
    lines_of(api.get(path))
    created(api, **ELSEWHERE)


def test_a_batch_that_is_refused_leaves_nothing(settings, contract, tasks):
    api = Client(create_app(replace(settings, max_matches=0)), contract)
    assert api.post("/v1/suggestions/batch", asked_of()).status_code == 503
    assert stored(tasks) == []


@pytest.mark.parametrize("how", [{"level": 1, "explain": True}, AT_ONCE], ids=["searched", "at once"])
def test_a_batch_takes_the_ai_time_of_as_many_suggestions(settings, contract, how):
    api = Client(create_app(replace(settings, limit_ai_time="2/hour")), contract)
    wrong = asked_of(count=15, **how)
    wrong["positions"][14]["observation"] |= {"period": 6}
    assert api.post("/v1/suggestions/batch", wrong).json["code"] == "observation/invalid"  # and nothing is taken
    answer = api.post("/v1/suggestions/batch", asked_of(count=15, **how))  # 100 ms each
    assert answer.headers["RateLimit-Remaining"] == "0"
    assert api.post("/v1/suggestions/batch", asked_of(count=15, **how)).json["code"] == "quota/ai_time"
    assert api.post("/v1/suggestions/batch", asked_of(count=21, **how)).json["code"] == "request/invalid"


@pytest.mark.parametrize("is_done", [False, True])
def test_a_deleted_batch_is_gone_with_all_its_parts(api, work, tasks, is_done):
    path, _ = created(api)
    if is_done:
        work()
    assert api.delete(path).status_code == 204
    work()
    assert stored(tasks) == []
    assert [answer.json["code"] for answer in (api.get(path), api.delete(path))] == ["task/not_found"] * 2


def test_who_asked_with_a_token_alone_may_read_it(api, work):
    path, batch_id = created(api, token="mine")
    work()
    for answer in (api.get(path), api.get(path, token="yours"), api.delete(path, token="yours")):
        assert (answer.status_code, answer.json["code"]) == (404, "task/not_found")
    assert api.get(f"/v1/suggestions/{batch_id}", token="mine").json["code"] == "task/not_found"
    assert len(lines_of(api.get(path, token="mine"))) == 7


def test_nothing_is_decided_for_a_client_that_has_gone_while_it_was_held(api, app, tasks):
    client = Gone()
    options = {"headers": {"Prefer": "wait=30"}, "environ_overrides": {"faceoff.connection": client}}
    answer = in_background(lambda: api.post("/v1/suggestions/batch", asked_of(), **options))
    wait_until_held(app)
    wait_until(lambda: client.tell)
    client.go()
    answer()
    assert stored(tasks) == []


# -- workers


def test_people_and_suggestions_go_first(api, settings, tasks):
    """Its jobs are in the queue of matches, and a slice ends when others wait, with nothing lost."""
    _, batch_id = created(api)
    client = queue.queue_client(settings)
    jobs = [queue.SafeJob.fetch(f"task-{batch_id}-0-{chain}", client, JSONSerializer) for chain in (0, 1)]
    assert {job.origin for job in jobs} == {queue.BACKGROUND_QUEUE}
    api.post("/v1/suggestions", {"variant": "hockey", **HOW, **asked_of()["positions"][0]})
    ai_jobs.prepare_worker(settings)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(task, "LOOK_EVERY_S", -1.0)
        patch.setattr(task.Clock, "ends_slice", only_once_begun(task.Clock.ends_slice))
        work_on_task(batch_id, 0, 0)
    half = json.loads(tasks.store.client.hget(part_key(batch_id, "half"), 0))
    assert (len(half["lines"]), len(half["positions"])) == (1, 2)


def only_once_begun(ends_slice):
    """The slice goes on until it has claimed a part."""
    return lambda clock: clock.part is not None and ends_slice(clock)


def test_a_batch_goes_on_where_a_lost_worker_left_it(api, work, tasks, monkeypatch):
    path, batch_id = created(api)
    with monkeypatch.context() as patch:
        patch.setattr(task.Clock, "ends_slice", at_once())
        work(max_jobs=1)
    store = tasks.store
    saved = json.loads(store.client.hget(part_key(batch_id, "half"), 0))
    assert (len(saved["lines"]), len(saved["positions"])) == (1, 2)
    store.claim_part(store.find(batch_id))  # and then the worker dies, with all jobs
    store.client.delete(*store.client.scan_iter("rq:*"))
    store.client.zadd(part_key(batch_id, "working"), {0: 0})
    store.client.zadd(TASKS_DUE, {batch_id: 0})
    look_after_tasks(tasks)
    work()
    other, _ = created(api)
    work()
    assert lines_of(api.get(path)) == lines_of(api.get(other))


@one_server
def test_a_batch_that_has_failed_says_so_and_keeps_nothing_of_its_parts(api, tasks):
    path, batch_id = created(api)
    for _ in range(4):
        tasks.store.client.delete(*tasks.store.client.scan_iter("rq:*"))
        tasks.store.client.zadd(TASKS_DUE, {batch_id: 0})
        look_after_tasks(tasks)
    failed = api.get(path)
    assert (failed.status_code, failed.json["status"]) == (200, "failed")
    assert "Retry-After" not in failed.headers
    assert stored(tasks) == [key_of(batch_id)]


@one_server
def test_no_observation_stands_in_the_queue(api, settings):
    created(api)
    client = queue.queue_client(settings)
    jobs = b"".join(b"".join(client.hgetall(name).values()) for name in client.scan_iter("rq:job:*"))
    assert jobs
    assert b"observation" not in jobs
