"""Computer turns on real RQ workers: only our function runs, and whatever dies, the move is made."""

import json
import time
import zlib

import pytest
import redis
from rq.serializers import JSONSerializer
from rq.timeouts import JobTimeoutException

from ai import timing
from ai.levels import LEVELS, level_by_number
from ai.timing import AT_ONCE_MS, RESERVE_MS, answer_ms
from service.games import ai_turns
from service.games.views import game_view
from service.model.events import AiReduced
from service.model.game import seats_to_act, version_of
from service.model.timestamps import now_ms, parse_time_ms
from service.process.telemetry import caused_by
from service.store import queue
from service.store.games import AS_BYTES, AlreadyCarriedOut, Request
from service.store.queue import BACKGROUND_QUEUE, FORGET_S, GAME_FUNCTION, JOB_FUNCTION, QUEUE, TASK_FUNCTION, SafeJob
from service.tasks import task
from service.workers import ai_jobs
from service.workers.ai_jobs import play_due_turns, play_game
from tests.patience import wait_until
from tests.service.burst import BurstWorker
from tests.service.client import PERSON, ai
from tests.service.redis_cluster import one_server
from tests.service.store.test_store import is_free, make_overdue
from tests.service.use_cases import create_game, games_of, play_ai_turn, sweeper


@pytest.fixture
def client(settings):
    return ai_jobs.prepare_worker(settings)[1]


@pytest.fixture
def work(client):
    """Let a real worker empty the queue."""

    def burst():
        return BurstWorker([QUEUE, BACKGROUND_QUEUE], client, SafeJob).empty_queues()

    return burst


@pytest.fixture
def new_game(store, queue):
    def make(*seats):
        return create_game(store, "hockey", None, None, seats, True, queue=queue).game

    return make


def test_jobs_play_all_computer_decisions_up_to_a_persons_turn(store, new_game, work):
    game = new_game(PERSON, ai(1))

    def person_is_asked():
        work()
        return store.games.load(game.id).ai is None

    wait_until(person_is_asked)
    assert seats_to_act(store.games.load(game.id)) == [0]


def test_a_job_carries_a_game_id_only(client, new_game):
    game = new_game(ai(1), ai(1))
    job = SafeJob.fetch(job_of(game), connection=client, serializer=JSONSerializer)
    assert (job.func_name, job.args, job.kwargs) == (queue.GAME_FUNCTION, [game.id], {})


def job_of(game):
    """The first job of the decision that is due."""
    return f"ai-{game.id}-{game.state.ply}-{game.ai.seat}-0"


def test_a_lost_queue_costs_no_move(store, queue, client, new_game, work):
    game = new_game(ai(1), ai(1))
    client.delete(f"rq:queue:{BACKGROUND_QUEUE}")
    for key in client.scan_iter("rq:job:*"):
        client.delete(key)
    make_overdue(store, game.id)
    sweeper(store, queue).sweep()
    work()
    assert store.games.load(game.id).status == "finished"


def test_a_job_that_still_waits_is_not_called_again(store, queue, client, new_game):
    game = new_game(ai(1), ai(1))
    for _ in range(3):
        make_overdue(store, game.id)
        sweeper(store, queue).sweep()
    assert client.llen(f"rq:queue:{BACKGROUND_QUEUE}") == 1


def test_a_job_that_a_dead_worker_has_taken_off_the_queue_is_called_again(store, queue, client, new_game, work):
    game = new_game(ai(1), ai(1))
    assert client.lpop(f"rq:queue:{BACKGROUND_QUEUE}")  # the status of the job stays "queued"
    make_overdue(store, game.id)
    sweeper(store, queue).sweep()
    assert client.llen(f"rq:queue:{BACKGROUND_QUEUE}") == 1
    assert 0 < client.ttl(f"rq:job:{job_of(game)}") <= FORGET_S
    work()
    assert store.games.load(game.id).status == "finished"


def test_after_three_attempts_the_heuristic_answers(store, queue, client, new_game):
    game = new_game(ai("legend"), ai("legend"))
    for _ in range(4):
        client.delete(f"rq:queue:{BACKGROUND_QUEUE}", *client.scan_iter("rq:job:*"))  # every worker dies with its job
        make_overdue(store, game.id)
        sweeper(store, queue).sweep()
    assert version_of(store.games.revision(game.id)) == 2
    (commit,) = store.games.events_after(game.id, 1)
    assert isinstance(commit.events[0], AiReduced)


