"""The timer of a process: calls in the order of their times, each at its time, whatever one of them does."""

import threading
import time

from service.workers import ai_jobs as timer_module
from service.workers.ai_jobs import Timer
from tests.patience import PATIENCE_S


def test_calls_come_in_the_order_of_their_times_however_the_wall_clock_is_set_meanwhile(monkeypatch):
    timer, done, called, began = Timer(), [], threading.Event(), time.monotonic()
    monkeypatch.setattr(timer_module, "now_ms", lambda: 5_000_000)

    def call():
        for ms, name in ((120, "later"), (60, "first"), (-5, "over")):
            timer.call_at(5_000_000 + ms, lambda name=name: done.append((name, time.monotonic() - began)))
        called.set()

    timer.call_at(5_000_000, call)  # in its thread, so that none is made before all are there
    assert called.wait(PATIENCE_S)
    monkeypatch.setattr(timer_module, "now_ms", lambda: 0)
    timer.join(PATIENCE_S)
    assert [name for name, _ in done] == ["over", "first", "later"]
    assert [at_s > earliest for (_, at_s), earliest in zip(done, (0, 0.055, 0.115), strict=True)] == [True] * 3


def test_a_call_that_fails_stops_no_other_and_all_are_waited_for():
    timer, done = Timer(), []

    def fail():
        raise LookupError

    timer.join(0)
    for call in (fail, lambda: time.sleep(0.05), lambda: done.append(threading.current_thread().daemon)):
        timer.call_at(0, call)
    timer.join(PATIENCE_S)
    assert done == [True]
    timer.call_at(timer_module.now_ms() + 600_000, fail)
    began = time.monotonic()
    timer.join(0.05)
    assert 0.04 < time.monotonic() - began < PATIENCE_S


def test_a_call_is_made_at_its_time_though_it_came_while_the_timer_waited_for_a_later_one():
    timer, done = Timer(), threading.Event()
    timer.call_at(timer_module.now_ms() + 600_000, lambda: None)
    time.sleep(0.05)  # the thread waits now
    timer.call_at(timer_module.now_ms() + 10, done.set)
    assert done.wait(PATIENCE_S)
