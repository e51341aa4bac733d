"""Games in Redis: one Lua script for every change. ``keys`` lists the keys."""

import logging
from collections.abc import Iterator, Sequence
from typing import Any, Final, NamedTuple

import redis
from msgspec import msgpack

from service.config import Settings
from service.model.game import OPEN, Game
from service.model.revision import START, make_word, means, version_of, word_of
from service.model.timestamps import now_ms, parse_time_ms, time_text
from service.model.tokens import game_not_found
from service.store.agenda import BOTS, LIST, OF_GAMES, PACK, TURN, Agenda
from service.store.connection import CHANNEL
from service.store.history import (
    AS_BYTES,
    EVENTS_PAGE,
    CarriedOut,
    Commit,
    History,
    Request,
    dump_entry,
    is_move,
    load_entry,
)
from service.store.keys import OF_A_GAME, index, key
from service.store.packing import deflate, pack, unpack
from service.store.public_list import Listing, change, changed_listing, listing_of
from service.store.replicas import Replicas
from service.store.scripts import script, script_text
from service.telemetry import metrics

log = logging.getLogger(__name__)

OVERDUE_MS: Final = 1000
"""A computer turn that no worker has begun after this time is overdue: its wake-up call may be lost."""
NOTIFY_MS: Final = 1000
"""If the bots of a game have not got a change after this time, another process sends it."""
LIST_MS: Final = 1000
"""On a cluster, a game that is not in its list after this time is added by another process."""
PACK_AFTER_MS: Final = 10_000
"""The history of a game is packed this long after its end, when its players have read it."""
_FIELDS: Final = ("revision", "game")
"""Of a stored game: what it is loaded from."""


class Overtaken(Exception):
    """The game has changed since it was loaded: nothing was written."""


class AlreadyCarriedOut(Exception):
    """The request was carried out before: nothing was written."""

    def __init__(self, before: CarriedOut) -> None:
        super().__init__(f"carried out at version {before.version}")
        self.before = before


class Stored(NamedTuple):
    """A game as it is stored."""

    revision: str
    document: bytes
    """As JSON, in one of the forms of ``packing``."""

    @property
    def version(self) -> int:
        """The game's version."""
        return version_of(self.revision)

    def json(self) -> bytes:
        """The document as JSON."""
        return unpack(self.document)

    def game(self) -> Game:
        """The game, a new one at every call; raises ValueError for a format that this service cannot read."""
        game = Game.load(self.json(), self.version, word_of(self.revision))
        game.document = self.document
        return game


def _stored(answer: Sequence[bytes | None]) -> Stored | None:
    revision, document = answer
    return None if revision is None or document is None else Stored(revision.decode(), document)


