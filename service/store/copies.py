"""The cacheable content of the store, piece by piece: read from it for a backup, and written into it again.

Each piece is whole: a game and its history are of one moment. What follows from the pieces is not kept but made again:
indexes, lists, feeds of bots. What lives for a short time is left out: suggestions, requests with an
Idempotency-Key.
"""

from collections.abc import Iterable, Iterator
from typing import Any, Final, TypeAlias

import msgspec

from service.model.game import Game
from service.model.revision import version_of
from service.model.timestamps import now_ms, time_text
from service.store import api_keys, bots, tasks
from service.store.agenda import BOTS, DELIVER, OF_GAMES, name_of
from service.store.api_keys import ApiKey
from service.store.connection import CHANNEL
from service.store.games import due_of
from service.store.history import AS_BYTES, Commit, History, dump_entry, dump_payload, load_entry
from service.store.keys import OF_A_GAME, TASKS_DUE, index, key
from service.store.packing import deflate, unpack
from service.store.store import Store
from service.store.webhooks import Subscription

ATTEMPTS: Final = 100
"""Attempts to read a game that changes meanwhile."""


class StoredGame(msgspec.Struct, tag="game"):
    """A game with its history, as text."""

    id: str
    version: int
    left_ms: int
    """How long it would have been kept without a further change."""
    document: str
    commits: list[tuple[int, str]]
    requests: dict[str, str]
    webhooks: dict[str, str]
    told: dict[str, str]
    """State of the deliveries of webhooks."""
    words: str = ""
    """Of the commits; backups of earlier versions have none."""

    def load(self) -> Game:
        """The game; raises ValueError if this service cannot read it."""
        try:
            return Game.load(self.document, self.version)
        except (LookupError, TypeError) as error:
            raise ValueError(f"game {self.id} cannot be read: {error!r}") from None


class StoredKey(msgspec.Struct, tag="key"):
    """An API key and its webhooks."""

    id: str
    digest: str
    document: str
    webhooks: dict[str, str]
    told: dict[str, str]


class StoredBot(msgspec.Struct, tag="bot"):
    """A registered bot. Its events follow from the games."""

    id: str
    document: str
    seq: int
    """The number of its last event."""
    left_ms: int


class StoredMatch(msgspec.Struct, tag="match"):
    """A match and the state of its pairs."""

    id: str
    left_ms: int
    fields: dict[str, str]
    pairs: dict[str, dict[str, str]]


Piece: TypeAlias = StoredGame | StoredKey | StoredBot | StoredMatch


