"""What a sweeper does with a computer's turn that is overdue, and with steps that fail: case by case."""

import logging
from types import SimpleNamespace

import pytest
import redis

from service.model import timestamps
from service.model.timestamps import time_text
from service.store.agenda import TURN
from service.workers import sweeper
from service.workers.sweeper import IDLE_PAUSES, STAND_BY_PAUSES, Sweeper, rescue

NOW_MS = 1_764_000_000_000


def swept(turn, *steps):
    """Which of these steps a sweep gets to, of a service in use."""
    done = []

    def step(number, error):
        def take():
            done.append(number)
            if error:
                raise error

        return take

    agenda = SimpleNamespace(claim_sweep=lambda _: turn(), in_use=True)
    made = Sweeper(SimpleNamespace(agenda=agenda, evict=None, tidy=None), {})
    made._of_store = [step(number, error) for number, error in enumerate(steps)]
    assert made.claim_and_sweep() == 1
    return done


def test_an_idle_service_is_swept_by_one_process_which_others_watch():
    done, asked = [], []
    agenda = SimpleNamespace(in_use=False, is_empty=lambda: world.is_empty)
    agenda.claim_sweep = lambda stands_by: asked.append(stands_by) or world.is_free
    agenda.handle_due = lambda kind, _: done.append(kind)
    world = SimpleNamespace(is_free=True, is_empty=True)
    store = SimpleNamespace(agenda=agenda, evict=lambda: done.append("evict"), tidy=lambda: done.append("tidy"))
    made = Sweeper(store, {TURN: None})
    assert [made.claim_and_sweep() for _ in range(4)] == 4 * [IDLE_PAUSES]
    assert done == ["evict", "tidy"]
    world.is_empty = False
    assert made.claim_and_sweep() == 1
    assert done[2:] == [TURN, "evict", "tidy"]
    world.is_free = False
    assert [made.claim_and_sweep() for _ in range(2)] == 2 * [STAND_BY_PAUSES]
    agenda.in_use = True
    assert [made.claim_and_sweep() for _ in range(2)] == [1, 1]
    assert asked == 6 * [False] + [True, True, False]
    assert len(done) == 5


def away():
    raise redis.ConnectionError


def test_a_process_sweeps_in_its_turn_alone_and_each_step_for_itself(caplog):
    assert swept(lambda: True, None, redis.OutOfMemoryError(), LookupError(), None) == [0, 1, 2, 3]
    assert [record.getMessage() for record in caplog.records if record.levelno >= logging.ERROR] == [
        "sweeper: a step failed"
    ]
    assert swept(lambda: False, None) == []
    with pytest.raises(redis.ConnectionError):  # the loop logs it and goes on
        swept(away, None)


@pytest.fixture
def world(monkeypatch):
    """A game whose computer was asked a while ago, and what becomes of it."""
    done = []
    ai = SimpleNamespace(since=time_text(NOW_MS - 20_000))
    game = SimpleNamespace(id="g_a", version=7, revision="7-x", ai=ai, status="active", has_people=False)
    store = SimpleNamespace(
        agenda=SimpleNamespace(
            done=lambda *report: done.append(report),
            give_back=lambda game_id, since: done.append(("give back", game_id)),
        ),
        games=SimpleNamespace(attempts=lambda _: world.attempts, count_attempt=lambda _: 9),
    )
    queue = SimpleNamespace(
        is_waiting=lambda *_: world.waits, is_away=False, wake=lambda _, attempt: done.append(("wake", attempt))
    )
    world = SimpleNamespace(done=done, game=game, attempts=0, waits=False, changed=None)
    games = SimpleNamespace(
        load=lambda _: game, store=store, queue=queue, changed=lambda *_: done.append("waits") or world.changed or game
    )
    monkeypatch.setattr(sweeper, "answer_for_late", lambda _, game: done.append("late") or world.changed or game)
    monkeypatch.setattr(sweeper, "answer_by_heuristic", lambda *_: done.append("heuristic"))
    monkeypatch.setattr(timestamps, "now_ms", lambda: NOW_MS)
    monkeypatch.setattr(sweeper, "look_again_ms", lambda *_: 300)
    world.rescue = lambda deadline_ms=20_000: rescue(games, deadline_ms, "g_a")
    return world


@pytest.mark.parametrize(
    ("attempts", "deadline_ms", "waits", "done"),
    [
        (0, 20_000, False, ("wake", 9)),
        (2, 20_000, False, ("wake", 9)),
        (2, 20_000, True, None),
        (3, 20_000, True, "heuristic"),
        (0, 19_999, True, "heuristic"),
    ],
)
def test_a_computers_turn_is_called_again_until_it_has_waited_too_long_or_too_often(
    world, attempts, deadline_ms, waits, done
):
    world.attempts, world.waits = attempts, waits
    world.rescue(deadline_ms)
    assert world.done == ["late", *([] if done is None else [done])]


@pytest.mark.parametrize("waits", [True, False])
def test_a_turn_that_people_wait_for_can_be_claimed_again_also_while_a_job_waits_that_will(world, waits):
    world.game.has_people, world.waits = True, waits
    world.rescue(deadline_ms=30_000)
    assert world.done == ["late", ("give back", "g_a"), *([] if waits else [("wake", 9)])]


def test_a_game_that_was_due_too_early_is_due_again_at_its_time(world):
    world.game.ai = None
    world.rescue()
    world.game.status = "open"
    world.rescue()
    again = (TURN, "g_a", "7-x", 300)
    assert world.done == ["late", again, "waits", again]


def test_a_game_that_a_step_has_changed_needs_nothing_more(world):
    world.changed = SimpleNamespace(version=8, ai=world.game.ai)
    world.rescue()
    assert world.done == ["late"]
