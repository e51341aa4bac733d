"""The interface of a store of games. The use cases depend on these protocols, not on Redis.

``redis_store`` implements it in Redis, ``memory`` in this process for unit tests. The same tests check both.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple, Protocol

import msgspec

from service.model.game import OPEN, Game
from service.model.revision import make_word, means, revision_text, version_of, word_of
from service.model.timestamps import parse_time_ms, time_text
from service.store.packing import unpack
from service.store.space import Level

EVENTS_PAGE: Final = 500
MAX_LOOKED: Final = 1000
"""Games that one page of a list looks at, even if few of them match."""
LEASE_MS: Final = 2000
"""A worker that has not renewed its lease for this long is considered dead."""
OVERDUE_MS: Final = 1000
"""A computer turn that no worker has begun after this time is overdue: its wake-up call may be lost."""
RETRY_MS: Final = 2000
"""A claimed turn is overdue again after this time."""
TELL_MS: Final = 1000
"""If the bots of a game have not got a change after this time, another process sends it."""
LIST_MS: Final = 1000
"""On a cluster, a game that is not in its list after this time is added by another process."""
PACK_AFTER_MS: Final = 10_000
"""The history of a game is packed this long after its end, when its players have read it."""
ATTEMPT_MS: Final = 10_000
"""An attempt at a request with an Idempotency-Key that has not ended after this time counts as dead; a retry continues
it.
"""
KEEP_REQUEST_S: Final = 24 * 3600
"""How long an Idempotency-Key is known."""


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


@dataclass(frozen=True)
class Request:
    """Identifies a change, so that it is carried out once, however often it is sent."""

    id: str
    payload: Any = None


@dataclass(frozen=True)
class CarriedOut:
    """A request that was carried out: the version that it created, and its payload."""

    version: int
    payload: Any


@dataclass(frozen=True)
class Commit:
    """A stored commit."""

    version: int
    at_ms: int
    events: list[Any]
    view_state: dict[str, Any]
    """The changed part of the view state."""
    word: str = ""
    """Made with the commit; empty for those of earlier versions of the service."""

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


@dataclass(frozen=True)
class Begun:
    """What is known of a request with an Idempotency-Key."""

    result: str
    """``begun``: carry it out. ``done``: it was carried out. ``running``: another attempt runs. ``mismatch``: the
    content is another.
    """
    salt: str = ""
    """From which, with the key, its secrets are derived; empty if they are not needed."""
    note: str = ""
    """What the last attempt noted."""


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
        return self.game_of(self.json())

    def game_of(self, json: bytes) -> Game:
        """The same for those who have its JSON."""
        return Game.load(json, self.version, word_of(self.revision))


class GameStore(Protocol):
    """Games, their history, and the requests that were carried out."""

    def stored(self, game_id: str) -> Stored:
        """The game as it is stored; raises Problem ``game/not_found``."""

    def load(self, game_id: str) -> Game:
        """Return the game; raises Problem ``game/not_found``."""

    def load_each(self, game_ids: Sequence[str]) -> list[Game | None]:
        """The games in this order; None for one that does not exist or cannot be read."""

    def version(self, game_id: str) -> int:
        """The game's current version, 0 if the game does not exist."""

    def revision(self, game_id: str) -> str:
        """The game's current revision, ``START`` if the game does not exist."""

    def commit(self, game: Game, request: Request) -> Commit:
        """Write ``game`` with its new events as the version after the revision it was loaded with; version 0 creates
        it.

        The public list and the lobby follow.

        Raises Overtaken if the stored game has another revision, AlreadyCarriedOut if the request id is known, and
        Problem ``game/not_found`` if the game has expired.
        """

    def request(self, game_id: str, request_id: str) -> CarriedOut | None:
        """The request with this id, if it was carried out."""

    def events_after(self, game_id: str, version: int, limit: int = EVENTS_PAGE) -> list[Commit]:
        """Up to ``limit`` commits after ``version``, oldest first."""

    def recorded_moves(self, game_id: str, version: int) -> list[RecordedMove]:
        """All moves up to ``version``, in order."""

    def analysis(self, game_id: str, seat: int) -> bytes | None:
        """The analysis of a seat that is kept with a game; None without one."""

    def keep_analysis(self, game_id: str, seat: int, analysis: bytes) -> bool:
        """Keep it for as long as the game; False if the game does not exist any more."""

    def ids(self) -> Iterator[str]:
        """Ids of all games, each at least once, unordered."""

    def delete(self, game_id: str) -> None:
        """Delete a game and everything kept with it."""


