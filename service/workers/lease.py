"""Leases: the right to play the computer's turn in a game, held by one worker at a time."""

import secrets
import time

import redis

from ai.levels import Player
from service.games.ai_turns import ShouldStop
from service.store.turns import LEASE_MS, TurnStore


class LeaseLost(Exception):
    """Another worker has taken over, or the game no longer waits for a computer."""


class Lease:
    """A lease on one game, renewed between slices of the search."""

    def __init__(self, turns: TurnStore, game_id: str) -> None:
        self._turns = turns
        self._game_id = game_id
        self._token = secrets.token_hex(8)
        self._renewed = 0.0

    def take(self) -> bool:
        """Try to get the lease."""
        self._renewed = time.monotonic()
        return self._turns.lease(self._game_id, self._token)

    def renew_if_needed(self, for_ms: int = 0) -> None:
        """Renew the lease if a third of its time is over, or will be in ``for_ms``; raises LeaseLost."""
        if time.monotonic() + for_ms / 1000 - self._renewed >= LEASE_MS / 3000:
            self.renew()

    def renew(self) -> None:
        """Extend the lease to its full time from now; raises LeaseLost."""
        if not self._turns.renew(self._game_id, self._token):
            raise LeaseLost(self._game_id)
        self._renewed = time.monotonic()

    def release(self) -> None:
        """Give the lease back, so that another worker can play."""
        try:
            self._turns.release(self._game_id, self._token)
        except redis.RedisError:
            pass  # it expires by itself

    def make_should_stop(self, player: Player) -> ShouldStop:
        """The callback of a search: renews the lease, and ends the search at the player's time cap."""
        ends = time.monotonic() + player.cap_ms / 1000

        def should_stop() -> bool:
            self.renew_if_needed()
            return time.monotonic() >= ends

        return should_stop
