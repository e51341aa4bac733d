"""Matches: the arena's games and figures, played in slices by workers."""

import json
from dataclasses import replace

import pytest
import redis

from ai.arena import play_match
from ai.intervals import elo
from ai.levels import LEVELS, RANDOM, Player
from engines import VARIANTS
from engines.api import CHANCE
from service.app import create_app
from service.model.timestamps import now_ms
from service.store.keys import TASKS_DUE
from service.store.tasks import MATCH, TaskStore, key_of, part_key
from service.tasks import matches, task
from service.tasks.match_views import game_lines
from service.workers import ai_jobs
from service.workers.ai_jobs import MAX_ATTEMPTS
from tests.patience import wait_until
from tests.service.burst import work_on_task
from tests.service.client import Client, refusal_of
from tests.service.redis_cluster import one_server
from tests.service.use_cases import look_after_tasks
from tests.service.workers.test_jobs import paced

SHORT = {"periods": 1}
HOCKEY = VARIANTS["hockey"]
BODY = {
    "variant": "hockey",
    "options": SHORT,
    "first": {"level": 3},
    "second": {"level": 1},
    "pairs": 3,
    "seed": "test",
}


def start(api, **changes):
    answer = api.post("/v1/matches", BODY | changes)
    assert answer.status_code == 202, answer.text
    return answer.json


def result_of(match):
    """The arena's figures as the API shows them."""
    low, high = match.interval
    points = [game.points for game in match.games]
    return {
        "games": len(points),
        "wins": points.count(1.0),
        "draws": points.count(0.5),
        "losses": points.count(0.0),
        "points": {"mean": match.points, "low": low, "high": high},
        "elo": {
            name: elo(share) if 0 < share < 1 else None
            for name, share in (("mean", match.points), ("low", low), ("high", high))
        },
        "goal_difference": match.goal_difference,
        "forfeits": [0, 0],
    }


def test_a_match_comes_to_the_arenas_figures(api, work):
    path = "/v1/matches/" + start(api)["id"]
    work()
    found = api.get(path).json
    options = {**HOCKEY.presets["standard"], **SHORT}
    assert (found["status"], found["progress"]) == ("done", {"done": 3, "of": 3})
    assert found["result"] == result_of(play_match(HOCKEY, options, LEVELS[2], LEVELS[0], 3, seed="test"))
    assert (found["first"]["name"], found["second"]["name"]) == (LEVELS[2].name, LEVELS[0].name)


def test_a_match_without_a_loss_shows_no_upper_bound(api, work):
    """Six of six games are compatible with an even match, and with one that is always won."""
    path = "/v1/matches/" + start(api, preset="wiggum", second={"level": 0}, seed="six of six 2")["id"]
    work()
    result = api.get(path).json["result"]
    assert (result["wins"], result["games"]) == (6, 6)
    assert {name: round(value, 3) for name, value in result["points"].items()} == {
        "mean": 1.0,
        "low": 0.349,
        "high": 1.0,
    }
    assert (result["elo"]["mean"], round(result["elo"]["low"]), result["elo"]["high"]) == (None, -108, None)


def test_slices_of_one_decision_come_to_the_same_figures(api, work, monkeypatch):
    """Every game is saved after every decision, and continued by the next worker."""
    monkeypatch.setattr(task, "SLICE_S", 0.0)
    monkeypatch.setattr(task.Clock, "ends_slice", at_once())
    search, settings = Player(simulations=3), {"simulations": 3}
    path = "/v1/matches/" + start(api, first=settings, second={"level": 0}, pairs=2)["id"]
    work()
    options = {**HOCKEY.presets["standard"], **SHORT}
    assert api.get(path).json["result"] == result_of(play_match(HOCKEY, options, search, RANDOM, 2, seed="test"))


def after_a_pair(store, match_id):
    """A clock that ends every slice once a pair of the match is finished, however fast or slow the machine is."""
    return lambda clock: store.count_done(match_id) > 0