class TurnStore(Protocol):
    """Due times of games, and the leases of the workers that play computer turns."""

    def overdue(self) -> Iterator[str]:
        """Ids of the games that are overdue."""

    def take_turn(self) -> bool:
        """Whether the sweeper of this process is the one that sweeps now."""

    def claim(self, game_id: str) -> tuple[int, int] | None:
        """Claim an overdue game: its version and its attempts so far; None if it is not overdue or a worker plays
        it.
        """

    def count_attempt(self, game_id: str) -> int:
        """Count one more attempt at the current turn and return the number of attempts; 0 if the game is gone."""

    def set_aside(self, game_id: str) -> None:
        """Let a game that cannot be read be overdue again after a while."""

    def settle(self, game_id: str, revision: str, again_ms: int | None) -> None:
        """Note in how many ms a game is due whose claim led to nothing, None for never; at once if it has changed
        since.
        """

    def lease(self, game_id: str, token: str) -> bool:
        """Try to take the lease of the game; False if another worker holds it."""

    def renew(self, game_id: str, token: str) -> bool:
        """Extend the lease; False if it was lost."""

    def release(self, game_id: str, token: str) -> None:
        """Give the lease back."""


class PublicList(Protocol):
    """A list of public games, newest first. A commit of the game keeps it up to date."""

    def page(
        self,
        before: str,
        limit: int,
        *,
        variant: str | None = None,
        preset: str | None = None,
        status: str | None = None,
    ) -> tuple[list[Game], str | None]:
        """Up to ``limit`` games with what is not None, and the cursor of the next page, which may be empty; None at the
        end of the list.

        ``before`` is the cursor of the previous page, or empty. Games on the way that have expired are removed from the
        list.
        """

    def tidy(self) -> int:
        """Remove games that have expired, of a long list some of them; returns how many."""


class WebhookStore(Protocol):
    """Webhooks of games and API keys, as documents, and the state of their deliveries."""

    def keep(self, game_id: str, webhook_id: str, document: str, most: int | None = None) -> bool:
        """Store a webhook of a game, for as long as the game; False if there are ``most`` of the role that its document
        names.
        """

    def keep_for_key(self, key_id: str, webhook_id: str, document: str, most: int | None = None) -> bool:
        """Store a webhook of an API key until it is deleted; False as above."""

    def all(self, owner_id: str) -> dict[str, str]:
        """The webhooks of a game or an API key, by id."""

    def delete(self, owner_id: str, webhook_id: str) -> None:
        """Delete a webhook of a game or an API key."""

    def delivery(self, owner_id: str, webhook_id: str) -> str | None:
        """The state of a webhook's deliveries for a game, or for all games of an API key."""

    def keep_delivery(self, owner_id: str, webhook_id: str, document: str) -> None:
        """Store the state of a webhook's deliveries, at least for as long as the game."""

    def claim_due(self, again_ms: int) -> Iterator[str]:
        """Games with deliveries due now. Each is due again after ``again_ms`` unless it was settled."""

    def count_due(self) -> int:
        """Number of games with deliveries due now or later."""

    def settle(self, game_id: str, revision: str, next_ms: int | None) -> None:
        """Note that a revision was delivered, and the time of the next attempt if there is one; at once if the game has
        another.
        """


