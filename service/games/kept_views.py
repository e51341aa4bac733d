"""Games for those who only look at them: what a stored game shows is made once, however often it is asked for.

Every look reads the stored game, so nothing shown is out of date. Cached views depend on its bytes alone: while they
are the same, so is every view.
"""

from collections.abc import Callable
from functools import lru_cache
from typing import Final

from msgspec import Struct, json

from service.games.views import game_view
from service.model.answer import to_json
from service.model.game import Game
from service.store.games import Stored

KEPT: Final = 256
"""Stored games whose views a process keeps, some 10 KiB each."""


class _Guard(Struct):
    """The part of a stored game that decides who may see what."""

    id: str
    public: bool
    tokens: dict[str, int | str]


class GameViews:
    """A stored game and its views. It never changes, so threads share it."""

    def __init__(self, stored: Stored) -> None:
        self._stored: Final = stored
        self._json: Final = stored.json()
        guard = json.decode(self._json, type=_Guard)
        self.id: Final = guard.id
        self.revision: Final = stored.revision
        self.version: Final = stored.version
        self.public: Final = guard.public
        self.tokens: Final = guard.tokens
        self._views: Final[dict[tuple[int | None, str], bytes]] = {}

    def game(self) -> Game:
        """The game, a new one at every call."""
        return self._stored.game_of(self._json)

    def view(self, seat: int | None, language: str, keep: Callable[[Game], None]) -> bytes:
        """``game_view`` as JSON. ``keep`` gets the game if it was needed for that."""
        known = self._views.get((seat, language))
        if known is None:
            game = self.game()
            known = self._views[seat, language] = to_json(game_view(game, seat, language))
            keep(game)
        return known


views_of: Final = lru_cache(KEPT)(GameViews)
"""The look at a stored game."""
