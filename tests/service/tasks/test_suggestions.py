"""Suggestions and hints: what a computer would play, from what one seat sees."""

import json
import logging
from dataclasses import replace
from types import SimpleNamespace

import pytest
import redis
from rq.serializers import JSONSerializer

from ai.choose import choose
from ai.grading import ADVISER
from ai.levels import LEVELS
from ai.play import next_seat
from engines import VARIANTS
from engines.api import OVER
from engines.rng import Rng
from service.app import create_app
from service.model.answer import Problem
from service.model.game import seats_to_act
from service.model.timestamps import now_ms
from service.store import queue
from service.store.agenda import TASK
from service.store.keys import TASKS_DUE
from service.store.tasks import HEARTBEAT_TIMEOUT_MS, SUGGESTION, TaskStore, key_of, open_key
from service.store.webhooks import KeyRing
from service.tasks import suggestions
from service.tasks.suggestions import DEFAULT_SEED, StoredAnswer, SuggestionWork
from service.workers import ai_jobs
from tests.games import LONG_MOVES, QUICK_GAME
from tests.patience import wait_until
from tests.service.burst import work_on_task
from tests.service.client import OPEN, PERSON, Client, refusal_of
from tests.service.live.test_waiting import in_background, wait_until_held
from tests.service.redis_cluster import one_server
from tests.service.use_cases import look_after_tasks
from tests.service.workers.test_jobs import paced

QUICK = {"simulations": 20}


def positions(key):
    """Some positions of a game in which a seat is asked."""
    variant = VARIANTS[key]
    state, rng = variant.new_game(next(iter(variant.presets.values()))), Rng("positions")
    number = 0
    while (seat := next_seat(state, rng)) != OVER:
        if number % 7 == 3:
            yield state.clone(), int(seat)
        number += 1
        for action in choose(variant, variant.observe(state, seat), LEVELS[0], rng).actions:
            state.apply(seat, action)


def observation_of(key="hockey"):
    variant = VARIANTS[key]
    state, seat = next(positions(key))
    return variant.codec.dump_observation(variant.observe(state, seat))


def body(key="hockey", **wish):
    return {"variant": key, "observation": observation_of(key), **(wish or QUICK)}


def answer_of(api, work, body, **options):
    """Ask, let a worker work, fetch."""
    asked = api.post("/v1/suggestions", body, **options)
    assert asked.status_code == 202, asked.text
    work()
    return api.get(f"/v1/suggestions/{asked.json['id']}", **options).json


@pytest.mark.parametrize("key", VARIANTS)
def test_a_suggestion_is_what_a_computer_with_this_budget_plays(api, work, key):
    variant = VARIANTS[key]
    for state, seat in list(positions(key))[:2]:
        observation = variant.observe(state, seat)
        asked = {"variant": key, "observation": variant.codec.dump_observation(observation), **QUICK}
        found = answer_of(api, work, asked)
        decision = choose(variant, observation, replace(ADVISER, simulations=20), Rng(DEFAULT_SEED), explain=True)
        assert found == found | {"status": "done", "ply": state.ply, "seat": seat}
        answer = found["answer"]
        assert answer["move"] == variant.codec.encode_actions(state, seat, decision.actions)
        assert variant.codec.decode_move(state, seat, answer["move"]) == list(decision.actions)
        assert answer["text"] == variant.commentary.move_text(answer["move"], variant.resolve_options(None, None)[1])
        assert (answer["simulations"], answer["exact"]) == (decision.simulations, decision.exact)
        assert answer["move"] in [candidate["move"] for candidate in answer["candidates"]]
        assert not [candidate for candidate in answer["candidates"] if not candidate["text"]]
        if len(decision.actions) == 1:
            thought = [(candidate.visits, candidate.reason) for candidate in decision.candidates]
            assert [(candidate["visits"], candidate["reason"]) for candidate in answer["candidates"]] == thought


@pytest.mark.parametrize("key", LONG_MOVES)
def test_a_described_choice_gets_a_whole_move(api, work, key):
    """Where moves are too many to list, the one made up stands alone among the candidates."""
    codec, observe = VARIANTS[key].codec, VARIANTS[key].observe
    state, seat = next(found for found in positions(key) if codec.describe_choice(*found))
    choice, observation = codec.describe_choice(state, seat), codec.dump_observation(observe(state, seat))
    answer = answer_of(api, work, {"variant": key, "observation": observation, **QUICK})["answer"]
    assert answer["move"]["type"] == choice["type"]
    assert len(answer["move"]["cards"]) == len(choice["slots"])
    assert [candidate["move"] for candidate in answer["candidates"]] == [answer["move"]]


