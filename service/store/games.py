"""Games in Redis: one Lua script for every change. ``keys`` lists the keys.

- a hash of each game, ``revision``, ``game`` (its document), ``attempts``, and when it is over ``history``
- a list of its commits in MessagePack, oldest first, each with what its request was about
- a hash of its requests: the field is the id of a request, the value the version that it made

When a game is over, its commits and requests are packed into ``history``; the hash keeps those that are not moves,
which may be sent again. Later commits begin a new list.

The document of a running game is compressed with zstd, that of a game that is over and its history are packed.
Compressing costs a fiftieth of a move and leaves a fifth of the document, thanks to a dictionary of what all documents
have in common. Packed data is read rarely and no longer changes: LZMA needs two thirds of zlib's space for it. The
first byte identifies the form: JSON never begins with that of LZMA's header with these filters, of zstd or of zlib.
docs/adr/0088-documents-by-zstd.md has the figures.
"""

import logging
import lzma
import sys
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, Final, NamedTuple, Self

import msgspec
import redis
from msgspec import Struct, msgpack
from redis.client import NEVER_DECODE

from service.config import Settings
from service.model.earlier import in_todays_form
from service.model.events import as_event
from service.model.game import (
    OPEN,
    START,
    VIEW_STATE,
    Game,
    GameSettings,
    make_word,
    means,
    revision_text,
    version_of,
    word_of,
)
from service.model.timestamps import away_ms, left_ms, now_ms, parse_time_ms, time_text
from service.model.tokens import game_not_found
from service.process import telemetry
from service.store import public_list
from service.store.agenda import BOTS, LIST, OVERDUE_MS, PACK, PLAY, TURN, Agenda
from service.store.connection import CHANNEL, Replicas
from service.store.keys import ENDED, IDLE, key, of_each, script, script_text
from service.store.readable import GAME, if_readable, read

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

# -- compression

_FILTERS: Final = [{"id": lzma.FILTER_LZMA1, "preset": 9, "dict_size": 1 << 16, "lc": 3, "lp": 0, "pb": 0}]
"""For text of up to some 64 KiB; the dictionary of the preset would take a thousand times the memory."""
_LZMA: Final = b"\x03"
_ZSTD: Final = b"\x28"
_DICTIONARY: Final = zstd.ZstdDict(files("service.store").joinpath("documents.zdict").read_bytes())
"""What a document may be abbreviated with, made by ``tests/upgrade/documents.py``. Never change it: stored games could
not be read any more. A better one is added as a second one: what is compressed names its dictionary.
"""
_compressor: Final = zstd.ZstdCompressor(level=1, zstd_dict=_DICTIONARY)
_ZLIB: Final = b"\x78"
_DICTIONARY_OF_ZLIB: Final = files("service.store").joinpath("documents.zlib").read_bytes()
"""The same for documents of earlier releases, which were deflated."""


def compress(document: bytes) -> bytes:
    """The document of a running game, compressed fast."""
    return _compressor.compress(document, _compressor.FLUSH_FRAME)


def pack(data: bytes) -> bytes:
    """The data, compressed as far as possible."""
    return lzma.compress(data, lzma.FORMAT_ALONE, filters=_FILTERS)


def unpack(data: bytes) -> bytes:
    """The inverse of ``pack`` and ``compress``; returns data in neither form unchanged."""
    if data.startswith(_ZSTD):
        return zstd.ZstdDecompressor(_DICTIONARY).decompress(data)
    if data.startswith(_ZLIB):
        return zlib.decompressobj(zdict=_DICTIONARY_OF_ZLIB).decompress(data)
    return lzma.decompress(data, lzma.FORMAT_ALONE) if data.startswith(_LZMA) else data


# -- commits and requests

EVENTS_PAGE: Final = 500
AS_BYTES: Final[dict[str, Any]] = {NEVER_DECODE: True}
"""Option of a command whose reply is not text."""

_AI: Final = ("seat", "level", "since")
"""Names that are stored as their indexes here, as those of the view state are as their indexes in ``VIEW_STATE``."""
_TIMES: Final = ("asked_at", "deadline")
_TIME_BYTES: Final = 6


class Request(Struct, frozen=True):
    """Identifies a change, so that it is carried out once, however often it is sent."""

    id: str
    payload: Any = None


class CarriedOut(Struct, frozen=True):
    """A request that was carried out: the version that it created, and its payload."""

    version: int
    payload: Any


