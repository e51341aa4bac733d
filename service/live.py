"""Live updates for clients. No HTTP.

The hub waits for changes of games: one pub/sub connection for all requests that a process holds. Streams send events as
they happen: those of a game for one viewer, until the game is over, and those of a bot.

A stream is defined by a function, its news: it returns the messages after a place, such as a revision.
"""

import base64
import hmac
import logging
import re
import secrets
import threading
import time
from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from typing import Annotated, Any, Final, Generic, TypeVar, cast

import redis
from msgspec import UNSET, UnsetType, structs

from service.config import Settings
from service.games.bot_events import BotEvent, events_after
from service.games.update import Games
from service.games.views import EventList, GameView, events_view, game_view
from service.model.answer import Problem, about, refusal
from service.model.callers import Caller
from service.model.game import START, Game
from service.model.timestamps import now_ms
from service.model.tokens import game_not_found, new_id
from service.process import telemetry
from service.process.threads import start_loop
from service.store.bots import Bot, BotStore
from service.store.connection import CHANNEL, RESPONSE_WITHIN_S, impatient_client, parse_address
from service.store.readable import Unreadable
from service.store.store import Store

# -- the hub


log = logging.getLogger(__name__)

T = TypeVar("T")

RECHECK_S: Final = 5.0
"""A message may be lost while Redis restarts, so a waiter checks the store at least this often."""
READER_CHECK_S: Final = 1.0
"""How often it checks whether its reader is still connected."""
KEPT_SHARE: Final = 4
"""One slot in this many is reserved for readers with a token."""
MAX_SHARED: Final = 32
"""Shared values cached per game: enough for a few viewers at the last few versions."""
STOP_CHECK_S: Final = 0.5
"""How often the listener checks whether the process is to end."""
PROBE_S: Final = 1.0
"""While a reader waits and no message arrives for this long, the hub publishes one to itself."""
DEAF_S: Final = 2.0
"""If that has not arrived after this time, the hub reconnects: a connection may become silent, or lead to a server that
receives nothing.
"""


@dataclass(frozen=True)
class Reader:
    """The reader of the response to a held request."""

    callers: Sequence[Caller] = ()
    """The identities under which it is counted, each with a number of slots; empty: counted alone."""
    has_token: bool = False
    """Whether it has a token of what it waits for."""
    has_gone: Callable[[], bool] = lambda: False
    """True if the response will not be read."""


def _no_wait(most: int) -> Problem:
    """No request may wait any more; or, unless ``most`` is 0, none of this reader, who has that many."""
    return refusal("wait/full", "wait_full_each", count=most) if most else refusal("wait/full", "wait_full")


def _no_stream(most: int) -> Problem:
    """The same for streams."""
    return refusal("stream/full", "stream_full_each", count=most) if most else refusal("stream/full", "stream_full")


class _Slots:
    """A limited number of held requests, in all and for each reader.

    A quarter of the slots is reserved for readers with a token. Networks of IPv6 that are wider than one reader's
    cannot take these at all.
    """

    def __init__(self, most: int, most_each: int, full: Callable[[int], Problem], gauge: Any) -> None:
        self.most = most
        self.most_each = most_each
        self.taken = 0
        self._full = full
        self._gauge = gauge
        self._held: Counter[str] = Counter()
        """By caller, its number of slots."""
        self._lock = threading.Lock()

    def take(self, reader: Reader) -> None:
        """Take a slot; raises Problem ``wait/full`` or ``stream/full`` if there is none, or none for this reader."""
        with self._lock:
            for_all = self.most - self.most // KEPT_SHARE
            is_free = reader.has_token or not reader.callers
            if self.taken >= (self.most if is_free else for_all):
                raise self._full(0)
            for caller in reader.callers:
                most = min(caller.shares * self.most_each, max(self.most_each, for_all))
                if self._held[caller.name] >= most:
                    raise self._full(most)
            self.taken += 1
            self._held.update(caller.name for caller in reader.callers)
            self._gauge.inc()

    def leave(self, reader: Reader) -> None:
        """Release a slot."""
        with self._lock:
            self.taken -= 1
            for caller in reader.callers:
                self._held[caller.name] -= 1
                if not self._held[caller.name]:
                    del self._held[caller.name]
            self._gauge.dec()


class Changes:
    """The changes of a game, a task or a bot, counted for the requests that wait for them."""

    def __init__(self) -> None:
        self.condition = threading.Condition()
        self.count = 0
        self.waiting = 0
        self.sharing = threading.Lock()
        self.shared: dict[Any, Any] = {}


