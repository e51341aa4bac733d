"""A game's events as they happen, for one viewer, until the game is over. No HTTP."""

import secrets
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import Any, Final

import redis

from service.games.views import events_view
from service.live.hub import Hub
from service.model.game import Game
from service.model.problem import Problem
from service.store.interface import GameStore

HEARTBEAT_S: Final = 15.0
LOOK_S: Final = 5.0
"""How soon a stream sees that nobody reads it any more; until then it takes the place of another."""
REDIS_PAUSE_S: Final = 1.0


@dataclass(frozen=True)
class News:
    """What one version of a game brought, as the viewer may know it."""

    version: int
    events: list[dict[str, Any]]


@dataclass(frozen=True)
class Look:
    """What a look at a game showed: the news up to a version."""

    news: list[News]
    version: int
    is_over: bool


class EventStream:
    """Iterates over news, with None for a sign of life in between. Holds a place of the hub until it is closed."""

    def __init__(
        self,
        store: GameStore,
        hub: Hub,
        game: Game,
        seat: int | None,
        after: int,
        life_s: float,
        is_unread: Callable[[], bool] = lambda: False,
    ) -> None:
        self._store = store
        self._hub = hub
        self._game_id = game.id
        self._seat = seat
        self._told = after
        self._life_s = life_s
        self._is_unread = is_unread
        self._watch = hub.watch(game.id)

    def __iter__(self) -> Iterator[News | None]:
        ends = time.monotonic() + self._life_s * (0.8 + secrets.randbelow(401) / 1000)
        beat = time.monotonic() + HEARTBEAT_S
        is_over = False
        while not self._is_unread():
            try:
                left = ends - time.monotonic()
                if self._watch.wait_past(self._told, max(0.0, min(left, HEARTBEAT_S, LOOK_S))):
                    look = self._watch.share((self._seat, self._told), self._look)
                    if not look.news:  # the store has lost versions, and the client knows more than there is
                        return
                    yield from look.news
                    self._told, is_over = look.version, look.is_over
                elif time.monotonic() >= beat:
                    beat = time.monotonic() + HEARTBEAT_S
                    yield None
            except redis.RedisError:  # the stream survives it: a browser whose reconnection is refused gives up for good
                time.sleep(REDIS_PAUSE_S)
                yield None
            except Problem:  # the game has expired
                return
            if is_over or left <= 0 or self._hub.stopping:
                return

    def _look(self) -> Look:
        """All since the last look, a version at a time. A version without events is told too: the view has changed."""
        game = self._store.load(self._game_id)
        found: list[News] = []
        told = self._told
        while told < game.version:
            stored = [commit for commit in self._store.events_after(game.id, told) if commit.version <= game.version]
            events = events_view(game, stored, self._seat)
            found += [News(version, list(group)) for version, group in groupby(events, key=lambda event: int(event["version"]))]
            if not stored:
                found.append(News(game.version, []))
            told = stored[-1].version if stored else game.version
        return Look(found, game.version, game.is_over)

    def close(self) -> None:
        """Make room for another stream."""
        self._watch.close()
