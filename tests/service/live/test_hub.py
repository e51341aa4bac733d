"""The hub by itself: what it shares, whom it wakes, and when it notices that it no longer hears anything."""

import time
from contextlib import ExitStack
from dataclasses import replace
from types import SimpleNamespace

import pytest
import redis

from service import live as hub_module
from service.config import Settings
from service.live import Hub, Reader
from service.model.answer import Problem
from service.model.callers import Caller
from tests.service.clock import set_monotonic

HERE = Reader()


@pytest.fixture
def clock(monkeypatch):
    return set_monotonic(monkeypatch, hub_module, sleep=time.sleep)


@pytest.fixture
def hub():
    """A hub that listens to nothing; ``enter`` follows something until the test ends."""
    hub = Hub(Settings())
    hub.published = []
    hub._redis = SimpleNamespace(publish=lambda channel, message: hub.published.append(message))
    hub._started_thread = lambda: True
    hub._subscribed.set()
    with ExitStack() as stack:
        hub.enter = lambda name: stack.enter_context(hub.follow(name, hub.streams, HERE))
        yield hub


def test_what_is_made_for_one_reader_is_shared_with_all_that_are_alike_until_the_next_change(hub):
    made = []

    def share(key):
        return hub.share("g_a", key, lambda: made.append(key) or len(made))

    with hub.follow("g_a", hub.waits, HERE):
        assert [share("one"), share("one"), share("two")] == [1, 1, 2]
        hub._wake("g_b")
        assert share("one") == 1
        hub._wake("g_a")
        assert [share("one"), share("one")] == [3, 3]
    assert [share("one"), share("one")] == [4, 5], "no reader follows it"


def test_few_values_are_shared_at_once(hub):
    hub.enter("g_a")
    for number in range(33):
        hub.share("g_a", number, lambda: "old")
    assert hub.share("g_a", 32, lambda: "new") == "old"
    assert hub.share("g_a", 0, lambda: "new") == "new"
    hub._wake("g_a")
    (changes,) = hub._followed.values()
    changes.shared.clear()
    for number in range(32):
        hub.share("g_a", number, lambda: "old")
    assert hub.share("g_a", 0, lambda: "new") == "old"


def test_a_game_is_followed_until_the_last_reader_leaves(hub):
    with hub.follow("g_a", hub.waits, HERE) as first:
        with hub.follow("g_a", hub.streams, HERE) as second:
            assert first is second
            assert (hub.waits.taken, hub.streams.taken) == (1, 1)
        assert (hub._followed, hub.waits.taken, hub.streams.taken) == ({"g_a": first}, 1, 0)
    assert (hub._followed, hub.waits.taken) == ({}, 0)


def test_what_is_published_wakes_those_who_follow_it_and_a_new_subscription_wakes_all(hub):
    games = {name: hub.enter(name) for name in ("g_a", "g_b")}
    hub._subscribed.clear()

    def counts():
        return [changes.count for changes in games.values()]

    hub._handle({"type": "message", "data": "g_a 7-x"})
    assert counts() == [1, 0]
    hub._handle({"type": "message", "data": "g_c 7-x"})
    hub._handle({"type": "unsubscribe", "data": 1})
    assert (counts(), hub._subscribed.is_set()) == ([1, 0], False)
    hub._handle({"type": "subscribe", "data": 1})
    assert (counts(), hub._subscribed.is_set()) == ([2, 1], True)


class Line:
    """A subscription on which messages come at their times, and the clock that goes on meanwhile."""

    def __init__(self, hub, clock, messages=None, until=1010.0):
        self.hub, self.clock, self.messages, self.until = hub, clock, messages or {}, until

    def get_message(self, timeout):
        self.clock.now += timeout
        if self.clock.now >= self.until:
            self.hub.stopping = True
        return self.messages.get(self.clock.now)


def test_a_hub_that_hears_nothing_sends_itself_a_message_and_connects_again_after_two_seconds(hub, clock):
    hub.enter("g_a")
    with pytest.raises(redis.ConnectionError):
        hub._receive(Line(hub, clock))
    # probed after more than one second of silence, given up after more than two further ones
    assert (hub.published, clock.now) == ([hub._probe], 1004.0)


def test_a_hub_that_hears_its_message_goes_on(hub, clock):
    hub.enter("g_a")
    message = {"type": "message", "data": hub._probe}
    hub._receive(Line(hub, clock, {1002.0: message, 1004.0: message, 1005.5: message}, until=1007.0))
    assert len(hub.published) == 3


def test_a_hub_without_readers_sends_nothing(hub, clock):
    hub._receive(Line(hub, clock))
    assert hub.published == []


def test_a_wait_ends_with_what_is_found_or_its_time(hub, clock, monkeypatch):
    changes = hub.enter("g_a")
    assert hub.wait(changes, lambda: "found", 0, HERE) == "found"
    assert hub.wait(changes, lambda: None, 0, HERE) is None
    assert hub.wait(changes, lambda: None, 60, Reader(has_gone=lambda: True)) is None
    looked = []
    monkeypatch.setattr(changes.condition, "wait_for", lambda _, left_s: setattr(clock, "now", clock.now + left_s))
    assert hub.wait(changes, lambda: looked.append(clock.now), 7, HERE) is None
    assert looked == [1000, 1005, 1007], "also without a message"
    hub.stop()
    assert hub.wait(changes, lambda: None, 60, HERE) is None


def test_places_are_given_back_whatever_happens(hub):
    def fail():
        raise LookupError

    for _ in range(3):
        with pytest.raises(LookupError):
            hub.wait_until("g_a", fail, 1, HERE)
    assert (hub.waits.taken, hub._followed) == (0, {})


def test_a_quarter_of_the_places_is_kept_for_readers_with_a_token(hub):
    hub.waits.most = 4
    callers = [Reader([Caller(f"192.0.2.{number}")]) for number in range(4)]
    for caller in callers[:3]:
        hub.waits.take(caller)
    with pytest.raises(Problem, match="wait"):
        hub.waits.take(callers[3])
    hub.waits.take(replace(callers[3], has_token=True))
    with pytest.raises(Problem, match="wait"):
        hub.waits.take(HERE)