def test_the_same_question_has_the_same_answer(api, work):
    first, again, other = (answer_of(api, work, body(simulations=50, seed=seed)) for seed in ("a", "a", "b"))
    assert first["answer"] == again["answer"]
    assert first["answer"] != other["answer"]
    assert first["answer"]["stopped"] is False


@pytest.mark.parametrize("wish", [{"level": 3}, {"time_ms": 5}, {}], ids=str)
def test_a_suggestion_thinks_as_long_as_asked(api, work, wish):
    """In a game that has a solver, which works for the top level."""
    asked = {"variant": "turn_based_hockey", "observation": observation_of("turn_based_hockey"), **wish}
    found = answer_of(api, work, asked)
    budget = {"level": None, "rating": None, "simulations": None, "time_ms": None, **(wish or {"level": len(LEVELS)})}
    assert found["budget"] == budget
    answer = found["answer"]
    assert (answer["simulations"] > 0) == ("level" not in wish)
    if wish == {"time_ms": 5}:
        assert answer["stopped"]


@pytest.mark.parametrize("level", LEVELS[:3], ids=lambda level: level.name)
def test_a_suggestion_of_a_level_is_never_careless(api, work, level):
    answers = [answer_of(api, work, body(level=level.number, seed=f"{number}"))["answer"] for number in range(6)]
    assert not [answer for answer in answers if not len(answer["candidates"]) > 1]


def test_with_mistakes_a_level_errs_as_in_games_the_weaker_the_more(api, settings):
    """Over a handful of positions, each by another opponent: weaker levels err more often, and the answer says which
    moves are mistakes.
    """
    ai_jobs.prepare_worker(settings)
    observations = [observed("hockey", state, seat) for state, seat in positions("hockey")]
    shares = []
    for level in (LEVELS[0], LEVELS[2], LEVELS[-1]):
        about = {"variant": "hockey", "level": level.number, "mistakes": True}
        asked = [about | {"observation": found, "seed": f"{number}"} for number, found in enumerate(observations * 4)]
        answers = [answer_here(api, question) for question in asked]
        shares.append(sum(answer["mistake"] for answer in answers) / len(answers))
        for answer in answers:
            values = [candidate["value"] for candidate in answer["candidates"]]
            assert answer["candidates"][0]["move"] == answer["move"]
            assert not answer["mistake"] or values[0] < max(values)
        assert answer_here(api, asked[0]) == answers[0]
    assert shares[0] > shares[1] > shares[2] == 0


def answer_here(api, question):
    """Ask, and work it out here and now."""
    asked = api.post("/v1/suggestions", question).json
    assert asked["mistakes"] == question.get("mistakes", False)
    work_on_task(asked["id"], 0, 0)
    return api.get(f"/v1/suggestions/{asked['id']}").json["answer"]


def test_with_one_seed_a_level_errs_in_some_positions_and_not_in_others(api, settings):
    """One seed is one opponent."""
    ai_jobs.prepare_worker(settings)
    question = {"variant": "hockey", "level": 1, "mistakes": True}
    observations = [observed("hockey", state, seat) for state, seat in positions("hockey")]
    shown = [
        {answer_here(api, question | {"observation": found, "seed": seed})["mistake"] for found in observations}
        for seed in ("one", "two", "three")
    ]
    assert {True, False} in shown


def observed(key, state, seat):
    """The observation of a seat, as a client sends it."""
    variant = VARIANTS[key]
    return variant.codec.dump_observation(variant.observe(state, seat))


def test_a_hint_can_be_as_weak_as_its_level(api, settings):
    ai_jobs.prepare_worker(settings)
    found, sharp = set(), set()
    for _ in range(10):  # with some cards there is nothing to mistake
        game = api.create(variant=QUICK_GAME, seats=[PERSON, PERSON])
        path, token = f"/v1/games/{game['id']}", game["tokens"][str(game["to_act"][0])]
        for number in range(8):
            found.add(hint(api, path, {"level": 1, "mistakes": True, "seed": f"{number}"}, token)["answer"]["mistake"])
        sharp.add(hint(api, path, {"level": 1, "seed": "0"}, token)["answer"]["mistake"])
    assert (found, sharp) == ({True, False}, {False})