def at_once():
    """A clock that lets every slice begin, and ends it after one decision."""
    looks = []

    def ends_slice(clock):
        looks.append(clock)
        return sum(look is clock for look in looks) > 1

    return ends_slice


@pytest.mark.parametrize("key", VARIANTS)
def test_every_game_can_be_played_again_from_the_download(api, work, key):
    variant = VARIANTS[key]
    match = start(api, variant=key, options={}, first={"level": 1}, second={"simulations": 1, "noise": 0.5}, pairs=1)
    work()
    found = api.get(f"/v1/matches/{match['id']}").json
    lines = [json.loads(line) for line in api.get(f"/v1/matches/{found['id']}/games").text.splitlines()]
    assert [(line["pair"], line["first_side"]) for line in lines] == [(0, 0), (0, 1)]
    assert sum(line["points"] for line in lines) == found["result"]["points"]["mean"] * 2
    for line in lines:
        state, shuffles = variant.new_game(line["options"]), iter(line["shuffles"])
        for played in [*line["moves"], None]:
            while state.to_act() == CHANCE:
                state.deal_order(next(shuffles))
            if played is not None:
                assert state.ply == played["ply"]
                for action in variant.codec.decode_move(state, played["seat"], played["move"]):
                    state.apply(played["seat"], action)
        first = line["first_side"]
        assert [state.score(0), state.score(1)] == line["score"]
        assert ((state.payoff(first) + 1) / 2, line["score"][first] - line["score"][1 - first]) == (
            line["points"],
            line["goals"],
        )


def test_every_line_of_the_download_is_in_the_contract(api, work, contract):
    made = start(api, pairs=1)
    work()
    check = contract.schema_validator("MatchGame")
    for line in api.get(f"/v1/matches/{made['id']}/games").text.splitlines():
        check.validate(json.loads(line))


def test_a_match_shows_how_far_it_is(api, work):
    path = "/v1/matches/" + start(api, pairs=4)["id"]
    assert api.get(path).json["result"] is None
    work(max_jobs=1)
    found = api.get(path).json
    assert found["progress"]["done"] == (found["result"] or {"games": 0})["games"] / 2


def test_a_cancelled_match_keeps_what_is_finished(api, work, tasks, monkeypatch):
    made = start(api, pairs=50, first={"level": 1})
    monkeypatch.setattr(task.Clock, "ends_slice", after_a_pair(tasks.store, made["id"]))
    work(max_jobs=1)
    cancelled = api.post(f"/v1/matches/{made['id']}/cancel", token=made["token"]).json
    assert (cancelled["status"], cancelled["progress"]["done"]) == ("cancelled", 1)
    work()
    assert api.get(f"/v1/matches/{made['id']}").json == cancelled
    assert api.post(f"/v1/matches/{made['id']}/cancel", token=made["token"]).json == cancelled
    assert len(api.get(f"/v1/matches/{made['id']}/games").text.splitlines()) == 2 * cancelled["progress"]["done"]


def test_a_search_of_a_cancelled_match_stops_at_once(api, settings, monkeypatch):
    monkeypatch.setattr(task, "HEARTBEAT_EVERY_S", 0.0)
    made = start(api, first={"simulations": 20_000}, second={"simulations": 20_000}, pairs=1)
    ai_jobs.prepare_worker(settings)
    heartbeat = TaskStore.heartbeat

    def cancel_and_report(self, task_id, part=None, **options):
        if part is not None:
            api.post(f"/v1/matches/{made['id']}/cancel", token=made["token"])
        return heartbeat(self, task_id, part, **options)

    monkeypatch.setattr(TaskStore, "heartbeat", cancel_and_report)
    work_on_task(made["id"], 0, 0)
    assert api.get(f"/v1/matches/{made['id']}").json["status"] == "cancelled"


# -- workers


def make_overdue(store, match_id):
    store.client.zadd(TASKS_DUE, {match_id: 0})


