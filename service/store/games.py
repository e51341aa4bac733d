"""Games in Redis: one Lua commit for every change, an index of computer turns that are due, leases for searches.

Keys of a game share the hash tag of its bucket, so that a game and its due index stand in one slot of a cluster:
``{g07}:game:<id>`` hash (version, game, attempts), ``{g07}:events:<id>`` stream with id ``<version>-0``,
``{g07}:requests:<id>`` hash of requests already carried out, ``{g07}:search:<id>`` lease, ``{g07}:due`` sorted set,
``{g07}:ticket:<id>:<digest>`` role behind a ticket, ``{g07}:webhooks:<id>`` hash of webhooks, ``{g07}:told:<id>`` hash of how
far each was told, ``{g07}:notices`` sorted set of the games whose webhooks are to be told, by time. Webhooks of an API key stand
likewise under its id, and every bucket knows in the set ``{g07}:watched`` which keys have some.
"""

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import redis

from service.model.game import OPEN, GameRecord
from service.model.problem import Problem
from service.model.timestamps import now_ms, time_text
from service.store.connection import CHANNEL
from service.store.keys import BUCKETS, _bucket_tag, _due_key, _key, _lua, _notices_key, _tag
from service.store.public_list import PUBLIC_GAMES
from service.store.turns import LEASE_MS, OVERDUE_MS, RETRY_MS, _look_again_ms
from service.telemetry import metrics

EVENTS_PAGE = 500


@dataclass(frozen=True)
class Lifetimes:
    """Seconds that a game is kept, by status."""

    open_s: int
    active_s: int
    finished_s: int

    def of(self, game: GameRecord) -> int:
        """Seconds to live from now for a game; a running one outlives its players' time limit."""
        if game.status == OPEN:
            return self.open_s
        if game.is_over:
            return self.finished_s
        return max(game.expire_after_s or self.active_s, 2 * (game.time_limit_s or 0))


@dataclass(frozen=True)
class Committed:
    """How a commit ended: done now, done before by the same request, or overtaken by another change."""

    done: bool
    version: int
    replayed: bool = False


@dataclass(frozen=True)
class StoredEvents:
    """The events of one commit."""

    version: int
    at_ms: int
    events: list[Any]
    facts: dict[str, Any]
    """What of the view's facts this commit changed."""


@dataclass(frozen=True)
class RecordedMove:
    """A move as it was played."""

    version: int
    ply: int
    seat: int
    move: dict[str, Any]


