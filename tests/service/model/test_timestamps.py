"""The one clock of the service: when it follows Redis' clock, how long it waits, and how it writes the time."""

import pytest

from service.model import timestamps
from service.model.timestamps import follow, left_ms, moved, now_ms, parse_time_ms, sleep_until, time_text

NOW_MS = 1_764_000_000_000


@pytest.fixture(autouse=True)
def slept(monkeypatch):
    """A machine whose clock stands still; how long it slept, in seconds."""
    slept = []
    monkeypatch.setattr(timestamps, "_ahead_ms", 0)
    monkeypatch.setattr(timestamps, "time_ns", lambda: NOW_MS * 1_000_000 + 999_999)
    monkeypatch.setattr(timestamps, "monotonic", lambda: 0.0)
    monkeypatch.setattr(timestamps, "sleep", slept.append)
    return slept


@pytest.mark.parametrize("sign", [1, -1])
@pytest.mark.parametrize(("took_ms", "left_ms"), [(0, 99), (100, 99), (300, 299)])
def test_a_clock_follows_a_difference_of_a_tenth_of_a_second_or_of_what_the_answer_took(sign, took_ms, left_ms):
    asked_s = -took_ms / 1000
    assert (follow(NOW_MS + sign * left_ms, asked_s), now_ms()) == (0, NOW_MS)
    far = sign * (left_ms + 1)
    assert (follow(NOW_MS + far, asked_s), now_ms()) == (far, NOW_MS + far)
    assert (follow(NOW_MS + 3 * far, asked_s), now_ms()) == (2 * far, NOW_MS + 3 * far)


def test_a_pause_of_this_process_after_the_answer_of_redis_sets_no_clock(monkeypatch):
    now_s = [1000.0]

    def time_ns():
        now_s[0] += 0.2  # it pauses whenever it reads the clock
        return int(now_s[0] * 10**9)

    monkeypatch.setattr(timestamps, "time_ns", time_ns)
    monkeypatch.setattr(timestamps, "monotonic", lambda: now_s[0])
    assert follow(1_000_050, asked_s=1000.0) == 0


@pytest.mark.parametrize("ms", [-1, 0, 1, 65_001])
def test_what_is_left_of_a_wait_is_by_the_services_clock(ms):
    assert left_ms(time_text(NOW_MS + ms)) == ms
    assert moved(time_text(NOW_MS), ms) == time_text(NOW_MS + ms)


def test_it_sleeps_until_a_time_of_the_services_clock_and_not_if_that_is_over(slept):
    for ahead_ms in (0, 60_000):
        timestamps._ahead_ms = ahead_ms
        for ms in (2001, 0, -7):
            sleep_until(now_ms() + ms)
    assert slept == pytest.approx(2 * [2.000000001, 0, 0], abs=1e-8)


def test_a_time_is_written_in_utc_with_milliseconds_and_read_back():
    text = time_text(NOW_MS + 7)
    assert (text, parse_time_ms(text)) == ("2025-11-24T16:00:00.007Z", NOW_MS + 7)
    assert parse_time_ms("2025-11-24T17:00:00.007+01:00") == NOW_MS + 7