class GameStore:
    """Games, their history, and the requests that were carried out."""

    def __init__(self, client: "redis.Redis", agenda: Agenda, settings: Settings, replicas: Replicas) -> None:
        self._client: Any = client  # answers are text (decode_responses), which the library's types do not express
        self._agenda = agenda
        self._on_cluster = isinstance(client, redis.RedisCluster)
        self._settings = settings
        self._replicas = replicas
        self._commit = replicas.script(script_text("commit"))
        self._pack, self._if_there = script(client, "pack"), script(client, "if_there")

    def stored(self, game_id: str) -> Stored:
        """The game as it is stored; raises Problem ``game/not_found``."""
        stored = _stored(self._replicas.ask("HMGET", key("game", game_id), *_FIELDS, **AS_BYTES))
        if stored is None:
            raise game_not_found(game_id)
        return stored

    def load(self, game_id: str) -> Game:
        """Return the game; raises Problem ``game/not_found``."""
        return self.stored(game_id).game()

    def load_each(self, game_ids: Sequence[str]) -> list[Game | None]:
        """The games in this order; None for one that does not exist or cannot be read."""
        if not game_ids:
            return []
        pipeline = self._client.pipeline(transaction=False)
        for game_id in game_ids:
            pipeline.execute_command("HMGET", key("game", game_id), *_FIELDS, **AS_BYTES)
        return [_readable(answer) for answer in self._replicas.execute(pipeline)]

    def revision(self, game_id: str) -> str:
        """The game's current revision, ``START`` if the game does not exist."""
        return str(self._client.hget(key("game", game_id), "revision") or START)

    def commit(self, game: Game, request: Request) -> Commit:
        """Write ``game`` with its new events as the version after the revision it was loaded with; version 0 creates
        it.

        The lists of public games follow.

        Raises Overtaken if the stored game has another revision, AlreadyCarriedOut if the request id is known, and
        Problem ``game/not_found`` if the game has expired.
        """
        now = now_ms()
        game.lifetime_s = _lifetime_s(self._settings, game)
        game.expires_at = time_text(now + 1000 * game.lifetime_s)
        commit = Commit(game.version + 1, now, game.events, game.changed_view_state(), make_word())
        listing = changed_listing(game, commit.view_state)
        due = due_of(game, now) | ({LIST: LIST_MS} if self._on_cluster and listing.names else {})
        facts = {
            "revision": game.revision,
            "version": commit.version,
            "word": commit.word,
            "request": request.id,
            "lifetime_s": game.lifetime_s,
            "is_over": game.is_over,
            "due": due,
            "key": game.key_id or "",
            "member": listing.member,
            "enters": len(listing.enters),
            "channel": CHANNEL,
        }
        document = (pack if game.is_over else deflate)(game.dump())
        lists = [] if self._on_cluster else listing.names  # on a cluster, they are on other nodes
        result = self._commit(
            keys=[key("game", game.id), *lists],
            args=[document, dump_entry(commit, request.id, request.payload), msgpack.encode(facts)],
        )
        if result == "already":
            before = self.request(game.id, request.id)
            if before is None:  # expired since
                raise game_not_found(game.id)
            metrics.COMMITS.labels("replayed" if before.payload == request.payload else "conflict").inc()
            raise AlreadyCarriedOut(before)
        metrics.COMMITS.labels(result).inc()
        if result == "stale":
            raise Overtaken
        if result == "gone":
            raise game_not_found(game.id)
        game.mark_committed(commit.version, commit.word, commit.view_state, document)
        if self._on_cluster and listing.names:
            self._list(game, listing)
        return commit

    def list_again(self, game_id: str) -> None:
        """List a game of a cluster that another process has stored and not listed."""
        game = self.load(game_id)
        self._list(game, listing_of(game))

    def _list(self, game: Game, listing: Listing) -> None:
        """Note the status of a game in the lists of a cluster. Never fails: the sweeper repeats what is lost."""
        try:
            change(self._client, listing)
            self._agenda.done(LIST, game.id, game.revision)
        except redis.RedisError as error:
            log.warning("game not listed: %s", type(error).__name__, extra={"game_id": game.id})

    def request(self, game_id: str, request_id: str) -> CarriedOut | None:
        """The request with this id, if it was carried out."""
        version = self._replicas.ask("HGET", key("requests", game_id), request_id)
        return None if version is None and not is_move(request_id) else self.history(game_id).request(request_id)

    def attempts(self, game_id: str) -> int:
        """How often the sweeper has called a worker for the current turn."""
        return int(self._client.hget(key("game", game_id), "attempts") or 0)

    def count_attempt(self, game_id: str) -> int:
        """Count one more of these attempts and return their number; 0 if the game is gone."""
        return int(self._if_there(keys=[key("game", game_id)], args=["HINCRBY", "attempts", 1]) or 0)

    def events_after(self, game_id: str, version: int, limit: int = EVENTS_PAGE) -> list[Commit]:
        """Up to ``limit`` commits after ``version``, oldest first."""
        pipeline = self._client.pipeline(transaction=False)
        pipeline.execute_command("LRANGE", key("commits", game_id), version, version + limit - 1, **AS_BYTES)
        pipeline.hexists(key("game", game_id), "history")
        entries, is_packed = self._replicas.execute(pipeline)
        if is_packed:  # the list has only what was committed since
            return self.history(game_id).after(version, limit)
        return [load_entry(entry)[0] for entry in entries]

    def commits_after(self, game_id: str, place: str, limit: int = EVENTS_PAGE) -> list[Commit] | None:
        """Up to ``limit`` commits after the one at a place, oldest first; None if the game has no such commit, or no
        longer.

        A place is a revision, or the version alone, which is believed. One read: it begins with the commit at the
        place.
        """
        version, word = version_of(place), word_of(place)
        if not word:
            return self.events_after(game_id, version, limit)
        commits = self.events_after(game_id, max(version - 1, 0), limit + 1)
        return commits[1:] if commits and means(place, commits[0].revision) else None

    def history(self, game_id: str) -> History:
        """All commits and requests of the game, read at once."""
        pipeline = self._client.pipeline(transaction=False)
        History.ask(pipeline, game_id)
        return History.read(self._replicas.execute(pipeline))

    def analysis(self, game_id: str, seat: int) -> bytes | None:
        """The analysis of a seat that is kept with a game; None without one."""
        packed = self._client.execute_command("HGET", key("game", game_id), f"analysis:{seat}", **AS_BYTES)
        return None if packed is None else unpack(packed)

    def keep_analysis(self, game_id: str, seat: int, analysis: bytes) -> bool:
        """Keep it for as long as the game; False if the game does not exist any more."""
        args = ["HSET", f"analysis:{seat}", pack(analysis)]
        return self._if_there(keys=[key("game", game_id)], args=args) is not None

    def pack(self, game_id: str) -> bool:
        """Store the history of a game that is over in a tenth of the space; False if the game has changed meanwhile or
        expired.
        """
        pipeline = self._client.pipeline(transaction=False)  # the script notices what has changed between these
        pipeline.hget(key("game", game_id), "revision")
        History.ask(pipeline, game_id)
        revision, *answers = pipeline.execute()
        if revision is None:
            raise game_not_found(game_id)
        history = History.read(answers)
        moves = filter(is_move, history.made)
        return bool(self._pack(keys=[key("game", game_id)], args=[revision, history.listed, history.dump(), *moves]))

    def ids(self) -> Iterator[str]:
        """Ids of all games, each at least once, unordered."""
        for name in self._client.scan_iter("*:game:*", count=1000):
            yield name.rpartition(":")[2]

    def delete(self, game_id: str) -> None:
        """Delete a game and everything kept with it."""
        self._client.delete(*(key(kind, game_id) for kind in OF_A_GAME))
        self._client.zrem(index("ended", game_id), game_id)
        for kind in OF_GAMES:
            self._agenda.remove(kind, game_id)