def test_a_fact_about_a_match_that_was_deleted_meanwhile_is_not_stored(api, tasks):
    made, store = start(api), tasks.store
    check = store.client.hexists

    def delete_then(*arguments):
        known = check(*arguments)
        store.client.delete(key_of(made["id"]))
        return known

    store.client.hexists = delete_then
    assert store.note(made["id"], "offline_since", "1") == "1"
    assert store.client.ttl(key_of(made["id"])) != -1


def test_a_match_goes_on_where_a_lost_worker_left_it(api, work, tasks, queue, monkeypatch):
    made = start(api)
    with monkeypatch.context() as patch:
        patch.setattr(task.Clock, "ends_slice", at_once())
        work(max_jobs=2)
    store = tasks.store
    assert 0 in store.find(made["id"]).halves
    store.client.delete(*store.client.scan_iter("rq:*"))  # all workers die with their jobs
    for pair in store.client.zrange(part_key(made["id"], "working"), 0, -1):
        store.client.zadd(part_key(made["id"], "working"), {pair: 0})
    make_overdue(store, made["id"])
    look_after_tasks(tasks)
    work()
    options = {**HOCKEY.presets["standard"], **SHORT}
    found = api.get(f"/v1/matches/{made['id']}").json
    assert found["status"] == "done"
    assert found["result"] == result_of(play_match(HOCKEY, options, LEVELS[2], LEVELS[0], 3, seed="test"))


def test_a_pair_whose_worker_is_gone_is_played_by_another(api, work, tasks):
    made = start(api, pairs=1)
    store = tasks.store
    match = store.find(made["id"])
    assert store.claim_part(match) == (0, None)
    assert store.claim_part(match) is None
    store.client.zadd(part_key(made["id"], "working"), {0: 0})
    assert store.claim_part(match) == (0, None)


def test_each_pair_is_claimed_once_until_it_is_saved(tasks):
    store = tasks.store
    match = store.open(MATCH, {"pairs": 3}, "", "client")
    assert [store.claim_part(match) for _ in range(4)] == [(0, None), (1, None), (2, None), None]
    store.save_part(match, 1, ["half"])
    assert [store.claim_part(match) for _ in range(2)] == [(1, ["half"]), None]
    assert store.finish_part(match, 0, [], []) == 1
    assert store.claim_part(match) is None


def test_a_claim_and_a_heartbeat_postpone_the_pair_and_its_match_alike(tasks):
    store = tasks.store
    match = store.open(MATCH, {"pairs": 1}, "", "client")
    for report in (lambda: store.claim_part(match), lambda: store.heartbeat(match.id, 0)):
        make_overdue(store, match.id)
        store.client.zadd(part_key(match.id, "working"), {0: 0}, xx=True)
        assert report()
        again = store.client.zscore(part_key(match.id, "working"), 0)
        assert now_ms() < again == store.client.zscore(TASKS_DUE, match.id)
        assert store.find(match.id).status == "running"


def test_a_pair_that_is_done_is_not_claimed_again_though_a_worker_reports_late(tasks):
    store = tasks.store
    match = store.open(MATCH, {"pairs": 1}, "", "client")
    store.claim_part(match)
    assert store.finish_part(match, 0, "result", "moves") == 1
    assert store.heartbeat(match.id, 0)
    assert store.save_part(match, 0, "late") == store.finish_part(match, 0, "result", "moves") == 1
    assert store.claim_part(match) is None
    found = store.find(match.id)
    assert (found.results, found.halves, store.detail_of(match.id, 0)) == ({0: "result"}, {}, "moves")


def test_no_pair_of_a_deleted_match_is_claimed(tasks):
    store = tasks.store
    store.delete(match := store.open(MATCH, {"pairs": 3}, "", "client"))
    assert store.claim_part(match) is None
    assert (store.save_part(match, 0, []), store.finish_part(match, 0, [])) == (-1, -1)
    assert not list(store.client.scan_iter("{tasks}*"))


