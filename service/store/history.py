"""The history of a game: its commits, each with what its request was about, and the requests that made them.

A running game has a list of its commits in MessagePack, oldest first, and a hash of the versions of all requests. When
it is over, both are packed into a field of the game; the hash has only requests that are no moves then: they may be
sent again. What is committed after that begins a new list.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Self

import msgspec
from redis.client import NEVER_DECODE

from service.model.events import as_event
from service.model.game import VIEW_STATE
from service.model.revision import revision_text
from service.model.timestamps import parse_time_ms, time_text
from service.store.keys import key
from service.store.packing import pack, unpack

EVENTS_PAGE: Final = 500
AS_BYTES: Final[dict[str, Any]] = {NEVER_DECODE: True}
"""Option of a command whose answer is not text."""

_AI: Final = ("seat", "level", "since")
"""Names that are stored as their places here, as those of the view state are as their places in ``VIEW_STATE``."""
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
    """Made with the commit."""

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
        commit.word,
    )
    return commit.at_ms.to_bytes(_TIME_BYTES, "big") + msgspec.msgpack.encode(content)


def load_entry(entry: bytes) -> tuple[Commit, Any]:
    """The inverse of ``dump_entry``: the commit, and the payload, or the move itself if the request is one."""
    at_ms = int.from_bytes(entry[:_TIME_BYTES], "big")
    version, events, view_state, payload, word = msgspec.msgpack.decode(memoryview(entry)[_TIME_BYTES:])
    return Commit(version, at_ms, list(map(as_event, events)), _load_view_state(view_state, at_ms), word), payload


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
    return view_state


def _numbered(values: Mapping[str, Any], names: Sequence[str]) -> dict[int | str, Any]:
    return {names.index(name) if name in names else name: value for name, value in values.items()}


def _named(values: Mapping[int | str, Any], names: Sequence[str]) -> dict[str, Any]:
    return {names[name] if isinstance(name, int) else name: value for name, value in values.items()}


# -- the whole history


@dataclass(frozen=True)
class History:
    """All commits and requests of a game."""

    entries: list[bytes]
    """The commits as they are stored, oldest first."""
    made: dict[str, int]
    """The version that each request has made."""
    listed: int = 0
    """How many commits are in the list; those before them are packed."""

    @staticmethod
    def ask(pipeline: Any, game_id: str) -> None:
        """Add the commands to a pipeline whose answers ``read`` takes. What is packed meanwhile is in one of them, in
        this order.
        """
        pipeline.execute_command("LRANGE", key("commits", game_id), 0, -1, **AS_BYTES)
        pipeline.hgetall(key("requests", game_id))
        pipeline.execute_command("HGET", key("game", game_id), "history", **AS_BYTES)

    @classmethod
    def read(cls, answers: Sequence[Any]) -> Self:
        """The history from the answers to ``ask``."""
        listed, made, packed = answers
        before, made_before = msgspec.msgpack.decode(unpack(packed)) if packed else ([], {})
        if listed:
            del before[load_entry(listed[0])[0].version - 1 :]  # what was packed between the answers is in both
        now = {request_id: int(version) for request_id, version in made.items()}
        return cls(before + listed, made_before | now, len(listed))

    def dump(self) -> bytes:
        """The history, packed."""
        return pack(msgspec.msgpack.encode((self.entries, self.made)))

    def after(self, version: int, limit: int) -> list[Commit]:
        """Up to ``limit`` commits after ``version``, oldest first."""
        return [load_entry(entry)[0] for entry in self.entries[version : version + limit]]

    def request(self, request_id: str) -> CarriedOut | None:
        """The request with this id, if it was carried out."""
        version = self.made.get(request_id)
        if version is None:
            return None
        payload = load_entry(self.entries[version - 1])[1]
        return CarriedOut(version, {"move": payload} if is_move(request_id) else payload)

    def moves(self, version: int) -> list[RecordedMove]:
        """The moves up to ``version``, in order. Their requests are ``<ply>:<seat>``."""
        found = []
        for request_id, made in self.made.items():
            if is_move(request_id) and made <= version:
                ply, _, seat = request_id.partition(":")
                found.append(RecordedMove(made, int(ply), int(seat), load_entry(self.entries[made - 1])[1]))
        return sorted(found, key=lambda move: move.version)


def dump_payload(payload: Any) -> str:
    """A request's payload as JSON text with sorted keys, so that equal payloads have equal texts."""
    return msgspec.json.encode(payload, order="sorted").decode()