def _readable(answer: Sequence[bytes | None]) -> Game | None:
    try:
        stored = _stored(answer)
        return None if stored is None else stored.game()
    except Exception as error:
        log.warning("a game cannot be read: %s", type(error).__name__)
        return None


def due_of(game: Game, now: int) -> dict[str, int]:
    """In how many ms a game is due after a commit, by kind of the agenda."""
    due = {}
    if (again_ms := look_again_ms(game, now)) is not None:
        due[TURN] = again_ms
    if game.has_bots:
        due[BOTS] = NOTIFY_MS
    if game.is_over:
        due[PACK] = PACK_AFTER_MS
    return due


def look_again_ms(game: Game, now: int) -> int | None:
    """Milliseconds until the game is due: at a computer's turn, when a time limit or another wait ends; or None."""
    fallback = game.fallback["at"] if game.fallback else None
    ends = [game.deadline, game.seeds_due, fallback, *game.invitation_ends]
    waits = [max(0, parse_time_ms(end) - now) for end in ends if end is not None]
    return min([OVERDUE_MS, *waits] if game.ai else waits, default=None)


def _lifetime_s(settings: Settings, game: Game) -> int:
    """Seconds that a game is kept from now on; a running game is kept longer than its time limit."""
    if game.status == OPEN:
        return settings.open_ttl_s
    if game.is_over:
        return settings.finished_ttl_s
    return max(game.settings.expire_after_s or settings.active_ttl_s, 2 * (game.settings.time_limit_s or 0))
