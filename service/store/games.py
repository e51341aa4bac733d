"""Games in Redis: one Lua script for every change. ``keys`` lists the keys."""

import logging
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Final, NamedTuple

import redis
from msgspec import Struct, msgpack

from service.model.game import OPEN, Game
from service.model.problem import Problem
from service.model.revision import START, means, version_of, word_of
from service.model.timestamps import now_ms, parse_time_ms, time_text
from service.model.tokens import game_not_found
from service.store.connection import CHANNEL
from service.store.due import due, each_on_its_own, set_aside_in
from service.store.history import (
    AS_BYTES,
    EVENTS_PAGE,
    CarriedOut,
    Commit,
    History,
    RecordedMove,
    Request,
    dump_entry,
    is_move,
    load_entry,
    moves_of,
    next_commit,
)
from service.store.keys import OF_A_GAME, index, key, load_script
from service.store.packing import deflate, pack, unpack
from service.store.public_list import Listing
from service.store.replicas import NO_REPLICAS, Replicas
from service.store.scripts import script
from service.store.turns import OVERDUE_MS
from service.telemetry import metrics

log = logging.getLogger(__name__)

TELL_MS: Final = 1000
"""If the bots of a game have not got a change after this time, another process sends it."""
LIST_MS: Final = 1000
"""On a cluster, a game that is not in its list after this time is added by another process."""
PACK_AFTER_MS: Final = 10_000
"""The history of a game is packed this long after its end, when its players have read it."""
_OF_A_COMMIT: Final = ("watched", "untold", "ended", "unpacked")
"""Indexes among the keys of the script, in its order."""


REVISION: Final = ("version", "revision")
"""Fields of a stored game that make up its revision."""
_STORED: Final = (*REVISION, "game")


class _Facts(Struct, kw_only=True, omit_defaults=True):
    """What the script of a commit has to know besides: ``lua/commit.lua`` says what each is."""

    lifetime_s: int
    due_ms: int | None = None
    searching: bool
    key: str
    tell_ms: int | None = None
    pack_ms: int | None = None
    member: str
    enters: int
    list_ms: int | None = None
    word: str
    channel: str


def stored_revision(version: str | None, revision: str | None) -> str:
    """The revision of a stored game from its fields; ``START`` without them. Processes of an earlier version set the
    version alone.
    """
    if revision is None or revision.partition("-")[0] != version:
        return version or START
    return revision


@dataclass(frozen=True)
class Lifetimes:
    """How many seconds a game is kept, by status."""

    open_s: int
    active_s: int
    finished_s: int

    def of(self, game: Game) -> int:
        """Seconds that the game is kept from now on; a running game is kept longer than its time limit."""
        if game.status == OPEN:
            return self.open_s
        if game.is_over:
            return self.finished_s
        return max(game.settings.expire_after_s or self.active_s, 2 * (game.settings.time_limit_s or 0))

    def start(self, game: Game, now: int) -> None:
        """Set in the game how long it is kept from now on."""
        game.lifetime_s = self.of(game)
        game.expires_at = time_text(now + 1000 * game.lifetime_s)


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
    version, revision, document = answer
    if version is None or document is None:
        return None
    return Stored(stored_revision(version.decode(), None if revision is None else revision.decode()), document)