def test_a_match_whose_worker_dies_between_its_last_pair_and_its_end_is_done(api, work, tasks, queue, monkeypatch):
    made = start(api, pairs=1)

    def dies(*arguments):
        raise redis.ConnectionError("away")

    with monkeypatch.context() as patch:
        patch.setattr(TaskStore, "close", dies)
        work()
    assert (api.get(f"/v1/matches/{made['id']}").json["status"], tasks.store.count_done(made["id"])) == ("running", 1)
    make_overdue(tasks.store, made["id"])
    look_after_tasks(tasks)
    work()
    assert api.get(f"/v1/matches/{made['id']}").json["status"] == "done"


@one_server
def test_a_match_on_which_every_worker_dies_has_failed(api, tasks, queue):
    made = start(api)
    store = tasks.store
    for _ in range(MAX_ATTEMPTS + 1):
        store.client.delete(*store.client.scan_iter("rq:*"))
        make_overdue(store, made["id"])
        look_after_tasks(tasks)
    assert api.get(f"/v1/matches/{made['id']}").json["status"] == "failed"


def test_a_slice_of_an_earlier_call_does_nothing(api, settings, tasks):
    made = start(api)
    tasks.store.requeue(tasks.store.find(made["id"]))
    ai_jobs.prepare_worker(settings)
    work_on_task(made["id"], 0, 0)
    assert tasks.store.count_done(made["id"]) == 0


def test_a_match_that_still_waits_is_not_called_again(api, tasks, queue):
    made = start(api)
    for _ in range(5):
        make_overdue(tasks.store, made["id"])
        look_after_tasks(tasks)
    assert tasks.store.find(made["id"]).calls == 0


def test_a_slice_ends_as_soon_as_a_person_waits(api, store, queue, tasks, settings, monkeypatch):
    monkeypatch.setattr(task, "LOOK_EVERY_S", 0.0)
    made = start(api, pairs=100)
    paced(store, queue, 0)
    ai_jobs.prepare_worker(settings)
    work_on_task(made["id"], 0, 0)
    assert tasks.store.count_done(made["id"]) == 0
    assert api.get(f"/v1/matches/{made['id']}").json["status"] == "queued", "no worker has begun a pair"


def test_a_search_of_a_match_gives_way_to_people_in_games(api, store, queue, settings, monkeypatch):
    monkeypatch.setattr(task, "GIVE_WAY_EVERY_S", 0.0)
    monkeypatch.setattr(task.Clock, "ends_slice", at_once())
    made = start(api, first={"simulations": 100}, second={"simulations": 100})
    game = paced(store, queue, 0)
    ai_jobs.prepare_worker(settings)
    work_on_task(made["id"], 0, 0)
    wait_until(lambda: store.games.load(game.id).ai is None)


# -- refusals


BAD_MATCHES = [
    ({"variant": "chess"}, "variant/unknown", "chess"),
    ({"options": {"periods": 9}}, "options/invalid", "periods"),
    ({"preset": "nhl"}, "options/invalid", "nhl"),
    ({"pairs": 1001}, "request/invalid", "1001"),
    ({"pairs": 0}, "request/invalid", "pairs"),
    ({"pairs": True}, "request/invalid", "pairs"),
    ({"first": {}}, "request/invalid", "first"),
    ({"first": {"level": 77}}, "level/unknown", "first.level: 77"),
    ({"second": {"level": 3, "noise": 0.5}}, "request/invalid", "second: a level has no noise"),
    ({"second": {"simulations": 20_001}}, "request/invalid", "second.simulations: 20001"),
    ({"second": {"noise": 2}}, "request/invalid", "noise"),
    ({"second": {"noise": "NaN"}}, "request/invalid", "noise"),
    ({"second": 3}, "request/invalid", "second"),
    ({"until": 30}, "request/invalid", "until"),
]