@pytest.mark.parametrize("wish", [{}, {"simulations": 20}, {"time_ms": 20}], ids=str)
def test_only_a_level_makes_mistakes(api, tasks, game, wish):
    question = {"variant": "hockey", "observation": observation_of(), "mistakes": True, **wish}
    own = api.post("/v1/suggestions", question)
    of_game = api.post(f"/v1/games/{game['id']}/suggestions", {"mistakes": True, **wish}, token=game["token"])
    for answer in (own, of_game):
        assert (answer.status_code, answer.json["code"]) == (422, "request/invalid")
        assert answer.json["errors"][0]["pointer"] == "/mistakes"
        assert answer.json["detail"] == "mistakes: true: only a level or a rating makes mistakes; give one as well."
    assert list(tasks.store.client.scan_iter("{tasks}:*")) == []
    assert api.post("/v1/suggestions", question | {"mistakes": False}).status_code == 202


@pytest.mark.parametrize("key", VARIANTS)
def test_what_a_view_shows_is_an_observation(api, work, key):
    """A client needs no more than its view: seat, options and ply, the table, the hand, and what stands in `you`."""
    made = api.create(
        variant=key, seats=[PERSON] * int(VARIANTS[key].new_game(next(iter(VARIANTS[key].presets.values()))).seats())
    )
    seat = made["to_act"][0]
    view = api.get(f"/v1/games/{made['id']}", token=made["tokens"][str(seat)]).json
    observation = {"options": view["options"], "ply": view["ply"], **view["table"], "hand": view["hand"], **view["you"]}
    assert answer_of(api, work, {"variant": key, "observation": observation, **QUICK})["status"] == "done"


def test_with_prefer_wait_the_answer_comes_in_the_same_request(api, app, work):
    answer = in_background(lambda: api.post("/v1/suggestions", body(), headers={"Prefer": "wait=10"}))
    wait_until_held(app)
    work()
    assert (answer().status_code, answer().json["status"]) == (200, "done")


def test_without_a_worker_the_answer_says_where_to_look(api):
    asked = api.post("/v1/suggestions", body(), headers={"Prefer": "wait=1"})
    assert (asked.status_code, asked.json["status"], asked.json["answer"]) == (202, "queued", None)
    assert asked.headers["Location"] == f"/v1/suggestions/{asked.json['id']}"
    assert asked.headers["Retry-After"]
    assert api.get(asked.headers["Location"]).json == asked.json


def test_a_cancelled_suggestion_is_not_worked_out(api, work):
    path = "/v1/suggestions/" + api.post("/v1/suggestions", body()).json["id"]
    cancelled = api.post(f"{path}/cancel").json
    assert (cancelled["status"], cancelled["answer"]) == ("cancelled", None)
    work()
    assert api.get(path).json == api.post(f"{path}/cancel").json == cancelled


def test_what_is_worked_out_stays_when_it_is_cancelled(api, work):
    found = answer_of(api, work, body())
    assert api.post(f"/v1/suggestions/{found['id']}/cancel").json == found


def test_a_search_ends_when_no_client_wants_it_any_more(api, tasks, settings, monkeypatch):
    monkeypatch.setattr("service.tasks.task.HEARTBEAT_EVERY_S", 0.0)
    asked = api.post("/v1/suggestions", body(simulations=20_000)).json
    heartbeat = TaskStore.heartbeat

    def cancel_and_report(self, *arguments, **options):
        is_open = heartbeat(self, *arguments, **options)
        api.post(f"/v1/suggestions/{asked['id']}/cancel")
        return is_open

    monkeypatch.setattr(TaskStore, "heartbeat", cancel_and_report)
    ai_jobs.prepare_worker(settings)
    work_on_task(asked["id"], 0, 0)
    assert (tasks.store.find(asked["id"]).status, tasks.store.count_done(asked["id"])) == ("cancelled", 0)


def test_who_asked_with_a_token_alone_may_see_it(api):
    path = "/v1/suggestions/" + api.post("/v1/suggestions", body(), token="mine").json["id"]
    assert api.get(path, token="mine").status_code == 200
    for answer in (api.get(path), api.get(path, token="yours"), api.post(f"{path}/cancel")):
        assert (answer.status_code, answer.json["code"]) == (404, "task/not_found")
    assert api.get("/v1/suggestions/s_nope").json["code"] == "task/not_found"


