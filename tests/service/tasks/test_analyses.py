"""Analyses of finished games: what is graded, for whom, once, by workers in slices, and kept with the game."""

import json
from dataclasses import replace

import pytest

from engines import VARIANTS
from engines.rng import Rng
from faceoff_client import random_move
from service.app import create_app
from service.games.ai_turns import answer_for_late
from service.store.keys import TASKS_DUE, key
from service.store.tasks import ANALYSIS
from service.tasks import analyses, task
from service.workers import ai_jobs
from service.workers.ai_jobs import MAX_ATTEMPTS
from tests.games import LONGEST_GAME, QUICK_GAME
from tests.service.burst import work_on_task
from tests.service.client import PERSON, Client
from tests.service.live.test_waiting import in_background, wait_until_held
from tests.service.redis_cluster import one_server
from tests.service.tasks.test_matches import at_once
from tests.service.use_cases import games_of, look_after_tasks

GRADES = ("best", "good", "inaccuracy", "blunder")
LANGUAGES = {"en": "to win", "fr": "chances de gagner"}


def play(api, most=40, seats=(PERSON, PERSON), seed=1, **body):
    """A game of people who move at random; seat 0 resigns after ``most`` moves. The last view of seat 0, with the
    tokens.
    """
    created = api.create(seats=list(seats), **body)
    tokens, rng, path = created["tokens"], Rng(seed), f"/v1/games/{created['id']}"
    view = api.get(path, token=tokens["0"]).json
    for _ in range(most):
        if view["status"] != "active":
            break
        asked = view["to_act"][0]
        own = api.get(path, token=tokens[str(asked)]).json
        view = api.move(own, tokens[str(asked)], random_move(own, _Choices(rng))).json
    if view["status"] == "active":
        view = api.post(f"{path}/resign", token=tokens["0"]).json
    return view | {"tokens": tokens, "path": path, "analysis": f"{path}/analysis"}


class _Choices:
    """The engines' generator, as the SDK's ``random_move`` asks for one."""

    def __init__(self, rng):
        self.rng = rng

    def choice(self, items):
        return items[self.rng.below(len(items))]

    def sample(self, items, count):
        left = list(items)
        return [left.pop(self.rng.below(len(left))) for _ in range(count)]


def analysed(api, work, game, seat=0, **options):
    """Ask, let a worker work, ask again."""
    token = game["tokens"][str(seat)]
    first = api.post(game["analysis"], token=token, **options)
    assert first.status_code in (200, 202), first.text
    work()
    found = api.get(game["analysis"], token=token, **options)
    assert (found.status_code, found.json["status"]) == (200, "done")
    return found.json


def record_of(api, game):
    return api.get(f"{game['path']}/record", token=game["tokens"]["0"]).json


# -- what is graded


@pytest.mark.parametrize("key", VARIANTS)
def test_every_decision_of_a_seat_is_graded(api, work, key):
    game = play(api, variant=key)
    for seat in (0, 1):
        found = analysed(api, work, game, seat)
        own = [move for move in record_of(api, game)["moves"] if move["seat"] == seat]
        moves = found["moves"]
        if not VARIANTS[key].has_decisions:
            assert (moves, found["progress"]) == ([], {"done": 0, "of": 0})
            continue
        assert moves
        assert found["progress"] == {"done": len(own), "of": len(own)}
        in_record = {move["version"]: (move["ply"], move["move"]) for move in own}
        assert not [move for move in moves if in_record[move["version"]] != (move["ply"], move["move"])]
        assert {grade: found["summary"][grade] for grade in GRADES} == {
            grade: sum(move["grade"] == grade for move in moves) for grade in GRADES
        }
        for move in moves:
            assert (move["better"] is None) == (move["grade"] == "best")
            assert move["text"]
            assert move["comment"]
            if move["grade"] in ("inaccuracy", "blunder"):
                assert move["loss"]["low"] > 0
                assert move["better"]["reason"]
                assert move["better"]["move"] != move["move"]
                before = api.get(f"{game['path']}?version={move['version'] - 1}", token=game["tokens"][str(seat)]).json
                legal = [entry["move"] for entry in before["legal_moves"]]
                assert before["choice"] or move["better"]["move"] in legal