class Commit(Struct, frozen=True):
    """A stored commit."""

    version: int
    at_ms: int
    events: list[Any]
    view_state: dict[str, Any]
    """The changed part of the view state."""
    word: str = ""
    """Made with the commit."""
    needs_call: bool = True
    """Whether a worker has to be called if a computer is to move: otherwise one claims the turn anyway."""

    @property
    def revision(self) -> str:
        """Its identity (``model.revision``)."""
        return revision_text(self.version, self.word)


@dataclass(frozen=True)
class RecordedMove:
    """A move that was played."""

    version: int
    ply: int
    seat: int
    move: dict[str, Any]


def is_move(request_id: str) -> bool:
    """True if a request is a move, ``<ply>:<seat>``. The others may be sent again when the game is over."""
    return request_id.partition(":")[0].isdigit()


# -- entries of the list


def dump_entry(commit: Commit, request_id: str, payload: Any) -> bytes:
    """A commit as an entry of the list: its time in 6 bytes and, in MessagePack, version, events, view state, payload
    and word.
    """
    content = (
        commit.version,
        commit.events,
        _dump_view_state(commit),
        payload["move"] if is_move(request_id) else payload,
        commit.word,
    )
    return commit.at_ms.to_bytes(_TIME_BYTES, "big") + msgspec.msgpack.encode(content)


def read_entry(game_id: str, entry: bytes) -> tuple[Commit, Any]:
    """The inverse of ``dump_entry``: the commit, and the payload, or the move itself if the request is one; raises
    Unreadable.
    """

    def load() -> tuple[Commit, Any]:
        at_ms = int.from_bytes(entry[:_TIME_BYTES], "big")
        version, events, view_state, payload, word = msgspec.msgpack.decode(memoryview(entry)[_TIME_BYTES:])
        return Commit(version, at_ms, list(map(as_event, events)), _load_view_state(view_state, at_ms), word), payload

    return read(GAME, game_id, load)


def with_word(game_id: str, entry: bytes, word: str) -> bytes:
    """The entry of a commit under another word. Raises Unreadable if it cannot be read."""
    *content, _ = read(GAME, game_id, lambda: msgspec.msgpack.decode(memoryview(entry)[_TIME_BYTES:]))
    return entry[:_TIME_BYTES] + msgspec.msgpack.encode([*content, word])


def _dump_view_state(commit: Commit) -> dict[int | str, Any]:
    """The view state with numbers for names, and with times as milliseconds after that of the commit: most are 0."""
    view_state = dict(commit.view_state)
    for name in _TIMES:
        if view_state.get(name) is not None:
            view_state[name] = parse_time_ms(view_state[name]) - commit.at_ms
    ai = view_state.get("ai")
    if ai is not None:
        view_state["ai"] = _numbered(ai | {"since": parse_time_ms(ai["since"]) - commit.at_ms}, _AI)
    return _numbered(view_state, VIEW_STATE)


def _load_view_state(stored: dict[int | str, Any], at_ms: int) -> dict[str, Any]:
    view_state = _named(stored, VIEW_STATE)
    for name in _TIMES:
        if view_state.get(name) is not None:
            view_state[name] = time_text(at_ms + view_state[name])
    if view_state.get("ai") is not None:
        view_state["ai"] = _named(view_state["ai"], _AI)
        view_state["ai"]["since"] = time_text(at_ms + view_state["ai"]["since"])
    return in_todays_form(view_state)


def _numbered(values: Mapping[str, Any], names: Sequence[str]) -> dict[int | str, Any]:
    return {names.index(name) if name in names else name: value for name, value in values.items()}


def _named(values: Mapping[int | str, Any], names: Sequence[str]) -> dict[str, Any]:
    return {names[name] if isinstance(name, int) else name: value for name, value in values.items()}


# -- the whole history