# -- workers


def test_a_job_carries_an_id_only(api, settings):
    asked = api.post("/v1/suggestions", body()).json
    job = queue.SafeJob.fetch(
        f"task-{asked['id']}-0-0", connection=queue.queue_client(settings), serializer=JSONSerializer
    )
    assert (job.func_name, job.args, job.kwargs, job.origin) == (
        queue.TASK_FUNCTION,
        [asked["id"], 0, 0],
        {},
        queue.SUGGESTION_QUEUE,
    )


def make_overdue(tasks, task_id):
    tasks.store.client.zadd(TASKS_DUE, {task_id: 0})


def overdue(tasks):
    return tasks.games.store.agenda.due(TASK)


def test_a_lost_worker_costs_a_few_seconds_only(api, tasks, work):
    asked = api.post("/v1/suggestions", body()).json
    tasks.store.client.delete(*tasks.store.client.scan_iter("rq:*"))  # the worker dies with its job
    make_overdue(tasks, asked["id"])
    look_after_tasks(tasks)
    work()
    assert api.get(f"/v1/suggestions/{asked['id']}").json["status"] == "done"


def test_a_suggestion_that_still_waits_is_not_called_again(api, tasks):
    asked = api.post("/v1/suggestions", body()).json
    for _ in range(5):
        make_overdue(tasks, asked["id"])
        look_after_tasks(tasks)
    assert tasks.store.find(asked["id"]).calls == 0


def test_a_suggestion_is_claimed_only_when_it_is_overdue_and_by_one(tasks):
    store, agenda = tasks.store, tasks.games.store.agenda
    task = store.open(SUGGESTION, {}, "reader", "client")
    assert not agenda.claim(TASK, task.id, 4000)
    make_overdue(tasks, task.id)
    assert [agenda.claim(TASK, task.id, 4000) for _ in range(3)] == [True, False, False]


def test_a_suggestion_is_overdue_some_seconds_after_it_was_opened_or_its_worker_reported(tasks):
    store = tasks.store
    task = store.open(SUGGESTION, {}, "reader", "client")

    def due_in_ms():
        return store.client.zscore(TASKS_DUE, task.id) - now_ms()

    assert HEARTBEAT_TIMEOUT_MS / 2 < due_in_ms() <= HEARTBEAT_TIMEOUT_MS
    make_overdue(tasks, task.id)
    assert store.heartbeat(task.id)
    assert HEARTBEAT_TIMEOUT_MS / 2 < due_in_ms() <= HEARTBEAT_TIMEOUT_MS
    assert overdue(tasks) == []


def test_a_suggestion_ends_once_and_is_not_looked_after_any_more(tasks):
    store = tasks.store
    task = store.open(SUGGESTION, {}, "reader", "client")
    assert [store.close(task, status, f"by {status}") for status in ("done", "cancelled")] == [True, False]
    make_overdue(tasks, task.id)
    assert not store.heartbeat(task.id)
    assert (store.find(task.id).status, store.find(task.id).detail, overdue(tasks)) == ("done", "by done", [])


def test_nothing_is_left_to_do_for_a_suggestion_that_has_expired(tasks):
    store = tasks.store
    task = store.open(SUGGESTION, {}, "reader", "client")
    store.client.delete(key_of(task.id))
    for call in (
        lambda: store.heartbeat(task.id),
        lambda: store.close(task, "done"),
    ):
        make_overdue(tasks, task.id)
        assert (call(), overdue(tasks)) == (False, [])


def test_attempts_without_progress_are_counted(tasks):
    store = tasks.store
    task = store.open(SUGGESTION, {}, "reader", "client")
    assert [store.requeue(task).attempts for _ in range(2)] == [1, 2]
    store.heartbeat(task.id)
    assert store.find(task.id).attempts == 2
    store.save_part(task, 0, "half")
    assert (store.find(task.id).attempts, store.find(task.id).calls) == (0, 2)


@pytest.mark.parametrize(
    ("limit", "client", "says"),
    [("max_suggestions_each", "client", "1, the limit of one caller"), ("max_suggestions", "", "1")],
)
def test_a_suggestion_that_has_expired_is_not_open(settings, store, queue, limit, client, says):
    settings = replace(settings, **{limit: 1})
    suggestions = TaskStore(store.client, settings, store.space)
    open_tasks = open_key(SUGGESTION, client)
    suggestions.open(SUGGESTION, {}, "reader", "client")
    ((member, until),) = store.client.zrange(open_tasks, 0, -1, withscores=True)
    assert abs(until - now_ms() - 1000 * settings.suggestion_ttl_s) < 60_000
    with pytest.raises(Problem, match=says):
        suggestions.open(SUGGESTION, {}, "reader", "client")
    store.client.zincrby(open_tasks, -1000 * settings.suggestion_ttl_s, member)
    assert suggestions.open(SUGGESTION, {}, "reader", "client")