class Copies:
    """Reads and writes the pieces of a store."""

    def __init__(self, store: Store) -> None:
        self._client: Any = store.client
        self._store = store

    # -- reading

    def all(self) -> Iterator[Piece]:
        """Every piece, once; only one of them is in memory at a time. Pieces may change meanwhile, and each is as it is
        when it is read.
        """
        yield from self._keys()
        yield from self._bots()
        yield from self._read_each(tasks.key_of("m_*"), self._match)
        yield from self._read_each("*:game:*", self.game)

    def _read_each(self, pattern: str, read: Any) -> Iterator[Piece]:
        seen = set()
        for name in self._client.scan_iter(pattern, count=1000):
            piece_id = name.split(":")[2]
            if piece_id in seen:
                continue
            seen.add(piece_id)
            piece = read(piece_id)
            if piece is not None:
                yield piece

    def game(self, game_id: str) -> StoredGame | None:
        """A game; None if it does not exist."""
        name = key("game", game_id)
        for _ in range(ATTEMPTS):
            pipeline = self._client.pipeline(transaction=False)
            pipeline.hget(name, "revision")
            History.ask(pipeline, game_id)
            for kind in ("webhooks", "told"):
                pipeline.hgetall(key(kind, game_id))
            pipeline.pttl(name)
            pipeline.execute_command("HGET", name, "game", **AS_BYTES)
            pipeline.hget(name, "revision")
            before, *answers, webhooks, told, left_ms, document, after = pipeline.execute()
            if document is None:
                return None
            if before == after:
                texts, text = _texts(History.read(answers)), unpack(document).decode()
                return StoredGame(game_id, version_of(after), left_ms, text, webhooks=webhooks, told=told, **texts)
        raise TimeoutError(f"game {game_id} changed {ATTEMPTS} times while it was read")

    def _keys(self) -> Iterator[StoredKey]:
        for digest, document in self._client.hgetall(api_keys.KEYS).items():
            key_id = msgspec.json.decode(document, type=ApiKey).id
            webhooks, told = (self._client.hgetall(key(kind, key_id)) for kind in ("webhooks", "told"))
            yield StoredKey(key_id, digest, document, webhooks, told)

    def _bots(self) -> Iterator[StoredBot]:
        for member in self._client.zrange(bots.ALL, 0, -1):
            bot_id = member.partition(":")[2]
            name = bots.key_of("bot", bot_id)
            document, seq = self._client.hmget(name, "bot", "seq")
            if document is not None:
                yield StoredBot(bot_id, document, int(seq or 0), self._client.pttl(name))

    def _match(self, match_id: str) -> StoredMatch | None:
        name = tasks.key_of(match_id)
        fields = self._client.hgetall(name)
        if "request" not in fields:
            return None
        pairs = {child: self._client.hgetall(tasks.part_key(match_id, child)) for child in tasks.PART_HASHES}
        return StoredMatch(match_id, self._client.pttl(name), fields, pairs)

    # -- writing

    def exists(self, piece: Piece) -> bool:
        """Whether the store has the piece, in whatever state."""
        if isinstance(piece, StoredKey):
            return bool(self._client.hexists(api_keys.KEYS, piece.digest))
        return bool(self._client.exists(self._name(piece)))

    def _name(self, piece: StoredGame | StoredBot | StoredMatch) -> str:
        if isinstance(piece, StoredGame):
            return key("game", piece.id)
        return bots.key_of("bot", piece.id) if isinstance(piece, StoredBot) else tasks.key_of(piece.id)

    def write(self, piece: Piece) -> None:
        """Write a piece in place of the one that is there. What is due goes on: computers, deadlines, deliveries,
        matches.
        """
        if isinstance(piece, StoredGame):
            self._write_game(piece)
        elif isinstance(piece, StoredKey):
            self._write_key(piece)
        elif isinstance(piece, StoredBot):
            self._write_bot(piece)
        else:
            self._write_match(piece)

    def _write_game(self, stored: StoredGame) -> None:
        game, now = stored.load(), now_ms()
        game.expires_at = time_text(now + stored.left_ms)
        if game.ai is not None:
            game.ai["since"] = time_text(now)  # so that its level answers, not the heuristic of late turns
        pipeline = self._client.pipeline()
        for kind in OF_A_GAME:
            pipeline.delete(key(kind, game.id))
        entries, requests = _entries(stored)
        revision = load_entry(entries[-1])[0].revision
        document = deflate(game.dump())
        pipeline.hset(key("game", game.id), mapping={"revision": revision, "game": document})
        pipeline.rpush(key("commits", game.id), *entries)
        for kind, fields in (("requests", requests), ("webhooks", stored.webhooks), ("told", stored.told)):
            if fields:
                pipeline.hset(key(kind, game.id), mapping=fields)
        for kind in ("game", "commits", "requests", "webhooks", "told"):
            pipeline.pexpire(key(kind, game.id), stored.left_ms)
        due = due_of(game, now)
        if game.bots_to_tell:
            due[BOTS] = 0
        if stored.webhooks or game.key_id:
            due[DELIVER] = 0
        for kind in OF_GAMES:
            pipeline.zrem(name_of(kind, game.id), game.id)
        for kind, ms in due.items():
            pipeline.zadd(name_of(kind, game.id), {game.id: now + ms})
        pipeline.zrem(index("ended", game.id), game.id)
        if game.is_over:
            pipeline.zadd(index("ended", game.id), {game.id: now + stored.left_ms})
        pipeline.execute()
        self._client.publish(CHANNEL, f"{game.id} {stored.version}")
        if game.public:
            self._store.public_list.add(game)
        if game.is_joinable:
            self._store.lobby.add(game)

    def _write_key(self, stored: StoredKey) -> None:
        self._client.hset(api_keys.KEYS, stored.digest, stored.document)
        for document in stored.webhooks.values():
            self._store.webhooks.keep(msgspec.json.decode(document, type=Subscription))
        for webhook_id, document in stored.told.items():
            self._store.webhooks.write_delivery(stored.id, webhook_id, document)

    def _write_bot(self, stored: StoredBot) -> None:
        bot, name = msgspec.json.decode(stored.document, type=bots.Bot), bots.key_of("bot", stored.id)
        pipeline = self._client.pipeline()
        for kind in bots.OF_A_BOT:
            pipeline.delete(bots.key_of(kind, bot.id))
        pipeline.hset(name, mapping={"bot": stored.document, "seq": stored.seq})
        pipeline.pexpire(name, stored.left_ms)
        pipeline.set(bots.name_key(bot.name), bot.id, px=stored.left_ms)
        pipeline.zadd(bots.ALL, {bots.member_of(bot): 0})
        pipeline.zadd(bots.key_of("of", bot.client_id), {bot.id: now_ms() + stored.left_ms})
        pipeline.pexpire(bots.key_of("of", bot.client_id), stored.left_ms)
        pipeline.execute()

    def _write_match(self, stored: StoredMatch) -> None:
        name, life_ms = tasks.key_of(stored.id), stored.left_ms
        parts = {child: tasks.part_key(stored.id, child) for child in ("working", *tasks.PART_HASHES)}
        pipeline = self._client.pipeline()
        for each in (name, *parts.values()):
            pipeline.delete(each)  # a pipeline of a cluster deletes one at a time
        # a match is not to blame for its workers that are gone
        pipeline.hset(name, mapping=stored.fields | {"progress": stored.fields["calls"]})
        pipeline.pexpire(name, life_ms)
        for child, fields in stored.pairs.items():
            if fields:
                child_name = parts["details" if child == "moves" else child]  # in backups of earlier versions
                pipeline.hset(child_name, mapping=fields)
                pipeline.pexpire(child_name, 2 * life_ms)
        unfinished = _unfinished(stored)
        if unfinished:
            pipeline.zadd(parts["working"], dict.fromkeys(unfinished, 0))
            pipeline.pexpire(parts["working"], 2 * life_ms)
        if stored.fields["status"] in tasks.OPEN_STATUSES:
            pipeline.zadd(TASKS_DUE, {stored.id: 0})
            for client_id in ("", stored.fields["caller"]):
                pipeline.zadd(tasks.open_key(tasks.MATCH, client_id), {stored.id: now_ms() + life_ms})
                pipeline.pexpire(tasks.open_key(tasks.MATCH, client_id), life_ms)
        pipeline.execute()


