"""The stock of open and running games of each caller, which is limited.

A sorted set for each caller, ``{callers}:games:<caller>``: the member is a game's id, the score until when it counts,
in ms, ``MOST_MS`` at most. Neither a move nor the end of a game changes it: if a caller has too many, they are counted
again, without those that are over or gone.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Final

import redis

from service.config import Settings
from service.model.answer import Problem, refusal
from service.model.callers import Caller
from service.model.game import DAY_S
from service.model.timestamps import now_ms
from service.store.keys import ENDED, index, key, script
from service.store.space import Space
from service.store.webhooks import is_key_id

LOOK_AGAIN_S: Final = 10
"""The minimum time between two counts of the games of a caller with too many."""
JUST_MADE_MS: Final = 60_000
"""A game may not be stored yet for this long after it was counted."""


class Stock:
    """Counts games when they are created."""

    def __init__(self, client: "redis.Redis", settings: Settings, space: Space) -> None:
        self._client: Any = client
        self._settings = settings
        self._space = space
        self._hold = script(client, "game_hold")
        running_s = max(settings.max_ttl_s, settings.active_ttl_s, 2 * 7 * DAY_S)
        self._life_ms = 1000 * (settings.open_ttl_s + running_s)
        """The longest time for which a game counts without a move."""

    @contextmanager
    def counted(self, game_id: str, callers: Sequence[Caller]) -> Iterator[None]:
        """Count a new game for its caller under all of its networks, none for one who is not counted; not if the body
        refuses. If a reply was lost, the game may exist.

        Raises Problem ``game/too_many``.
        """
        if not callers:
            yield
            return
        most = {f"{{callers}}:games:{caller.name}": self._most(caller) for caller in callers}
        args = [game_id, self._life_ms, *most.values()]
        reply = self._hold(keys=list(most), args=args)
        if reply in most and self._forget_ended(reply):
            reply = self._hold(keys=list(most), args=args)
        if reply in most:
            again = {"retry_after_s": LOOK_AGAIN_S}
            raise refusal("game/too_many", "games_too_many", again, count=most[reply], seconds=LOOK_AGAIN_S)
        try:
            yield
        except Problem:
            if reply == "ok":
                for name in most:
                    self._client.zrem(name, game_id)
            raise

    def _most(self, caller: Caller) -> int:
        """How many games a network may have now: fewer when the store has little room."""
        settings = self._settings
        most = settings.max_games_key if is_key_id(caller.name) else settings.max_games_each * caller.shares
        return max(1, int(most * self._space.state().room))

    def _forget_ended(self, name: str) -> bool:
        """Drop those of a caller's games that are over or gone, unless that was done recently; returns whether it was
        done now.
        """
        if not self._client.set(f"{name}:looked", "1", nx=True, ex=LOOK_AGAIN_S):
            return False
        stored_ms = now_ms() + self._life_ms - JUST_MADE_MS
        games = self._client.zrange(name, 0, -1, withscores=True)
        pipeline = self._client.pipeline(transaction=False)
        for game_id, _ in games:
            pipeline.exists(key("game", game_id))
            pipeline.zscore(index(ENDED, game_id), game_id)
        replies = iter(pipeline.execute())
        found = zip(games, replies, replies, strict=True)
        gone = [game_id for (game_id, until), exists, ended in found if ended or not (exists or until > stored_ms)]
        if gone:
            self._client.zrem(name, *gone)
        return True
