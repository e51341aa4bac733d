"""When a stream sends a heartbeat and when it ends, and how long a ticket opens one; with a clock that is set."""

from itertools import islice
from types import SimpleNamespace

import pytest
import redis

from service import live
from service.live import News, Reader, messages, new_ticket, token_of_ticket
from service.model.answer import Problem
from tests.service.clock import set_monotonic

HERE = Reader()


class Hub:
    """Waits as long as it may, unless there is news; notes for how long."""

    def __init__(self, clock, *found):
        self.clock, self.found, self.waited, self.stopping = clock, list(found), [], False

    def wait(self, changes, news, timeout_s, reader):
        self.waited.append(round(timeout_s, 3))
        self.clock.now += timeout_s
        found = self.found.pop(0) if self.found else None
        if isinstance(found, Exception):
            raise found
        return found


@pytest.fixture
def clock(monkeypatch):
    clock = set_monotonic(monkeypatch, live, sleep=lambda seconds: setattr(clock, "now", clock.now + seconds))
    return clock


@pytest.fixture
def drawn(monkeypatch):
    """Sets what chance says of the life of a stream."""

    def draw(number):
        def below(count):
            assert 0 <= number < count == 401
            return number

        monkeypatch.setattr(live.secrets, "randbelow", below)

    draw(200)
    return draw


@pytest.mark.parametrize(("number", "life_s"), [(0, 80), (200, 100), (400, 120)])
def test_a_stream_lives_a_fifth_shorter_or_longer_and_sends_a_heartbeat_every_fifteen_seconds(
    clock, drawn, number, life_s
):
    drawn(number)
    hub = Hub(clock)
    beats = list(messages(hub, None, print, 0, 100, HERE))
    assert beats == [None] * (life_s // 15)
    assert clock.now == pytest.approx(1000 + life_s)
    assert (max(hub.waited), sum(hub.waited)) == (15, pytest.approx(life_s))


def test_messages_are_sent_as_they_come_and_the_last_ends_the_stream(clock, drawn):
    hub = Hub(clock, News(["a", "b"], 2), News([], 3), News(["c"], 4, is_last=True), News(["d"], 5))
    assert list(messages(hub, None, print, 0, 100, HERE)) == ["a", "b", "c"]


def test_a_stream_outlives_redis_and_ends_with_what_it_follows_its_reader_or_its_process(clock, drawn):
    hub = Hub(
        clock, redis.ConnectionError(), News(["a"], 1), Problem("game/not_found", "It has expired."), News(["b"], 2)
    )
    assert list(messages(hub, None, print, 0, 1000, HERE)) == [None, "a"]
    assert clock.now == 1000 + 15 + 1, "a pause of a second"
    assert list(messages(hub, None, print, 0, 100, Reader(has_gone=lambda: True))) == []
    hub = Hub(clock, *(News([number], number) for number in range(9)))
    stream = messages(hub, None, print, 0, 1000, HERE)
    assert list(islice(stream, 2)) == [0, 1]
    hub.stopping = True
    assert list(stream) == []


@pytest.mark.parametrize(("later_ms", "opens"), [(0, True), (59_999, True), (60_000, False)])
def test_a_ticket_opens_streams_for_its_time(monkeypatch, later_ms, opens):
    game = SimpleNamespace(id="g_a", tokens={"digest": 0, "other": 1}, public=True)
    monkeypatch.setattr(live, "now_ms", lambda: 1_764_000_000_000)
    ticket = new_ticket(game, "other", 60)
    monkeypatch.setattr(live, "now_ms", lambda: 1_764_000_000_000 + later_ms)
    if opens:
        assert token_of_ticket(game, ticket) == "other"
    for wrong in (ticket[:-1], f"{ticket}A", "t_ffffffff" + ticket[10:], *([] if opens else [ticket])):
        for is_public, code in ((True, "ticket/unknown"), (False, "game/not_found")):
            game.public = is_public
            with pytest.raises(Problem) as refused:
                token_of_ticket(game, wrong)
            assert refused.value.code == code