def test_an_analysis_in_the_form_in_which_an_earlier_release_has_kept_it_is_shown(api, store):
    """A decision is a list of nine, by position: analyses live as long as their games, over many releases."""
    game = play(api)
    chances = [[0.5, 0.4, 0.6], [0.3, 0.2, 0.4]]
    played, better = ({"type": "play", "card": card} for card in ("9H", "KD"))
    kept = [7, 5, played, "inaccuracy", [0.1, 0.05, 0.2], chances, better, chances[::-1], None]
    store.games.keep_analysis(
        game["id"], 0, json.dumps({"created_at": "2026-01-02T19:30:00.000Z", "looked_at": 3, "moves": [kept]}).encode()
    )
    found = api.get(game["analysis"], token=game["tokens"]["0"]).json
    (move,) = found["moves"]
    assert found["progress"] == {"done": 3, "of": 3}
    assert [move[name] for name in ("version", "ply", "move", "grade")] == kept[:4]
    assert move["loss"] == {"mean": 0.1, "low": 0.05, "high": 0.2}
    assert move["better"]["move"] == kept[6]
    stored = json.loads(store.games.analysis(game["id"], 0))
    assert stored["moves"] == [kept]


def test_four_seats_are_analysed_one_by_one(api, work):
    game = play(api, preset="partnership", seats=[PERSON] * 4, most=30)
    found = [analysed(api, work, game, seat) for seat in range(4)]
    assert [each["seat"] for each in found] == [0, 1, 2, 3]
    versions = [move["version"] for each in found for move in each["moves"]]
    assert len(versions) == len(set(versions)) > 20


def test_what_a_computer_played_is_not_graded(api, work, store):
    """A computer takes over for a while; the time runs out once."""
    game = api.create(seats=[PERSON, PERSON], options={"first_dealer": "random"}, time_limit_s=300)
    tokens, path = game["tokens"], f"/v1/games/{game['id']}"
    own = []

    def played(mine):
        view = api.get(path, token=tokens["0"]).json
        asked = str(view["to_act"][0])
        view = api.move(api.get(path, token=tokens[asked]).json, tokens[asked]).json
        if mine and asked == "0":
            own.append(view["version"])

    for _ in range(4):
        played(True)
    api.post(f"{path}/seats/0/ai", {"level": 1}, token=tokens["0"])
    for _ in range(6):
        work()
        view = api.get(path, token=tokens["1"]).json
        if view["to_act"] == [1]:
            api.move(view, tokens["1"])
    api.post(f"{path}/seats/0/return", token=tokens["0"])
    for _ in range(2):
        played(True)
    view = api.get(path, token=tokens["0"]).json
    if view["to_act"] == [1]:
        api.move(api.get(path, token=tokens["1"]).json, tokens["1"])
    late = store.games.load(game["id"])
    late.deadline = "2020-01-01T00:00:00.000Z"
    answer_for_late(games_of(store), late)
    api.post(f"{path}/resign", token=tokens["1"])
    found = analysed(api, work, {"tokens": tokens, "analysis": f"{path}/analysis"})
    recorded = {
        move["version"] for move in record_of(api, {"path": path, "tokens": tokens})["moves"] if move["seat"] == 0
    }
    assert found["progress"]["of"] == len(own) < len(recorded)
    assert {move["version"] for move in found["moves"]} <= set(own)


def test_an_aborted_game_without_moves_has_an_empty_analysis(api):
    game = api.create(seats=[PERSON, PERSON])
    api.post(f"/v1/games/{game['id']}/abort", token=game["owner_token"])
    found = [ask(f"/v1/games/{game['id']}/analysis", token=game["tokens"]["0"]) for ask in (api.post, api.get)][1]
    assert (found.status_code, found.json["moves"], found.json["summary"]["text"]) == (
        200, [], "0 best, 0 good, 0 inaccuracies, 0 blunders",
    )  # fmt: skip


