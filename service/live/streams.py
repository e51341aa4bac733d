"""Open event streams. No HTTP.

A stream is defined by a function, its news: it returns the messages after a place, such as a revision. Streams with
equal keys have equal news. Those at the same place get the same bytes, which are made and compressed once, and written
to each connection without waiting (``Outlet``): thousands that follow one game cost little more than one.
docs/adr/0092-a-stream-costs-its-bytes.md

No thread waits for a stream. Changes come from the hub; one thread, the beats, sends heartbeats, ends streams whose
time is over and looks again for what may have been missed.
"""

import heapq
import logging
import math
import secrets
import threading
import time
import zlib
from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from itertools import count
from queue import SimpleQueue
from typing import Any, Final, Generic, Protocol, TypeVar

import redis

from service.config import Settings
from service.live.hub import Hub, Reader, Slots, no_stream
from service.model.answer import Answer, Problem, to_json
from service.process import telemetry
from service.process.threads import Threads, start_loop
from service.store.readable import Unreadable

log = logging.getLogger(__name__)

HEARTBEAT_S: Final = 15.0
LIFE_SPREAD: Final = 0.2
"""Streams live up to this fraction shorter or longer than set, so that those opened together do not all end
together.
"""
REDIS_PAUSE_S: Final = 1.0
"""Pause before the next attempt while Redis does not respond."""
THREADS: Final = 4
"""They read news and write them; Python runs one at a time."""
# An empty line ends a message. Behind these, some clients would report one without data, which no program can parse:
# findings/event-stream-messages-without-data.sh
RETRY: Final = b"retry: 2000\n"
"""The first words of a stream: after how many milliseconds to connect again."""
HEARTBEAT: Final = b":\n"
TOO_SLOW: Final = b": closed, because you read too slowly\n"

# -- compression

WINDOW_BITS: Final = 14
"""16 KiB, some views."""
MOST_REPEATED: Final = 1 << 13
"""Bytes of earlier texts that a text can repeat."""
GZIP_HEAD: Final = b"\x1f\x8b\x08\0\0\0\0\0\0\xff"
"""RFC 1952, 2.3: deflate, no time, any system."""
LAST_BLOCK: Final = b"\x03\x00"
"""A last block of deflate without data."""
PACKED_STEP: Final = 192
"""The length of a compressed message is a multiple of this many bytes."""
EMPTY_BLOCKS: Final = (b"\x00\x00\x00\xff\xff", b"\x02\x00\x00\x00\xff\xff")
"""Blocks of deflate without data, of 5 and 6 bytes, which begin and end at a whole byte (RFC 1951, 3.2): any length
from 20 bytes on can be made of them.
"""


def packed(text: bytes, before: bytes) -> bytes:
    """A text of a stream, compressed by deflate for a reader whose last texts were ``before``. What repeats those,
    as most of a view does, costs few bytes. The length is a multiple of ``PACKED_STEP``.
    docs/adr/0072-lengths-in-steps.md
    """
    setting = zlib.DEFLATED, -WINDOW_BITS, WINDOW_BITS - 7, zlib.Z_DEFAULT_STRATEGY
    packer = zlib.compressobj(6, *setting, before) if before else zlib.compressobj(6, *setting)
    chunk = packer.compress(text) + packer.flush(zlib.Z_SYNC_FLUSH)
    return chunk + _nothing(-len(chunk) % PACKED_STEP)


