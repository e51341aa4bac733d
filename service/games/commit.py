"""The one way in which a game changes: load it, change it, commit it; again on the newer game if another commit came first.

So two simultaneous choices both succeed, whatever is acknowledged is stored, and a request that is sent twice counts once.
"""

import secrets
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Generic, Protocol, TypeVar

from engines.api import Refusal
from service.model.game import Game
from service.model.problem import Problem
from service.store.interface import AlreadyCarriedOut, CarriedOut, Commit, Overtaken, Request, Store

COMMIT_ATTEMPTS: Final = 50
"""Retries after a version conflict. With at most four seats, 50 in a row means a bug."""

T = TypeVar("T")


class Queue(Protocol):
    """Wakes a worker for a computer turn; a lost call costs a second, never a move."""

    def wake(self, game: Game) -> None:
        """Ask for the turn that is due at the game's version."""


@dataclass(frozen=True)
class Updated(Generic[T]):
    """What an update made of a game."""

    game: Game
    result: T
    """What ``change`` returned."""
    commit: Commit


class Repeated(Exception):
    """The request was carried out before. ``game`` is the game of now."""

    def __init__(self, game: Game, before: CarriedOut) -> None:
        super().__init__(f"carried out at version {before.version}")
        self.game = game
        self.before = before


@dataclass(frozen=True)
class Games:
    """The games of this service: the store that keeps them and the queue that wakes their computers."""

    store: Store
    queue: Queue

    def load(self, game_id: str) -> Game:
        """Return the game; raises Problem ``game/not_found``."""
        return self.store.games.load(game_id)

    def update(
        self,
        game_id: str,
        change: Callable[[Game], T],
        request: Request | None = None,
        *,
        loaded: Game | None = None,
        wakes: bool = True,
    ) -> Updated[T]:
        """Change the game in place by ``change`` and commit it; wake a worker if a computer is to move then.

        ``change`` refuses by raising; it is called again, on the newer game, if another commit came first. ``loaded`` saves reading
        the game again. With a ``request`` of its own the change counts once however often it is sent.
        Raises Repeated if it was carried out before, also where ``change`` refuses it now for that very reason.
        """
        named = request or Request(f"change:{secrets.token_hex(8)}")  # redis-py may send a commit again whose answer was lost
        game = loaded or self.load(game_id)
        for _ in range(COMMIT_ATTEMPTS):
            try:
                result = change(game)
            except (Problem, Refusal):
                before = self.store.games.request(game_id, named.id) if request else None
                if before is None:
                    raise
                raise Repeated(self.load(game_id), before) from None
            try:
                commit = self.store.games.commit(game, named)
            except Overtaken:
                game = self.load(game_id)
                continue
            except AlreadyCarriedOut as already:
                raise Repeated(self.load(game_id), already.before) from None
            if wakes:
                self.wake(game)
            return Updated(game, result, commit)
        raise RuntimeError(f"game {game_id}: overtaken {COMMIT_ATTEMPTS} times in a row")

    def add(self, game: Game, request: Request) -> Game:
        """Store a new game and list it if it is public.

        Raises Overtaken or AlreadyCarriedOut if there is a game of this id already.
        """
        self.store.games.commit(game, request)
        if game.public:
            self.store.public_list.add(game)
        self.wake(game)
        return game

    def wake(self, game: Game) -> None:
        """Wake a worker if a computer is to move."""
        if game.ai is not None:
            self.queue.wake(game)