@pytest.mark.parametrize("language", LANGUAGES)
def test_texts_are_in_the_language_of_the_request(api, work, language):
    game = play(api, variant=QUICK_GAME)
    found = analysed(api, work, game, headers={"Accept-Language": language})
    shown = [move["prospects"]["text"] for move in found["moves"] if move["prospects"]]
    assert shown
    assert not [text for text in shown if LANGUAGES[language] not in text]


def test_a_hint_has_the_prospects_of_each_candidate(api, work, game):
    asked = api.post(f"/v1/games/{game['id']}/suggestions", {}, token=game["token"])
    work()
    answers = {
        language: api.get(
            f"/v1/suggestions/{asked.json['id']}", token=game["token"], headers={"Accept-Language": language}
        ).json["answer"]
        for language in LANGUAGES
    }
    assert answers["en"]["candidates"]
    for candidate in answers["en"]["candidates"]:
        win = candidate["prospects"]["win_probability"]
        assert win["mean"] == pytest.approx((1 + candidate["value"]) / 2, abs=1e-3)
        assert win["low"] <= win["mean"] <= win["high"]
    for language, words in LANGUAGES.items():
        assert words in answers[language]["candidates"][0]["prospects"]["text"]


# -- for whom


def test_before_the_end_it_would_be_a_hint(api, game):
    refused = api.get(f"/v1/games/{game['id']}/analysis", token=game["token"])
    assert (refused.status_code, refused.json["code"]) == (409, "game/not_over")
    assert game["id"] in refused.json["detail"]


def test_only_a_seat_has_an_analysis(api):
    game = play(api, most=2)
    assert api.get(game["analysis"]).json["code"] == "auth/missing"
    owner = api.create(seats=[PERSON, PERSON])
    api.post(f"/v1/games/{owner['id']}/abort", token=owner["owner_token"])
    refused = api.get(f"/v1/games/{owner['id']}/analysis", token=owner["owner_token"])
    assert (refused.status_code, refused.json["code"]) == (403, "auth/not_a_seat")
    foreign = api.get(game["analysis"], token=owner["tokens"]["0"])
    assert (foreign.status_code, foreign.json["code"]) == (403, "auth/foreign_token")


def test_the_grades_depend_on_what_the_seat_could_know_alone(api, work, store, monkeypatch):
    """The observation is all that reaches the grade: the same moves in a game whose hidden cards are others have the
    same grades.
    """
    seen = []
    grade = analyses.grade

    def spied(variant, observation, actions, rng, should_stop):
        seen.append(variant.codec.dump_observation(observation))
        return grade(variant, observation, actions, rng, should_stop)

    monkeypatch.setattr(analyses, "grade", spied)
    game = play(api, most=12)
    found = analysed(api, work, game)
    played = {move["ply"] for move in found["moves"]}
    for observation in seen:
        assert observation["seat"] == 0
    views = [
        api.get(f"{game['path']}?version={move['version'] - 1}", token=game["tokens"]["0"]).json
        for move in found["moves"]
    ]
    assert [view["hand"] for view in views] == [
        observation["hand"] for observation in seen if observation["ply"] in played
    ]


# -- once, in slices


@pytest.mark.parametrize("method", ["GET", "HEAD"])
def test_reading_starts_nothing(api, tasks, settings, contract, method):
    api = Client(create_app(replace(settings, limit_ai_time="10/hour")), contract)
    game = play(api, most=8)
    answer = api.http.open(game["analysis"], method=method, headers={"Authorization": f"Bearer {game['tokens']['0']}"})
    assert (answer.status_code, answer.headers.get("RateLimit-Remaining")) == (404, None)
    assert tasks.store.find(analyses.analysis_id(game["id"], 0)) is None
    if method == "GET":
        assert answer.json["code"] == "task/not_found"


