"""When a stream sends a heartbeat and when it ends, and how long a ticket opens one; with a clock that is set."""

import math
import zlib
from dataclasses import replace
from types import SimpleNamespace

import pytest
import redis

from service.config import Settings
from service.live import streams as live, tickets
from service.live.hub import Reader
from service.live.streams import HEARTBEAT, RETRY, TOO_SLOW, News, Source, Streams
from service.live.tickets import new_ticket, token_of_ticket
from service.model.answer import Problem
from tests.service.clock import set_monotonic

HERE = Reader()


class Outlet:
    """Takes what is sent, as long as it likes."""

    def __init__(self):
        self.sent, self.has_ended, self.takes = [], False, True

    def send_part(self, data):
        self.sent.append(data)
        return self.takes

    def end(self, data):
        assert not self.has_ended
        self.sent += [data] if data else []
        self.has_ended = True

    @property
    def texts(self):
        assert self.sent[0] == RETRY
        return [data.decode() for data in self.sent[1:]]


@pytest.fixture
def clock(monkeypatch):
    return set_monotonic(monkeypatch, live)


class World:
    """Streams whose threads and times are set by the test, of games whose news are listed in ``found``."""

    def __init__(self, clock):
        self.clock, self.found, self.revisions, self.asked = clock, [], [], []
        self.again_s = math.inf
        self.hub = SimpleNamespace(
            stopping=False, follow=lambda *_: None, leave=lambda *_: None, wait_until_subscribed=lambda: None
        )
        self.streams = Streams(self.hub, Settings(max_stream_s=100), self._revisions)
        self.calls = []
        self.streams.in_thread = lambda call: self.calls.append(call) or True
        self.streams._beating = True
        self.ended = []

    def _revisions(self, ids):
        self.asked += ids
        if isinstance(self.revisions, Exception):
            raise self.revisions
        return [self.revisions] * len(ids)

    def news(self, place):
        found = self.found.pop(0) if self.found else News([], place, again_s=self.again_s)
        if isinstance(found, Exception):
            raise found
        return replace(found, messages=[message.encode() for message in found.messages])

    def open(self, key="one", is_packed=False, place=0):
        source = Source("g_a", key, self.news, at_end=lambda: self.ended.append(key))
        stream, outlet = self.streams.open(source, place, HERE, is_packed), Outlet()
        stream.begin(outlet)
        return stream, outlet

    def run(self):
        """Carry out what threads should."""
        while self.calls:
            self.calls.pop(0)()

    def change(self, channel):
        """Something has changed."""
        self.streams._schedule(channel)
        self.streams._schedule(channel)
        assert len(self.calls) == 1
        self.run()

    def pass_time(self, until):
        """Beats until this time; returns the times at which there was one."""
        times = []
        while self.streams._beats and self.streams._beats[0][0] <= until:
            self.clock.now = max(self.clock.now, self.streams._beats[0][0])
            times.append(self.clock.now)
            self.streams._beat()
            self.run()
        self.clock.now = until
        return times


