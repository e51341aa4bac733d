"""The content of a backup, piece by piece: read from a store, and written into one again.

A piece is a game, an API key, a bot or a match: the hashes that are stored for it and, of a game, the list of its
commits, read in one transaction. Derived data is computed again: the agenda, lists, feeds of bots. Short-lived data is
left out, such as suggestions.
"""

from collections.abc import Iterator
from contextlib import suppress
from typing import Any, Final

import msgspec
from msgspec import Struct

from service.config import Settings
from service.model.game import Game, make_word
from service.model.timestamps import away_ms, now_ms, time_text
from service.store import bots, public_list, tasks, webhooks
from service.store.agenda import BOTS, DELIVER, OF_GAMES
from service.store.connection import CHANNEL, RESPONSE_WITHIN_S, client_at, parse_address
from service.store.games import History, compress, due_of, stands, unpack, with_word
from service.store.keys import ENDED, IDLE, TASKS_DUE, index, key
from service.store.readable import Unreadable, if_readable, read
from service.store.store import Store, require_format
from service.store.webhooks import Subscription, read_key, read_webhook

GAME: Final = "game"
KEY: Final = "key"
BOT: Final = "bot"
MATCH: Final = "match"


class Piece(Struct, tag="piece"):
    """A part of the store that is restored as a whole."""

    kind: str
    id: str
    left_ms: int
    """How long it would have been kept without a further change; negative: until it is deleted."""
    hashes: dict[str, dict[str, bytes]]
    """The stored values, by the names of ``_hashes_of``."""
    commits: list[bytes] = []
    """The commits of a game."""
    away_ms: int | None = None
    """The ``timestamps.away_ms`` when it was read, to which the waits of a game refer."""

    def content(self) -> Any:
        """The stored object: a Game, a Bot, a Task, or the webhooks of a key. Raises Unreadable."""
        return read(self.kind, self.id, self._decode)

    def _decode(self) -> Any:
        if self.kind == GAME:
            stored = self.hashes["game"]
            return Game.load(unpack(stored["game"]), stored["revision"].decode())
        if self.kind == BOT:
            return bots.read_bot(self.id, self.hashes["bot"]["bot"])
        if self.kind == MATCH:
            texts = {
                name: {field: value.decode() for field, value in found.items()} for name, found in self.hashes.items()
            }
            return tasks.load_task(self.id, texts["task"], texts["results"], texts["half"])
        keys, of_key = self.hashes["keys"].items(), self.hashes["webhooks"].items()
        return [*(read_key(*each) for each in keys), *(read_webhook(*each) for each in of_key)]

    @property
    def is_readable(self) -> bool:
        """True if this service can read it."""
        return if_readable(self.content) is not None


def _hashes_of(kind: str, piece_id: str) -> dict[str, str]:
    """The keys of the hashes of a piece, by name; the first is one that each piece of its kind has."""
    if kind == BOT:
        return {"bot": bots.key_of("bot", piece_id)}
    if kind == MATCH:
        parts = {name: tasks.part_key(piece_id, name) for name in tasks.PART_HASHES}
        return {"task": tasks.key_of(piece_id), **parts}
    names = ("webhooks", "deliveries") if kind == KEY else ("game", "requests", "webhooks", "deliveries")
    return {name: key(name, piece_id) for name in names}


PATTERNS: Final = {BOT: bots.key_of("bot", "*"), MATCH: tasks.key_of("m_*"), GAME: "*:game:*"}
"""The keys of the pieces of a kind, whose ids are between the second colon and the third."""