class GameStore:
    """Games, their history, and the requests that were carried out."""

    def __init__(self, client: "redis.Redis", lifetimes: Lifetimes, replicas: Replicas = NO_REPLICAS) -> None:
        self._client: Any = client  # answers are text (decode_responses), which the library's types do not express
        self._on_cluster = isinstance(client, redis.RedisCluster)
        self._lifetimes = lifetimes
        self._replicas = replicas
        self._ask = partial(replicas.ask, self._client)
        self._commit = replicas.script(client, load_script("commit"))
        self._pack, self._keep_analysis, self._settle = (
            script(client, name) for name in ("pack", "keep_analysis", "settle")
        )

    def stored(self, game_id: str) -> Stored:
        """The game as it is stored; raises Problem ``game/not_found``."""
        stored = _stored(self._ask("HMGET", key("game", game_id), *_STORED, **AS_BYTES))
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
            pipeline.execute_command("HMGET", key("game", game_id), *_STORED, **AS_BYTES)
        return [_readable(answer) for answer in self._replicas.execute(pipeline)]

    def version(self, game_id: str) -> int:
        """The game's current version, 0 if the game does not exist."""
        return version_of(self.revision(game_id))

    def revision(self, game_id: str) -> str:
        """The game's current revision, ``START`` if the game does not exist."""
        return stored_revision(*self._client.hmget(key("game", game_id), *REVISION))

    def commit(self, game: Game, request: Request) -> Commit:
        """Write ``game`` with its new events as the version after the revision it was loaded with; version 0 creates
        it.

        The lists of public games follow.

        Raises Overtaken if the stored game has another revision, AlreadyCarriedOut if the request id is known, and
        Problem ``game/not_found`` if the game has expired.
        """
        now = now_ms()
        self._lifetimes.start(game, now)
        commit, again_ms, listing = next_commit(game, now), look_again_ms(game, now), Listing.of(game)
        own = [key(kind, game.id) for kind in ("game", "commits", "requests")]
        indexes = [index("due", game.id), key("search", game.id), key("webhooks", game.id), index("notices", game.id)]
        indexes += [index(kind, game.id) for kind in _OF_A_COMMIT]
        lists = [] if self._on_cluster else listing.names  # on a cluster, they are on other nodes
        document = (pack if game.is_over else deflate)(game.dump())
        facts = _Facts(
            lifetime_s=game.lifetime_s,
            due_ms=again_ms,
            searching=game.ai is not None,
            channel=CHANNEL,
            key=game.key_id or "",
            tell_ms=TELL_MS if game.bots_to_tell else None,
            pack_ms=PACK_AFTER_MS if game.is_over else None,
            member=listing.member,
            enters=len(listing.enters),
            list_ms=LIST_MS if self._on_cluster and listing.names else None,
            word=commit.word,
        )
        result, *_ = self._commit(
            keys=[*own, *indexes, key("events", game.id), index("unlisted", game.id), *lists],
            args=[
                game.id,
                game.revision,
                request.id,
                dump_entry(commit, request.id, request.payload),
                document,
                msgpack.encode(facts),
            ],
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

    def list_due(self) -> None:
        """List the games of a cluster that another process has stored and not listed."""
        if self._on_cluster:
            unlisted = (game_id for game_id, _ in due(self._client, "unlisted"))
            each_on_its_own("unlisted", unlisted, self._list_now, set_aside_in(self._client, "unlisted"))

    def _list_now(self, game_id: str) -> None:
        try:
            game = self.load(game_id)
            self._list(game, Listing.now(game))
        except Problem:  # expired
            self._client.zrem(index("unlisted", game_id), game_id)

    def _list(self, game: Game, listing: Listing) -> None:
        """Note the status of a game in the lists of a cluster. Never fails: the sweeper repeats what is lost."""
        try:
            pipeline = self._client.pipeline(transaction=False)
            for name in listing.enters:
                pipeline.zadd(name, {listing.member: 0})
            for name in listing.leaves:
                pipeline.zrem(name, listing.member)
            pipeline.execute()
            self._settle(keys=[key("game", game.id), index("unlisted", game.id)], args=[game.id, game.revision, ""])
        except redis.RedisError as error:
            log.warning("game not listed: %s", type(error).__name__, extra={"game_id": game.id})

    def request(self, game_id: str, request_id: str) -> CarriedOut | None:
        """The request with this id, if it was carried out."""
        version = self._ask("HGET", key("requests", game_id), request_id)
        return None if version is None and not is_move(request_id) else self._history(game_id).requests.get(request_id)

    def events_after(self, game_id: str, version: int, limit: int = EVENTS_PAGE) -> list[Commit]:
        """Up to ``limit`` commits after ``version``, oldest first."""
        pipeline = self._client.pipeline(transaction=False)
        pipeline.execute_command("LRANGE", key("commits", game_id), version, version + limit - 1, **AS_BYTES)
        pipeline.exists(key("events", game_id))
        pipeline.hexists(key("game", game_id), "history")
        entries, *others = self._replicas.execute(pipeline)
        commits = [load_entry(entry)[0] for entry in entries]
        # A list that is not the whole history begins later, so that its commits are not at these places.
        is_whole = commits[0].version == version + 1 if commits else not any(others)
        return commits if is_whole else self._history(game_id).after(version, limit)

    def recorded_moves(self, game_id: str, version: int) -> list[RecordedMove]:
        """All moves up to ``version``, in order."""
        return moves_of(self._history(game_id).requests, version)

    def _history(self, game_id: str) -> History:
        pipeline = self._client.pipeline(transaction=False)
        History.ask(pipeline, game_id)
        return History.read(self._replicas.execute(pipeline))

    def analysis(self, game_id: str, seat: int) -> bytes | None:
        """The analysis of a seat that is kept with a game; None without one."""
        packed = self._client.execute_command("HGET", key("game", game_id), f"analysis:{seat}", **AS_BYTES)
        return None if packed is None else unpack(packed)

    def keep_analysis(self, game_id: str, seat: int, analysis: bytes) -> bool:
        """Keep it for as long as the game; False if the game does not exist any more."""
        return bool(self._keep_analysis(keys=[key("game", game_id)], args=[seat, pack(analysis)]))

    def pack(self, game_id: str) -> bool:
        """Store the history of a game that is over in a tenth of the space; False if the game has changed meanwhile or
        expired.
        """
        pipeline = self._client.pipeline(transaction=False)  # the script notices what has changed between these
        pipeline.hmget(key("game", game_id), *REVISION)
        History.ask(pipeline, game_id)
        found, *answers = pipeline.execute()
        if (revision := stored_revision(*found)) == START:
            self._client.zrem(index("unpacked", game_id), game_id)
            return False
        history = History.read(answers)
        keys = [
            *(key(kind, game_id) for kind in ("game", "commits", "requests")),
            index("unpacked", game_id),
            key("events", game_id),
        ]
        return bool(
            self._pack(
                keys=keys,
                args=[game_id, revision, history.unpacked, history.dump(), *filter(is_move, history.requests)],
            )
        )

    def ids(self) -> Iterator[str]:
        """Ids of all games, each at least once, unordered."""
        for name in self._client.scan_iter("*:game:*", count=1000):
            yield name.rpartition(":")[2]

    def delete(self, game_id: str) -> None:
        """Delete a game and everything kept with it."""
        self._client.delete(*(key(kind, game_id) for kind in OF_A_GAME))
        for kind in ("due", "untold", "ended", "unpacked", "unlisted"):
            self._client.zrem(index(kind, game_id), game_id)


def _readable(answer: Sequence[bytes | None]) -> Game | None:
    try:
        stored = _stored(answer)
        return None if stored is None else stored.game()
    except Exception as error:
        log.warning("a game cannot be read: %s", type(error).__name__)
        return None


def history(games: GameStore, game_id: str, version: int) -> Iterator[Commit]:
    """All commits up to ``version``, oldest first."""
    last = 0
    while page := games.events_after(game_id, last):
        yield from (commit for commit in page if commit.version <= version)
        last = page[-1].version


def commits_after(games: GameStore, game_id: str, place: str, limit: int = EVENTS_PAGE) -> list[Commit] | None:
    """Up to ``limit`` commits after the one at a place, oldest first; None if the game has no such commit, or no
    longer.

    A place is a revision, or the version alone, which is believed. One read: it begins with the commit at the place.
    """
    version, word = version_of(place), word_of(place)
    if not word:
        return games.events_after(game_id, version, limit)
    commits = games.events_after(game_id, max(version - 1, 0), limit + 1)
    return commits[1:] if commits and means(place, commits[0].revision) else None


def look_again_ms(game: Game, now: int) -> int | None:
    """Milliseconds until the game is due: at a computer's turn, when a time limit or another wait ends; or None."""
    waits = [OVERDUE_MS] if game.ai else []
    if game.deadline is not None:
        waits.append(max(0, parse_time_ms(game.deadline) - now))
    if game.seeds_due is not None:
        waits.append(max(0, parse_time_ms(game.seeds_due) - now))
    if game.fallback is not None:
        waits.append(max(0, parse_time_ms(game.fallback["at"]) - now))
    waits += [max(0, parse_time_ms(until) - now) for until in game.invitation_ends]
    return min(waits, default=None)