def _texts(history: History) -> dict[str, Any]:
    """The history in a backup, by field of ``StoredGame``: commits and requests as JSON texts."""
    commits = history.after(0, len(history.entries))
    requests = {request_id: history.request(request_id) for request_id in history.made}
    return {
        "commits": [(commit.version, _commit_text(commit)) for commit in commits],
        "requests": {id: f"{done.version}|{dump_payload(done.payload)}" for id, done in requests.items() if done},
        "words": " ".join(commit.word for commit in commits),
    }


def _commit_text(commit: Commit) -> str:
    facts = {"at": commit.at_ms, "events": commit.events, "facts": commit.view_state}
    return msgspec.json.encode(facts).decode()


def _entries(stored: StoredGame) -> tuple[list[bytes], dict[str, int]]:
    """The inverse of ``_texts``: the entries of the list of commits, and the version that each request has made."""
    requests: dict[int, tuple[str, Any]] = {}
    for request_id, text in stored.requests.items():
        made, _, payload = text.partition("|")
        requests[int(made)] = (request_id, msgspec.json.decode(payload))
    words = stored.words.split(" ") if stored.words else [""] * len(stored.commits)
    entries = []
    for (version, text), word in zip(stored.commits, words, strict=True):
        facts = msgspec.json.decode(text)
        commit = Commit(version, facts["at"], facts["events"], facts.get("facts", {}), word)
        entries.append(dump_entry(commit, *requests.get(version, ("", None))))
    return entries, {request_id: version for version, (request_id, _) in requests.items()}


def _unfinished(match: StoredMatch) -> Iterable[int]:
    """The pairs that were begun and have no result: their workers are gone, so any worker may continue them."""
    return [
        pair for pair in range(int(match.fields.get("begun", 0))) if str(pair) not in match.pairs.get("results", {})
    ]