@dataclass(frozen=True)
class History:
    """All commits and requests of a game."""

    game_id: str
    entries: list[bytes]
    """The commits as they are stored, oldest first."""
    made: dict[str, int]
    """The version that each request has made."""
    listed: int = 0
    """Number of commits in the list; earlier ones are packed."""

    @classmethod
    def read(cls, game_id: str, replies: Sequence[Any]) -> Self:
        """The history from the list of commits, the requests and the packed history; its methods also raise
        Unreadable.
        """
        listed, made, packed = replies
        before, made_before = read(GAME, game_id, lambda: msgpack.decode(unpack(packed))) if packed else ([], {})
        if listed:  # what was packed between the replies is in both
            del before[read_entry(game_id, listed[0])[0].version - 1 :]
        now = {request_id: int(version) for request_id, version in made.items()}
        return cls(game_id, before + listed, made_before | now, len(listed))

    def dump(self) -> bytes:
        """The history, packed."""
        return pack(msgspec.msgpack.encode((self.entries, self.made)))

    def after(self, version: int, limit: int) -> list[Commit]:
        """Up to ``limit`` commits after ``version``, oldest first."""
        return [read_entry(self.game_id, entry)[0] for entry in self.entries[version : version + limit]]

    def request(self, request_id: str) -> CarriedOut | None:
        """The request with this id, if it was carried out."""
        version = self.made.get(request_id)
        if version is None:
            return None
        payload = read_entry(self.game_id, self.entries[version - 1])[1]
        return CarriedOut(version, {"move": payload} if is_move(request_id) else payload)

    def moves(self, version: int) -> list[RecordedMove]:
        """The moves up to ``version``, in order. Their requests are ``<ply>:<seat>``."""
        found = []
        for request_id, made in self.made.items():
            if is_move(request_id) and made <= version:
                ply, _, seat = request_id.partition(":")
                move = read_entry(self.game_id, self.entries[made - 1])[1]
                found.append(RecordedMove(made, int(ply), int(seat), move))
        return sorted(found, key=lambda move: move.version)


def dump_payload(payload: Any) -> str:
    """A request's payload as JSON text with sorted keys, so that equal payloads have equal texts."""
    return msgspec.json.encode(payload, order="sorted").decode()


log = logging.getLogger(__name__)

# -- the store

NOTIFY_MS: Final = 1000
"""If the bots of a game have not got a change after this time, another process sends it."""
LIST_MS: Final = 1000
"""On a cluster, a game that is not in its list after this time is added by another process."""
PACK_AFTER_MS: Final = 10_000
"""The history of a game is packed this long after its end, when its players have read it."""
KEPT_MS: Final = 30_000
"""The first commit of a game in each half minute sets its time to live, also for those that follow in it."""
_FIELDS: Final = ("revision", "game")
"""The fields of a stored game from which it is loaded."""


_committed: Final = cache(telemetry.COMMITS.labels)
"""The counter of commits with a result."""


class Overtaken(Exception):
    """The game has changed since it was loaded: nothing was written."""


class AlreadyCarriedOut(Exception):
    """The request was carried out before: nothing was written."""

    def __init__(self, before: CarriedOut) -> None:
        super().__init__(f"carried out at version {before.version}")
        self.before = before


class Stored(NamedTuple):
    """A stored game; by a release before there were revisions, without one."""

    revision: str
    document: bytes
    """As JSON, in one of the forms of ``compress`` and ``pack``."""

    def json(self) -> bytes:
        """The document as JSON."""
        return unpack(self.document)

    def game(self, game_id: str) -> Game:
        """The game with this id, a new one at every call; raises Unreadable."""
        game = read(GAME, game_id, lambda: Game.load(self.json(), self.revision))
        game.move_waits(away_ms())
        game.document = self.document
        return game


def _stored(reply: Sequence[bytes | None]) -> Stored | None:
    revision, document = reply
    if revision is None and document is None:
        return None
    return Stored((revision or b"").decode(errors="surrogateescape"), document or b"")


