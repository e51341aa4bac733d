"""A store of games in this process, for unit tests of use cases: the same interface and behaviour without Redis.

Documents are stored as text, as in Redis, so that no test passes because two callers share an object by accident.
"""

import threading
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence

import msgspec

from service.model.game import Game
from service.model.problem import Problem
from service.model.revision import START, version_of
from service.model.timestamps import now_ms, parse_time_ms
from service.model.tokens import game_not_found
from service.store.due import ASIDE_MS
from service.store.interface import (
    ATTEMPT_MS,
    EVENTS_PAGE,
    KEEP_REQUEST_S,
    LEASE_MS,
    MAX_LOOKED,
    OVERDUE_MS,
    RETRY_MS,
    AlreadyCarriedOut,
    Begun,
    CarriedOut,
    Commit,
    Lifetimes,
    Overtaken,
    RecordedMove,
    Request,
    Stored,
    dump_commit,
    dump_payload,
    load_commit,
    look_again_ms,
    moves_of,
    next_commit,
)
from service.store.space import Level


class _Stored:
    """Everything that is stored about one game."""

    def __init__(self) -> None:
        self.revision = START
        self.document = ""
        self.attempts = 0
        self.commits: list[tuple[int, str, str]] = []
        self.requests: dict[str, CarriedOut] = {}
        self.analyses: dict[int, bytes] = {}
        self.expires_ms = 0


class MemoryStore:
    """``interface.Store`` in dictionaries. One lock makes every call atomic, as Redis does."""

    def __init__(self, lifetimes: Lifetimes) -> None:
        self.lifetimes = lifetimes
        self.lock = threading.RLock()
        self._stored: dict[str, _Stored] = {}
        self.due: dict[str, int] = {}
        self.leases: dict[str, tuple[str, int]] = {}
        self.due_deliveries: dict[str, int] = {}
        self.games = MemoryGames(self)
        self.turns = MemoryTurns(self)
        self.public_list = MemoryPublicList(self.games)
        self.lobby = MemoryPublicList(self.games, lambda game: game.is_joinable)
        self.waiting = MemoryWaiting(self.lock)
        self.webhooks = MemoryWebhooks(self)
        self.once = MemoryOnce(self.lock)

    def require_space(self) -> None:
        """There is always room."""

    def space_level(self) -> Level:
        """The same."""
        return "ok"

    def ping(self) -> None:
        """This store always responds."""

    def find(self, game_id: str) -> _Stored | None:
        """The entry of a game; None if it does not exist or has expired."""
        stored = self._stored.get(game_id)
        if stored is not None and stored.expires_ms <= now_ms():
            self.forget(game_id)
            return None
        return stored

    def find_or_add(self, game_id: str) -> _Stored:
        """The same; a new empty entry for an unknown game."""
        return self.find(game_id) or self._stored.setdefault(game_id, _Stored())

    def forget(self, game_id: str) -> None:
        """Delete a game and its index entries."""
        for kept in (
            self._stored,
            self.due,
            self.leases,
            self.due_deliveries,
            self.webhooks.documents,
            self.webhooks.deliveries,
        ):
            kept.pop(game_id, None)

    def ids(self) -> list[str]:
        """Ids of all games that have not expired."""
        return [game_id for game_id in list(self._stored) if self.find(game_id)]


