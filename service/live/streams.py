"""A game's events as they happen, for one viewer, until the game is over. No HTTP."""

import secrets
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import groupby
from math import ceil
from typing import Final

import redis

from engines.language import ENGLISH
from service.games.events import Event, events_view
from service.live.hub import Hub
from service.model.game import Game
from service.model.problem import Problem
from service.store.interface import GameStore

HEARTBEAT_S: Final = 15.0
READER_CHECK_S: Final = 5.0
"""A stream checks this often whether its reader is still connected; until then it counts as open."""
LIFE_SPREAD: Final = 0.2
"""Streams live up to this fraction shorter or longer than set, so that those opened together do not all end together."""
REDIS_PAUSE_S: Final = 1.0
"""Pause before the next attempt while Redis does not respond."""


def longest_life_s(life_s: int) -> int:
    """How long a stream may be open that usually lives ``life_s`` seconds."""
    return ceil(life_s * (1 + LIFE_SPREAD))


@dataclass(frozen=True)
class StreamMessage:
    """The events of one version of a game, as the viewer may know them."""

    version: int
    events: list[Event]


@dataclass(frozen=True)
class Update:
    """All messages up to a version."""

    messages: list[StreamMessage]
    version: int
    is_last: bool
    """Whether the stream ends with it."""


class EventStream:
    """Iterates over messages; None is a heartbeat. Counts as an open stream of the hub until it is closed."""

    def __init__(
        self,
        store: GameStore,
        hub: Hub,
        game: Game,
        seat: int | None,
        after: int,
        life_s: float,
        is_unread: Callable[[], bool] = lambda: False,
        language: str = ENGLISH,
    ) -> None:
        self._store = store
        self._hub = hub
        self._game_id = game.id
        self._seat = seat
        self._language = language
        self._sent_version = after
        self._life_s = life_s
        self._is_unread = is_unread
        self._watch = hub.watch(game.id)

    def __iter__(self) -> Iterator[StreamMessage | None]:
        ends = time.monotonic() + self._life_s * (1 + LIFE_SPREAD * (secrets.randbelow(401) - 200) / 200)
        beat = time.monotonic() + HEARTBEAT_S
        is_last = False
        while not self._is_unread():
            try:
                left = ends - time.monotonic()
                if self._watch.wait_past(self._sent_version, max(0.0, min(left, HEARTBEAT_S, READER_CHECK_S))):
                    update = self._watch.share((self._seat, self._language, self._sent_version), self._load_update)
                    if not update.messages:  # the store has lost versions that the client has seen
                        return
                    yield from update.messages
                    self._sent_version, is_last = update.version, update.is_last
                elif time.monotonic() >= beat:
                    beat = time.monotonic() + HEARTBEAT_S
                    yield None
            except redis.RedisError:  # keep the stream: a browser does not try again after a refused reconnection
                time.sleep(REDIS_PAUSE_S)
                yield None
            except Problem:  # the game has expired
                return
            if is_last or left <= 0 or self._hub.stopping:
                return

    def _load_update(self) -> Update:
        """One message for each version since the last one sent, also for a version without events: the view has changed."""
        game = self._store.load(self._game_id)
        messages: list[StreamMessage] = []
        last = self._sent_version
        while last < game.version:
            stored = [commit for commit in self._store.events_after(game.id, last) if commit.version <= game.version]
            events = events_view(game, stored, self._seat, self._language)
            messages += [StreamMessage(version, list(group)) for version, group in groupby(events, key=lambda event: event.version)]
            if not stored:
                messages.append(StreamMessage(game.version, []))
            last = stored[-1].version if stored else game.version
        for number, message in enumerate(messages, 1):
            if any(self._ends_with(event) for event in message.events):
                return Update(messages[:number], message.version, is_last=True)
        return Update(messages, game.version, game.is_over)

    def _ends_with(self, event: Event) -> bool:
        """Whether the reader may no longer know the seat's token."""
        return event.type == "token_renewed" and event.data["seat"] == self._seat

    def close(self) -> None:
        """Stop; another stream may open."""
        self._watch.close()
