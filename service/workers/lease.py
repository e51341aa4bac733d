"""TODO service/workers/lease.py."""

import secrets
import time
from collections.abc import Callable

import redis

from ai.levels import Level
from service.store.games import GameStore
from service.store.turns import LEASE_MS


class LeaseLost(Exception):
    """Somebody else has taken over the search, or the game."""


class Lease:
    """The right to search one game, renewed between slices of the search."""

    def __init__(self, store: GameStore, game_id: str) -> None:
        self._store = store
        self._game_id = game_id
        self._token = secrets.token_hex(8)
        self._renewed = 0.0

    def take(self) -> bool:
        """Try to get it."""
        self._renewed = time.monotonic()
        return self._store.lease(self._game_id, self._token)

    def renew(self) -> None:
        """Keep it, if a third of its time is over; raises LeaseLost."""
        if time.monotonic() - self._renewed < LEASE_MS / 3000:
            return
        self.prolong()

    def prolong(self) -> None:
        """Keep it for its full time from now; raises LeaseLost."""
        if not self._store.renew(self._game_id, self._token):
            raise LeaseLost(self._game_id)
        self._renewed = time.monotonic()

    def give_back(self) -> None:
        """Let another worker search."""
        try:
            self._store.release(self._game_id, self._token)
        except redis.RedisError:
            pass  # it runs out by itself

    def pause(self, level: Level) -> Callable[[], bool]:
        """What a search calls between slices: renews the lease, and ends the search at the level's time cap."""
        ends = time.monotonic() + level.cap_ms / 1000

        def pause() -> bool:
            self.renew()
            return time.monotonic() >= ends

        return pause