@pytest.fixture
def world(clock, drawn):
    return World(clock)


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
    world, drawn, number, life_s
):
    drawn(number)
    _, outlet = world.open()
    assert world.pass_time(1000 + life_s - 0.01) == [*range(1015, 1000 + life_s, 15)], "no other wake-up"
    assert outlet.texts == [HEARTBEAT.decode()] * ((life_s - 1) // 15)
    assert not outlet.has_ended
    world.pass_time(1000 + life_s)
    assert outlet.has_ended
    assert (world.ended, world.streams.slots.taken, world.streams._channels) == (["one"], 0, {})


def test_messages_are_sent_as_they_come_and_the_last_ends_the_stream(world):
    world.found = [News(["a", "b"], 2)]
    stream, outlet = world.open()
    for world.found in ([News([], 3)], [News(["c"], 4, is_last=True)], [News(["d"], 5)]):
        world.change(stream.channel)
    assert (outlet.texts, outlet.has_ended) == (["a", "b", "c"], True)


def test_a_stream_outlives_redis_and_ends_with_what_it_follows(world):
    world.found = [redis.ConnectionError(), News(["a"], 1), Problem("game/not_found", "It has expired.")]
    stream, outlet = world.open()
    assert outlet.texts == []
    assert world.pass_time(1001) == [1001], "a pause of a second"
    assert outlet.texts == ["a"]
    world.change(stream.channel)
    assert outlet.has_ended


def test_streams_end_with_their_process_after_what_has_happened(world):
    stream, outlet = world.open()
    world.found = [News(["a"], 1)]
    world.hub.stopping = True
    stream.channel.tell()  # as the hub does
    world.run()
    assert (outlet.texts, outlet.has_ended) == (["a"], True)
    _, late = world.open()
    assert late.has_ended


def test_a_failure_of_one_kind_of_news_ends_its_streams_and_no_others(world, caplog):
    _, ours = world.open("one")
    _, others = world.open("two")
    world.found = [LookupError(), News(["a"], 1)]
    world.change(next(iter(world.streams._channels.values())))
    assert (ours.has_ended, others.has_ended, others.texts) == (True, False, ["a"])
    assert "the news of g_a failed" in caplog.text


def test_a_change_that_was_not_heard_is_found_at_a_heartbeat_with_one_question_for_all(world):
    _, outlet = world.open(place="7-x")
    world.revisions = "7-x"
    world.found = [News(["late"], "8-x")]
    world.pass_time(1015)
    assert (world.asked, outlet.texts) == (["g_a"], [HEARTBEAT.decode()])
    world.revisions = redis.ConnectionError()
    world.pass_time(1030)
    world.revisions = "8-x"
    world.pass_time(1045)
    assert outlet.texts == [HEARTBEAT.decode()] * 3 + ["late"]


def test_news_that_note_a_reader_are_asked_for_every_five_seconds(world):
    world.again_s = 5
    world.open()
    asked = []
    world.news = lambda place: asked.append(world.clock.now) or News([], place, again_s=5)
    world.streams._channels["g_a"].streams.copy().popitem()[0].source.news = world.news
    world.pass_time(1016)
    assert asked == [1005, 1010, 1015]


def test_readers_that_are_alike_are_noted_together_and_a_change_leaves_what_was_planned(world):
    world.again_s, asked, news = 5, [], world.news
    world.news = lambda place: asked.append(world.clock.now) or news(place)
    stream, _ = world.open()
    for at in (1001, 1002):
        world.pass_time(at)
        world.open()
    del asked[:]
    world.pass_time(1008)
    world.found = [News([], 1, again_s=5)]  # a change that notes nobody
    world.change(stream.channel)
    world.pass_time(1016)
    assert asked == [1005, 1008, 1010, 1015]


def test_readers_that_are_alike_get_the_same_bytes_which_are_made_once(world, monkeypatch):
    made = []
    monkeypatch.setattr(live, "packed", lambda *given, packed=live.packed: made.append(given) or packed(*given))
    readers = [world.open(is_packed=True) for _ in range(50)]
    made.clear()
    world.found = [News(["a" * 300], 1)]
    world.change(readers[0][0].channel)
    assert len(made) == 1
    assert len({outlet.sent[-1] for _, outlet in readers}) == 1
    world.found = [News(["b", "c"], 2, is_last=True)]
    world.change(readers[0][0].channel)
    for _, outlet in readers:
        unpacker = zlib.decompressobj(wbits=31)
        assert b"".join(map(unpacker.decompress, outlet.sent)) == RETRY + b"a" * 300 + b"bc"
        assert unpacker.eof, "with the right sum"


def test_readers_that_began_at_different_times_get_the_same_bytes_in_the_end(world):
    world.found = [News(["x" * 5000], 1)]
    (first, one), texts = world.open(is_packed=True), [f"{number:05}" * 1000 for number in range(4)]
    world.found = [News(texts[:1], 2)]
    world.change(first.channel)
    world.found = [News(texts[:1], 2)]
    _, other = world.open(is_packed=True)
    for number, text in enumerate(texts[1:], 3):
        world.found = [News([text], number)] * 2
        world.change(first.channel)
    assert one.sent[-1] == other.sent[-1]
    assert first.channel.streams.keys() == {first, *first.channel.streams}


@pytest.mark.parametrize("is_packed", [False, True])
def test_a_reader_that_is_too_slow_is_told_so_and_leaves_nothing_behind(world, is_packed):
    stream, outlet = world.open(is_packed=is_packed)
    outlet.takes = False
    world.found = [News(["a"], 1)]
    world.change(stream.channel)
    assert outlet.has_ended
    sent = b"".join(outlet.sent)
    assert (zlib.decompress(sent, 31) if is_packed else sent).endswith(b"a" + TOO_SLOW)
    assert (world.streams.slots.taken, world.streams._channels) == (0, {})
    world.found = [News(["b"], 2)]
    stream.end()
    assert world.ended == ["one"]


def test_a_stream_whose_client_has_gone_before_it_began_sends_nothing(world):
    source = Source("g_a", "one", world.news)
    stream, outlet = world.streams.open(source, 0, HERE, is_packed=False), Outlet()
    stream.abandon()
    world.run()
    stream.begin(outlet)
    assert (outlet.sent, world.streams.slots.taken, world.streams._channels) == ([], 0, {})


@pytest.mark.parametrize(("later_ms", "opens"), [(0, True), (59_999, True), (60_000, False)])
def test_a_ticket_opens_streams_for_its_time(monkeypatch, later_ms, opens):
    game = SimpleNamespace(id="g_a", tokens={"digest": 0, "other": 1}, public=True)
    monkeypatch.setattr(tickets, "now_ms", lambda: 1_764_000_000_000)
    ticket = new_ticket(game, "other", 60)
    monkeypatch.setattr(tickets, "now_ms", lambda: 1_764_000_000_000 + later_ms)
    if opens:
        assert token_of_ticket(game, ticket) == "other"
    for wrong in (ticket[:-1], f"{ticket}A", "t_ffffffff" + ticket[10:], *([] if opens else [ticket])):
        for is_public, code in ((True, "ticket/unknown"), (False, "game/not_found")):
            game.public = is_public
            with pytest.raises(Problem) as refused:
                token_of_ticket(game, wrong)
            assert refused.value.code == code
