"""The hub by itself: what it shares, whom it wakes, and when it notices that it no longer hears anything."""

import threading
import time
from dataclasses import replace
from functools import partial
from types import SimpleNamespace

import pytest
import redis

from service.config import Settings
from service.live import hub as hub_module
from service.live.hub import Hub, Reader, Watched
from service.model.answer import Problem
from service.model.callers import Caller
from tests.service.clock import set_monotonic

HERE = Reader()


@pytest.fixture
def clock(monkeypatch):
    return set_monotonic(monkeypatch, hub_module, sleep=time.sleep)


@pytest.fixture
def hub():
    """A hub that listens to nothing."""
    hub = Hub(Settings())
    hub.published = []
    hub._redis = SimpleNamespace(publish=lambda channel, message: hub.published.append(message))
    hub._thread = True
    hub._subscribed.set()
    return hub


def test_a_game_is_followed_until_the_last_reader_leaves(hub):
    hub.follow("g_a", print)
    hub.follow("g_a", repr)
    hub.leave("g_a", print)
    assert hub._followed == {"g_a": {repr: None}}
    hub.leave("g_a", repr)
    assert hub._followed == {}


def test_what_is_published_wakes_those_who_follow_it_and_a_new_subscription_wakes_all(hub):
    told = []
    for name in ("a", "b", "b again"):
        hub.follow(f"g_{name[0]}", partial(told.append, name))
    hub._subscribed.clear()
    hub._handle({"type": "message", "data": "g_a 7-x"})
    assert told == ["a"]
    hub._handle({"type": "message", "data": "g_c 7-x"})
    hub._handle({"type": "unsubscribe", "data": 1})
    assert (told, hub._subscribed.is_set()) == (["a"], False)
    hub._handle({"type": "subscribe", "data": 1})
    assert (told, hub._subscribed.is_set()) == (["a", "a", "b", "b again"], True)


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
    hub.follow("g_a", print)
    with pytest.raises(redis.ConnectionError):
        hub._receive(Line(hub, clock))
    # probed after more than one second of silence, given up after more than two further ones
    assert (hub.published, clock.now) == ([hub._probe], 1004.0)


def test_a_hub_that_hears_its_message_goes_on(hub, clock):
    hub.follow("g_a", print)
    message = {"type": "message", "data": hub._probe}
    hub._receive(Line(hub, clock, {1002.0: message, 1004.0: message, 1005.5: message}, until=1007.0))
    assert len(hub.published) == 3


def test_a_hub_without_readers_sends_nothing(hub, clock):
    hub._receive(Line(hub, clock))
    assert hub.published == []


def test_a_wait_ends_with_what_is_found_or_its_time(hub, clock, monkeypatch):
    gone = Watched()
    gone.has_gone = True
    assert hub.wait_until("g_a", lambda: True, 0, HERE)
    assert not hub.wait_until("g_a", lambda: False, 0, HERE)
    assert not hub.wait_until("g_a", lambda: True, 60, Reader(connection=gone))
    looked = []
    monkeypatch.setattr(hub, "wait_until_subscribed", lambda: None)
    monkeypatch.setattr(threading.Event, "wait", lambda _, left_s: setattr(clock, "now", clock.now + left_s))
    assert not hub.wait_until("g_a", lambda: looked.append(clock.now), 7, HERE)
    assert looked == [1000, 1005, 1007], "also without a message"
    hub.stop()
    assert not hub.wait_until("g_a", lambda: False, 60, HERE)


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
