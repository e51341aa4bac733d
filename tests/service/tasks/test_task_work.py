"""A slice of work on a task, and what a sweeper does with one without a heartbeat: each step, with a set clock."""

from types import SimpleNamespace

import pytest

from service.model.answer import Problem
from service.store.tasks import CANCELLED, FAILED
from service.tasks import task as task_module
from service.tasks.task import Clock, TaskClosed, Work
from service.workers import ai_jobs
from tests.service.clock import set_monotonic

TASK = "m_aaaaaaaaaaaaaaaaaaaa"


class Store:
    """Parts to be claimed, one after the other; notes what is done."""

    def __init__(self, task, parts=(), done=0):
        self.task, self.parts, self.done, self.notes = task, list(parts), done, []
        self.is_open = True

    def find(self, task_id):
        return self.task

    def claim_part(self, task):
        return self.parts.pop(0) if self.parts else None

    def count_done(self, task_id):
        return self.done

    def finish_part(self, task, number, value, detail):
        self.done += 1
        self.notes.append(("finish", number, value, detail))
        return self.done if self.is_open else -1

    def save_part(self, task, number, state):
        self.notes.append(("save", number, state))
        return self.done if self.is_open else -1

    def heartbeat(self, task_id, part=None):
        self.notes.append(("heartbeat", part))
        return self.is_open

    def close(self, task, status):
        self.notes.append(("close", status))

    def requeue(self, task):
        self.notes.append(("requeue",))
        return task if self.is_open else None


class Parts(Work):
    """A part that is begun comes half."""

    def do_part(self, number, half, clock):
        if half == "fails":
            raise Problem("game/not_found", "It has expired.")
        if half == "begin":
            return self.tasks.store.save_part(self.task, number, "half")
        return self.tasks.store.finish_part(self.task, number, number, f"line {number}")

    def end(self):
        return "ended"


@pytest.fixture
def clock(monkeypatch):
    return set_monotonic(monkeypatch, task_module)


@pytest.fixture
def tasks_of(monkeypatch, clock):
    monkeypatch.setitem(ai_jobs.WORK, "match", Parts)

    def make(parts=(), done=0, **changed):
        plain = {"is_open": True, "calls": 1, "attempts": 0, "kind": "match", "workers": 2, "id": TASK, "parts": 2}
        task = SimpleNamespace(**plain | changed)
        calls = []
        queue = SimpleNamespace(
            call_task=lambda task, chain: calls.append(chain),
            is_urgent=lambda: False,
            is_task_waiting=lambda task: False,
            serve_people=lambda: calls.append("people"),
        )
        removed = []
        games = SimpleNamespace(store=SimpleNamespace(agenda=SimpleNamespace(remove=lambda *it: removed.append(it))))
        store = Store(task, parts, done)
        return SimpleNamespace(
            store=store, queue=queue, calls=calls, removed=removed, games=games, wake=lambda it: calls.append("wake")
        )

    return make


def test_the_worker_of_the_last_part_ends_the_task(tasks_of):
    tasks = tasks_of([(0, None), (1, None)])
    ai_jobs.work_on(tasks, TASK, 1, 0)
    assert tasks.store.notes == [("finish", 0, 0, "line 0"), ("finish", 1, 1, "line 1"), ("close", "ended")]
    assert tasks.calls == []


def test_a_task_whose_last_worker_died_before_its_end_is_ended_by_another(tasks_of):
    tasks = tasks_of(done=2)
    ai_jobs.work_on(tasks, TASK, 1, 0)
    assert tasks.store.notes == [("close", "ended")]


def test_a_chain_ends_when_others_do_the_remaining_parts(tasks_of):
    tasks = tasks_of([(1, None)])
    ai_jobs.work_on(tasks, TASK, 1, 0)
    assert (tasks.store.notes, tasks.calls) == ([("finish", 1, 1, "line 1")], [])


def test_the_next_slice_of_the_chain_is_queued_when_the_time_is_over(tasks_of, monkeypatch):
    tasks = tasks_of([(0, "begin")])
    ends = iter([False, True])
    monkeypatch.setattr(Clock, "ends_slice", lambda _: next(ends))
    ai_jobs.work_on(tasks, TASK, 1, 3)
    assert tasks.store.notes == [("save", 0, "half"), ("heartbeat", None)]
    assert tasks.calls == [3]


def test_a_slice_of_a_task_that_is_closed_meanwhile_stores_and_queues_nothing_more(tasks_of, monkeypatch):
    for half in (None, "begin"):
        tasks = tasks_of([(0, half), (1, None)])
        tasks.store.is_open = False
        ai_jobs.work_on(tasks, TASK, 1, 0)
        assert (len(tasks.store.notes), tasks.calls) == (1, [])
    monkeypatch.setattr(Clock, "ends_slice", lambda _: True)
    ai_jobs.work_on(tasks, TASK, 1, 0)
    assert tasks.calls == []