def listener_client(settings: Settings) -> "redis.Redis":
    """A client for messages. It fails at once, so that its user reconnects."""
    return impatient_client(parse_address(settings.redis_url), RESPONSE_WITHIN_S, decode_responses=True)


class Hub:
    """Wakes the requests that wait for games. The listener thread starts with the first of them."""

    def __init__(self, settings: Settings) -> None:
        self._redis: Any = listener_client(settings)
        self.waits = _Slots(settings.max_waiters, settings.max_waiters_each, _no_wait, telemetry.WAITERS)
        self.streams = _Slots(settings.max_streams, settings.max_streams_each, _no_stream, telemetry.STREAMS)
        self.stopping = False
        self._followed: dict[str, Changes] = {}
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None
        self._subscribed = threading.Event()
        self._probe: Final = f"{new_id('hub')} 0"
        """The message to itself."""

    def stop(self) -> None:
        """End all waits within a second and allow no new ones."""
        self.stopping = True

    def wait_until(self, followed_id: str, find: Callable[[], T | None], timeout_s: float, reader: Reader) -> T | None:
        """Hold a request as ``wait`` does; raises Problem ``wait/full`` at the caps."""
        with self.follow(followed_id, self.waits, reader) as changes:
            return self.wait(changes, find, timeout_s, reader)

    def wait(self, changes: Changes, find: Callable[[], T | None], timeout_s: float, reader: Reader) -> T | None:
        """The result of ``find`` at the beginning or after a change, as soon as it is neither false nor None; None when
        the time is over, the reader is gone or the process ends.
        """
        ends = time.monotonic() + timeout_s
        while True:
            # read before the check, so that no change is missed
            seen, is_last = changes.count, self.stopping or time.monotonic() >= ends
            if found := find():
                return found
            if is_last:
                return None
            check = min(ends, time.monotonic() + RECHECK_S)
            while changes.count == seen and not self.stopping and (left := check - time.monotonic()) > 0:
                if reader.has_gone():
                    return None
                with changes.condition:
                    changes.condition.wait_for(lambda seen=seen: changes.count != seen, min(left, READER_CHECK_S))  # type: ignore[misc]

    @contextmanager
    def follow(self, followed_id: str, slots: _Slots, reader: Reader) -> Iterator[Changes]:
        """Follow the changes of a game, a task or a bot; takes a slot and raises Problem if none is free."""
        slots.take(reader)
        with self._lock:
            changes = self._followed.setdefault(followed_id, Changes())
            changes.waiting += 1
            if self._thread is None:
                self._thread = self._started_thread()
        try:
            self._subscribed.wait(1.0)
            yield changes
        finally:
            with self._lock:
                changes.waiting -= 1
                if changes.waiting == 0:
                    del self._followed[followed_id]
            slots.leave(reader)

    def share(self, followed_id: str, key: Hashable, make: Callable[[], T]) -> T:
        """The value of ``make`` for all that follow this id with the same ``key``, until it changes. Only the first one
        calls it, so hundreds cost little more than one.
        """
        with self._lock:
            changes = self._followed.get(followed_id) or Changes()
        with changes.sharing:
            entry = (key, changes.count)
            if entry not in changes.shared:
                if len(changes.shared) >= MAX_SHARED:
                    changes.shared.clear()
                changes.shared[entry] = make()
            return cast(T, changes.shared[entry])

    def _started_thread(self) -> threading.Thread | None:
        """The listener; None if no thread can be started now: then waits see changes as late as if all messages were
        lost.
        """
        try:
            return start_loop(self._listen, "hub", lambda: self.stopping)
        except RuntimeError as error:
            log.warning("hub: %s, the next request tries again", error)
            return None

    def _listen(self) -> None:
        try:
            self._redis.publish(CHANNEL, self._probe)
            with self._redis.pubsub() as subscription:
                subscription.subscribe(CHANNEL)
                self._receive(subscription)
            self._wake_all()
        finally:  # listens again, also after it has lost the connection
            self._subscribed.clear()

    def _receive(self, subscription: Any) -> None:
        """Forward messages; raises RedisError if the connection is lost, or if messages do not arrive on it.

        The probe is sent like a commit, on another connection to the present primary. On a cluster, the client learns
        from it which servers there are, so it is also sent before each subscription, which would always use the first
        server.
        """
        received, probed = time.monotonic(), 0.0
        while not self.stopping:
            message = subscription.get_message(timeout=STOP_CHECK_S)
            now = time.monotonic()
            if message is not None:
                received, probed = now, 0.0
                self._handle(message)
            elif probed and now - probed > DEAF_S:
                raise redis.ConnectionError("the hub does not receive its own messages")
            elif not probed and self._followed and now - received > PROBE_S:
                probed = now
                self._redis.publish(CHANNEL, self._probe)

    def _handle(self, message: dict[str, Any]) -> None:
        if message["type"] == "subscribe":
            self._subscribed.set()
            self._wake_all()  # for changes that were published before the subscription
        elif message["type"] == "message":
            self._wake(message["data"].partition(" ")[0])

    def _wake_all(self) -> None:
        with self._lock:
            everything = list(self._followed)
        for followed_id in everything:
            self._wake(followed_id)

    def _wake(self, followed_id: str) -> None:
        with self._lock:
            changes = self._followed.get(followed_id)
        if changes is not None:
            with changes.condition:
                changes.count += 1
                changes.condition.notify_all()


