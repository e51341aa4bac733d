"""The only way to change a game: change a copy of it and commit that; if another commit came first, repeat this on the
newer game.

Two simultaneous choices both succeed, everything acknowledged is stored, and a request that is sent twice counts once.

A process caches the games that it has loaded or committed last. A cached game is shared and never changed: views of it
are made once, and ``update`` begins with a copy of it instead of reading. It may be out of date: a change that it
allows is committed only if the store still has the same revision, and a change that it refuses is tried on the stored
game. docs/adr/0062-one-cache-of-games.md has the figures.

A request with an Idempotency-Key is carried out once, and answered with the same secrets again. Only digests of secrets
are stored, so the service cannot look them up for a retry: they are derived from the key. So is the id of what was
created, which stores the request; nothing else is stored. See docs/adr/0063-no-records-of-attempts.md.
"""

import hmac
import secrets
import threading
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING, Final, Generic, NoReturn, TypeVar

from msgspec import Struct

from engines.api import Refusal
from service.games.bot_events import seats_of_bots
from service.model.answer import Problem, refusal
from service.model.game import Game
from service.model.timestamps import away_ms
from service.model.tokens import Draw, at_random, derived, digest
from service.store.bots import SeatOfBot
from service.store.games import AlreadyCarriedOut, CarriedOut, Commit, Overtaken, Request
from service.store.readable import Unreadable
from service.store.store import Store

if TYPE_CHECKING:  # only a process that makes a queue loads RQ
    from service.store.queue import AiQueue

COMMIT_ATTEMPTS: Final = 50
"""Retries after a version conflict. With at most four seats, 50 in a row means a bug."""
MOST_REMEMBERED: Final = 1024
"""Size of the cache; a game takes some 20 KiB with its views."""

T = TypeVar("T")


class Updated(Struct, Generic[T], frozen=True):
    """The result of an update."""

    game: Game
    result: T
    """The result of ``change``."""
    commit: Commit


class Repeated(Exception):
    """The request was carried out before. ``game`` is the current game."""

    def __init__(self, game: Game, before: CarriedOut) -> None:
        super().__init__(f"carried out at version {before.version}")
        self.game = game
        self.before = before


class Unchanged(Exception):
    """Raised by a change that has nothing to do: the game is left unchanged."""


class Memory:
    """The cache of games that this process has last seen, as they were stored then."""

    def __init__(self) -> None:
        self._games: Final[dict[str, Game]] = {}
        self._lock: Final = threading.Lock()

    def find(self, game_id: str) -> Game | None:
        """The game, if it is cached."""
        with self._lock:
            game = self._games.pop(game_id, None)
            if game is not None:
                self._games[game_id] = game
            return game

    def remember(self, game: Game) -> Game:
        """Cache a game as it was loaded or committed, in place of the least recently used one."""
        with self._lock:
            self._games.pop(game.id, None)
            self._games[game.id] = game
            if len(self._games) > MOST_REMEMBERED:
                del self._games[next(iter(self._games))]
        return game

    def forget(self) -> None:
        """Empty the cache."""
        with self._lock:
            self._games.clear()


