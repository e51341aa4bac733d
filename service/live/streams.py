"""Events as they happen: those of a game for one viewer, until the game is over, and those of a bot. No HTTP."""

import secrets
import time
from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final, Generic, Literal, TypeVar

import redis
from msgspec import UNSET, UnsetType

from engines.language import ENGLISH
from service.games.bot_events import BotEvent, load_event
from service.games.events import Event, events_view
from service.games.views import GameView, game_view
from service.live.hub import ANYBODY, Hub, Reader
from service.model.game import Game
from service.model.problem import Problem
from service.model.revision import START
from service.store.bots import Bot, BotStore
from service.store.games import GameStore, commits_after

HEARTBEAT_S: Final = 15.0
LIFE_SPREAD: Final = 0.2
"""Streams live up to this fraction shorter or longer than set, so that those opened together do not all end
together.
"""
REDIS_PAUSE_S: Final = 1.0
"""Pause before the next attempt while Redis does not respond."""


Message = TypeVar("Message")


@dataclass(frozen=True)
class Update(Generic[Message]):
    """All messages since the last update."""

    messages: list[Message]
    is_last: bool = False
    """Whether the stream ends with it."""


class Stream(ABC, Generic[Message]):
    """Iterates over messages; None is a heartbeat. Counts as an open stream of the hub until it is closed."""

    def __init__(self, hub: Hub, followed_id: str, life_s: float, reader: Reader) -> None:
        """``followed_id`` is the game or bot whose changes wake the stream."""
        self._hub = hub
        self._life_s = life_s
        self._reader = reader
        self._watch = hub.watch(followed_id, reader)

    def __iter__(self) -> Iterator[Message | None]:
        ends = time.monotonic() + self._life_s * (1 + LIFE_SPREAD * (secrets.randbelow(401) - 200) / 200)
        beat = time.monotonic() + HEARTBEAT_S
        is_last = False
        while not self._reader.has_gone():
            try:
                left = ends - time.monotonic()
                if self._watch.wait_until(self._has_news, max(0.0, min(left, beat - time.monotonic()))):
                    update = self._next_update()
                    yield from update.messages
                    is_last = update.is_last
                elif time.monotonic() >= beat:
                    beat = time.monotonic() + HEARTBEAT_S
                    yield None
            except redis.RedisError:  # keep the stream: a browser does not try again after a refused reconnection
                time.sleep(REDIS_PAUSE_S)
                yield None
            except Problem:  # the game has expired, or the bot was deleted
                return
            if is_last or left <= 0 or self._hub.stopping:
                return

    @abstractmethod
    def _has_news(self) -> bool:
        """Whether there is something to send."""

    @abstractmethod
    def _next_update(self) -> Update[Message]:
        """What has happened since the last update."""

    def close(self) -> None:
        """Stop; another stream may open."""
        self._watch.close()


@dataclass(frozen=True)
class StreamMessage:
    """The events of one version of a game, as the viewer may know them."""

    version: int
    revision: str
    events: list[Event]
    view: GameView | UnsetType = UNSET
    """The view at this version, if views are wanted and it is the latest."""
    from_start: Literal[True] | UnsetType = UNSET
    """Set if the reader named a place that the game does not have, or no longer: what it knows does not count."""


class EventStream(Stream[StreamMessage]):
    """The events of one game, for one viewer. Begins after a place that the game has; ``None`` stands for one that it
    does not have.
    """

    def __init__(
        self,
        store: GameStore,
        hub: Hub,
        game: Game,
        seat: int | None,
        after: str | None,
        life_s: float,
        reader: Reader = ANYBODY,
        language: str = ENGLISH,
        has_views: bool = False,
        token_digest: str = "",
    ) -> None:
        """``token_digest`` is that of the token with which the stream was opened, empty without one."""
        self._store = store
        self._token_digest = token_digest
        self._game_id = game.id
        self._seat = seat
        self._language = language
        self._has_views = has_views
        self._sent = START if after is None else after
        self._from_start: Literal[True] | UnsetType = True if after is None else UNSET
        super().__init__(hub, game.id, life_s, reader)

    def _has_news(self) -> bool:
        return self._store.revision(self._game_id) != self._sent

    def _next_update(self) -> Update[StreamMessage]:
        viewer = (self._seat, self._token_digest, self._language, self._has_views)
        update = self._watch.share((*viewer, self._sent), self._load_update)
        if not update.messages:
            # the store has lost what the client has seen: it comes back with a place that the game does not have
            return Update([], is_last=True)
        self._sent = update.messages[-1].revision
        if self._from_start:
            update = replace(update, messages=[replace(update.messages[0], from_start=True), *update.messages[1:]])
            self._from_start = UNSET
        return update

    def _load_update(self) -> Update[StreamMessage]:
        """One message for each version since the last one sent, also for a version without events: the view has
        changed.
        """
        game = self._store.load(self._game_id)
        messages: list[StreamMessage] = []
        last = self._sent
        while last != game.revision:
            commits = [
                commit for commit in commits_after(self._store, game.id, last) or () if commit.version <= game.version
            ]
            if not commits:
                break
            for commit in commits:
                events = events_view(game, [commit], self._seat, self._language)
                messages.append(StreamMessage(commit.version, commit.revision, events))
            last = commits[-1].revision
        if self._token_digest and self._token_digest not in game.tokens:
            return Update(self._until_renewal(messages), is_last=True)
        if self._has_views and messages and messages[-1].version == game.version:
            messages[-1] = replace(messages[-1], view=game_view(game, self._seat, self._language))
        return Update(messages, game.is_over)

    def _until_renewal(self, messages: Sequence[StreamMessage]) -> list[StreamMessage]:
        """The messages that the reader may see whose token was renewed: up to that; none if it is not among them."""
        for number, message in enumerate(messages, 1):
            if any(event.type == "token_renewed" and event.data["seat"] == self._seat for event in message.events):
                return list(messages[:number])
        return []


class BotStream(Stream[BotEvent]):
    """The events of all games of one bot. While it is open, the bot counts as online."""

    def __init__(self, bots: BotStore, hub: Hub, bot: Bot, after: int, life_s: float, reader: Reader = ANYBODY) -> None:
        self._bots = bots
        self._bot = bot
        self._sent = after
        super().__init__(hub, bot.id, life_s, reader)

    def _has_news(self) -> bool:
        return last_event(self._bots, self._bot) != self._sent

    def _next_update(self) -> Update[BotEvent]:
        """Empty if the news was about something that is over by now, such as a turn that was answered."""
        events, self._sent = events_of_bot(self._bots, self._bot.id, self._sent)
        return Update(events)


def last_event(bots: BotStore, bot: Bot) -> int:
    """The number of the bot's last event. The bot counts as online for some seconds after this.

    Raises Problem if the bot was deleted, or its token was renewed since ``bot`` was loaded.
    """
    number = bots.see(bot)
    if number is None:
        raise Problem("auth/unknown_token", f"Bot {bot.id} was deleted, or its token was renewed.")
    return number


def events_of_bot(bots: BotStore, bot_id: str, after: int) -> tuple[list[BotEvent], int]:
    """The events after the one with number ``after``, oldest first, and the number to continue with."""
    events, last = bots.events_after(bot_id, after)
    return [load_event(event.number, event.text) for event in events], last
