"""The timer of a process: calls in the order of their times, each at its time, whatever one of them does."""

import threading
import time
from types import SimpleNamespace

import pytest

from service.workers import timer as timer_module
from service.workers.timer import Timer


@pytest.fixture
def clock(monkeypatch):
    """A wall clock and a monotonic one, both of which stand still."""
    clock = SimpleNamespace(now=1000.0)
    monkeypatch.setattr(timer_module, "time", SimpleNamespace(monotonic=lambda: clock.now))
    monkeypatch.setattr(timer_module, "now_ms", lambda: 5_000_000)
    return clock


@pytest.fixture
def unstarted(clock):
    """A timer whose thread does nothing."""
    timer = Timer()
    timer._thread = threading.current_thread()
    return timer


def test_calls_come_in_the_order_of_their_times_and_at_one_time_in_that_of_their_coming(unstarted, clock):
    for at_ms, name in ((2000, "later"), (1000, "first"), (1000, "second"), (-5, "over")):
        unstarted.call_at(5_000_000 + at_ms, name)
    assert [at for at, _, _ in sorted(unstarted._calls)] == [999.995, 1001, 1001, 1002]
    assert unstarted._next() == "over"
    clock.now = 1001.0
    assert [unstarted._next() for _ in range(2)] == ["first", "second"]
    clock.now = 1002.5
    assert unstarted._next() == "later"


def test_a_timer_waits_for_its_next_call_and_without_one_for_a_new_one(unstarted, clock):
    waited = []

    def wait(seconds):
        waited.append(seconds)
        clock.now = 1003.0
        if seconds is None:
            unstarted.call_at(5_000_000, "now")

    unstarted._changed.wait = wait
    unstarted.call_at(5_000_000 + 1500, "later")
    assert (unstarted._next(), unstarted._next()) == ("later", "now")
    assert waited == [1.5, None]


def test_a_call_that_fails_stops_no_other_and_all_are_waited_for():
    timer, done = Timer(), []

    def fail():
        raise LookupError

    timer.join(0)
    for call in (fail, lambda: time.sleep(0.05), lambda: done.append(threading.current_thread().daemon)):
        timer.call_at(0, call)
    timer.join(5)
    assert done == [True]
    timer.call_at(timer_module.now_ms() + 60_000, fail)
    began = time.monotonic()
    timer.join(0.05)
    assert 0.04 < time.monotonic() - began < 2
