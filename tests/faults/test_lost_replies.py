"""Redis carries a command out, the connection ends before the reply, and redis-py sends the command again: everything
is done once.
"""

import re
from contextlib import contextmanager
from dataclasses import replace
from uuid import uuid4

import pytest
import redis

from service.app import create_app
from service.store.agenda import DELIVER, TASK
from service.store.games import GameStore
from service.store.keys import KEPT_S, TASKS_DUE, load_script
from service.store.queue import queue_client
from service.store.store import Store
from service.store.tasks import ANALYSIS, MATCH, TaskStore
from service.workers.ai_jobs import HeldTurn
from tests.faults.resp import scripts
from tests.service.client import PERSON, Client, ai
from tests.service.games.test_bots import events, register, seat_for
from tests.service.use_cases import create_game

QUICK = {"variant": "hockey"}
A_MATCH = {"variant": "hockey", "first": {"level": 1}, "second": {"level": 1}, "pairs": 1}


@pytest.fixture
def far(settings, proxy):
    """The settings of a service whose Redis is behind the proxy."""
    return replace(settings, redis_url=proxy.url)


@pytest.fixture
def far_store(far):
    return Store(far)


@pytest.fixture
def lose_reply(proxy):
    """Lose the reply to the next command like this; see that it is sent again."""
    rules = []
    yield lambda pattern, skip=0: rules.append(proxy.lose_reply(pattern, skip=skip))
    assert [(rule.acted, proxy.count(rule.pattern) > 1) for rule in rules] == [(1, True)] * len(rules)


@pytest.fixture
def lost_calls(settings):
    """What makes the queues and their jobs be lost."""
    client = queue_client(settings)
    return lambda: client.delete(*client.scan_iter("rq:*"))


# -- play now


def test_a_game_that_waits_is_joined_though_the_reply_that_names_it_was_lost(far_api, lose_reply):
    waiting = far_api.post("/v1/games/quick", QUICK).json
    lose_reply("EVALSHA game_pair")
    found = far_api.post("/v1/games/quick", QUICK).json
    assert (found["id"], found["status"]) == (waiting["id"], "active")


def test_no_caller_is_paired_with_their_own_game(far_api, lose_reply):
    lose_reply("EVALSHA game_pair", skip=1)
    own = far_api.post("/v1/games/quick", QUICK).json
    assert (own["status"], own["you"]["seat"]) == ("open", 0)
    assert far_api.post("/v1/games/quick", QUICK).json["id"] == own["id"], "it waits"


# -- requests with an Idempotency-Key


@pytest.mark.parametrize(
    ("path", "body"), [("/v1/games", QUICK), ("/v1/games/quick", QUICK), ("/v1/bots", {"name": "Slapshot"})]
)
def test_an_own_attempt_does_not_run_already(far_api, lose_reply, path, body):
    lose_reply("EVALSHA (game_commit|bot_save)")
    answer = far_api.post(path, body, headers={"Idempotency-Key": str(uuid4())})
    assert (answer.status_code, answer.headers.get("Idempotent-Replayed")) == (201, None)


# -- computers are woken


def test_a_worker_is_woken_for_the_answer_to_a_move_whose_commit_was_sent_again(
    far_api, store, queue, play_computer, lose_reply
):
    created = far_api.create(seats=[PERSON, ai()])
    path, token, version = f"/v1/games/{created['id']}", created["tokens"]["0"], 0
    while store.games.load(created["id"]).ai is None or not version:
        play_computer(created["id"])
        lose_reply("EVALSHA game_commit")
        moved = far_api.move(far_api.get(path, token=token).json, token)
        version = moved.json["version"]
    assert "Idempotent-Replayed" not in moved.headers
    assert queue.is_waiting(store.games.load(created["id"]), 0)


def test_a_worker_is_woken_by_a_move_that_is_sent_again_after_its_process_died(
    api, store, queue, play_computer, lost_calls
):
    created = api.create(seats=[PERSON, ai()])
    path, token, view = f"/v1/games/{created['id']}", created["tokens"]["0"], None
    while store.games.load(created["id"]).ai is None or view is None:
        play_computer(created["id"])
        view = api.get(path, token=token).json
        api.move(view, token)
    lost_calls()
    again = api.move(view, token)
    assert again.headers["Idempotent-Replayed"] == "true"
    assert queue.is_waiting(store.games.load(created["id"]), 0)


def test_a_worker_is_woken_for_a_rematch_whose_commit_was_sent_again(far_api, store, queue, lose_reply):
    found = created = far_api.create(seats=[PERSON, ai()], options={"first_dealer": "random"})
    while found is created or store.games.load(found["id"]).ai is None:  # until the computer begins
        far_api.post(f"/v1/games/{found['id']}/resign", token=created["tokens"]["0"])
        lose_reply("EVALSHA game_commit", skip=1)
        asked = far_api.post(f"/v1/games/{found['id']}/rematch", token=created["tokens"]["0"])
        assert asked.status_code == 201
        found = asked.json
    assert queue.is_waiting(store.games.load(found["id"]), 0)


