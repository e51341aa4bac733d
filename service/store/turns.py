"""Due times of games and the leases of the workers that play computer turns, in Redis."""

from collections.abc import Iterator
from typing import Any, Final

import redis

from service.store.due import due, now_of, set_aside_in, take_turn
from service.store.keys import index, key
from service.store.scripts import script

LEASE_MS: Final = 2000
"""A worker that has not renewed its lease for this long is considered dead."""
OVERDUE_MS: Final = 1000
"""A computer turn that no worker has begun after this time is overdue: its wake-up call may be lost."""
RETRY_MS: Final = 2000
"""A claimed turn is overdue again after this time."""


class TurnStore:
    """Due times of games, and the leases of the workers that play computer turns. Its clock is that of Redis."""

    def __init__(self, client: "redis.Redis") -> None:
        self._client: Any = client
        self._claim, self._lease, self._renew = (script(client, name) for name in ("claim", "lease", "renew"))
        self._release, self._settle, self._if_there = (
            script(client, name) for name in ("release", "settle", "if_there")
        )

    def overdue(self) -> Iterator[str]:
        """Ids of the games that are overdue."""
        return (game_id for game_id, _ in due(self._client, "due"))

    def take_turn(self) -> bool:
        """Whether the sweeper of this process is the one that sweeps now."""
        return take_turn(self._client)

    def claim(self, game_id: str) -> tuple[int, int] | None:
        """Claim an overdue game: its version and its attempts so far; None if it is not overdue or held by a worker."""
        keys = [key("game", game_id), index("due", game_id), key("search", game_id)]
        answer = self._claim(keys=keys, args=[game_id, RETRY_MS, LEASE_MS])
        return (int(answer[0]), int(answer[1])) if answer else None

    def count_attempt(self, game_id: str) -> int:
        """Count one more attempt at the current turn and return their number; 0 if the game is gone."""
        return int(self._if_there(keys=[key("game", game_id)], args=["HINCRBY", "attempts", 1]) or 0)

    def set_aside(self, game_id: str) -> None:
        """Let a game that cannot be read be overdue again after a while."""
        set_aside_in(self._client, "due")(game_id)

    def settle(self, game_id: str, revision: str, again_ms: int | None) -> None:
        """Note in how many ms a game is due, None for never; at once if it has changed since."""
        keys = [key("game", game_id), index("due", game_id)]
        self._settle(keys=keys, args=[game_id, revision, "" if again_ms is None else now_of(self._client) + again_ms])

    def lease(self, game_id: str, token: str) -> bool:
        """Try to take the lease of the game; False if another worker holds it."""
        name = key("search", game_id)
        is_taken = bool(self._client.set(name, token, nx=True, px=LEASE_MS))
        # redis-py sent it again, or it is stale
        return is_taken or bool(self._lease(keys=[name], args=[token, LEASE_MS]))

    def renew(self, game_id: str, token: str) -> bool:
        """Extend the lease; False if it was lost."""
        keys = [key("search", game_id), index("due", game_id)]
        return bool(self._renew(keys=keys, args=[token, LEASE_MS, game_id, LEASE_MS + OVERDUE_MS]))

    def release(self, game_id: str, token: str) -> None:
        """Give the lease back."""
        self._release(keys=[key("search", game_id)], args=[token])