@one_server
def test_after_a_few_lost_workers_a_suggestion_has_failed(api, tasks):
    asked = api.post("/v1/suggestions", body()).json
    for _ in range(4):
        tasks.store.client.delete(*tasks.store.client.scan_iter("rq:*"))
        make_overdue(tasks, asked["id"])
        look_after_tasks(tasks)
    assert api.get(f"/v1/suggestions/{asked['id']}").json["status"] == "failed"
    assert overdue(tasks) == []


def test_a_suggestion_that_was_deleted_meanwhile_is_not_queued_again(api, tasks, game):
    task = tasks.store.find(api.post(f"/v1/games/{game['id']}/suggestions", token=game["token"]).json["id"])
    tasks.store.delete(task)
    assert tasks.store.requeue(task) is None
    assert not tasks.store.client.exists(key_of(task.id))


def test_a_suggestion_that_has_expired_leaves_nothing_to_look_after(api, tasks):
    asked = api.post("/v1/suggestions", body()).json
    tasks.store.client.delete(key_of(asked["id"]))
    make_overdue(tasks, asked["id"])
    look_after_tasks(tasks)
    assert tasks.store.client.zcard(TASKS_DUE) == 0


def test_people_in_games_are_served_first(api, store, queue, work):
    asked = api.post("/v1/suggestions", body()).json
    game = paced(store, queue, 0)
    work(max_jobs=1)
    assert api.get(f"/v1/suggestions/{asked['id']}").json["status"] == "queued"
    wait_until(lambda: store.games.load(game.id).ai is None)


def test_a_search_gives_way_to_people_in_games(api, store, queue, settings, monkeypatch):
    """The turn is played in a pause of the search, which comes to the same as without."""
    asked = api.post("/v1/suggestions", body(simulations=100)).json
    alone = api.post("/v1/suggestions", body(simulations=100)).json
    game = paced(store, queue, 0)
    monkeypatch.setattr("service.tasks.task.GIVE_WAY_EVERY_S", 0.0)
    ai_jobs.prepare_worker(settings)
    work_on_task(asked["id"], 0, 0)
    wait_until(lambda: store.games.load(game.id).ai is None)
    work_on_task(alone["id"], 0, 0)
    answers = [api.get(f"/v1/suggestions/{made['id']}").json["answer"] for made in (asked, alone)]
    assert answers[0] == answers[1]
    assert answers[0]["stopped"] is False


# -- hints


def test_a_hint_is_a_move_that_can_be_played(api, game, work):
    asked = api.post(f"/v1/games/{game['id']}/suggestions", QUICK, token=game["token"])
    assert asked.status_code == 202
    work()
    found = api.get(f"/v1/suggestions/{asked.json['id']}", token=game["token"]).json
    assert found["ply"] == game["ply"]
    assert api.move(game, game["token"], found["answer"]["move"], ply=found["ply"]).status_code == 200


def test_a_hint_is_for_its_seat_only(api, game, work):
    path = "/v1/suggestions/" + api.post(f"/v1/games/{game['id']}/suggestions", QUICK, token=game["token"]).json["id"]
    for answer in (api.get(path), api.get(path, token=game["waiting"])):
        assert (answer.status_code, answer.json["code"]) == (404, "task/not_found")