class MemoryGames:
    """``interface.GameStore``."""

    def __init__(self, store: MemoryStore) -> None:
        self._store = store

    def stored(self, game_id: str) -> Stored:
        with self._store.lock:
            stored = self._store.find(game_id)
            if stored is None:
                raise game_not_found(game_id)
            return Stored(stored.revision, stored.document.encode())

    def load(self, game_id: str) -> Game:
        return self.stored(game_id).game()

    def load_each(self, game_ids: Sequence[str]) -> list[Game | None]:
        return [self.load(game_id) if self._store.find(game_id) else None for game_id in game_ids]

    def version(self, game_id: str) -> int:
        return version_of(self.revision(game_id))

    def revision(self, game_id: str) -> str:
        stored = self._store.find(game_id)
        return START if stored is None else stored.revision

    def commit(self, game: Game, request: Request) -> Commit:
        with self._store.lock:
            return self._commit_locked(game, request)

    def _commit_locked(self, game: Game, request: Request) -> Commit:
        stored = self._store.find(game.id)
        if stored is not None and request.id in stored.requests:
            raise AlreadyCarriedOut(stored.requests[request.id])
        if stored is None and game.version:
            raise game_not_found(game.id)
        if game.revision != (stored.revision if stored else START):
            raise Overtaken
        stored = self._store.find_or_add(game.id)
        now = now_ms()
        self._store.lifetimes.start(game, now)
        commit, again_ms = next_commit(game, now), look_again_ms(game, now)
        if game.public and not game.version:
            self._store.public_list.add(game)
        if game.is_joinable and not game.version:
            self._store.lobby.add(game)
        stored.revision, stored.document, stored.attempts = commit.revision, game.dump(), 0
        stored.commits.append((commit.version, dump_commit(commit), commit.word))
        stored.requests[request.id] = CarriedOut(commit.version, msgspec.json.decode(dump_payload(request.payload)))
        stored.expires_ms = now + 1000 * game.lifetime_s
        if again_ms is None:
            self._store.due.pop(game.id, None)
        else:
            self._store.due[game.id] = now + again_ms
        if game.ai is None:
            self._store.leases.pop(game.id, None)
        if self._store.webhooks.all(game.id) or (game.key_id and self._store.webhooks.all(game.key_id)):
            self._store.due_deliveries[game.id] = 0
        game.mark_committed(commit.version, commit.word, commit.view_state)
        return commit

    def request(self, game_id: str, request_id: str) -> CarriedOut | None:
        stored = self._store.find(game_id)
        return None if stored is None else stored.requests.get(request_id)

    def events_after(self, game_id: str, version: int, limit: int = EVENTS_PAGE) -> list[Commit]:
        stored = self._store.find(game_id)
        later = [entry for entry in stored.commits if entry[0] > version] if stored else []
        return [load_commit(*entry) for entry in later[:limit]]

    def recorded_moves(self, game_id: str, version: int) -> list[RecordedMove]:
        stored = self._store.find(game_id)
        return moves_of(stored.requests if stored else {}, version)

    def analysis(self, game_id: str, seat: int) -> bytes | None:
        stored = self._store.find(game_id)
        return stored.analyses.get(seat) if stored else None

    def keep_analysis(self, game_id: str, seat: int, analysis: bytes) -> bool:
        stored = self._store.find(game_id)
        if stored is not None:
            stored.analyses[seat] = analysis
        return stored is not None

    def ids(self) -> Iterator[str]:
        yield from self._store.ids()

    def delete(self, game_id: str) -> None:
        with self._store.lock:
            self._store.forget(game_id)


class MemoryTurns:
    """``interface.TurnStore``."""

    def __init__(self, store: MemoryStore) -> None:
        self._store = store

    def overdue(self) -> Iterator[str]:
        now = now_ms()
        yield from [game_id for game_id, due in sorted(self._store.due.items()) if due <= now]

    def take_turn(self) -> bool:
        return True

    def claim(self, game_id: str) -> tuple[int, int] | None:
        with self._store.lock:
            now = now_ms()
            if self._store.due.get(game_id, now + 1) > now:
                return None
            stored = self._store.find(game_id)
            if stored is None:
                self._store.due.pop(game_id, None)
                return None
            self._store.due[game_id] = now + RETRY_MS
            return None if self._holder(game_id) else (version_of(stored.revision), stored.attempts)

    def count_attempt(self, game_id: str) -> int:
        with self._store.lock:
            stored = self._store.find(game_id)
            if stored is None:
                return 0
            stored.attempts += 1
            return stored.attempts

    def set_aside(self, game_id: str) -> None:
        with self._store.lock:
            if game_id in self._store.due:
                self._store.due[game_id] = now_ms() + ASIDE_MS

    def settle(self, game_id: str, revision: str, again_ms: int | None) -> None:
        with self._store.lock:
            if self._store.games.revision(game_id) not in (revision, START):
                self._store.due[game_id] = 0
            elif again_ms is not None:
                self._store.due[game_id] = now_ms() + again_ms
            else:
                self._store.due.pop(game_id, None)

    def lease(self, game_id: str, token: str) -> bool:
        with self._store.lock:
            if self._holder(game_id):
                return False
            self._store.leases[game_id] = (token, now_ms() + LEASE_MS)
            return True

    def renew(self, game_id: str, token: str) -> bool:
        with self._store.lock:
            if self._holder(game_id) != token:
                return False
            now = now_ms()
            self._store.leases[game_id] = (token, now + LEASE_MS)
            if game_id in self._store.due:
                self._store.due[game_id] = now + LEASE_MS + OVERDUE_MS
            return True

    def release(self, game_id: str, token: str) -> None:
        with self._store.lock:
            if self._holder(game_id) == token:
                del self._store.leases[game_id]

    def _holder(self, game_id: str) -> str | None:
        token, until = self._store.leases.get(game_id, ("", 0))
        return token if until > now_ms() else None


class MemoryPublicList:
    """``interface.PublicList``."""

    def __init__(self, games: MemoryGames, belongs: Callable[[Game], bool] = lambda game: True) -> None:
        self._games = games
        self._belongs = belongs
        self._members: list[str] = []

    def add(self, game: Game) -> None:
        """Add a new game. The list reads the status from the games themselves."""
        self._members = sorted({*self._members, f"{parse_time_ms(game.created_at):013d}:{game.id}"}, reverse=True)

    def page(
        self,
        before: str,
        limit: int,
        *,
        variant: str | None = None,
        preset: str | None = None,
        status: str | None = None,
    ) -> tuple[list[Game], str | None]:
        wanted = {"variant_key": variant, "preset": preset, "status": status}
        found: list[Game] = []
        last = before
        for looked, member in enumerate([member for member in self._members if not before or member < before]):
            if looked == MAX_LOOKED:
                return found, last
            last = member
            game = self._load(member)
            if game is not None and all(value in (None, getattr(game, name)) for name, value in wanted.items()):
                found.append(game)
                if len(found) == limit:
                    return found, member
        return found, None

    def tidy(self) -> int:
        return sum(self._load(member) is None for member in list(self._members))

    def _load(self, member: str) -> Game | None:
        try:
            game = self._games.load(member.partition(":")[2])
        except Problem:
            game = None
        if game is None or not self._belongs(game):
            self._members.remove(member)
            return None
        return game


