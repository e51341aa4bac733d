"""Games that are over: packed soon after their end, and deleted before their time when memory runs out."""

import heapq
import logging
from typing import Any, Final

import redis

from service.model.problem import Problem
from service.model.timestamps import now_ms
from service.store.due import due
from service.store.games import RedisGames
from service.store.keys import all_indexes
from service.store.public_list import RedisPublicList
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

    def __init__(self, client: "redis.Redis", games: RedisGames, public_list: RedisPublicList, space: Space, kept_s: int) -> None:
        self._client: Any = client
        self._games = games
        self._public_list = public_list
        self._space = space
        self._kept_ms = 1000 * kept_s

    def look_after(self) -> None:
        """Pack what is due, and delete games while memory is low."""
        self.pack_due()
        self.evict()

    def pack_due(self) -> int:
        """Pack games that ended a while ago; returns how many."""
        ready = self._first_of_all("unpacked", now_ms(), PACKED_AT_ONCE)
        return sum(map(self._games.pack, ready))

    def evict(self) -> int:
        """Delete games that are over, those that ended first before others, while memory is low; returns how many."""
        state, evicted = self._space.state(), 0
        while state.most_memory and state.memory >= LOW_MEMORY * state.most_memory and evicted < MOST_EVICTED:
            first = self._first_of_all("ended", now_ms() + self._kept_ms - KEPT_MS, EVICTED_AT_ONCE)
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
        pipeline, now = self._client.pipeline(transaction=False), now_ms()
        for name in all_indexes("ended"):
            pipeline.zremrangebyscore(name, "-inf", now)
        pipeline.execute()

    def _delete(self, game_id: str) -> None:
        try:
            self._public_list.remove(self._games.load(game_id))
        except Problem:
            pass  # has expired
        self._games.delete(game_id)

    def _first_of_all(self, kind: str, until_ms: int, most: int) -> list[str]:
        """The games of all buckets with the lowest scores up to ``until_ms``, in order."""
        found = due(self._client, kind, until_ms, most)
        return [game_id for _, game_id in heapq.nsmallest(most, ((score, game_id) for game_id, score in found))]