def test_a_turn_that_was_claimed_is_played(far_store, lose_reply):
    game = create_game(far_store, seats=[ai(), ai()]).game
    lose_reply("EVALSHA entry_claim")
    ours, theirs = (HeldTurn(far_store.agenda, game.id) for _ in range(2))
    assert (ours.take(), theirs.take()) == (True, False)


# -- tasks


def test_an_own_task_is_no_other_one(far_api, game, lose_reply):
    lose_reply("EVALSHA task_open")
    assert far_api.post(f"/v1/games/{game['id']}/suggestions", {"level": 1}, token=game["token"]).status_code == 202
    lose_reply("EVALSHA task_open")
    assert far_api.post("/v1/matches", A_MATCH).status_code == 202


def test_ai_time_is_taken_once(far, contract, lose_reply):
    api = Client(create_app(replace(far, limit_ai_time="100/hour")), contract)
    lose_reply("EVALSHA bucket_take")
    assert api.post("/v1/matches", A_MATCH | {"first": {"simulations": 10}}).headers["RateLimit-Remaining"] == "89"


def test_of_a_task_that_is_claimed_graded_and_ended_each_worker_knows_what_it_did(far, lose_reply):
    store = Store(far).tasks
    task = store.open(ANALYSIS, {}, "", "caller")
    store.client.zadd(TASKS_DUE, {task.id: 0})
    for command in ("entry_claim", "part_keep", "task_close"):
        lose_reply(f"EVALSHA {command}")
    agenda = Store(far).agenda
    assert [agenda.claim(TASK, task.id, 4000) for _ in range(2)] == [True, False]
    assert store.finish_part(task, 0, "best") == 1
    assert [store.close(task, "done"), store.close(task, "done")] == [True, False]


def test_no_pair_of_a_match_is_left_out(far, lose_reply):
    store = Store(far).tasks
    match = store.open(MATCH, {"pairs": 2}, "", "caller")
    lose_reply("EVALSHA part_claim")
    assert [store.claim_part(match) for _ in range(3)] == [(0, None), (1, None), None]


# -- bots and webhooks


def test_a_place_that_a_refused_game_has_reserved_is_given_back(far_api, lose_reply):
    bot, silent = (far_api.post("/v1/bots", {"name": name}).json for name in ("Slapshot", "Silent"))
    far_api.get(f"/v1/bots/{bot['id']}/events", token=bot["token"])
    seats = [{"kind": "bot", "bot_id": each["id"]} for each in (bot, silent)]
    lose_reply("EVALSHA bot_reserve")
    assert far_api.post("/v1/games", {"variant": "hockey", "seats": seats}).json["code"] == "bot/offline"
    assert far_api.get(f"/v1/bots/{bot['id']}").json["games"] == 0


def test_deliveries_that_are_due_are_made_now(far_store, lose_reply):
    game = create_game(far_store, seats=[ai(), ai()]).game
    far_store.client.zadd(far_store.agenda.set_of("deliver", game.id), {game.id: 0})
    lose_reply("EVALSHA entry_claim")
    delivered = []
    far_store.agenda.handle_due(DELIVER, delivered.append)
    assert delivered == [game.id]


# -- all scripts


def test_every_script_says_what_it_does_when_it_is_sent_again():
    comments = {name: re.findall(r"^-- Sent again: (.+)$", load_script(name), re.MULTILINE) for name in scripts()}
    assert {name: lines for name, lines in comments.items() if len(lines) != 1} == {}


def test_the_answer_of_a_script_is_forgotten_soon_and_small(far, far_store, lose_reply):
    lose_reply("EVALSHA task_open")
    Store(far).tasks.open(MATCH, {}, "", "caller")
    (kept,) = far_store.client.scan_iter("call:*")
    assert 0 < far_store.client.ttl(kept) <= KEPT_S
    assert far_store.client.memory_usage(kept) < 200


# -- replies that are lost for good


@contextmanager
def lost_for_good(owner, name):
    """Carry a function of a class out, and lose the reply, also for code that repeats the command."""
    carry_out = getattr(owner, name)

    def lost(*arguments):
        carry_out(*arguments)
        raise redis.ConnectionError("the reply was lost")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(owner, name, lost)
        yield


def test_a_bot_keeps_its_place_where_nobody_knows_whether_it_is_invited(api):
    bot = register(api, max_games=1)
    events(api, bot)
    body = {"variant": "hockey", "seats": [PERSON, seat_for(bot)]}
    with lost_for_good(GameStore, "commit"):
        assert api.post("/v1/games", body).status_code == 503
    assert api.post("/v1/games", body).json["code"] == "bot/full"


def test_ai_time_is_not_given_back_where_nobody_knows_whether_it_is_used(settings, contract):
    api = Client(create_app(replace(settings, limit_ai_time="100/hour")), contract)
    match = A_MATCH | {"first": {"simulations": 10}}
    with lost_for_good(TaskStore, "open"):
        assert api.post("/v1/matches", match).status_code == 503
    assert api.post("/v1/matches", match).headers["RateLimit-Remaining"] == "79"
