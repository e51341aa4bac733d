"""How the processor time of reads is counted, and what a caller is shown of its limit; with a clock that is set."""

from types import SimpleNamespace

import pytest
from flask.ctx import _AppCtxGlobals
from limits import parse

from service.api import limits
from service.api.limits import _ReadTime, _take, shared
from service.model.callers import Caller
from tests.service.clock import set_monotonic

ONE = [Caller("192.0.2.1")]


@pytest.fixture
def clock(monkeypatch):
    clock = set_monotonic(monkeypatch, limits, thread_time=lambda: clock.thread, time=lambda: 1_764_000_000.5)
    clock.thread = 0.0
    return clock


@pytest.fixture
def read(clock, monkeypatch):
    """Read for some seconds; returns those until the reader may read again."""
    reads, requests = _ReadTime(parse("2/8 seconds")), [_AppCtxGlobals()]
    monkeypatch.setattr(limits, "this_g", lambda: requests[-1])

    def read(seconds, callers=ONE):
        requests.append(_AppCtxGlobals())
        again_s = reads.begin(callers)
        clock.thread += seconds
        reads.end(None)
        return again_s

    read.counted = reads
    return read


def test_reads_may_take_two_seconds_and_wait_until_what_is_over_has_leaked(read, clock):
    assert [read(1), read(1), read(0.5)] == [0, 0, 0]  # two are allowed
    assert read(0) == 2  # half a second over, a quarter leaks in each
    clock.now += 1.5
    assert read(0) == 1
    clock.now += 0.5
    assert read(0) == 0


def test_a_bucket_leaks_with_time_and_never_below_nothing(read, clock):
    read(1)
    clock.now += 4
    read(2)
    assert read(0) == 0
    clock.now += 800
    read(2.5)
    assert read(0) == 2


def test_a_network_of_several_shares_fills_as_much_slower(read):
    wide = [Caller("2001:db8::"), Caller("2001:db8::/48", 4)]
    read(4, wide)
    assert (read(0, wide[1:]), read(0, wide)) == (0, 8)


def test_what_is_no_read_counts_nothing(read, clock):
    clock.thread += 100
    read.counted.end(None)
    assert read(0) == 0


def test_the_reader_that_is_known_for_longest_is_forgotten(read, monkeypatch):
    monkeypatch.setattr(limits, "MOST_READERS", 2)
    for number in range(3):
        read(3, [Caller(f"192.0.2.{number}")])
    assert [read(0, [Caller(f"192.0.2.{number}")]) > 0 for number in (2, 1, 0)] == [True, True, False]


class Counters:
    """Counts without a window."""

    def __init__(self, left, reset_at):
        self.left, self.reset_at, self.hits = left, reset_at, []

    def hit(self, limit, name):
        self.hits.append((limit.amount, name))
        return self.left.get(name, 1) > 0

    def get_window_stats(self, limit, name):
        return SimpleNamespace(remaining=max(0, self.left.get(name, 1)), reset_time=self.reset_at)


@pytest.mark.parametrize(("reset_at", "seconds"), [(1_764_000_007.2, 8), (1_764_000_000.9, 1), (1_763_999_990, 1)])
def test_a_caller_is_shown_the_whole_seconds_until_its_limit_is_full_again(clock, reset_at, seconds):
    refused_by, state = _take(Counters({"a": 3}, reset_at), [parse("5/minute")], [Caller("a")])
    assert (refused_by, state.limit, state.left, state.reset_s) == (None, 5, 3, seconds)


def test_a_request_is_refused_by_the_first_limit_of_the_narrowest_network_and_others_have_shares(clock):
    counters = Counters({"wide": 0}, 1_764_000_007.2)
    minute, hour = parse("5/minute"), parse("60/hour")
    refused_by, state = _take(counters, [minute, hour], [Caller("narrow"), Caller("wide", 4)])
    assert counters.hits == [(5, "narrow"), (60, "narrow"), (20, "wide")]
    assert (refused_by.amount, state.limit, state.left) == (20, 20, 0)
    assert shared(minute, 1) is minute
    assert str(shared(parse("5/2 minutes"), 4)) == "20 per 2 minute"
