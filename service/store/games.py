"""Games in Redis: one Lua script for every change. ``keys`` lists the keys."""

from collections.abc import Iterator
from functools import partial
from typing import Any, Final

import msgspec
import redis
from redis.client import NEVER_DECODE

from service.model.game import Game
from service.model.timestamps import now_ms
from service.model.tokens import game_not_found
from service.store.connection import CHANNEL
from service.store.interface import (
    EVENTS_PAGE,
    PACK_AFTER_MS,
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
from service.store.keys import OF_A_GAME, index, key, load_script
from service.store.packing import History, is_move, pack, unpack
from service.store.replicas import NO_REPLICAS, Replicas
from service.telemetry import metrics

AS_BYTES: Final[dict[str, Any]] = {NEVER_DECODE: True}
"""Option of a command whose answer is not text."""


class RedisGames:
    """``interface.GameStore`` in Redis."""

    def __init__(self, client: "redis.Redis", lifetimes: Lifetimes, replicas: Replicas = NO_REPLICAS) -> None:
        self._client: Any = client  # answers are text (decode_responses), which the library's types do not express
        self._lifetimes = lifetimes
        self._replicas = replicas
        self._ask = partial(replicas.ask, self._client)
        self._commit = replicas.script(client, load_script("commit"))
        self._pack = client.register_script(load_script("pack"))
        self._keep_analysis = client.register_script(load_script("keep_analysis"))

    def load(self, game_id: str) -> Game:
        version, document = self._ask("HMGET", key("game", game_id), "version", "game", **AS_BYTES)
        if document is None:
            raise game_not_found(game_id)
        return Game.load(unpack(document), int(version))

    def version(self, game_id: str) -> int:
        return int(self._client.hget(key("game", game_id), "version") or 0)

    def commit(self, game: Game, request: Request) -> Commit:
        now = now_ms()
        self._lifetimes.start(game, now)
        commit, again_ms = next_commit(game, now), look_again_ms(game, now)
        own = [key(kind, game.id) for kind in ("game", "events", "requests")]
        indexes = [index("due", game.id), key("search", game.id), key("webhooks", game.id), index("notices", game.id)]
        document = game.dump()
        result, *answer = self._commit(
            keys=[*own, *indexes, *(index(kind, game.id) for kind in ("watched", "untold", "ended", "unpacked"))],
            args=[
                game.id,
                game.version,
                request.id,
                dump_payload(request.payload),
                pack(document.encode()) if game.is_over else document,
                dump_commit(commit),
                "" if again_ms is None else again_ms,
                game.lifetime_s,
                CHANNEL,
                "1" if game.ai else "",
                game.key_id or "",
                TELL_MS if game.bots_to_tell else "",
                PACK_AFTER_MS if game.is_over else "",
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
        if text is None and is_move(request_id):
            text = self._packed_history(game_id).requests.get(request_id)
        return None if text is None else _carried_out(text)

    def events_after(self, game_id: str, version: int, limit: int = EVENTS_PAGE) -> list[Commit]:
        pipeline = self._client.pipeline(transaction=False)  # in this order: what is packed meanwhile is in one of the two
        pipeline.xrange(key("events", game_id), min=f"({version}", count=limit)
        pipeline.execute_command("HGET", key("game", game_id), "history", **AS_BYTES)
        entries, packed = self._replicas.execute(pipeline)
        texts = {number: text for number, text in History.load(packed).commits if number > version}
        texts |= {version_of(entry_id): entry["events"] for entry_id, entry in entries}
        return [load_commit(number, texts[number]) for number in sorted(texts)[:limit]]

    def recorded_moves(self, game_id: str, version: int) -> list[RecordedMove]:
        pipeline = self._client.pipeline(transaction=False)
        pipeline.hgetall(key("requests", game_id))
        pipeline.execute_command("HGET", key("game", game_id), "history", **AS_BYTES)
        requests, packed = pipeline.execute()
        return moves_of({name: _carried_out(text) for name, text in {**History.load(packed).requests, **requests}.items()}, version)

    def analysis(self, game_id: str, seat: int) -> bytes | None:
        packed = self._client.execute_command("HGET", key("game", game_id), f"analysis:{seat}", **AS_BYTES)
        return None if packed is None else unpack(packed)

    def keep_analysis(self, game_id: str, seat: int, analysis: bytes) -> bool:
        return bool(self._keep_analysis(keys=[key("game", game_id)], args=[seat, pack(analysis)]))

    def pack(self, game_id: str) -> bool:
        """Store the history of a game that is over in a tenth of the space; False if the game has changed meanwhile or expired."""
        pipeline = self._client.pipeline(transaction=False)  # the script notices what has changed between these
        pipeline.hget(key("game", game_id), "version")
        pipeline.xrange(key("events", game_id))
        pipeline.hgetall(key("requests", game_id))
        pipeline.execute_command("HGET", key("game", game_id), "history", **AS_BYTES)
        version, entries, requests, packed = pipeline.execute()
        if version is None:
            self._client.zrem(index("unpacked", game_id), game_id)
            return False
        history, moves = History.load(packed), {name: text for name, text in requests.items() if is_move(name)}
        history.commits += [(version_of(entry_id), entry["events"]) for entry_id, entry in entries]
        history.requests |= moves
        keys = [*(key(kind, game_id) for kind in ("game", "events", "requests")), index("unpacked", game_id)]
        return bool(self._pack(keys=keys, args=[game_id, version, len(entries), history.dump(), *moves]))

    def _packed_history(self, game_id: str) -> History:
        return History.load(self._client.execute_command("HGET", key("game", game_id), "history", **AS_BYTES))

    def ids(self) -> Iterator[str]:
        for name in self._client.scan_iter("*:game:*", count=1000):
            yield name.rpartition(":")[2]

    def delete(self, game_id: str) -> None:
        self._client.delete(*(key(kind, game_id) for kind in OF_A_GAME))
        for kind in ("due", "untold", "ended", "unpacked"):
            self._client.zrem(index(kind, game_id), game_id)


def version_of(entry_id: str) -> int:
    """The version of an entry of a game's event stream."""
    return int(entry_id.partition("-")[0])


def _carried_out(text: str) -> CarriedOut:
    version, _, payload = text.partition("|")
    return CarriedOut(int(version), msgspec.json.decode(payload))