def test_it_is_worked_out_once_however_many_ask(api, work, monkeypatch, queue):
    game = play(api, most=14)
    counted = []
    grade = analyses.grade
    monkeypatch.setattr(analyses, "grade", lambda *args: counted.append(1) or grade(*args))
    for _ in range(5):
        assert api.post(game["analysis"], token=game["tokens"]["0"]).status_code == 202
    work()
    found = analysed(api, work, game)
    assert len(counted) == found["progress"]["of"]


def test_slices_of_one_decision_and_a_killed_worker_come_to_the_same_grades(api, work, tasks, monkeypatch):
    one = play(api, most=16)
    whole = analysed(api, work, one)
    monkeypatch.setattr(task.Clock, "ends_slice", at_once())
    assert api.post(one["analysis"], token=one["tokens"]["1"]).status_code == 202
    work(max_jobs=2)
    partial = api.get(one["analysis"], token=one["tokens"]["1"])
    assert (partial.status_code, partial.json["status"]) == (200, "running")
    assert 0 < partial.json["progress"]["done"] < partial.json["progress"]["of"]
    task_id = analyses.analysis_id(one["id"], 1)
    tasks.store.client.delete(*tasks.store.client.scan_iter("rq:*"))  # its worker dies with the job
    tasks.store.client.zadd(TASKS_DUE, {task_id: 0})
    look_after_tasks(tasks)
    done = analysed(api, work, one, 1)
    assert done["moves"][: len(partial.json["moves"])] == partial.json["moves"]
    assert done["progress"]["done"] == done["progress"]["of"]
    assert whole["moves"] == analysed(api, work, one)["moves"]


@one_server
def test_an_analysis_on_which_every_worker_dies_has_failed(api, tasks):
    game = play(api, most=6)
    api.post(game["analysis"], token=game["tokens"]["0"])
    for _ in range(MAX_ATTEMPTS + 1):
        tasks.store.client.delete(*tasks.store.client.scan_iter("rq:*"))
        tasks.store.client.zadd(TASKS_DUE, {analyses.analysis_id(game["id"], 0): 0})
        look_after_tasks(tasks)
    found = api.get(game["analysis"], token=game["tokens"]["0"])
    assert (found.status_code, found.json["status"]) == (200, "failed")
    assert api.post(game["analysis"], token=game["tokens"]["0"]).json["status"] == "queued", "it can be asked for again"
    assert api.get(game["analysis"], token=game["tokens"]["0"]).json["status"] == "queued"


def test_a_slice_of_an_earlier_call_does_nothing(api, settings, tasks):
    game = play(api, most=6)
    api.post(game["analysis"], token=game["tokens"]["0"])
    task_id = analyses.analysis_id(game["id"], 0)
    tasks.store.requeue(tasks.store.find(task_id))
    ai_jobs.prepare_worker(settings)
    work_on_task(task_id, 0, 0)
    assert tasks.store.count_done(task_id) == 0


def test_two_workers_on_one_analysis_grade_each_decision_once(tasks):
    task = tasks.store.open(ANALYSIS, {"versions": [1, 2]}, "", "client", task_id="a_x")
    assert [tasks.store.claim_part(task) for _ in range(3)] == [(0, None), (1, None), None]
    assert [tasks.store.finish_part(task, number, grade) for number, grade in ((0, None), (1, "best"))] == [1, 2]
    assert tasks.store.find("a_x").results == {0: None, 1: "best"}


def test_a_request_can_wait_for_it(app, api, work):
    game = play(api, most=10)
    answer = in_background(lambda: api.post(game["analysis"], token=game["tokens"]["0"], headers={"Prefer": "wait=10"}))
    wait_until_held(app)
    work()
    assert (answer().status_code, answer().json["status"]) == (200, "done")


# -- limits


