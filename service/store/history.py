"""The history of a game, its commits and the requests that made them, and the forms in which Redis has it.

- Of a running game: a list of commits in MessagePack, oldest first, each with the payload of its request, and a hash of
  the versions of all requests.
- Of a game that is over: packed JSON in a field of the game. The hash has only requests that are no moves then: they
  may be sent again.
- Of a game that ran under an earlier version of the service: a stream of commits in JSON, with ``<version>-0`` as their
  ids, and requests whose values are ``<version>|<payload>``. What follows is added in the new form, so a game can have
  all three.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Self

import msgspec
from redis.client import NEVER_DECODE

from service.model.events import as_event
from service.model.game import Game
from service.model.revision import make_word, revision_text
from service.model.timestamps import parse_time_ms, time_text
from service.store.keys import key
from service.store.packing import pack, unpack

EVENTS_PAGE: Final = 500
AS_BYTES: Final[dict[str, Any]] = {NEVER_DECODE: True}
"""Option of a command whose answer is not text."""

_VIEW_STATE: Final = (
    *(
        "status",
        "seats",
        "shuffles",
        "result",
        "ai",
        "asked_at",
        "deadline",
        "lifetime_s",
        "rematch",
        "client_seeds",
        "fallback",
    ),
    "promises",
)
_AI: Final = ("seat", "level", "since")
"""Names that are stored as their places here, to save space. New ones are only ever added at the end; others are stored
as they are.
"""
_TIMES: Final = ("asked_at", "deadline")
_TIME_BYTES: Final = 6


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


def is_move(request_id: str) -> bool:
    """Whether a request is a move, ``<ply>:<seat>``. The others may be sent again when the game is over."""
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
    )
    word = (commit.word,) if commit.word else ()
    return commit.at_ms.to_bytes(_TIME_BYTES, "big") + msgspec.msgpack.encode(content + word)


def load_entry(entry: bytes) -> tuple[Commit, Any]:
    """The inverse of ``dump_entry``: the commit, and the payload, or the move itself if the request is one."""
    at_ms = int.from_bytes(entry[:_TIME_BYTES], "big")
    version, events, view_state, payload, *word = msgspec.msgpack.decode(memoryview(entry)[_TIME_BYTES:])
    return Commit(version, at_ms, list(map(as_event, events)), _load_view_state(view_state, at_ms), *word), payload


def _dump_view_state(commit: Commit) -> dict[int | str, Any]:
    """The view state with numbers for names, and with times as milliseconds after that of the commit: most are 0."""
    view_state = dict(commit.view_state)
    for name in _TIMES:
        if view_state.get(name) is not None:
            view_state[name] = parse_time_ms(view_state[name]) - commit.at_ms
    ai = view_state.get("ai")
    if ai is not None:
        view_state["ai"] = _numbered(ai | {"since": parse_time_ms(ai["since"]) - commit.at_ms}, _AI)
    return _numbered(view_state, _VIEW_STATE)


def _load_view_state(stored: dict[int | str, Any], at_ms: int) -> dict[str, Any]:
    view_state = _named(stored, _VIEW_STATE)
    for name in _TIMES:
        if view_state.get(name) is not None:
            view_state[name] = time_text(at_ms + view_state[name])
    if view_state.get("ai") is not None:
        view_state["ai"] = _named(view_state["ai"], _AI)
        view_state["ai"]["since"] = time_text(at_ms + view_state["ai"]["since"])
    return view_state


def _numbered(values: Mapping[str, Any], names: Sequence[str]) -> dict[int | str, Any]:
    return {names.index(name) if name in names else name: value for name, value in values.items()}


def _named(values: Mapping[int | str, Any], names: Sequence[str]) -> dict[str, Any]:
    return {names[name] if isinstance(name, int) else name: value for name, value in values.items()}


# -- the whole history


@dataclass
class History:
    """Commits by version, and requests by id."""

    commits: dict[int, Commit] = field(default_factory=dict)
    requests: dict[str, CarriedOut] = field(default_factory=dict)
    unpacked: int = 0
    """Number of commits in the list and the stream."""

    @staticmethod
    def ask(pipeline: Any, game_id: str) -> None:
        """Add the commands to a pipeline whose answers ``read`` takes. What is packed meanwhile is in one of them, in
        this order.
        """
        pipeline.execute_command("LRANGE", key("commits", game_id), 0, -1, **AS_BYTES)
        pipeline.xrange(key("events", game_id))
        pipeline.hgetall(key("requests", game_id))
        pipeline.execute_command("HGET", key("game", game_id), "history", **AS_BYTES)

    @classmethod
    def read(cls, answers: Sequence[Any]) -> Self:
        """The history from the answers to ``ask``."""
        entries, streamed, requests, packed = answers
        found = cls.load(packed)
        found.unpacked = len(entries) + len(streamed)
        for entry_id, fields in streamed:
            version = int(entry_id.partition("-")[0])
            found.commits[version] = load_commit(version, fields["events"])
        payloads = {}
        for commit, payload in map(load_entry, entries):
            found.commits[commit.version] = commit
            payloads[commit.version] = payload
        for request_id, text in requests.items():
            if "|" in text:
                found.requests[request_id] = load_request(text)
            elif int(text) in payloads:
                payload = payloads[int(text)]
                found.requests[request_id] = CarriedOut(
                    int(text), {"move": payload} if is_move(request_id) else payload
                )
        return found

    def after(self, version: int, limit: int) -> list[Commit]:
        """Up to ``limit`` commits after ``version``, oldest first."""
        return [self.commits[number] for number in sorted(self.commits) if number > version][:limit]

    def entries(self) -> list[bytes]:
        """The commits as entries of a list."""
        made_by = {done.version: (request_id, done.payload) for request_id, done in self.requests.items()}
        return [
            dump_entry(commit, *made_by.get(commit.version, ("", None))) for commit in self.after(0, len(self.commits))
        ]

    def texts(self) -> tuple[list[tuple[int, str]], dict[str, str]]:
        """Commits and requests as JSON texts."""
        commits = [(commit.version, dump_commit(commit)) for commit in self.after(0, len(self.commits))]
        return commits, {request_id: dump_request(done) for request_id, done in self.requests.items()}

    def words(self) -> str:
        """The words of the commits, apart: in one text they take half the space when they are packed."""
        return " ".join(commit.word for commit in self.after(0, len(self.commits)))

    @classmethod
    def of_texts(cls, commits: Sequence[tuple[int, str]], requests: Mapping[str, str], words: str = "") -> Self:
        """The inverse of ``texts`` and ``words``; earlier versions of the service have stored no words."""
        each = words.split(" ") if words else [""] * len(commits)
        return cls(
            {version: load_commit(version, text, word) for (version, text), word in zip(commits, each, strict=True)},
            {request_id: load_request(text) for request_id, text in requests.items()},
        )

    def dump(self) -> bytes:
        """The history, packed."""
        commits, requests = self.texts()
        return pack(msgspec.json.encode({"commits": commits, "requests": requests, "words": self.words()}))

    @classmethod
    def load(cls, data: bytes | None) -> Self:
        """The inverse of ``dump``; empty for None."""
        return cls() if data is None else cls.of_texts(**msgspec.json.decode(unpack(data)))


def dump_request(done: CarriedOut) -> str:
    """A request that was carried out, as text."""
    return f"{done.version}|{dump_payload(done.payload)}"


def load_request(text: str) -> CarriedOut:
    """The inverse of ``dump_request``."""
    version, _, payload = text.partition("|")
    return CarriedOut(int(version), msgspec.json.decode(payload))


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
    return Commit(version, stored["at"], [as_event(event) for event in stored["events"]], stored.get("facts", {}), word)


def dump_payload(payload: Any) -> str:
    """A request's payload as JSON text with sorted keys, so that equal payloads have equal texts."""
    return msgspec.json.encode(payload, order="sorted").decode()