def test_past_the_deadline_the_heuristic_answers_though_the_job_still_waits(store, queue, new_game):
    game = new_game(ai("legend"), PERSON)
    if game.ai is None:
        game = new_game(ai("legend"), ai("legend"))
    make_overdue(store, game.id)
    sweeper(store, queue, -1).sweep()
    assert version_of(store.games.revision(game.id)) > 1


def test_a_late_second_search_changes_nothing(store, queue, new_game):
    game = new_game(ai(1), ai(1))
    stolen = store.games.load(game.id)
    play_ai_turn(store, game.id)
    seat, ply = stolen.ai.seat, stolen.state.ply
    move = stolen.variant.codec.list_moves(stolen.state, seat)[0]
    stolen.state.apply(seat, stolen.variant.codec.decode_move(stolen.state, seat, move)[0])
    with pytest.raises(AlreadyCarriedOut) as refused:
        store.games.commit(stolen, Request(f"{ply}:{seat}", {"move": move}))
    assert refused.value.before.version == 2
    assert version_of(store.games.revision(game.id)) == 2


def test_a_search_for_a_turn_that_is_over_stops(store, queue, new_game, monkeypatch):
    game = new_game(ai(1), ai(1))

    def search(game, make_should_stop):
        should_stop = make_should_stop(level_by_number(1))
        game.ai = None
        store.games.commit(game, Request("over"))
        time.sleep(ai_jobs.POSTPONED_EVERY_S)
        should_stop()

    monkeypatch.setattr(ai_jobs, "think", search)
    play_game(games_of(store, queue), game.id)
    assert version_of(store.games.revision(game.id)) == 2


def test_a_computer_chooses_the_same_again_when_its_answer_was_lost(store, new_game):
    game = new_game(ai("pro"), ai("pro"))
    stored = {
        key: store.client.execute_command("DUMP", key, **AS_BYTES) for key in store.client.scan_iter(f"*:{game.id}")
    }
    first = play_ai_turn(store, game.id)
    store.client.flushall()
    for key, content in stored.items():
        store.client.restore(key, 0, content)
    again = play_ai_turn(store, game.id)
    assert again.variant.codec.dump_state(again.state) == first.variant.codec.dump_state(first.state)


@pytest.mark.parametrize(
    "call",
    [
        ["os.system", None, ["true"], {}],
        ["service.workers.ai_jobs.prepare_worker", None, [], {}],
        ["play_ai_turns", ["builtins", "object"], [], {}],
    ],
    ids=lambda call: call[0],
)
def test_a_forged_job_runs_nothing(client, work, call, monkeypatch, caplog):
    ran = []
    monkeypatch.setattr("os.system", ran.append)
    forge(client, "forged", data=json.dumps(call).encode())
    work()
    assert ran == []
    assert not client.exists("rq:job:forged")
    (refusal,) = [record for record in caplog.records if record.getMessage() == "job forged failed"]
    assert refusal.exc_info[0] is PermissionError


@pytest.mark.parametrize(
    "fields",
    [
        {"retries_left": 1000, "retry_intervals": "[0]"},
        {"repeats_left": 1000, "repeat_intervals": "[0]"},
        {"result_ttl": -1, "failure_ttl": -1, "timeout": -1},
        {"dependency_ids": '["other"]', "allow_dependency_failures": 1},
    ],
    ids=lambda fields: next(iter(fields)),
)
def test_a_forged_job_is_carried_out_once_at_most_and_leaves_nothing(client, new_game, work, fields):
    game = new_game(PERSON, PERSON)
    for job_id, function in (("fails", "os.system"), ("succeeds", queue.JOB_FUNCTION)):
        forge(client, job_id, data=json.dumps([function, None, [game.id], {}]).encode(), **fields)
    work()
    assert client.llen(f"rq:queue:{QUEUE}") == 0
    assert list(client.scan_iter("rq:job*")) == []


@pytest.mark.parametrize(
    "fields",
    [
        {"created_at": "yesterday"},
        {"data": b"\xff\xfe"},
        {"data": zlib.compress(b"[1]")[:5]},
        {"timeout": "soon"},
        {"dependency_ids": "{"},
        {},
    ],
    ids=str,
)
def test_a_malformed_job_does_not_stop_the_worker(client, store, new_game, work, fields):
    forge(client, "broken", **fields)
    game = new_game(ai(1), ai(1))
    assert work()
    assert store.games.load(game.id).status == "finished"