@dataclass(frozen=True)
class Games:
    """The games of this service: the store that keeps them and the queue that wakes their computers."""

    store: Store
    queue: "AiQueue"
    memory: Memory = field(default_factory=Memory)

    def load(self, game_id: str) -> Game:
        """The stored game, for reading only; raises Problem ``game/not_found``, and Unreadable."""
        stored, known = self.store.games.stored(game_id), self.memory.find(game_id)
        if known is not None and (known.revision, known.document, known.away_ms) == (*stored, away_ms()):
            return known
        return self.memory.remember(stored.game(game_id))

    def ask(self, game_id: str, question: Callable[[Game], T]) -> T:
        """The result of a query on the game, which may be out of date; if that refuses, the stored game is queried."""
        known = self.memory.find(game_id)
        if known is not None:
            with suppress(Problem):
                return question(known)
        return question(self.load(game_id))

    def update(
        self, game_id: str, change: Callable[[Game], T], request: Request | None = None, *, wakes: bool = True
    ) -> Updated[T]:
        """Change a copy of the game with ``change`` and commit it; wake a worker if a computer has to move then.

        ``change`` refuses by raising, also Unchanged. It is called again, with another copy, if it refuses a game that
        may be out of date, or if another commit came first. With a ``request``, the change counts once, however often
        it is sent. Raises Repeated if it was carried out before, also if ``change`` refuses it now for that reason.
        """
        # redis-py may repeat a commit whose reply was lost
        named = request or Request(f"change:{secrets.token_hex(8)}")
        self.store.agenda.look_if_needed()
        known = self.memory.find(game_id)
        for _ in range(COMMIT_ATTEMPTS):
            game = (known or self.load(game_id)).copy()
            try:
                result = change(game)
                commit = self.store.games.commit(game, named)
                break
            except (Problem, Refusal, Unchanged) as refused:
                if known is None:  # it is the stored game that refuses
                    self.refuse(game_id, request, refused, wakes)
            except AlreadyCarriedOut as already:
                if request:
                    self.refuse(game_id, request, already, wakes)
                # the reply to this very commit was lost
                game, version = self.load(game_id), already.before.version
                commit = self.store.games.events_after(game_id, version - 1, 1)[0]
                break
            except Overtaken:
                pass
            known = None
        else:
            raise RuntimeError(f"game {game_id}: {COMMIT_ATTEMPTS} version conflicts in a row")
        self.memory.remember(game)
        # otherwise a worker is at that turn, or about to claim it
        self.announce(game, wakes and "ai" in commit.view_state and commit.needs_call)
        return Updated(game, result, commit)

    def refuse(self, game_id: str, request: Request | None, refused: Exception, wakes: bool = True) -> NoReturn:
        """Raise why a request is refused; Repeated if it was carried out before, which may be the reason."""
        before = refused.before if isinstance(refused, AlreadyCarriedOut) else None
        if before is None and request:
            before = self.store.games.request(game_id, request.id)
        if before is None:
            raise refused
        raise Repeated(self.announced_again(game_id, wakes), before) from None

    def announced_again(self, game_id: str, wakes: bool = True) -> Game:
        """The stored game of a request that was carried out. The process that did so may have died before it announced
        the change, or be this one, whose commit redis-py has sent again.
        """
        game = self.load(game_id)
        self.announce(game, wakes)
        return game

    def changed(self, game_id: str, change: Callable[[Game], object]) -> Game:
        """The game after ``change``, unchanged if that raises Unchanged."""
        try:
            return self.update(game_id, change).game
        except Unchanged:
            return self.load(game_id)

    def put(self, game: Game, request: Request | None = None) -> Game:
        """Store a new game whose id others may have seen, so that only the store itself may refuse it.

        A random id cannot have been stored; a game whose id others know needs a ``request``. Raises AlreadyCarriedOut
        or Overtaken if another process has stored that game.
        """
        needs_call = True
        try:
            needs_call = self.store.games.commit(game, request or Request("create")).needs_call
        except AlreadyCarriedOut:
            if request:
                raise
            game = self.load(game.id)
        self.memory.remember(game)
        self.announce(game, needs_call)
        return game

    def announce(self, game: Game, wakes: bool = True) -> None:
        """Record the states of the bots' seats in a stored game, and wake a worker if a computer has to move. Can be
        repeated.
        """
        if game.has_bots:
            self.note_bots(game)
        if wakes:
            self.wake(game)

    def note_bots(self, game: Game) -> None:
        """Record the states of the seats of a game's bots, from which their events are made. If this is lost, the
        sweeper repeats it.
        """

        def seats(game: Game) -> tuple[str, Iterable[SeatOfBot]]:
            return game.revision, seats_of_bots(game)

        with suppress(Problem, Unreadable):  # expired meanwhile, or changed by a newer release
            self.store.bots.note(game.id, *seats(game), lambda: seats(self.load(game.id)))

    def wake(self, game: Game) -> None:
        """Wake a worker if a computer has to move."""
        if game.ai is not None:
            self.queue.wake(game)


# -- requests with an Idempotency-Key


@dataclass
class Once:
    """The source of the secrets of a request, and its identity for repetitions."""

    draw: Draw = field(default_factory=lambda: cache(at_random))
    """Random without an Idempotency-Key; always the same for the same purpose."""
    request: Request | None = None
    """None without an Idempotency-Key: the request is never mistaken for another one."""
    is_repeated: bool = False
    """Whether it was carried out before, and gets the same response again."""

    @classmethod
    def of_key(cls, secret: str, salt: str, address: str, content: str) -> "Once":
        """For the key of a client, followed by its API key, and the request to an address.

        Ids are public, so without the ``salt`` of the service a key that can be guessed could be found from them. The
        content may contain a join code, so its fingerprint reveals nothing without the key.
        """
        asked = hmac.digest(secret.encode(), f"content\n{address}\n{content}".encode(), "sha256").hex()
        return cls(derived(secret.encode(), f"{salt}\n{address}"), Request(f"key:{digest(secret)[:32]}", asked[:32]))

    @property
    def fingerprint(self) -> str | None:
        """Identifies the request of a key; None without a key."""
        return self.request.payload if self.request else None

    def repeats(self, fingerprint: str | None) -> None:
        """Record that the request was carried out before. Raises Problem ``idempotency/mismatch`` if the key was used
        for another request.
        """
        self.is_repeated = True
        if fingerprint != self.fingerprint:
            raise refusal("idempotency/mismatch", "key_used")