def _nothing(length: int) -> bytes:
    """Blocks without data of this length, or a step longer where it is one that they do not have, such as 3 or 19."""
    while length % 5 > length // 5:
        length += PACKED_STEP
    short, long = EMPTY_BLOCKS
    return length % 5 * long + (length // 5 - length % 5) * short


# -- a stream

Place = TypeVar("Place")


def sse_text(message_id: object, data: Answer) -> bytes:
    """A message with its id."""
    return b"id: %s\ndata: %s\n\n" % (str(message_id).encode(), to_json(data))


@dataclass(frozen=True)
class News(Generic[Place]):
    """All messages since a place, and the place after them."""

    messages: list[bytes]
    place: Place
    is_last: bool = False
    """Whether the stream ends with them."""
    again_s: float = math.inf
    """After how many seconds to ask again at the latest, where asking notes that the reader is there. Others are asked
    for every ``HEARTBEAT_S`` if there are any: a message may be lost while Redis restarts.
    """


@dataclass(slots=True)
class Source(Generic[Place]):
    """What a stream sends."""

    followed_id: str
    """The game or bot each of whose changes may be news."""
    key: Hashable
    """Streams with equal keys get the same messages."""
    news: Callable[[Place], News[Place]]
    """The messages after a place."""
    revision: Callable[[Place], object] = lambda place: place
    """Which revision of the game a place is."""
    at_end: Callable[[], object] = lambda: None
    """Called after the end, in any thread."""


class Outlet(Protocol):
    """The connection of a stream. Neither call waits or fails."""

    def send_part(self, data: bytes) -> bool:
        """Send bytes; False if the client has not read too many of those before."""

    def end(self, data: bytes) -> None:
        """Send the last bytes, and close."""


class Stream:
    """A response body that is sent as it happens. A server that can takes it from its thread: it calls ``begin`` with
    an outlet, and ``abandon`` when the client has gone. For another one it is an iterable of bytes.
    """

    __slots__ = (
        "_crc",
        "_outlet",
        "_size",
        "again_at",
        "channel",
        "ends",
        "is_over",
        "is_packed",
        "last",
        "place",
        "reader",
        "source",
        "streams",
    )

    def __init__(self, streams: "Streams", source: Source[Any], place: Any, reader: Reader, is_packed: bool) -> None:
        self.streams = streams
        self.source = source
        self.place = place
        self.reader = reader
        self.is_packed = is_packed
        self.last = b""
        """The texts that were sent last: the next one may repeat them. Not kept where nothing is compressed."""
        self.channel: _Channel | None = None
        self.ends = 0.0
        """When its time is over; 0 before it begins."""
        self.again_at = math.inf
        """When to ask for its news again at the latest."""
        self.is_over = False
        self._crc = self._size = 0
        self._outlet: Outlet | None = None

    def begin(self, outlet: Outlet) -> None:
        """Send what has happened, and from now on what happens."""
        self._outlet = outlet
        self.streams.begin(self)

    def put(self, text: bytes, data: bytes) -> None:
        """Send a text, as these bytes."""
        assert self._outlet is not None
        if self.is_packed:
            if not self._size:
                data = GZIP_HEAD + data
            self._crc, self._size = zlib.crc32(text, self._crc), self._size + len(text)
        if not self._outlet.send_part(data):
            self.end(TOO_SLOW)

    def end(self, note: bytes = b"") -> None:
        """Send the end; a second call does nothing."""
        if not self.streams.remove(self):
            return
        if self._outlet is not None:
            data = packed(note, b"") if note and self.is_packed else note
            if self.is_packed and self._size:
                crc, size = zlib.crc32(note, self._crc), self._size + len(note)
                data += LAST_BLOCK + crc.to_bytes(4, "little") + (size & 0xFFFFFFFF).to_bytes(4, "little")
            self._outlet.end(data)
        self.source.at_end()

    def abandon(self) -> None:
        """The client has gone; returns at once."""
        self.streams.in_thread(self.end)

    close = end

    def __iter__(self) -> Iterator[bytes]:
        outlet = _Queue()
        self.begin(outlet)
        yield from iter(outlet.get, None)
        self.end()


class _Queue(SimpleQueue[bytes | None]):
    """The outlet of a stream that is read in a thread."""

    def send_part(self, data: bytes) -> bool:
        self.put(data)
        return True

    def end(self, data: bytes) -> None:
        if data:
            self.put(data)
        self.put(None)


# -- all streams


class _Channel:
    """The streams that follow one game or bot."""

    __slots__ = ("beats_at", "followed_id", "heartbeat_at", "is_due", "is_missing", "sending", "streams", "tell")

    def __init__(self, followed_id: str) -> None:
        self.followed_id = followed_id
        self.streams: dict[Stream, None] = {}
        self.tell: Callable[[], object] = lambda: None
        """Called at each change."""
        self.sending = threading.Lock()
        """Held while something is sent to its streams."""
        self.is_due = False
        """Whether a thread is to look for news."""
        self.is_missing = False
        """Whether the news could not be read."""
        self.beats_at = math.inf
        """The time of its next beat."""
        self.heartbeat_at = time.monotonic() + HEARTBEAT_S

    @property
    def again_at(self) -> float:
        """When to ask for news of one of its streams again at the latest."""
        return min((stream.again_at for stream in list(self.streams)), default=math.inf)


class Streams:
    """All open streams of the process."""

    def __init__(self, hub: Hub, settings: Settings, revisions: Callable[[Sequence[str]], list[str]]) -> None:
        self.slots = Slots(settings.max_streams, settings.max_streams_each, no_stream, telemetry.STREAMS)
        self._hub = hub
        self.life_s = settings.max_stream_s
        self._revisions = revisions
        self._threads = Threads(THREADS, "streams")
        self._channels: dict[str, _Channel] = {}
        self._lock = threading.Lock()
        self._beats: list[tuple[float, int, _Channel]] = []
        """A heap: the times at which channels are to be looked at."""
        self._numbers = count()
        self._changed = threading.Condition(self._lock)
        """Notified of an earlier beat."""
        self._beating: threading.Thread | None = None

    def open(self, source: Source[Any], place: Any, reader: Reader, is_packed: bool) -> Stream:
        """A stream that takes a slot; raises Problem ``stream/full`` if none is free."""
        self.slots.take(reader)
        return Stream(self, source, place, reader, is_packed)

    def in_thread(self, call: Callable[[], object]) -> bool:
        """Carry out a call soon; False if no thread can be started: then the next beat does what it would."""
        try:
            self._threads.submit(call)
        except RuntimeError as error:
            log.warning("streams: %s", error)
            return False
        return True

    def begin(self, stream: Stream) -> None:
        """Send what has happened, and follow."""
        followed_id = stream.source.followed_id
        with self._lock:
            if stream.is_over:
                return
            channel = self._channels.get(followed_id)
            if channel is None:
                channel = self._channels[followed_id] = _Channel(followed_id)
                channel.tell = partial(self._schedule, channel)
                self._hub.follow(followed_id, channel.tell)
            stream.channel, channel.streams[stream] = channel, None
        self._hub.wait_until_subscribed()
        with channel.sending:
            life_s = self.life_s * (1 + LIFE_SPREAD * (secrets.randbelow(401) - 200) / 200)
            stream.ends = time.monotonic() + life_s
            _put([stream], RETRY)
            self._send_news(channel, [stream])
            self._end_old([stream])
        self._beat_at(channel, min(stream.ends, stream.again_at, channel.heartbeat_at))

    def remove(self, stream: Stream) -> bool:
        """Forget a stream; False if it was forgotten before."""
        with self._lock:
            if stream.is_over:
                return False
            stream.is_over = True
            channel = stream.channel
            if channel is not None:
                channel.streams.pop(stream, None)
                if not channel.streams and self._channels.get(channel.followed_id) is channel:
                    del self._channels[channel.followed_id]
                    self._hub.leave(channel.followed_id, channel.tell)
        self.slots.leave(stream.reader)
        return True

    # -- news

    def _schedule(self, channel: _Channel) -> None:
        """Look for news in a thread, and return at once."""
        if not channel.is_due:
            channel.is_due = True
            if not self.in_thread(partial(self._look, channel)):
                channel.is_due = False

    def _look(self, channel: _Channel) -> None:
        with channel.sending:
            channel.is_due = False
            begun = [stream for stream in list(channel.streams) if stream.ends]
            self._send_news(channel, begun)
            self._end_old(begun)
        self._beat_at(channel, channel.again_at)

    def _send_news(self, channel: _Channel, streams: Iterable[Stream]) -> None:
        """Send each stream what it has not sent yet. The caller holds the lock of the channel."""
        alike: defaultdict[Hashable, list[Stream]] = defaultdict(list)
        for stream in streams:
            alike[stream.source.key, stream.place].append(stream)
        for group in alike.values():
            try:
                news = group[0].source.news(group[0].place)
            except redis.RedisError:  # keep it: a browser does not try again after a refused reconnection
                self._beat_at(channel, time.monotonic() + REDIS_PAUSE_S)
                channel.is_missing = True
                continue
            except (Problem, Unreadable):  # the game has expired, or the bot was deleted
                news = News([], None, is_last=True)
            except Exception:
                log.exception("streams: the news of %s failed", channel.followed_id)
                news = News([], None, is_last=True)
            # all of them are asked for at once; a change may not have noted the reader, so what was planned stands
            plans = [stream.again_at for stream in group] if news.place != group[0].place else []
            again_at = min([time.monotonic() + news.again_s, *plans])
            for stream in group:
                stream.place, stream.again_at = news.place, again_at
            for message in news.messages:
                _put(group, message)
            if news.is_last:
                for stream in group:
                    stream.end()

    def _end_old(self, streams: Iterable[Stream]) -> None:
        now = time.monotonic()
        for stream in streams:
            if self._hub.stopping or stream.ends <= now:
                stream.end()

    # -- beats

    def _beat_at(self, channel: _Channel, at: float) -> None:
        """Look at a channel at this time, or earlier."""
        with self._lock:
            if channel.beats_at <= at:
                return
            channel.beats_at = at
            heapq.heappush(self._beats, (at, next(self._numbers), channel))
            self._changed.notify()
            if self._beating is None:
                with suppress(RuntimeError):  # no thread can be started now: the next stream tries again
                    self._beating = start_loop(self._beat, "beats", lambda: self._hub.stopping)

    def _beat(self) -> None:
        channels, now = self._due(), time.monotonic()
        changed = self._changed_unseen([channel for channel in channels if channel.heartbeat_at <= now])
        for channel in channels:
            next_at = now + REDIS_PAUSE_S  # if it fails, or something is being sent
            if channel.sending.acquire(blocking=False):
                try:
                    next_at = self._care(channel, now, channel in changed)
                except Exception:
                    log.exception("streams: a beat of %s failed", channel.followed_id)
                finally:
                    channel.sending.release()
            if channel.streams:
                self._beat_at(channel, next_at)

    def _due(self) -> list[_Channel]:
        """Wait until the time of a channel has come; returns all whose time has come, or none when the process ends."""
        due: list[_Channel] = []
        with self._changed:
            while not self._hub.stopping:
                left_s = self._beats[0][0] - time.monotonic() if self._beats else None
                if left_s is not None and left_s <= 0:
                    at, _, channel = heapq.heappop(self._beats)
                    if channel.beats_at == at:  # otherwise it had an earlier one
                        channel.beats_at = math.inf
                        due.append(channel)
                elif due:
                    break
                else:
                    self._changed.wait(left_s)
        return due

    def _changed_unseen(self, channels: Iterable[_Channel]) -> set[_Channel]:
        """The channels of games that have changed without a message to the hub."""
        next_at = time.monotonic() + HEARTBEAT_S
        of_games = [channel for channel in channels if channel.again_at > next_at]  # others are asked for their news
        try:
            now = self._revisions([channel.followed_id for channel in of_games])
        except redis.RedisError:  # the hub connects again, and then looks at all
            return set()
        return {
            channel
            for channel, revision in zip(of_games, now, strict=True)
            if any(stream.source.revision(stream.place) != revision for stream in list(channel.streams))
        }

    def _care(self, channel: _Channel, now: float, has_changed: bool) -> float:
        """Send heartbeats, end what is over and look for news, each when it is due. Returns when to do so again."""
        begun = [stream for stream in list(channel.streams) if stream.ends]
        self._end_old(begun)
        if channel.heartbeat_at <= now:
            channel.heartbeat_at = now + HEARTBEAT_S
            _put(begun, HEARTBEAT)
        if channel.again_at <= now or has_changed or channel.is_missing:
            channel.is_missing = False
            self._schedule(channel)
        ends = (stream.ends for stream in begun if not stream.is_over)
        again_at = channel.again_at if channel.again_at > now else now + REDIS_PAUSE_S
        return min([again_at, channel.heartbeat_at, *ends])


def _put(streams: Iterable[Stream], text: bytes) -> None:
    """Send a text to streams. It is compressed once for all whose last texts were the same, as those of streams with
    equal news are after some messages, wherever they began.
    """
    made: dict[bytes, tuple[bytes, bytes]] = {}
    for stream in streams:
        if not stream.is_packed:
            stream.put(text, text)
            continue
        if stream.last not in made:
            made[stream.last] = packed(text, stream.last), (stream.last + text)[-MOST_REPEATED:]
        data, stream.last = made[stream.last]
        stream.put(text, data)