def forge(client: "redis.Redis", job_id, **fields):
    """Write a job by hand, as an attacker could who reached Redis."""
    if fields:
        client.hset(
            f"rq:job:{job_id}",
            mapping={"origin": QUEUE, "status": "queued", "created_at": "2026-01-01T00:00:00.000000Z", **fields},
        )
    client.sadd("rq:queues", f"rq:queue:{QUEUE}")
    client.rpush(f"rq:queue:{QUEUE}", job_id)


def test_a_game_between_computers_gives_way_to_people(store, queue, settings, new_game, monkeypatch):
    monkeypatch.setattr(task, "GIVE_WAY_EVERY_S", 0.0)
    computers, person = new_game(ai("legend"), ai("legend")), paced(store, queue, 0)
    ai_jobs.prepare_worker(settings)
    SafeJob.functions[GAME_FUNCTION](computers.id)
    wait_until(lambda: version_of(store.games.revision(person.id)) > 1)


def test_games_with_people_are_served_first(client, store, queue, new_game):
    """Whatever was called first: no person waits for a game between computers."""
    computers, person = new_game(ai(1), ai(1)), paced(store, queue, 0)
    worker = BurstWorker([QUEUE, BACKGROUND_QUEUE], client, SafeJob)
    worker.empty_queues(max_jobs=1)
    wait_until(lambda: version_of(store.games.revision(person.id)) > 1)
    assert version_of(store.games.revision(computers.id)) == 1
    worker.empty_queues()
    assert store.games.load(computers.id).status == "finished"


def paced(store, queue, pace_ms, level=1):
    """A game in which a computer has just been asked for one card; then it is the person's turn."""
    while True:
        game = create_game(
            store, "hockey", None, {"first_dealer": "random"}, [PERSON, ai(level)], pace_ms=pace_ms, queue=queue
        ).game
        if game.ai is not None:
            return game


def test_an_answer_falls_due_after_the_pace_and_no_worker_sleeps_till_then(store, queue):
    game = paced(store, queue, 1500)
    asked = parse_time_ms(game.ai.since)
    play_due_turns(games_of(store, queue), game.id)
    assert version_of(store.games.revision(game.id)) == 1
    assert now_ms() < asked + 1500
    assert not is_free(store, game.id), "the turn is held while the answer is kept"
    wait_until(lambda: version_of(store.games.revision(game.id)) == 2)
    assert now_ms() >= asked + 1500


def test_a_game_between_computers_has_a_pace_for_those_who_watch(store, queue):
    seats = [ai(1), ai(1)]
    game = create_game(store, "hockey", None, {"first_dealer": "random"}, seats, watch_pace_ms=1500, queue=queue).game
    asked = parse_time_ms(game.ai.since)
    play_game(games_of(store, queue), game.id)
    assert version_of(store.games.revision(game.id)) == 1
    wait_until(lambda: version_of(store.games.revision(game.id)) == 2)
    assert now_ms() >= asked + 1500
    assert (
        ai_turns.think(
            create_game(store, "hockey", None, {}, seats, queue=queue).game, lambda player: lambda: False
        ).due_ms
        <= now_ms()
    )


@pytest.mark.parametrize("level", LEVELS, ids=lambda level: level.name)
def test_without_a_pace_an_answer_falls_due_after_the_time_of_its_level(store, queue, level):
    game = paced(store, queue, 0, level.number)
    began, least_ms = now_ms(), answer_ms(game.variant, game.state, level)
    turn = ai_turns.think(game, lambda player: lambda: False)
    assert began + least_ms <= turn.due_ms <= now_ms() + least_ms


def test_a_search_ends_before_its_answer_is_due(store, queue):
    caps = []

    def note(player):
        caps.append(player.cap_ms)
        return lambda: False

    game = paced(store, queue, 0)
    level = next(level for level in LEVELS if answer_ms(game.variant, game.state, level) > AT_ONCE_MS)
    game = paced(store, queue, 0, level.number)
    ai_turns.think(game, note)
    game.settings.pace_ms = 60_000
    ai_turns.think(game, note)
    assert caps == [answer_ms(game.variant, game.state, level) - RESERVE_MS, level.cap_ms]


def test_an_answer_that_is_due_at_once_is_committed_by_the_worker_itself(store, queue, monkeypatch):
    monkeypatch.setattr(timing, "is_compiled", lambda: True)
    monkeypatch.setattr(ai_jobs, "timer", Forgetful())
    game = paced(store, queue, 0)
    began = now_ms()
    play_due_turns(games_of(store, queue), game.id)
    assert version_of(store.games.revision(game.id)) == 2
    assert now_ms() >= began + AT_ONCE_MS