@pytest.mark.parametrize(("changes", "code", "says"), BAD_MATCHES, ids=lambda value: str(value)[:30])
def test_a_match_that_cannot_be_played_is_refused_with_a_reason(api, tasks, changes, code, says):
    answer = api.post("/v1/matches", BODY | changes)
    assert (answer.status_code, answer.json["code"]) == (422, code)
    assert says in answer.json["detail"]
    assert list(tasks.store.client.scan_iter("{tasks}:*")) == []


def test_a_level_that_thinks_longer_than_the_service_allows_is_refused(settings, contract):
    api = Client(create_app(replace(settings, max_simulations=500)), contract)
    answer = api.post("/v1/matches", BODY | {"first": {"level": 6}})
    assert refusal_of(answer) == {"status": 422, "code": "request/invalid", "pointer": "/first/level"}


def test_a_custom_player_solves_nothing_exactly_unless_it_is_asked_to(settings):
    plain = matches.player_for(VARIANTS["hockey"], {"simulations": 8}, "first", settings)
    assert (plain.exact, plain.noise) == (False, 0.0)
    other = {"simulations": 8, "exact": True, "noise": 0.5}
    asked = matches.player_for(VARIANTS["hockey"], other, "first", settings)
    assert (asked.exact, asked.noise) == (True, 0.5)


def test_an_unknown_match_and_one_of_another_caller_are_404(api):
    path = "/v1/matches/" + api.post("/v1/matches", BODY, token="mine").json["id"]
    assert api.get(path, token="mine").status_code == 200
    other = api.post(f"{path}/cancel", token="other")
    for answer in (other, api.get(path), api.get(f"{path}/games"), api.get("/v1/matches/m_nope")):
        assert (answer.status_code, answer.json["code"]) == (404, "task/not_found")
    for answer in (api.post(f"{path}/cancel"), api.post("/v1/matches/m_nope/cancel")):
        assert (answer.status_code, answer.json["code"]) == (401, "auth/missing")


def test_who_knows_the_id_of_a_match_does_not_cancel_it(api):
    made = start(api)
    path = f"/v1/matches/{made['id']}"
    for token, status, code in ((None, 401, "auth/missing"), ("mine", 403, "auth/not_the_owner")):
        answer = api.post(f"{path}/cancel", token=token)
        assert (answer.status_code, answer.json["code"]) == (status, code)
    assert api.get(path).json["status"] == "queued"
    assert api.post(f"{path}/cancel", token=made["token"]).json["status"] == "cancelled"


def test_a_match_that_is_created_with_a_token_gets_no_other(api):
    made = api.post("/v1/matches", BODY, token="mine").json
    assert made["token"] is None
    assert api.post(f"/v1/matches/{made['id']}/cancel", token="mine").json["status"] == "cancelled"


def test_a_match_that_is_asked_for_again_has_the_same_token(api):
    key = {"Idempotency-Key": "1a9c7a5e-match-of-mine"}
    first, again = (api.post("/v1/matches", BODY, headers=key).json for _ in range(2))
    assert (again["id"], again["token"]) == (first["id"], first["token"])


@pytest.mark.parametrize(
    ("limit", "status", "code"), [("max_matches", 503, "task/full"), ("max_matches_each", 429, "task/too_many")]
)
def test_too_many_matches_are_refused_until_one_ends(settings, contract, limit, status, code):
    api = Client(create_app(replace(settings, **{limit: 1})), contract)
    first = start(api)
    refused = api.post("/v1/matches", BODY)
    assert (refused.status_code, refused.json["code"]) == (status, code)
    assert refused.headers["Retry-After"]
    api.post(f"/v1/matches/{first['id']}/cancel", token=first["token"])
    start(api)


def test_the_download_of_a_match_that_has_not_begun_is_empty(api, tasks):
    made = start(api)
    assert api.get(f"/v1/matches/{made['id']}/games").text == ""
    assert list(game_lines(tasks.store, tasks.store.find(made["id"]))) == []