def test_open_analyses_are_limited_per_caller(settings, contract):
    api = Client(create_app(replace(settings, max_suggestions_each=1)), contract)
    first, second = play(api, most=4), play(api, most=4)
    assert api.post(first["analysis"], token=first["tokens"]["0"]).status_code == 202
    refused = api.post(second["analysis"], token=second["tokens"]["0"])
    assert (refused.status_code, refused.json["code"]) == (429, "task/too_many")
    assert api.get(first["analysis"], token=first["tokens"]["0"]).json["status"] == "queued"


def test_the_service_limits_all_open_analyses(settings, contract):
    api = Client(create_app(replace(settings, max_suggestions=1)), contract)
    game = play(api, most=4)
    assert api.post(game["analysis"], token=game["tokens"]["0"]).status_code == 202
    refused = api.post(game["analysis"], token=game["tokens"]["1"])
    assert (refused.status_code, refused.json["code"]) == (503, "task/full")


def test_an_analysis_takes_ai_time_once(settings, contract):
    api = Client(create_app(replace(settings, limit_ai_time="10/hour")), contract)
    game = play(api, most=40)
    left = [api.post(game["analysis"], token=game["tokens"]["0"]).headers.get("RateLimit-Remaining") for _ in range(2)]
    assert left[0] is not None
    assert left[1] is None  # no quota was touched


# -- kept with the game


def test_a_finished_analysis_is_kept_with_its_game_and_nowhere_else(api, work, store, tasks):
    game = play(api, most=12)
    found = analysed(api, work, game)
    tasks.store.delete(tasks.store.find(analyses.analysis_id(game["id"], 0)))
    assert not list(tasks.store.client.scan_iter("{tasks}:task*"))
    assert api.get(game["analysis"], token=game["tokens"]["0"]).json == found
    assert store.games.pack(game["id"])
    assert api.get(game["analysis"], token=game["tokens"]["0"]).json == found
    store.games.delete(game["id"])
    assert store.games.analysis(game["id"], 0) is None
    assert not store.games.keep_analysis(game["id"], 0, b"{}")  # a worker that ends later leaves nothing behind
    assert not [name for name in tasks.store.client.scan_iter(f"*{game['id']}*") if "rq:" not in name]


def test_an_analysis_whose_game_was_deleted_ends(api, work, store, tasks):
    game = play(api, most=8)
    api.post(game["analysis"], token=game["tokens"]["0"])
    store.games.delete(game["id"])
    work()
    assert tasks.store.find(analyses.analysis_id(game["id"], 0)).status == "cancelled"


def test_an_analysis_that_was_lost_with_a_restored_game_is_worked_out_again(api, work, store):
    game = play(api, most=8)
    found = analysed(api, work, game)
    store.client.hdel(key("game", game["id"]), "analysis:0")
    assert analysed(api, work, game)["moves"] == found["moves"]


def test_a_finished_analysis_is_small(api, work, store):
    game = play(api, variant=LONGEST_GAME, most=400)
    analysed(api, work, game)
    packed = store.client.hstrlen(key("game", game["id"]), "analysis:0")
    moves = len(analysed(api, work, game)["moves"])
    assert packed < 100 * moves + 1000


def test_who_has_it_already_gets_no_body(api, work):
    game = play(api, most=8)
    analysed(api, work, game)
    token = game["tokens"]["0"]
    first = api.get(game["analysis"], token=token)
    assert first.headers["Cache-Control"] == "private, no-cache"
    again = api.get(game["analysis"], token=token, headers={"If-None-Match": first.headers["ETag"]})
    assert again.status_code == 304
    french = api.get(
        game["analysis"], token=token, headers={"If-None-Match": first.headers["ETag"], "Accept-Language": "fr"}
    )
    assert french.status_code == 200


def test_while_it_runs_it_says_when_to_ask_again(api):
    game = play(api, most=8)
    for ask, status in ((api.post, 202), (api.get, 200)):
        answer = ask(game["analysis"], token=game["tokens"]["0"])
        assert (answer.status_code, answer.headers["Retry-After"], answer.json["status"]) == (status, "1", "queued")