# -- streams


HEARTBEAT_S: Final = 15.0
LIFE_SPREAD: Final = 0.2
"""Streams live up to this fraction shorter or longer than set, so that those opened together do not all end
together.
"""
REDIS_PAUSE_S: Final = 1.0
"""Pause before the next attempt while Redis does not respond."""


Message = TypeVar("Message")
Place = TypeVar("Place")


@dataclass(frozen=True)
class News(Generic[Message, Place]):
    """All messages since a place, and the place after them."""

    messages: list[Message]
    place: Place
    is_last: bool = False
    """Whether the stream ends with them."""


def messages(
    hub: Hub,
    changes: Changes,
    news: Callable[[Place], News[Message, Place] | None],
    place: Place,
    life_s: float,
    reader: Reader,
) -> Iterator[Message | None]:
    """The messages of a stream, after a place; None is a heartbeat. ``changes`` are those of the game or bot that is
    followed, each of which may be ``news``.
    """
    ends = time.monotonic() + life_s * (1 + LIFE_SPREAD * (secrets.randbelow(401) - 200) / 200)
    beat = time.monotonic() + HEARTBEAT_S
    is_last = False
    while not reader.has_gone():
        try:
            left = ends - time.monotonic()
            timeout_s = max(0.0, min(left, beat - time.monotonic()))
            found = hub.wait(changes, partial(news, place), timeout_s, reader)
            if found is not None:
                place, is_last = found.place, found.is_last
                yield from found.messages
            elif time.monotonic() >= beat:
                beat = time.monotonic() + HEARTBEAT_S
                yield None
        except redis.RedisError:  # keep the stream: a browser does not try again after a refused reconnection
            time.sleep(REDIS_PAUSE_S)
            yield None
        except (Problem, Unreadable):  # the game has expired, or the bot was deleted
            return
        if is_last or left <= 0 or hub.stopping:
            return


# -- a game


class GameUpdate(EventList, kw_only=True):
    """The events of one version and, with `view=true`, the view."""

    view: Annotated[
        GameView | UnsetType,
        about("Your view at this version. Of several messages that are sent at once, the last has it."),
    ] = UNSET


@dataclass(frozen=True)
class Viewer:
    """A reader of a game's stream. Equal readers share their messages."""

    game_id: str
    seat: int | None
    token_digest: str
    """SHA-256 of the token with which the stream was opened; empty without one."""
    language: str
    has_views: bool = False


def changed_game(games: Games, game: Game, token_digest: str) -> Game | None:
    """The stored game if it has changed. While one of its players waits, an open game is offered to strangers."""
    stored = games.load(game.id)
    if stored.revision != game.revision:
        return stored
    note_waiting(games.store, game, token_digest, waits=True)
    return None


def note_waiting(store: Store, game: Game, token_digest: str, waits: bool) -> None:
    """Offer a game to strangers if one of its players waits, or stop doing so: another waiting player offers it
    again.
    """
    if token_digest in game.tokens:
        (store.waiting.offer if waits else store.waiting.withdraw)(game)