class GameStore:
    """Games, their events and their due index in one Redis."""

    def __init__(self, client: "redis.Redis", lifetimes: Lifetimes) -> None:
        self.client: Any = client  # answers are text (decode_responses), which the library's types do not know
        self.lifetimes = lifetimes
        self._commit = client.register_script(_lua("commit"))
        self._claim = client.register_script(_lua("claim"))
        self._renew = client.register_script(_lua("renew"))
        self._release = client.register_script(_lua("release"))
        self._settle = client.register_script(_lua("settle"))

    # -- games

    def load(self, game_id: str) -> GameRecord:
        """Return the game; raises Problem ``game/not_found``."""
        return self.load_with(game_id, "")[0]

    def load_with(self, game_id: str, request_id: str) -> tuple[GameRecord, tuple[int, Any] | None]:
        """The game, and what the request of this id did if it was carried out before: the version it made, what it asked for."""
        pipeline = self.client.pipeline(transaction=False)
        pipeline.hmget(_key("game", game_id), "version", "game")
        pipeline.hget(_key("requests", game_id), request_id)
        (version, text), asked = pipeline.execute()
        if text is None:
            raise not_found(game_id)
        return GameRecord.load(text, int(version)), None if asked is None else _remembered(asked)

    def version(self, game_id: str) -> int:
        """The game's present version, 0 if there is none."""
        return int(self.client.hget(_key("game", game_id), "version") or 0)

    def commit(self, game: GameRecord, request_id: str, asked: Any) -> Committed:
        """Write ``game`` with its new events as the version after the one it was loaded with.

        A request id is carried out once: the same ``asked`` again counts as done, another one as overtaken.
        """
        keys = [_key(kind, game.id) for kind in ("game", "events", "requests")]
        keys += [_due_key(game.id), _key("search", game.id), _key("webhooks", game.id), _notices_key(game.id)]
        keys.append(f"{_bucket_tag(game.id)}:watched")
        asked_text = _canonical(asked)
        now = now_ms()
        game.lifetime_s = self.lifetimes.of(game)
        game.expires_at = time_text(now + 1000 * game.lifetime_s)
        answer = self._commit(
            keys=keys,
            args=[
                game.id,
                game.version,
                request_id,
                asked_text,
                game.dump(),
                json.dumps({"at": now, "events": game.events, "facts": game.changed_facts()}, separators=(",", ":")),
                _look_again_ms(game, now),
                game.lifetime_s,
                CHANNEL,
                "1" if game.ai else "",
                game.key_id or "",
            ],
        )
        if answer[0] == "already":
            version, before = _remembered(answer[1])
            same = _canonical(before) == asked_text
            metrics.COMMITS.labels("replayed" if same else "conflict").inc()
            return Committed(done=same, version=version, replayed=same)
        metrics.COMMITS.labels(answer[0]).inc()
        if answer[0] == "gone":
            raise not_found(game.id)
        game.events, game.stored_facts = [], game.facts()
        return Committed(done=answer[0] == "ok", version=int(answer[1]))

    def requests(self, game_id: str) -> dict[str, tuple[int, Any]]:
        """All requests carried out so far by id: the moves among them, with the seed, give the game again."""
        return {name: _remembered(text) for name, text in self.client.hgetall(_key("requests", game_id)).items()}

    def events_after(self, game_id: str, version: int, limit: int = EVENTS_PAGE) -> list[StoredEvents]:
        """Events of the commits after ``version``, oldest first."""
        entries = self.client.xrange(_key("events", game_id), min=f"({version}", count=limit)
        found = []
        for entry_id, fields in entries:
            stored = json.loads(fields["events"])
            found.append(StoredEvents(int(entry_id.split("-")[0]), stored["at"], stored["events"], stored.get("facts", {})))
        return found

    def history(self, game_id: str, version: int) -> Iterator[StoredEvents]:
        """All commits up to ``version``, oldest first."""
        last = 0
        while page := self.events_after(game_id, last):
            yield from (commit for commit in page if commit.version <= version)
            last = page[-1].version

    def recorded_moves(self, game_id: str, version: int) -> list["RecordedMove"]:
        """Every move up to ``version`` in the order in which they were played."""
        found = []
        for request_id, (made, asked) in self.requests(game_id).items():
            ply, _, seat = request_id.partition(":")
            if ply.isdigit() and made <= version:
                found.append(RecordedMove(made, int(ply), int(seat), asked["move"]))
        return sorted(found, key=lambda move: move.version)

    # -- all games, for operators

    def game_ids(self) -> Iterator[str]:
        """Ids of all games, each at least once, in no order."""
        for key in self.client.scan_iter("*:game:*", count=1000):
            yield key.rpartition(":")[2]

    def delete(self, game_id: str) -> None:
        """Forget a game."""
        self.client.delete(*(_key(kind, game_id) for kind in ("game", "events", "requests", "search", "webhooks", "told")))
        self.client.zrem(_due_key(game_id), game_id)

    def tidy_public_list(self) -> int:
        """Drop the games that are gone from the public list; returns how many."""
        members = self.client.zrange(PUBLIC_GAMES, 0, -1)
        return sum(self._load_listed(member) is None for member in members)

    # -- the list of public games

    def list_public(self, game: GameRecord) -> None:
        """Put the game on the public list."""
        self.client.zadd(PUBLIC_GAMES, {f"{now_ms():013d}:{game.id}": 0})

    def public_games(self, before: str, limit: int, wanted: Callable[[GameRecord], bool]) -> tuple[list[GameRecord], str | None]:
        """Up to ``limit`` public games that are ``wanted``, newest first, and the cursor of the next page if there may be one.

        ``before`` is the cursor of the page before, or empty. Games that have expired are dropped from the list on the way.
        """
        found: list[GameRecord] = []
        top = f"({before}" if before else "+"
        while True:
            members = self.client.zrevrangebylex(PUBLIC_GAMES, top, "-", start=0, num=limit)
            for member in members:
                game = self._load_listed(member)
                if game is not None and wanted(game):
                    found.append(game)
                    if len(found) == limit:
                        return found, member
            if len(members) < limit:
                return found, None
            top = f"({members[-1]}"

    def _load_listed(self, member: str) -> GameRecord | None:
        try:
            return self.load(member.split(":", 1)[1])
        except Problem:
            self.client.zrem(PUBLIC_GAMES, member)
            return None

    # -- computer turns

    def overdue_games(self) -> Iterator[str]:
        """Ids of the games whose computer turn nobody seems to look after."""
        seconds, micros = self.client.time()
        now = seconds * 1000 + micros // 1000
        pipeline = self.client.pipeline(transaction=False)
        for bucket in range(BUCKETS):
            pipeline.zrangebyscore(f"{_tag(bucket)}:due", "-inf", now, start=0, num=100)
        for games in pipeline.execute():
            yield from games

    def claim(self, game_id: str) -> tuple[int, int] | None:
        """Take charge of an overdue turn: its version and the attempts made before; None if it is not overdue or being searched."""
        answer = self._claim(keys=[_key("game", game_id), _due_key(game_id), _key("search", game_id)], args=[game_id, RETRY_MS])
        return (int(answer[0]), int(answer[1])) if answer else None

    def count_attempt(self, game_id: str) -> int:
        """Count one more attempt at the present turn and return how many there were."""
        return int(self.client.hincrby(_key("game", game_id), "attempts", 1))

    def lease(self, game_id: str, token: str) -> bool:
        """Try to become the one search of this game."""
        return bool(self.client.set(_key("search", game_id), token, nx=True, px=LEASE_MS))

    def renew(self, game_id: str, token: str) -> bool:
        """Keep the lease; False if it was lost."""
        keys = [_key("search", game_id), _due_key(game_id)]
        return bool(self._renew(keys=keys, args=[token, LEASE_MS, game_id, LEASE_MS + OVERDUE_MS]))

    def release(self, game_id: str, token: str) -> None:
        """Give the lease back."""
        self._release(keys=[_key("search", game_id)], args=[token])

    # -- tickets

    def keep_ticket(self, game_id: str, digest: str, role: str, life_s: int) -> None:
        """Keep who stands behind a ticket until it is used, or its time is over."""
        self.client.set(f"{_key('ticket', game_id)}:{digest}", role, ex=life_s)

    def take_ticket(self, game_id: str, digest: str) -> str | None:
        """The role behind a ticket, told once; None if it is not known, used, or too old."""
        role: str | None = self.client.getdel(f"{_key('ticket', game_id)}:{digest}")
        return role

    # -- webhooks

    def keep_webhook(self, game_id: str, webhook_id: str, document: str) -> None:
        """Keep a webhook as long as its game."""
        self._keep_field(_key("webhooks", game_id), webhook_id, document, max(1, self.client.ttl(_key("game", game_id))))

    def keep_key_webhook(self, key_id: str, webhook_id: str, document: str) -> None:
        """Keep a webhook of an API key, until it is dropped."""
        self.client.hset(_key("webhooks", key_id), webhook_id, document)
        self._mark_watched(key_id)

    def webhooks(self, owner: str) -> dict[str, str]:
        """The webhooks of a game or an API key by id."""
        found: dict[str, str] = self.client.hgetall(_key("webhooks", owner))
        return found

    def drop_webhook(self, owner: str, webhook_id: str) -> None:
        """Forget a webhook of a game or an API key."""
        self.client.hdel(_key("webhooks", owner), webhook_id)
        self.client.hdel(_key("told", owner), webhook_id)
        self._mark_watched(owner)

    def _mark_watched(self, key_id: str) -> None:
        """Let every bucket know whether the key has webhooks; again, if that has changed meanwhile."""
        is_watched = None
        while is_watched != (is_watched := bool(self.client.exists(_key("webhooks", key_id)))):
            pipeline = self.client.pipeline(transaction=False)
            for bucket in range(BUCKETS):
                (pipeline.sadd if is_watched else pipeline.srem)(f"{_tag(bucket)}:watched", key_id)
            pipeline.execute()

    def told(self, owner: str) -> dict[str, str]:
        """How far the webhooks of a game were told, or how those of an API key do, by id."""
        found: dict[str, str] = self.client.hgetall(_key("told", owner))
        return found

    def note_told(self, owner: str, webhook_id: str, document: str) -> None:
        """Note how far a webhook was told, for as long as its game is kept at least."""
        life_s = max(self.lifetimes.active_s, self.lifetimes.finished_s, self.client.ttl(_key("game", owner)))
        self._keep_field(_key("told", owner), webhook_id, document, life_s)

    def _keep_field(self, key: str, name: str, value: str, life_s: int) -> None:
        pipeline = self.client.pipeline(transaction=True)  # so that no key is left without an end
        pipeline.hset(key, name, value)
        pipeline.expire(key, life_s)
        pipeline.execute()

    def claim_notices(self, again_ms: int) -> Iterator[str]:
        """Games whose webhooks are to be told now; each is given out again after ``again_ms`` unless it was settled."""
        now = now_ms()
        pipeline = self.client.pipeline(transaction=False)
        for bucket in range(BUCKETS):
            pipeline.zrangebyscore(f"{_tag(bucket)}:notices", "-inf", now, start=0, num=100)
        for games in pipeline.execute():
            for game_id in games:
                if self.client.zadd(_notices_key(game_id), {game_id: now + again_ms}, xx=True, gt=True, ch=True):
                    yield game_id

    def count_notices(self) -> int:
        """Games whose webhooks are to be told, now or when one of them is to be tried again."""
        pipeline = self.client.pipeline(transaction=False)
        for bucket in range(BUCKETS):
            pipeline.zcard(f"{_tag(bucket)}:notices")
        return sum(pipeline.execute())

    def settle_notices(self, game_id: str, version: int, next_ms: int | None) -> None:
        """Note that the webhooks were told of a version, and when one of them is to be tried again."""
        self._settle(keys=[_key("game", game_id), _notices_key(game_id)], args=[game_id, version, "" if next_ms is None else next_ms])

    def ping(self) -> None:
        """Raise RedisError unless Redis answers."""
        self.client.ping()


def not_found(game_id: str) -> Problem:
    """The one answer for games that do not exist, have expired, or are none of the caller's business."""
    return Problem("game/not_found", f"There is no game {game_id[:40]!r}, or it has expired, or it is private and you gave no token of it.")


def _canonical(value: Any) -> str:
    return json.dumps(value, separators=(",", ":"), sort_keys=True)


def _remembered(text: str) -> tuple[int, Any]:
    version, _, asked = text.partition("|")
    return int(version), json.loads(asked)