class GameStore:
    """Games, their history, and the requests that were carried out."""

    def __init__(self, client: "redis.Redis", agenda: Agenda, settings: Settings, replicas: Replicas) -> None:
        self._client: Any = client  # replies are text (decode_responses), which the library's types do not express
        self._agenda = agenda
        self._on_cluster = isinstance(client, redis.RedisCluster)
        self._settings = settings
        self._replicas = replicas
        self._commit = replicas.script(script_text("game_commit"))
        self._pack, self._if_there, self._delete = (
            script(client, name) for name in ("game_pack", "hash_change", "game_delete")
        )

    def stored(self, game_id: str) -> Stored:
        """The stored game; raises Problem ``game/not_found``."""
        self._agenda.look_if_needed()
        stored = _stored(self._replicas.ask("HMGET", key("game", game_id), *_FIELDS, **AS_BYTES))
        if stored is None:
            raise game_not_found(game_id)
        return stored

    def load(self, game_id: str) -> Game:
        """Return the game; raises Problem ``game/not_found``, and Unreadable."""
        return self.stored(game_id).game(game_id)

    def load_each(self, game_ids: Sequence[str]) -> list[Game | None]:
        """The games in this order; None for one that does not exist or cannot be read."""
        if not game_ids:
            return []
        self._agenda.look_if_needed()
        pipeline = self._client.pipeline(transaction=False)
        for game_id in game_ids:
            pipeline.execute_command("HMGET", key("game", game_id), *_FIELDS, **AS_BYTES)
        found = zip(game_ids, map(_stored, self._replicas.execute(pipeline)), strict=True)
        return [None if stored is None else if_readable(stored.game, game_id) for game_id, stored in found]

    def revision(self, game_id: str) -> str:
        """The game's current revision, ``START`` if the game does not exist."""
        return str(self._client.hget(key("game", game_id), "revision") or START)

    def revisions(self, game_ids: Sequence[str]) -> list[str]:
        """The same for several games, in one round trip."""
        names = [key("game", game_id) for game_id in game_ids]
        return [str(found or START) for found in of_each(self._client, "hget", names, "revision")]

    def commit(self, game: Game, request: Request) -> Commit:
        """Write ``game`` with its new events as the version after the revision it was loaded with; version 0 creates
        it.

        The lists of public games follow.

        Raises Overtaken if the stored game has another revision, AlreadyCarriedOut if the request id is known, and
        Problem ``game/not_found`` if the game has expired.
        """
        self._agenda.look_if_needed()
        if not game.version:
            game.away_ms = away_ms()
        elif game.away_ms != away_ms():  # its waits were moved since it was read
            raise Overtaken
        stood = IDLE if game.untouched else ""
        if game.untouched and is_move(request.id):
            game.untouched = not game.seats[int(request.id.partition(":")[2])].sends_moves
        now, life_s = now_ms(), lifetime_s(self._settings, game)
        is_kept = life_s == game.lifetime_s and not game.is_over and _period_of_last(game) == now // KEPT_MS
        game.lifetime_s = life_s
        game.expires_at = time_text(now + 1000 * game.lifetime_s)
        commit = Commit(game.version + 1, now, game.events, game.changed_view_state(), make_word())
        lists = public_list.sets_of(game) if "status" in commit.view_state else []
        due = due_of(game) | ({LIST: LIST_MS} if self._on_cluster and lists else {})
        facts = {
            "revision": game.revision,
            "version": commit.version,
            "word": commit.word,
            "request": request.id,
            "is_move": is_move(request.id),
            "stood": stood,
            "stands": stands(game),
            "agenda": self._agenda.set_of("", game.id),
            "awake": self._agenda.awake(game.id),
            "due": due,
            "key": game.key_id or "",
            "member": public_list.member_of(game) if lists else "",
            "channel": CHANNEL,
        }
        if not is_kept:
            facts["lifetime_s"] = life_s + KEPT_MS // 1000
        document = (pack if game.is_over else compress)(game.dump())
        result = self._commit(
            keys=[key("game", game.id), *([] if self._on_cluster else lists)],  # on a cluster, they are on other nodes
            args=[document, dump_entry(commit, request.id, request.payload), msgpack.encode(facts)],
        )
        if result == "already":
            before = self.request(game.id, request.id)
            if before is None:  # expired since
                raise game_not_found(game.id)
            telemetry.COMMITS.labels("replayed" if before.payload == request.payload else "conflict").inc()
            raise AlreadyCarriedOut(before)
        commit = msgspec.structs.replace(commit, needs_call=result != "awake")
        _committed("ok" if result == "awake" else result).inc()
        if result == "stale":
            raise Overtaken
        if result == "gone":
            raise game_not_found(game.id)
        game.mark_committed(commit.version, commit.word, commit.view_state, document)
        if self._on_cluster and lists:
            self.list_game(game)
        return commit

    def list_game(self, game: Game) -> None:
        """Update the status of a game in the lists of a cluster. Never fails: the sweeper repeats what is lost."""
        try:
            public_list.put(self._client, game)
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
        last = version + limit - 1
        entries = self._replicas.ask("LRANGE", key("commits", game_id), version, last, **AS_BYTES)
        commits = [read_entry(game_id, entry)[0] for entry in entries]
        if commits and commits[0].version == version + 1:
            return commits
        if self._client.hexists(key("game", game_id), "history"):  # the list has only the later commits
            return self.history(game_id).after(version, limit)
        return commits

    def commits_after(self, game_id: str, place: str, limit: int = EVENTS_PAGE) -> list[Commit] | None:
        """Up to ``limit`` commits after the one at a place, oldest first; None if the game has no such commit, or no
        longer.

        A place is a revision, or only the version, whose word is not checked. One read: it begins with the commit at
        the place.
        """
        version, word = version_of(place), word_of(place)
        if not word:
            return self.events_after(game_id, version, limit)
        commits = self.events_after(game_id, max(version - 1, 0), limit + 1)
        return commits[1:] if commits and means(place, commits[0].revision) else None

    def history(self, game_id: str) -> History:
        """All commits and requests of the game, read at once."""
        pipeline = self._client.pipeline(transaction=False)  # anything packed meanwhile is in a reply, in this order
        pipeline.execute_command("LRANGE", key("commits", game_id), 0, -1, **AS_BYTES)
        pipeline.hgetall(key("requests", game_id))
        pipeline.execute_command("HGET", key("game", game_id), "history", **AS_BYTES)
        return History.read(game_id, self._replicas.execute(pipeline))

    def analysis(self, game_id: str, seat: int) -> bytes | None:
        """The stored analysis of a seat; None without one."""
        packed = self._client.execute_command("HGET", key("game", game_id), f"analysis:{seat}", **AS_BYTES)
        return None if packed is None else unpack(packed)

    def keep_analysis(self, game_id: str, seat: int, analysis: bytes) -> bool:
        """Store it for as long as the game; False if the game no longer exists."""
        args = ["HSET", f"analysis:{seat}", pack(analysis)]
        return self._if_there(keys=[key("game", game_id)], args=args) is not None

    def pack(self, game_id: str) -> bool:
        """Store the history of a game that is over in a tenth of the space; False if the game has changed meanwhile or
        expired.
        """
        history = self.history(game_id)
        if not history.entries:
            raise game_not_found(game_id)
        last, moves = read_entry(game_id, history.entries[-1])[0], filter(is_move, history.made)
        args = [last.revision, history.listed, history.dump(), *moves]
        return bool(self._pack(keys=[key("game", game_id), self._agenda.set_of(PACK, game_id)], args=args))

    def delete(self, game_id: str, stands: str = "") -> bool:
        """Delete a game and everything stored with it; the agenda drops its entries when they are due. False if the
        game is no longer in this state, ``IDLE`` or ``ENDED``.
        """
        return bool(self._delete(keys=[key("game", game_id)], args=[stands]))