def _same_role(document: str) -> Callable[[str], bool]:
    role = msgspec.json.decode(document)["role"]
    return lambda other: bool(msgspec.json.decode(other)["role"] == role)


class MemoryWebhooks:
    """``interface.WebhookStore``."""

    def __init__(self, store: MemoryStore) -> None:
        self._store = store
        self.documents: dict[str, dict[str, str]] = defaultdict(dict)
        self.deliveries: dict[str, dict[str, str]] = defaultdict(dict)

    def keep(self, game_id: str, webhook_id: str, document: str, most: int | None = None) -> bool:
        with self._store.lock:
            kept = self.documents[game_id]
            if most is not None and webhook_id not in kept and sum(map(_same_role(document), kept.values())) >= most:
                return False
            kept[webhook_id] = document
            return True

    def keep_for_key(self, key_id: str, webhook_id: str, document: str, most: int | None = None) -> bool:
        return self.keep(key_id, webhook_id, document, most)

    def all(self, owner_id: str) -> dict[str, str]:
        return dict(self.documents.get(owner_id, {}))

    def delete(self, owner_id: str, webhook_id: str) -> None:
        self.documents[owner_id].pop(webhook_id, None)
        self.deliveries[owner_id].pop(webhook_id, None)

    def delivery(self, owner_id: str, webhook_id: str) -> str | None:
        return self.deliveries.get(owner_id, {}).get(webhook_id)

    def keep_delivery(self, owner_id: str, webhook_id: str, document: str) -> None:
        self.deliveries[owner_id][webhook_id] = document

    def claim_due(self, again_ms: int) -> Iterator[str]:
        now = now_ms()
        for game_id, due in sorted(self._store.due_deliveries.items()):
            if due <= now:
                self._store.due_deliveries[game_id] = now + again_ms
                yield game_id

    def count_due(self) -> int:
        return len(self._store.due_deliveries)

    def settle(self, game_id: str, revision: str, next_ms: int | None) -> None:
        with self._store.lock:
            if self._store.games.revision(game_id) not in (revision, START):
                self._store.due_deliveries[game_id] = 0
            elif next_ms is not None:
                self._store.due_deliveries[game_id] = next_ms
            else:
                self._store.due_deliveries.pop(game_id, None)


class _Attempted:
    """A request that is carried out once."""

    def __init__(self, fingerprint: str, salt: str, expires_ms: int) -> None:
        self.fingerprint = fingerprint
        self.salt = salt
        self.holder = ""
        self.until = 0
        self.is_done = False
        self.note = ""
        self.expires_ms = expires_ms


class MemoryOnce:
    """``interface.OnceStore``."""

    def __init__(self, lock: threading.RLock) -> None:
        self._lock = lock
        self._kept: dict[str, _Attempted] = {}

    def begin(self, slot: str, fingerprint: str, salt: str, attempt: str) -> Begun:
        with self._lock:
            now = now_ms()
            kept = self._kept.get(slot)
            if kept is None or kept.expires_ms <= now:
                kept = self._kept[slot] = _Attempted(fingerprint, salt, now + 1000 * KEEP_REQUEST_S)
            if kept.fingerprint != fingerprint:
                return Begun("mismatch")
            if kept.is_done:
                return Begun("done", kept.salt, kept.note)
            if kept.until > now:
                return Begun("running")
            kept.holder, kept.until = attempt, now + ATTEMPT_MS
            return Begun("begun", kept.salt, kept.note)

    def note(self, slot: str, attempt: str, note: str) -> None:
        with self._lock:
            kept = self._kept.get(slot)
            if kept is not None and kept.holder == attempt:
                kept.note = note

    def end(self, slot: str, attempt: str, *, is_done: bool) -> None:
        with self._lock:
            kept = self._kept.get(slot)
            if kept is None or kept.holder != attempt:
                return
            if is_done:
                kept.is_done = True
            else:
                del self._kept[slot]


class MemoryWaiting:
    """``interface.WaitingStore``."""

    def __init__(self, lock: threading.RLock) -> None:
        self._lock = lock
        self._groups: dict[str, dict[str, int]] = defaultdict(dict)

    def pair(self, group: str, own_id: str, until_ms: int) -> str:
        with self._lock:
            now, kept = now_ms(), self._groups[group]
            for game_id in [game_id for game_id, until in kept.items() if until <= now]:
                del kept[game_id]
            if kept:
                first = min(kept, key=lambda game_id: (kept[game_id], game_id))
                del kept[first]
                return first
            if own_id:
                kept[own_id] = until_ms
            return ""