def test_a_task_is_cancelled_if_what_it_is_about_is_gone(tasks_of):
    tasks = tasks_of([(0, "fails")])
    ai_jobs.work_on(tasks, TASK, 1, 0)
    assert tasks.store.notes == [("close", CANCELLED)]


@pytest.mark.parametrize(("changed", "call"), [({"is_open": False}, 1), ({}, 0), ({}, 2)])
def test_a_slice_of_a_task_that_has_ended_or_was_called_again_does_nothing(tasks_of, changed, call):
    tasks = tasks_of([(0, None)], **changed)
    ai_jobs.work_on(tasks, TASK, call, 0)
    tasks.store.task = None
    ai_jobs.work_on(tasks, TASK, 1, 0)
    assert (tasks.store.notes, tasks.calls) == ([], [])


@pytest.mark.parametrize(("attempts", "notes"), [(0, [("requeue",)]), (2, [("requeue",)]), (3, [("close", FAILED)])])
def test_a_task_without_a_heartbeat_is_queued_again_three_times(tasks_of, attempts, notes):
    tasks = tasks_of(attempts=attempts)
    ai_jobs.look_after(tasks, TASK)
    assert (tasks.store.notes, tasks.calls) == (notes, ["wake"] if attempts < 3 else [])


def test_a_task_that_another_sweeper_has_queued_or_that_waits_for_a_worker_is_left(tasks_of):
    tasks = tasks_of()
    tasks.store.is_open = False
    ai_jobs.look_after(tasks, TASK)
    assert (tasks.store.notes, tasks.calls) == ([("requeue",)], [])
    tasks.queue.is_task_waiting = lambda task: True
    ai_jobs.look_after(tasks, TASK)
    assert len(tasks.store.notes) == 1


def test_a_task_that_is_gone_is_looked_after_no_more_and_one_without_workers_is_advanced(tasks_of, monkeypatch):
    tasks = tasks_of(workers=0)
    advanced = []
    monkeypatch.setattr(ai_jobs, "advance", lambda *it: advanced.append(it))
    ai_jobs.look_after(tasks, TASK)
    assert advanced == [(tasks, tasks.store.task)]
    tasks.store.task = None
    ai_jobs.look_after(tasks, TASK)
    assert (tasks.removed, tasks.store.notes, len(advanced)) == ([("task", TASK)], [], 1)


# -- the clock of a slice


def test_a_slice_ends_after_a_second_or_when_something_urgent_waits(tasks_of, clock):
    tasks = tasks_of()
    slice_ = Clock(tasks, TASK)
    for clock.now, ends in ((1000.99, False), (1001.0, True)):
        assert slice_.ends_slice() is ends
    clock.now = 2000.0
    slice_ = Clock(tasks, TASK)
    tasks.queue.is_urgent = lambda: True
    for clock.now, ends in ((2000.04, False), (2000.06, True)):
        assert slice_.ends_slice() is ends, "looked at twenty times a second"


def test_a_search_sends_a_heartbeat_of_its_part_twice_a_second_and_lets_people_go_first(tasks_of, clock):
    tasks = tasks_of()
    slice_ = Clock(tasks, TASK)
    slice_.part = 7
    for clock.now, people, beats in (
        (1000.01, 0, 0),
        (1000.03, 1, 0),
        (1000.04, 1, 0),
        (1000.5, 2, 0),
        (1000.6, 3, 1),
        (1001.1, 4, 1),
        (1001.2, 5, 2),
    ):
        assert not slice_.should_stop()
        assert (len(tasks.calls), len(tasks.store.notes)) == (people, beats)
    assert tasks.store.notes == 2 * [("heartbeat", 7)]
    tasks.store.is_open = False
    clock.now += 1
    with pytest.raises(TaskClosed):
        slice_.should_stop()


def test_the_time_of_a_search_does_not_run_while_people_go_first(tasks_of, clock):
    tasks = tasks_of()
    slice_ = Clock(tasks, TASK)
    should_stop = slice_.stops_after(200)
    tasks.queue.serve_people = lambda: setattr(clock, "now", clock.now + 5)
    clock.now = 1000.1
    assert not should_stop()
    tasks.queue.serve_people = lambda: None
    clock.now = 1005.15
    assert not should_stop()
    clock.now = 1005.25
    assert should_stop()
    assert not slice_.stops_after(100)()