class WaitingStore(Protocol):
    """Quick games that wait for an opponent, in groups of equal games."""

    def pair(self, group: str, own_id: str, until_ms: int) -> str:
        """Take a waiting game of the group and return its id. If there is none, let ``own_id`` wait until then and
        return ``""``.

        A game is taken once. Without an ``own_id``, nothing waits.
        """


class OnceStore(Protocol):
    """Requests that are carried out once: those with an Idempotency-Key. A slot is a digest of the key."""

    def begin(self, slot: str, fingerprint: str, salt: str, attempt: str) -> Begun:
        """Begin an attempt, or return what is known of the request. One not known yet is kept for a day, with
        ``salt``.
        """

    def note(self, slot: str, attempt: str, note: str) -> None:
        """Keep a note, no secret, for later attempts. Nothing happens if another attempt has begun since."""

    def end(self, slot: str, attempt: str, *, is_done: bool) -> None:
        """Note that the request was carried out, or forget it. Nothing happens if another attempt has begun since."""


class Store(Protocol):
    """Everything that is stored about games."""

    @property
    def games(self) -> GameStore:
        """Games and their history."""

    @property
    def turns(self) -> TurnStore:
        """Due times and leases."""

    @property
    def public_list(self) -> PublicList:
        """The list of public games."""

    @property
    def lobby(self) -> PublicList:
        """The list of games that anyone may join without a code; the others are dropped from it."""

    @property
    def waiting(self) -> WaitingStore:
        """Quick games that wait for an opponent."""

    @property
    def webhooks(self) -> WebhookStore:
        """Webhooks and their deliveries."""

    @property
    def once(self) -> OnceStore:
        """Requests with an Idempotency-Key."""

    def require_space(self) -> None:
        """Raise Problem ``store/full`` unless new games are accepted."""

    def space_level(self) -> Level:
        """How full the store is: ``ok``, ``low``, ``full`` or ``read_only``."""

    def ping(self) -> None:
        """Raise unless the store responds."""


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


def moves_of(requests: Mapping[str, CarriedOut], version: int) -> list[RecordedMove]:
    """The moves among the requests carried out up to ``version``. Their ids are ``<ply>:<seat>``."""
    found = []
    for request_id, done in requests.items():
        ply, _, seat = request_id.partition(":")
        if ply.isdigit() and done.version <= version:
            found.append(RecordedMove(done.version, int(ply), int(seat), done.payload["move"]))
    return sorted(found, key=lambda move: move.version)


def next_commit(game: Game, now: int) -> Commit:
    """The commit that stores the game's changes as its next version."""
    return Commit(game.version + 1, now, game.events, game.changed_view_state(), make_word())


def dump_commit(commit: Commit) -> str:
    """A commit as JSON text, without its version and word. The view state is stored as ``facts``."""
    return msgspec.json.encode({"at": commit.at_ms, "events": commit.events, "facts": commit.view_state}).decode()


def load_commit(version: int, text: str, word: str = "") -> Commit:
    """The inverse of ``dump_commit``."""
    stored = msgspec.json.decode(text)
    return Commit(version, stored["at"], [_renamed(event) for event in stored["events"]], stored.get("facts", {}), word)


_NEW_NAMES: Final = {"ai_degraded": "ai_reduced", "seat_handed_over": "seat_taken_over"}


def _renamed(event: Any) -> Any:
    """An event of the service that was stored before its type or a field of it was renamed."""
    if not isinstance(event, dict) or event["type"] not in _NEW_NAMES:
        return event
    fields = {"budget_fraction" if name == "effort" else name: value for name, value in event.items()}
    return fields | {"type": _NEW_NAMES[event["type"]]}


def dump_payload(payload: Any) -> str:
    """A request's payload as JSON text with sorted keys, so that equal payloads have equal texts."""
    return msgspec.json.encode(payload, order="sorted").decode()
