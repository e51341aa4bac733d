"""The server of the queue does not respond: nobody waits for it twice, and computers answer from the agenda."""

import logging
from dataclasses import replace
from types import SimpleNamespace

import pytest
import redis

from service.model.game import version_of
from service.store import queue as queue_module
from service.store.keys import TASKS_DUE
from service.store.queue import AWAY_S, AiQueue, queue_client
from service.store.tasks import MATCH
from service.workers.ai_jobs import MAX_ATTEMPTS
from tests.service.client import ai
from tests.service.clock import pass_time, set_monotonic
from tests.service.use_cases import create_game, look_after_tasks, sweeper


@pytest.fixture
def away(settings, tmp_path):
    """A queue whose server is gone; ``calls`` counts what it was asked."""
    client = queue_client(replace(settings, queue_redis_url=f"unix://{tmp_path}/gone.sock"))
    client.get_retry().update_retries(0)
    made, connect = AiQueue(client), client.connection_pool.connection_class.connect
    made.calls = 0

    def count(connection):
        made.calls += 1
        connect(connection)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(client.connection_pool.connection_class, "connect", count)
        yield made


def test_a_queue_that_does_not_respond_is_asked_once_in_five_seconds(away, store, monkeypatch, caplog):
    clock, game = set_monotonic(monkeypatch, queue_module), create_game(store, seats=[ai(1), ai(1)]).game
    for _ in range(3):
        away.wake(game)
        assert away.is_waiting(game, 0), "nobody knows"
        assert not away.is_urgent()
        away.serve_people()
        assert (away.calls, away.is_away) == (1, True)
    clock.now += AWAY_S
    away.wake(game)
    away.wake(game)
    assert away.calls == 2
    (warning,) = [record for record in caplog.records if record.levelno >= logging.WARNING]
    assert warning.exc_info is None
    assert "turns are found in the agenda" in warning.getMessage()


def test_a_queue_that_responds_again_is_used_again(queue, store, monkeypatch):
    game, lpos = create_game(store, seats=[ai(1), ai(1)]).game, queue._is_in
    clock = set_monotonic(monkeypatch, queue_module)

    def away(*_):
        raise redis.TimeoutError

    monkeypatch.setattr(queue, "_is_in", away)
    assert (queue.is_waiting(game, 0), queue.is_away) == (True, True)
    monkeypatch.setattr(queue, "_is_in", lpos)
    clock.now += AWAY_S
    assert (queue.is_waiting(game, 0), queue.is_away) == (False, False)


def test_a_computer_answers_as_soon_as_its_turn_is_overdue_without_a_queue(away, store, monkeypatch):
    game = create_game(store, seats=[ai(1), ai(1)]).game
    pass_time(monkeypatch, store, 2)
    sweeper(store, away, 20).sweep()
    assert version_of(store.games.revision(game.id)) > 1


def test_no_turn_waits_to_find_out_whether_the_queue_responds_again(store, monkeypatch):
    done = []
    queue = SimpleNamespace(is_away=True, is_urgent=lambda: done.append("asked"), wake=lambda *_: None)
    monkeypatch.setattr("service.workers.sweeper.answer_by_heuristic", lambda *_: done.append("answered"))
    create_game(store, seats=[ai(1), ai(1)])
    pass_time(monkeypatch, store, 2)
    sweeper(store, queue, 20).sweep()
    assert done == ["answered", "asked"]


def test_no_task_fails_because_the_queue_does_not_respond(away, tasks):
    waiting = replace(tasks, games=replace(tasks.games, queue=away))
    match = tasks.store.open(MATCH, {"pairs": 1}, "", "client")
    for _ in range(MAX_ATTEMPTS + 1):
        tasks.store.client.zadd(TASKS_DUE, {match.id: 0})
        look_after_tasks(waiting)
    found = tasks.store.find(match.id)
    assert (found.is_open, found.attempts) == (True, 0)