def game_news(games: Games, hub: Hub, viewer: Viewer, place: str | None) -> News[GameUpdate, str | None] | None:
    """The messages after a place that the game has; ``None`` stands for one that it does not have."""
    sent = START if place is None else place
    if games.store.games.revision(viewer.game_id) == sent:
        if viewer.token_digest:
            game = games.memory.find(viewer.game_id) or games.load(viewer.game_id)
            note_waiting(games.store, game, viewer.token_digest, waits=True)
        return None
    news = hub.share(viewer.game_id, (viewer, sent), partial(_load_news, games, viewer, sent))
    if place is None and news.messages:
        first, *others = news.messages
        return replace(news, messages=[structs.replace(first, from_start=True), *others])
    return news


def _load_news(games: Games, viewer: Viewer, sent: str) -> News[GameUpdate, str | None]:
    """One message for each version since the last one sent, also for a version without events: the view has changed."""
    game, store = games.load(viewer.game_id), games.store.games
    updates: list[GameUpdate] = []
    last = sent
    while last != game.revision:
        commits = [commit for commit in store.commits_after(game.id, last) or () if commit.version <= game.version]
        if not commits:
            break
        for commit in commits:
            events = events_view(game, [commit], viewer.seat, viewer.language)
            updates.append(GameUpdate(events=events, version=commit.version, revision=commit.revision))
        last = commits[-1].revision
    if viewer.token_digest and viewer.token_digest not in game.tokens:
        return News(_until_renewal(updates, viewer.seat), last, is_last=True)
    if viewer.has_views and updates and updates[-1].version == game.version:
        updates[-1] = structs.replace(updates[-1], view=game_view(game, viewer.seat, viewer.language))
    # without messages, the store has lost what the client has seen: it reconnects with a place that the game does not
    # have
    return News(updates, last, is_last=game.is_over or not updates)


def _until_renewal(updates: Sequence[GameUpdate], seat: int | None) -> list[GameUpdate]:
    """The messages that a reader whose token was renewed may still see: those up to the renewal; none if it is not
    among them.
    """
    for number, message in enumerate(updates, 1):
        if any(event.type == "token_renewed" and event.data["seat"] == seat for event in message.events):
            return list(updates[:number])
    return []


# -- a bot


def bot_news(store: Store, bot: Bot, after: int) -> News[BotEvent, int] | None:
    """The events after the one with number ``after``. While this is called, the bot counts as online.

    Without messages, the change is over by now, such as a turn that was answered.
    """
    if last_change(store.bots, bot) == after:
        return None
    events, last = events_after(store, bot.id, after)
    return News(events, last)


def last_change(bots: BotStore, bot: Bot) -> int:
    """The number of the last change of the bot's seats. The bot counts as online for some seconds after this.

    Raises Problem if the bot was deleted, or its token was renewed since ``bot`` was loaded.
    """
    number = bots.see(bot)
    if number is None:
        raise Problem("auth/unknown_token", f"Bot {bot.id} was deleted, or its token was renewed.")
    return number


# -- tickets
#
# A ticket replaces a token in the address of a game's stream, because a browser's EventSource cannot send headers. It
# connects to the same address again whenever a stream ends, so a ticket can be used again: for one game, with the
# rights of its token, until the time in the ticket. Nothing is stored: a ticket is that time and an HMAC of game and
# time, whose key is the digest of the token that it replaces. It is valid only as long as its token.
# docs/adr/0052-tickets-are-computed.md

_FORM: Final = re.compile(r"t_([0-9a-f]{8})_[\w-]{43}", re.ASCII)


def new_ticket(game: Game, token_digest: str, life_s: int) -> str:
    """A ticket that replaces a token of the game."""
    return _ticket(game.id, token_digest, f"{now_ms() // 1000 + life_s:08x}")


def token_of_ticket(game: Game, ticket: str) -> str:
    """The digest of the token that a ticket replaces; raises Problem if the ticket or its token is not valid."""
    found = _FORM.fullmatch(ticket)
    if found and int(found[1], 16) > now_ms() // 1000:
        for token_digest in game.tokens:
            if hmac.compare_digest(_ticket(game.id, token_digest, found[1]), ticket):
                return token_digest
    if not game.public:
        raise game_not_found(game.id)
    raise refusal("ticket/unknown", "ticket_unknown", game=game.id, field="ticket")


def _ticket(game_id: str, token_digest: str, until: str) -> str:
    """The ticket for a game until ``until``, seconds since 1970 in 8 hexadecimal digits."""
    proof = hmac.digest(token_digest.encode(), f"ticket\n{game_id}\n{until}".encode(), "sha256")
    return f"t_{until}_{base64.urlsafe_b64encode(proof).rstrip(b'=').decode()}"