@one_server
def test_one_job_plays_the_turns_of_all_games_each_once(store, queue, client, monkeypatch):
    monkeypatch.setattr(timing, "is_compiled", lambda: True)
    games = [paced(store, queue, 0) for _ in range(3)]
    assert client.llen(f"rq:queue:{QUEUE}") == 1, "the others are claimed by the same job"
    play_due_turns(games_of(store, queue), games[0].id)
    assert [version_of(store.games.revision(game.id)) for game in games] == [2, 2, 2]
    assert store.agenda.claim_turns(games[0].id) == []
    paced(store, queue, 0)
    assert client.llen(f"rq:queue:{QUEUE}") == 2, "no worker is awake"


@one_server
def test_no_worker_is_called_while_one_is_awake_and_the_next_one_after_it_leaves(store, queue, client):
    game = paced(store, queue, 0)
    assert store.agenda.claim_turns(game.id) == [game.id]
    other = paced(store, queue, 0)
    assert client.llen(f"rq:queue:{QUEUE}") == 1
    assert store.agenda.leave(game.id), "a turn is left, for which its worker has to call"
    assert store.agenda.claim_turns(game.id) == [other.id]
    assert not store.agenda.leave(game.id)
    paced(store, queue, 0)
    assert client.llen(f"rq:queue:{QUEUE}") == 2


def test_a_promise_to_claim_ends_by_itself(store, queue, client):
    game = paced(store, queue, 0)
    assert store.agenda.claim_turns(game.id)
    wait_until(lambda: not store.client.exists(store.agenda.awake(game.id)))
    paced(store, queue, 0)
    assert client.llen(f"rq:queue:{QUEUE}") == 2


@one_server
def test_before_a_search_a_worker_leaves_what_else_is_due_to_others(store, queue, client, monkeypatch):
    monkeypatch.setattr(ai_jobs, "answers_at_once", lambda _: False)
    games = [paced(store, queue, 0) for _ in range(3)]
    client.delete(f"rq:queue:{QUEUE}", *client.scan_iter("rq:job:*"))
    monkeypatch.setattr(ai_jobs, "_play", lambda _, game, *others: played.append(game.id))
    played, claims = [], [[game.id for game in games], []]
    claim = store.agenda.claim_turns
    worker = games_of(store, queue)
    monkeypatch.setattr(store.agenda, "claim_turns", lambda game_id: claim(game_id) if claims.pop(0) else [])
    play_due_turns(worker, games[0].id)
    assert client.llen(f"rq:queue:{QUEUE}") == 2
    assert len(played) == 1
    assert sorted(played + claim(games[0].id)) == sorted(game.id for game in games)


@one_server
def test_a_game_that_fails_ends_no_other_and_its_turn_is_found_by_the_sweeper(store, queue, monkeypatch):
    monkeypatch.setattr(timing, "is_compiled", lambda: True)
    bad, good = (paced(store, queue, 0) for _ in range(2))
    think = ai_jobs.think
    monkeypatch.setattr(ai_jobs, "think", lambda game, *others: think(game, *others) if game.id != bad.id else 1 / 0)
    play_due_turns(games_of(store, queue), bad.id)
    assert [version_of(store.games.revision(game.id)) for game in (bad, good)] == [1, 2]
    make_overdue(store, bad.id)
    sweeper(store, queue).sweep()
    assert store.agenda.claim_turns(bad.id) == [bad.id]


def test_a_claimed_turn_whose_worker_dies_is_played_once_by_another(store, queue, client, work):
    game = paced(store, queue, 0)
    client.delete(f"rq:queue:{QUEUE}", *client.scan_iter("rq:job:*"))
    assert store.agenda.claim_turns(game.id) == [game.id]  # by one that dies
    assert store.agenda.due("turn") == []
    make_overdue(store, game.id)
    sweeper(store, queue).sweep()
    assert client.llen(f"rq:queue:{QUEUE}") == 1
    work()
    wait_until(lambda: version_of(store.games.revision(game.id)) == 2)


def test_an_answer_kept_is_made_again_if_its_process_dies(store, queue, monkeypatch):
    game = paced(store, queue, 400)
    monkeypatch.setattr(ai_jobs, "timer", Forgetful())
    play_due_turns(games_of(store, queue), game.id)
    make_overdue(store, game.id)
    sweeper(store, queue, -1).sweep()
    assert version_of(store.games.revision(game.id)) == 2