@pytest.mark.parametrize("key", VARIANTS)
@pytest.mark.parametrize("wish", [{"level": 2}, QUICK], ids=str)
def test_a_hint_does_not_depend_on_hidden_cards(api, store, settings, key, wish):
    """The other hand and the undealt cards exchanged in the store: the same answer. Then the hint is played, and so
    on.
    """
    variant = VARIANTS[key]
    made = api.create(variant=key, seats=[PERSON] * int(variant.new_game(next(iter(variant.presets.values()))).seats()))
    path, stored = f"/v1/games/{made['id']}", next(store.client.scan_iter(f"*:game:{made['id']}"))
    ai_jobs.prepare_worker(settings)
    others = 0
    for number in range(4):
        truth = store.games.load(made["id"])
        seat = seats_to_act(truth)[0]
        token = made["tokens"][str(seat)]
        before = hint(api, path, wish, token)
        for world in range(2):
            imagined = store.games.load(made["id"])
            imagined.state = variant.observe(truth.state, seat).determinize(Rng(f"{number} {world}"))
            others += imagined.dump() != truth.dump()
            store.client.hset(stored, "game", imagined.dump())
            assert hint(api, path, wish, token) == before
        store.client.hset(stored, "game", truth.dump())
        answer = api.post(f"{path}/moves", {"ply": before["ply"], "move": before["answer"]["move"]}, token=token)
        assert answer.status_code == 200
    assert others


def hint(api, path, wish, token):
    """A hint computed here and now, without what is never the same twice."""
    asked = api.post(f"{path}/suggestions", wish, token=token).json
    work_on_task(asked["id"], 0, 0)
    found = api.get(f"/v1/suggestions/{asked['id']}", token=token).json
    assert found["status"] == "done"
    return {name: fact for name, fact in found.items() if name not in ("id", "created_at", "links")}


def test_a_hint_needs_a_seat_that_is_asked(api, game):
    path = f"/v1/games/{game['id']}/suggestions"
    cases = [
        (game["waiting"], 409, "move/not_your_turn"),
        (None, 401, "auth/missing"),
        ("nonsense", 401, "auth/unknown_token"),
    ]
    for token, status, code in cases:
        answer = api.post(path, QUICK, token=token)
        assert (answer.status_code, answer.json["code"]) == (status, code)
    api.post(f"/v1/games/{game['id']}/resign", token=game["waiting"])
    assert api.post(path, QUICK, token=game["token"]).json["code"] == "game/over"
    waiting = api.create(seats=[PERSON, OPEN])
    assert (
        api.post(f"/v1/games/{waiting['id']}/suggestions", token=waiting["tokens"]["0"]).json["code"]
        == "game/not_started"
    )


# -- refusals


def changed(**facts):
    return body() | {"observation": observation_of() | facts}


BAD_SUGGESTIONS = [
    ({}, "request/invalid", "variant"),
    (body() | {"variant": "chess"}, "variant/unknown", "chess"),
    (body() | {"cards": []}, "request/invalid", "cards"),
    (body() | {"observation": []}, "request/invalid", "observation"),
    (body(simulations=True), "request/invalid", "simulations"),
    (body(simulations=0), "request/invalid", "simulations"),
    (body(seed=""), "request/invalid", "seed"),
    (body(seed="\ud800"), "request/invalid", "seed"),
    (body(simulations=10**30), "request/invalid", "1000"),
    (body(simulations=20_001), "request/invalid", "20001"),
    (body(time_ms=5001), "request/invalid", "5001"),
    (body(level=3, time_ms=10), "request/invalid", "level and time_ms"),
    (body(level=99), "level/unknown", "99"),
    (changed(hand=["1Q"]), "observation/invalid", "observation.hand[0]"),
    (changed(hand=[]), "observation/invalid", "hand"),
    (changed(hand_sizes=[40, 40]), "observation/invalid", "hand_sizes"),
    (changed(puck=1), "observation/invalid", "observation.puck"),
]


@pytest.mark.parametrize(("asked", "code", "says"), BAD_SUGGESTIONS, ids=lambda value: str(value)[:30])
def test_a_suggestion_that_cannot_be_worked_out_is_refused_with_a_reason(api, tasks, asked, code, says):
    answer = api.post("/v1/suggestions", asked)
    assert (answer.status_code, answer.json["code"]) == (422, code)
    assert says in answer.json["detail"]
    assert list(tasks.store.client.scan_iter("{tasks}:*")) == []


def test_a_seat_that_has_nothing_to_decide_gets_no_suggestion(api):
    variant = VARIANTS["hockey"]
    state, seat = next(positions("hockey"))
    for viewer in (1 - seat, -3):
        observation = variant.codec.dump_observation(variant.observe(state, viewer))
        answer = api.post("/v1/suggestions", {"variant": "hockey", "observation": observation})
        assert refusal_of(answer) == {"status": 422, "code": "observation/invalid", "pointer": "/observation/seat"}


