"""Games that are over: packed soon after their end, and deleted before their time when memory runs out."""

import heapq
import logging
from collections.abc import Iterable
from typing import Any, Final

import redis

from service.store.due import due, each_on_its_own, now_of, set_aside_in
from service.store.games import GameStore
from service.store.keys import index
from service.store.public_list import PublicList
from service.store.space import LOW_MEMORY, Space

log = logging.getLogger(__name__)

PACKED_AT_ONCE: Final = 50
EVICTED_AT_ONCE: Final = 32
MOST_EVICTED: Final = 10 * EVICTED_AT_ONCE
"""Games that one look deletes at most; the next one follows within a second."""
KEPT_MS: Final = 60_000
"""A game is not deleted within this time after its end: its players read the result."""


class EndedGames:
    """Looked after by the sweeper of every process; none of them is essential, and two at once do no harm."""

    def __init__(
        self, client: "redis.Redis", games: GameStore, public_list: PublicList, space: Space, kept_s: int
    ) -> None:
        self._client: Any = client
        self._games = games
        self._public_list = public_list
        self._space = space
        self._kept_ms = 1000 * kept_s

    def look_after(self) -> None:
        """Pack what is due, and delete games while memory is low."""
        try:
            self.pack_due()
        finally:  # also where a full store refuses what packing needs
            self.evict()

    def pack_due(self) -> int:
        """Pack games that ended a while ago; returns how many."""
        ready = _first(due(self._client, "unpacked", most=PACKED_AT_ONCE), PACKED_AT_ONCE)
        return sum(each_on_its_own("unpacked", ready, self._games.pack, set_aside_in(self._client, "unpacked")))

    def evict(self) -> int:
        """Delete games that are over, those that ended first before others, while memory is low; returns how many."""
        state, evicted = self._space.look(), 0
        while state.most_memory and state.memory >= LOW_MEMORY * state.most_memory and evicted < MOST_EVICTED:
            until_ms = now_of(self._client) + self._kept_ms - KEPT_MS
            first = _first(due(self._client, "ended", until_ms, EVICTED_AT_ONCE), EVICTED_AT_ONCE)
            if not first:
                break
            for game_id in first:
                self._delete(game_id)
            evicted += len(first)
            state = self._space.look()
        if evicted:
            log.warning("memory is low: %d games that are over were deleted before their time", evicted)
        return evicted

    def forget_expired(self) -> None:
        """Drop games from the index that have expired."""
        pipeline = self._client.pipeline(transaction=False)
        for game_id, _ in due(self._client, "ended"):
            pipeline.zrem(index("ended", game_id), game_id)
        pipeline.execute()

    def _delete(self, game_id: str) -> None:
        try:
            self._public_list.remove(self._games.load(game_id))
        except redis.RedisError:
            raise
        except Exception:
            pass  # has expired, or cannot be read: the list drops its entry when it meets it
        self._games.delete(game_id)


def _first(found: Iterable[tuple[str, float]], most: int) -> list[str]:
    """The games with the lowest scores, in order."""
    return [game_id for _, game_id in heapq.nsmallest(most, ((score, game_id) for game_id, score in found))]
