"""Threads that cannot be started: nothing is lost that is not reported, and the next start is tried again."""

import threading

import pytest
import redis

from service.live.hub import Hub, Reader
from service.ops.supervisor import ROOT
from service.process import threads as threads_module
from service.process.threads import Threads, aside, repeat
from service.store.connection import CHANNEL
from service.webhooks.deliveries import Dispatcher
from service.workers import sweeper as sweeper_module
from service.workers.ai_jobs import Timer
from service.workers.sweeper import Sweeper
from tests.faults.processes import threads_refused
from tests.patience import PATIENCE_S, wait_until


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
    assert last.wait(PATIENCE_S)  # while the second runs
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


def test_a_loop_says_what_has_failed_and_goes_on(monkeypatch, caplog):
    monkeypatch.setattr(threads_module, "PAUSE_S", 0)
    failures = (
        ValueError("a message that is not UTF-8"),
        redis.ConnectionError(),
        RuntimeError("can't start new thread"),
    )
    left = [failures[0], None, failures[1], failures[2], None]

    def step():
        if (error := left.pop()) is not None:
            raise error

    with caplog.at_level("INFO"):
        repeat(step, "hub", lambda: not left)
    assert [record.getMessage() for record in caplog.records] == [
        "hub: a step failed",
        "hub: Redis does not respond, or takes no changes (ConnectionError)",
        "hub: a step failed",
    ]


def test_a_sweeper_goes_on_after_a_turn_that_needed_a_thread_and_got_none(store, monkeypatch):
    monkeypatch.setattr(threads_module, "PAUSE_S", 0)
    swept, answers = threading.Event(), iter([RuntimeError("can't start new thread")])

    def claim_sweep(_):
        if (error := next(answers, None)) is not None:
            raise error
        swept.set()

    monkeypatch.setattr(store.agenda, "claim_sweep", claim_sweep)
    # in this thread, and until it has swept: one of its own would go on in the tests after this
    monkeypatch.setattr(sweeper_module, "start_loop", lambda step, name: repeat(step, name, swept.is_set))
    Sweeper(store, {}).start()


def test_a_hub_hears_of_a_game_after_a_message_that_is_not_text(settings, store, monkeypatch):
    monkeypatch.setattr(threads_module, "PAUSE_S", 0)
    hub = Hub(settings)
    heard = threading.Event()
    hub.follow("g_1", heard.set)
    assert heard.wait(PATIENCE_S)  # of the subscription
    heard.clear()
    store.client.publish(CHANNEL, b"\xff")
    assert heard.wait(PATIENCE_S)
    assert hub._thread.is_alive()
    hub.stop()


def test_only_the_one_loop_and_what_ends_by_itself_are_threads():
    files = {
        str(path.relative_to(ROOT))
        for path in (ROOT / "service").rglob("*.py")
        if "threading.Thread(" in path.read_text()
    }
    assert files == {"service/process/threads.py", "service/webhooks/outbound.py"}


def test_a_thread_that_waits_for_a_client_makes_room_for_another():
    threads, first, second = Threads(1, "test"), Call(), threading.Event()

    def wait():
        with aside():
            first()

    threads.submit(wait)
    assert first.begun.wait(PATIENCE_S)
    threads.submit(second.set)
    assert second.wait(PATIENCE_S)
    first.may_end.set()
    threads.shutdown(wait=True)
    wait_until(lambda: threads._started == 1, "a thread more than there should be")


def test_threads_that_are_all_stuck_get_others_if_they_may(monkeypatch):
    monkeypatch.setattr(threads_module, "STUCK_S", 0.01)
    few, threads, stuck, last = Threads(1, "few"), Threads(1, "test", more=1), Call(), threading.Event()
    for pool in (few, threads):
        pool.submit(stuck)
    wait_until(lambda: threads._calls.empty() and few._calls.empty())
    few.submit(pytest.fail)
    threads.submit(last.set)
    wait_until(lambda: threads.look() or last.is_set())
    few.look()
    assert (few._started, threads._started) == (1, 2)
    assert not few._calls.empty()
    few._calls.get()
    stuck.may_end.set()


def test_nothing_waits_aside_outside_a_pool():
    with aside():
        pass