class Forgetful:
    """A timer that notes its calls and makes none."""

    def __init__(self):
        self.called = []

    def call_at(self, at_ms, function):
        self.called.append(at_ms)


@pytest.mark.parametrize("fails", [False, True])
def test_the_end_of_the_timer_waits_for_the_calls_that_wait(fails):
    called, later = [], ai_jobs.Timer()
    if fails:
        later.call_at(now_ms() + 100, lambda: 1 / 0)
    later.call_at(now_ms() + 300, lambda: called.append(now_ms()))
    later.join(60)
    assert len(called) == 1


def test_the_time_limit_of_a_job_ends_it_while_it_serves_a_person(client, queue, monkeypatch):
    def take_too_long(*_):
        raise JobTimeoutException("of the job that serves the person")

    monkeypatch.setitem(SafeJob.functions, JOB_FUNCTION, take_too_long)
    forge(client, "of_a_person", data=json.dumps([JOB_FUNCTION, None, ["g_1"], {}]).encode())
    with pytest.raises(JobTimeoutException):
        queue.serve_people()


def test_a_turn_played_during_another_job_is_logged_under_its_own_request(client, queue, monkeypatch):
    logged = []
    monkeypatch.setitem(SafeJob.functions, JOB_FUNCTION, lambda *_: logged.append(caused_by.get()))
    call = json.dumps([JOB_FUNCTION, None, ["g_1"], {}]).encode()
    forge(client, "of_a_person", data=call, meta=json.dumps({"request_id": "person"}))
    token = caused_by.set("match")
    queue.serve_people()
    logged.append(caused_by.get())
    caused_by.reset(token)
    assert logged == ["person", "match"]


def test_a_job_without_a_request_is_not_logged_under_that_of_the_job_before(client, work, monkeypatch):
    logged = []
    monkeypatch.setitem(SafeJob.functions, TASK_FUNCTION, lambda *_: logged.append(caused_by.get()))
    monkeypatch.setitem(SafeJob.functions, JOB_FUNCTION, lambda *_: None)
    forge(
        client,
        "first",
        data=json.dumps([JOB_FUNCTION, None, ["g_1"], {}]).encode(),
        meta=json.dumps({"request_id": "person"}),
    )
    forge(client, "second", data=json.dumps([TASK_FUNCTION, None, ["m_1", 1, 0, 0], {}]).encode())
    work()
    assert logged == [""]


def test_games_between_computers_have_no_pace(store, queue, play_computer):
    game = create_game(store, "hockey", None, None, [ai(1), ai(1)], pace_ms=2000, queue=queue).game
    play_computer(game.id)
    assert store.games.load(game.id).status == "finished"


def test_later_calls_in_the_order_of_time():
    called, later, now = [], ai_jobs.Timer(), now_ms()

    def call():
        for delay in (90, 30, 60):
            later.call_at(now + delay, lambda delay=delay: called.append(delay))

    later.call_at(now, call)  # in its thread, so that none is made before all are there
    wait_until(lambda: len(called) == 3)
    assert called == [30, 60, 90]


def test_a_call_that_fails_does_not_keep_the_others_back():
    called, later = [], ai_jobs.Timer()
    later.call_at(now_ms(), lambda: 1 / 0)
    later.call_at(now_ms() + 30, lambda: called.append("next"))
    wait_until(lambda: called == ["next"])


@pytest.mark.parametrize(("lag_ms", "share"), [(0, 1.0), (500, 1.0), (1000, 0.5), (2000, 0.25), (60_000, 0.05)])
def test_the_longer_the_queue_the_shorter_the_thought(lag_ms, share):
    assert ai_turns.fraction_after(lag_ms) == share


def test_a_computer_kept_waiting_thinks_less_and_says_so(store, queue, monkeypatch):
    game = create_game(store, "hockey", None, None, [PERSON, ai("pro")], True, queue=queue).game
    while game.ai is None:
        game = create_game(store, "hockey", None, None, [PERSON, ai("pro")], True, queue=queue).game
    asked = parse_time_ms(game.ai.since)
    monkeypatch.setattr(ai_turns, "now_ms", lambda: asked + 2000)
    after = play_ai_turn(store, game.id)
    assert after.seats[1].reduced_to == 0.25
    assert game_view(after, None).seats[1].reduced_to == 0.25
    (commit,) = store.games.events_after(game.id, 1)
    assert commit.events[0] == AiReduced(seat=1, level="pro", reduced_to=0.25)