def stands(game: Game) -> str:
    """The state of a game that matters when room is needed; empty for one that is being played."""
    return ENDED if game.is_over else IDLE if game.untouched else ""


def due_of(game: Game) -> dict[str, int]:
    """In how many ms a game is due after a commit, by kind of the agenda."""
    due = {}
    if game.ai and game.has_people:
        due[PLAY] = 0
    if (again_ms := look_again_ms(game)) is not None:
        due[TURN] = again_ms
    if game.has_bots:
        due[BOTS] = NOTIFY_MS
    if game.is_over:
        due[PACK] = PACK_AFTER_MS
    return due


def _period_of_last(game: Game) -> int | None:
    """In which half minute the last commit was."""
    return None if game.expires_at is None else (parse_time_ms(game.expires_at) - 1000 * game.lifetime_s) // KEPT_MS


def look_again_ms(game: Game) -> int | None:
    """Milliseconds until the game is due: at a computer's turn, when a time limit or another wait ends; or None."""
    fallback = game.fallback["at"] if game.fallback else None
    ends = [game.deadline, game.seeds_due, fallback, *game.invitation_ends]
    waits = [max(0, left_ms(end)) for end in ends if end is not None]
    return min([OVERDUE_MS, *waits] if game.ai and not game.has_people else waits, default=None)


def lifetime_s(settings: Settings, game: Game) -> int:
    """Seconds that a game is kept from now on: longer than what ends in it."""
    if game.is_over:
        return settings.finished_ttl_s
    return max(settings.open_ttl_s, 2 * game.seeds_s) if game.status == OPEN else running_s(settings, game.settings)


def running_s(settings: Settings, of_game: GameSettings) -> int:
    """Seconds that a running game with these settings is kept after a change."""
    return max(of_game.expire_after_s or settings.active_ttl_s, 2 * (of_game.time_limit_s or 0))