class Copies:
    """Reads and writes the pieces of a store, by a client of its own, which returns bytes. Raises SettingsError for a
    store of another format.
    """

    def __init__(self, settings: Settings) -> None:
        self._store = Store(settings)
        require_format(settings)
        self._store.agenda.expect_look()  # no sweeper of this process does, and its clock may be wrong
        self._client: Any = client_at(parse_address(settings.redis_url), socket_timeout=RESPONSE_WITHIN_S)

    # -- reading

    def all(self) -> Iterator[Piece]:
        """Every piece, once; only one of them is in memory at a time. Pieces may change meanwhile, and each is as it
        was when it was read.
        """
        for digest, document in self._client.hgetall(webhooks.KEYS).items():
            known = if_readable(read_key, digest.decode(), document)
            key_id = known.id if known else digest.decode()
            piece = self.read(KEY, key_id)
            yield Piece(KEY, key_id, -1, {"keys": {digest.decode(): document}, **piece.hashes})
        for kind, pattern in PATTERNS.items():
            names = self._client.scan_iter(pattern, count=1000)
            for piece_id in dict.fromkeys(name.split(b":")[2].decode() for name in names):
                piece = self.read(kind, piece_id)
                if next(iter(piece.hashes.values())):  # otherwise it has expired since
                    yield piece

    def read(self, kind: str, piece_id: str) -> Piece:
        """A piece, in one transaction; without hashes if it does not exist."""
        self._store.agenda.look_if_needed()
        names = _hashes_of(kind, piece_id)
        pipeline = self._client.pipeline(transaction=True)
        for name in names.values():
            pipeline.hgetall(name)
        pipeline.pttl(next(iter(names.values())))
        if kind == GAME:
            pipeline.lrange(key("commits", piece_id), 0, -1)
        replies = pipeline.execute()
        hashes = {
            name: {field.decode(): value for field, value in reply.items()}
            for name, reply in zip(names, replies, strict=False)
        }
        commits = replies[-1] if kind == GAME else []
        return Piece(kind, piece_id, replies[len(names)], hashes, commits, away_ms())

    # -- writing

    def exists(self, piece: Piece) -> bool:
        """True if the store has the piece, in any state."""
        if piece.kind == KEY:
            return bool(self._client.hexists(webhooks.KEYS, next(iter(piece.hashes["keys"]))))
        return bool(self._client.exists(next(iter(_hashes_of(piece.kind, piece.id).values()))))

    def write(self, piece: Piece) -> None:
        """Write a piece in place of an existing one. Everything that is due continues: computers, deadlines,
        deliveries, matches.
        """
        self._store.agenda.look_if_needed()
        write = {GAME: self._write_game, KEY: self._write_key, BOT: self._write_bot, MATCH: self._write_match}
        write[piece.kind](piece)

    def _put(self, pipeline: Any, piece: Piece, *others: str) -> None:
        """Write the hashes of a piece, and delete these other keys of it."""
        names = _hashes_of(piece.kind, piece.id)
        for name in (*names.values(), *others):
            pipeline.delete(name)  # a pipeline of a cluster deletes one at a time
        for name, fields in piece.hashes.items():
            if fields:
                pipeline.hset(names[name], mapping=fields)
                # parts are kept longer than their match, which may be kept for longer when it ends
                pipeline.pexpire(names[name], piece.left_ms * (2 if name in tasks.PART_HASHES else 1))

    def _write_game(self, piece: Piece) -> None:
        game, now = piece.content(), now_ms()
        game.expires_at = time_text(now + piece.left_ms)
        if piece.away_ms is not None:
            game.move_waits(piece.away_ms)
        game.away_ms = away_ms()  # waits continue from here, as they were in the backup
        if game.ai is not None:
            # so that its level answers, not the heuristic of late turns
            game.ai = msgspec.structs.replace(game.ai, since=time_text(now))
        # a view of it was another one before: it expired then, and a computer's turn began then
        game.word = make_word()
        piece.hashes["game"]["revision"] = game.revision.encode()
        with suppress(Unreadable):  # a damaged history is as damaged as it was
            if piece.commits:
                piece.commits[-1] = with_word(game.id, piece.commits[-1], game.word)
            else:
                packed = History.read(game.id, ([], {}, piece.hashes["game"]["history"]))
                packed.entries[-1] = with_word(game.id, packed.entries[-1], game.word)
                piece.hashes["game"]["history"] = packed.dump()
        piece.hashes["game"]["game"] = compress(game.dump())
        piece.hashes["game"].pop("attempts", None)
        due = due_of(game)
        if game.has_bots:
            due[BOTS] = 0
        if piece.hashes["webhooks"] or game.key_id:
            due[DELIVER] = 0
        pipeline = self._client.pipeline()
        commits = key("commits", game.id)
        self._put(pipeline, piece, commits)
        if piece.commits:
            pipeline.rpush(commits, *piece.commits)
            pipeline.pexpire(commits, piece.left_ms)
        for kind in OF_GAMES:
            pipeline.zrem(self._store.agenda.set_of(kind, game.id), game.id)
        for kind, ms in due.items():
            pipeline.zadd(self._store.agenda.set_of(kind, game.id), {game.id: now + ms})
        for name in (IDLE, ENDED):
            pipeline.zrem(index(name, game.id), game.id)
        if stands(game):
            pipeline.zadd(index(stands(game), game.id), {game.id: now})
        pipeline.execute()
        self._client.publish(CHANNEL, f"{game.id} {game.version}")
        public_list.put(self._client, game)

    def _write_key(self, piece: Piece) -> None:
        self._client.hset(webhooks.KEYS, mapping=piece.hashes["keys"])
        for document in piece.hashes["webhooks"].values():
            self._store.webhooks.keep(msgspec.json.decode(document, type=Subscription))
        for webhook_id, document in piece.hashes["deliveries"].items():
            self._store.webhooks.write("deliveries", piece.id, webhook_id, document.decode())

    def _write_bot(self, piece: Piece) -> None:
        bot = piece.content()
        of_client = bots.key_of("of", bot.client_id)
        pipeline = self._client.pipeline()
        self._put(pipeline, piece, *(bots.key_of(kind, bot.id) for kind in bots.OF_A_BOT))
        pipeline.set(bots.name_key(bot.name), bot.id, px=piece.left_ms)
        pipeline.zadd(bots.ALL, {bots.member_of(bot): 0})
        pipeline.zadd(of_client, {bot.id: now_ms() + piece.left_ms})
        pipeline.pexpire(of_client, piece.left_ms)
        pipeline.execute()

    def _write_match(self, piece: Piece) -> None:
        match, working = piece.hashes["task"], tasks.part_key(piece.id, "working")
        match["progress"] = match["calls"]  # its workers are gone, which is not its fault
        match.pop(tasks.OFFLINE_SINCE, None)  # by a clock that has been away for another time
        # their pairs, begun and not done, may be continued by any worker
        begun = [pair for pair in range(int(match.get("begun", 0))) if str(pair) not in piece.hashes["results"]]
        pipeline = self._client.pipeline()
        self._put(pipeline, piece, working)
        if begun:
            pipeline.zadd(working, dict.fromkeys(begun, 0))
            pipeline.pexpire(working, 2 * piece.left_ms)
        if match["status"].decode() in tasks.OPEN_STATUSES:
            pipeline.zadd(TASKS_DUE, {piece.id: 0})
            for client_id in ("", match["caller"].decode()):
                name = tasks.open_key(tasks.MATCH, client_id)
                pipeline.zadd(name, {piece.id: now_ms() + piece.left_ms})
                pipeline.pexpire(name, piece.left_ms)
        pipeline.execute()
