"""Games in Redis: one Lua script for every change. ``keys`` lists the keys."""

from collections.abc import Iterator
from functools import partial
from typing import Any

import msgspec
import redis

from service.model.game import Game
from service.model.timestamps import now_ms
from service.model.tokens import game_not_found
from service.store.connection import CHANNEL
from service.store.interface import (
    EVENTS_PAGE,
    TELL_MS,
    AlreadyCarriedOut,
    CarriedOut,
    Commit,
    Lifetimes,
    Overtaken,
    RecordedMove,
    Request,
    dump_commit,
    dump_payload,
    load_commit,
    look_again_ms,
    moves_of,
    next_commit,
)
from service.store.keys import index, key, load_script
from service.store.replicas import NO_REPLICAS, Replicas
from service.telemetry import metrics


class RedisGames:
    """``interface.GameStore`` in Redis."""

    def __init__(self, client: "redis.Redis", lifetimes: Lifetimes, replicas: Replicas = NO_REPLICAS) -> None:
        self._client: Any = client  # answers are text (decode_responses), which the library's types do not express
        self._lifetimes = lifetimes
        self._ask = partial(replicas.ask, self._client)
        self._commit = replicas.script(client, load_script("commit"))

    def load(self, game_id: str) -> Game:
        version, text = self._ask("HMGET", key("game", game_id), "version", "game")
        if text is None:
            raise game_not_found(game_id)
        return Game.load(text, int(version))

    def version(self, game_id: str) -> int:
        return int(self._client.hget(key("game", game_id), "version") or 0)

    def commit(self, game: Game, request: Request) -> Commit:
        now = now_ms()
        self._lifetimes.start(game, now)
        commit, again_ms = next_commit(game, now), look_again_ms(game, now)
        own = [key(kind, game.id) for kind in ("game", "events", "requests")]
        indexes = [index("due", game.id), key("search", game.id), key("webhooks", game.id), index("notices", game.id)]
        result, *answer = self._commit(
            keys=[*own, *indexes, index("watched", game.id), index("untold", game.id)],
            args=[
                game.id,
                game.version,
                request.id,
                dump_payload(request.payload),
                game.dump(),
                dump_commit(commit),
                "" if again_ms is None else again_ms,
                game.lifetime_s,
                CHANNEL,
                "1" if game.ai else "",
                game.key_id or "",
                TELL_MS if game.bots_to_tell else "",
            ],
        )
        if result == "already":
            before = _carried_out(answer[0])
            metrics.COMMITS.labels("replayed" if before.payload == request.payload else "conflict").inc()
            raise AlreadyCarriedOut(before)
        metrics.COMMITS.labels(result).inc()
        if result == "stale":
            raise Overtaken
        if result == "gone":
            raise game_not_found(game.id)
        game.mark_committed(commit.version)
        return commit

    def request(self, game_id: str, request_id: str) -> CarriedOut | None:
        text = self._ask("HGET", key("requests", game_id), request_id)
        return None if text is None else _carried_out(text)

    def events_after(self, game_id: str, version: int, limit: int = EVENTS_PAGE) -> list[Commit]:
        entries = self._ask("XRANGE", key("events", game_id), f"({version}", "+", "COUNT", limit)
        return [load_commit(int(entry_id.partition("-")[0]), entry["events"]) for entry_id, entry in entries]

    def recorded_moves(self, game_id: str, version: int) -> list[RecordedMove]:
        requests = self._client.hgetall(key("requests", game_id))
        return moves_of({name: _carried_out(text) for name, text in requests.items()}, version)

    def ids(self) -> Iterator[str]:
        for name in self._client.scan_iter("*:game:*", count=1000):
            yield name.rpartition(":")[2]

    def delete(self, game_id: str) -> None:
        self._client.delete(*(key(kind, game_id) for kind in ("game", "events", "requests", "search", "webhooks", "told")))
        for kind in ("due", "untold"):
            self._client.zrem(index(kind, game_id), game_id)


def _carried_out(text: str) -> CarriedOut:
    version, _, payload = text.partition("|")
    return CarriedOut(int(version), msgspec.json.decode(payload))