def test_one_caller_may_have_a_few_open_and_more_when_one_ends(settings, contract):
    api = Client(create_app(replace(settings, max_suggestions_each=2)), contract)
    first, _ = (api.post("/v1/suggestions", body()).json for _ in range(2))
    refused = api.post("/v1/suggestions", body(), token="another name")
    assert (refused.status_code, refused.json["code"]) == (429, "task/too_many")
    assert refused.headers["Retry-After"]
    assert api.post("/v1/suggestions", body(), environ_base={"REMOTE_ADDR": "10.0.0.9"}).status_code == 202
    api.post(f"/v1/suggestions/{first['id']}/cancel")
    assert api.post("/v1/suggestions", body()).status_code == 202


def test_a_backend_with_a_key_may_have_more_open_for_its_players(settings, store, contract):
    api = Client(create_app(replace(settings, max_suggestions_each=1, max_suggestions_key=3)), contract)
    key = {"X-Api-Key": KeyRing(store.client).create("backend")[1]}
    assert [api.post("/v1/suggestions", body()).status_code for _ in range(2)] == [202, 429]
    answers = [api.post("/v1/suggestions", body(), headers=key) for _ in range(4)]
    assert [answer.status_code for answer in answers] == [202, 202, 202, 429]
    assert "3, the limit of one caller" in answers[-1].json["detail"]


@pytest.mark.parametrize(
    ("changed", "address", "statuses"),
    [
        ({}, "127.0.0.1", [202] * 6),
        ({}, "10.0.0.9", [202] * 4 + [429] * 2),
        ({"trust_loopback": False}, "127.0.0.1", [202] * 4 + [429] * 2),
        ({"max_suggestions_each": 5}, "127.0.0.1", [202] * 5 + [429]),
    ],
)
def test_the_default_number_of_open_ones_does_not_count_programs_of_the_operator(
    settings, contract, changed, address, statuses
):
    api = Client(create_app(replace(settings, **changed)), contract)
    answers = [api.post("/v1/suggestions", body(), environ_base={"REMOTE_ADDR": address}) for _ in range(6)]
    assert [answer.status_code for answer in answers] == statuses
    assert {answer.headers["Retry-After"] for answer in answers} == {"1"}, "a suggestion takes milliseconds"


def test_a_seat_may_have_a_few_hints_open(settings, contract):
    api = Client(create_app(replace(settings, max_suggestions_each=1)), contract)
    game = api.create(seats=[PERSON, PERSON])
    token = game["tokens"][str(game["to_act"][0])]
    answers = [api.post(f"/v1/games/{game['id']}/suggestions", QUICK, token=token) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [202, 429]


def test_when_too_many_are_open_the_service_says_when_to_come_back(settings, contract):
    api = Client(create_app(replace(settings, max_suggestions=1)), contract)
    api.post("/v1/suggestions", body())
    refused = api.post("/v1/suggestions", body())
    assert (refused.status_code, refused.json["code"]) == (503, "task/full")
    assert refused.headers["Retry-After"]


@one_server
def test_no_observation_stands_in_the_queue(api, settings):
    """Neither the queue nor RQ's own log of a failed job shows a card."""
    api.post("/v1/suggestions", body())
    with redis.Redis.from_url(settings.redis_url) as client:
        stored = b"".join(
            json.dumps({str(k): str(v) for k, v in client.hgetall(key).items()}).encode()
            for key in client.scan_iter("rq:job:*")
        )
    assert stored
    assert b"observation" not in stored


def test_the_log_of_a_suggestion_says_how_long_and_how_far_it_searched(monkeypatch, caplog, settings):
    caplog.set_level(logging.INFO)
    seconds = iter([10.0, 11.5])
    answer = StoredAnswer({"type": "pass"}, [], 300, False, False, False)
    monkeypatch.setattr(suggestions, "time", SimpleNamespace(monotonic=lambda: next(seconds)))
    monkeypatch.setattr(suggestions, "player_for", lambda *_: SimpleNamespace(simulations=300, cap_ms=700))
    monkeypatch.setattr(suggestions, "answer_to", lambda request, player, stop: answer)
    capped = []
    store = SimpleNamespace(finish_part=lambda *_: 1)
    work = SuggestionWork(SimpleNamespace(settings=settings, store=store), SimpleNamespace(request={}))
    work.do_part(0, None, SimpleNamespace(stops_after=capped.append))
    (record,) = [record for record in caplog.records if record.getMessage() == "suggestion"]
    assert (record.simulations, record.ms, capped) == (300, 1500, [700])
