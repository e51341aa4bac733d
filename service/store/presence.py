"""Which players of a game are away: whose last connection has ended.

``{g07}:seen:<game>:<seat>`` is the time in ms until which the player counts as there, with some seconds to come back.
The stream of the seat renews it. Without the key, nothing is known: nobody has followed the game as this seat, or its
player asks for it with held requests, as somebody who thinks about a move does not.
"""

from collections.abc import Sequence
from contextlib import suppress
from typing import Any, Final

import redis

from service.model.timestamps import now_ms
from service.store.connection import CHANNEL
from service.store.keys import key

RENEW_S: Final = 30.0
"""How often a stream renews it."""
THERE_MS: Final = 40_000
"""For how long the player counts as there after that: all that a killed process leaves behind."""
GRACE_MS: Final = 5_000
"""The same after the end of a connection: a page is loaded again, and the service closes streams from time to time."""
KEPT_S: Final = 24 * 3600
"""For how long it is known that a player is away."""


class Presence:
    """The players who are away, by game."""

    def __init__(self, client: "redis.Redis") -> None:
        self._client: Any = client

    def see(self, game_id: str, seat: int, others: Sequence[int]) -> dict[int, int] | None:
        """A player is there. Returns for how many ms each of the others still is, 0 or less for one who is away,
        without those of whom nothing is known; None if the store does not take it.
        """
        now, pipeline = now_ms(), self._client.pipeline(transaction=False)
        pipeline.set(_key(game_id, seat), now + THERE_MS, ex=KEPT_S, get=True)
        for other in others:
            pipeline.get(_key(game_id, other))
        with suppress(redis.RedisError):
            before, *found = pipeline.execute()
            self._note_return(game_id, before, now)
            return {other: int(until) - now for other, until in zip(others, found, strict=True) if until is not None}
        return None

    def ask(self, game_id: str, seat: int) -> None:
        """A player asks for the game with a request that is held."""
        with suppress(redis.RedisError):
            self._note_return(game_id, self._client.getdel(_key(game_id, seat)), now_ms())

    def leave(self, game_id: str, seat: int, if_known: bool = False) -> None:
        """A connection of a player has ended; another one that is open renews it when it hears this. ``if_known``: only
        if something was known of the player, who may be alone at the table.
        """
        with suppress(redis.RedisError):
            if self._client.set(_key(game_id, seat), now_ms() + GRACE_MS, ex=KEPT_S, xx=if_known):
                self._tell(game_id)

    def _note_return(self, game_id: str, before: str | None, now: int) -> None:
        if before is not None and int(before) <= now:
            self._tell(game_id)

    def _tell(self, game_id: str) -> None:
        """Wake those who follow the game, as a change of it does."""
        self._client.publish(CHANNEL, f"{game_id} 0")


def _key(game_id: str, seat: int) -> str:
    return f"{key('seen', game_id)}:{seat}"
