"""Threads that cannot be started: nothing is lost that is not reported, and the next start is tried again."""

import threading

import pytest

from service.live import Hub, Reader
from service.threads import Threads
from service.webhooks import Dispatcher
from service.workers.ai_jobs import Timer
from tests.faults.processes import threads_refused
from tests.patience import PATIENCE_S


class Call:
    """A call that lasts until it is let go."""

    def __init__(self):
        self.begun, self.may_end = threading.Event(), threading.Event()

    def __call__(self):
        self.begun.set()
        assert self.may_end.wait(PATIENCE_S)


def test_without_any_thread_a_call_is_refused_and_the_next_one_starts_a_thread():
    threads, call = Threads(2, "test"), threading.Event()
    with threads_refused(), pytest.raises(RuntimeError):
        threads.submit(pytest.fail)
    threads.submit(call.set)
    assert call.wait(PATIENCE_S)


def test_a_call_waits_for_the_threads_that_run_if_no_other_can_be_started():
    threads, first, second = Threads(2, "test"), Call(), threading.Event()
    threads.submit(first)
    with threads_refused():
        threads.submit(second.set)
    first.may_end.set()
    assert second.wait(PATIENCE_S)


def test_a_thread_that_was_not_started_is_not_counted_as_free_later():
    threads, last = Threads(3, "test"), threading.Event()
    first, second = Call(), Call()
    threads.submit(first)
    with threads_refused():
        threads.submit(second)
    first.may_end.set()
    assert second.begun.wait(PATIENCE_S)
    threads.submit(last.set)
    assert last.wait(PATIENCE_S)  # beside the second
    second.may_end.set()


def test_a_failed_call_ends_no_thread_and_at_the_end_all_calls_are_waited_for(caplog):
    threads, seen = Threads(1, "test"), []
    threads.submit(lambda: 1 / 0)
    threads.submit(lambda: seen.append(1))
    threads.shutdown(wait=True)
    assert seen == [1]
    assert "test: a call failed" in caplog.text


def test_a_timer_whose_thread_did_not_start_says_so_and_tries_again():
    timer, call = Timer(), threading.Event()
    with threads_refused(), pytest.raises(RuntimeError):
        timer.call_at(0, pytest.fail)
    timer.call_at(0, call.set)
    assert call.wait(PATIENCE_S)


def test_a_hub_whose_thread_did_not_start_tries_again_with_the_next_request(settings):
    hub = Hub(settings)
    with threads_refused():
        assert not hub.wait_until("g", lambda: False, 0, Reader())
    assert not hub.wait_until("g", lambda: False, 0, Reader())
    assert hub._subscribed.wait(PATIENCE_S)
    hub.stop()


def test_a_dispatcher_whose_thread_did_not_start_keeps_nothing_and_tries_again():
    dispatcher, call = Dispatcher(), threading.Event()
    with threads_refused(), pytest.raises(RuntimeError):
        dispatcher.submit("host.example", 1, pytest.fail)
    dispatcher.submit("host.example", 1, call.set)
    assert call.wait(PATIENCE_S)
    dispatcher.join()
