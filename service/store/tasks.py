"""Tasks in Redis: suggestions, batches of them, analyses and matches, which clients request and fetch later.

A task has numbered parts: a suggestion one, a batch one for every 200 positions, an analysis one for each decision, a
match one for each pair. A part is open, being worked on, saved half, or done. A part of a batch begins with a half: its
positions, which are gone when it is done.

All keys are in one slot, so that a script may use them together:

- ``{tasks}:task:<id>`` hash (request, status, calls, ...); the first letter of the id says of which kind the task is
- ``{tasks}:task:<id>:working`` sorted set of the parts that are begun and not done, by the time at which another worker
  may claim them; and hashes by part: ``:half`` (checkpoints), ``:results`` and ``:details`` (of results, not shown
  with the task)
- ``{tasks}:due:task`` the open tasks in the agenda, each due when it has been without a heartbeat for too long
- ``{tasks}:open:<kind>`` and ``{tasks}:open:<kind>:<client>`` sorted sets of the open tasks of all and of one client,
  by the time at which they expire; a batch stays in them until its answers are read
"""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any, Final

import msgspec
import redis

from ai.characters import characters_of
from service.config import Settings
from service.model.answer import Problem, refusal
from service.model.earlier import in_todays_form
from service.model.game import completed_options
from service.model.timestamps import now_ms, time_text
from service.model.tokens import new_id
from service.store import agenda
from service.store.connection import CHANNEL
from service.store.keys import TASKS_DUE, of_each, script
from service.store.readable import read
from service.store.space import Space
from service.store.webhooks import is_key_id

SUGGESTION: Final = "suggestion"
BATCH: Final = "batch"
ANALYSIS: Final = "analysis"
MATCH: Final = "match"
KINDS: Final = (SUGGESTION, BATCH, ANALYSIS, MATCH)
POLL_AFTER_S: Final = 1
"""Seconds after which a client should ask again for the progress of a task, or whether one of its tasks is over."""

QUEUED: Final = "queued"
RUNNING: Final = "running"
DONE: Final = "done"
CANCELLED: Final = "cancelled"
FAILED: Final = "failed"
OPEN_STATUSES: Final = (QUEUED, RUNNING)

ENDING: Final = "ending"
OFFLINE_SINCE: Final = "offline_since"
"""Facts about a match with bots (``TaskStore.note``)."""

HEARTBEAT_TIMEOUT_MS: Final = agenda.KINDS[agenda.TASK].again_ms
"""A task, or a part, without a heartbeat for this long is overdue; the agenda claims a task for as long."""


@dataclass(frozen=True)
class TaskLimits:
    """How many tasks of a kind the service accepts, and what it keeps of them for how long."""

    open: int
    """Queued and running tasks of all clients."""
    open_per_client: int
    """Queued and running tasks of one client."""
    open_per_key: int
    """The same of an API key, behind which many players may be."""
    life_s: int
    """Seconds that a task is kept after its creation, and again after its end."""
    until_read: bool = False
    """Whether a task that is done counts as open until its answers are read; of one that failed nothing is kept."""
    shows_halves: bool = False
    """Whether the halves of its parts are read with the task: those of a batch may have megabytes."""

    def of(self, client_id: str) -> int:
        """Queued and running tasks of this client, which is empty for one that is not counted."""
        each = self.open_per_key if is_key_id(client_id) else self.open_per_client
        return each if client_id else self.open


@dataclass(frozen=True)
class Task:
    """A task as stored."""

    id: str
    status: str
    request: dict[str, Any]
    reader_digest: str
    """SHA-256 of the token of the request, which alone may read the task; empty without a token. In Redis:
    ``holder``.
    """
    client_id: str
    """Rate-limit identity of the client whose open tasks it counts towards, if it is counted. In Redis: ``caller``."""
    created_at: str
    calls: int = 0
    """Re-queue count."""
    attempts: int = 0
    """Re-queue count since anything of a part was stored."""
    detail: str = ""
    """Why it has failed."""
    results: dict[int, Any] = field(default_factory=dict)
    """The results of the parts that are done, by number."""
    halves: dict[int, Any] = field(default_factory=dict)
    """The halves of the parts of a match that are saved half."""
    ending: str = ""
    """Why a match with bots ends, stored before it does."""

    @property
    def kind(self) -> str:
        """One of ``KINDS``."""
        return kind_of(self.id)

    @property
    def parts(self) -> int:
        """The number of its parts: the decisions of an analysis, the pairs of a match, those of a batch, or one."""
        request = self.request
        return len(request["versions"]) if self.kind == ANALYSIS else int(request.get("pairs", request.get("parts", 1)))

    @property
    def workers(self) -> int:
        """How many workers may work on it at once; 0 if a sweeper advances it."""
        return int(self.request.get("chains", 1))

    @property
    def is_open(self) -> bool:
        """Whether it is queued or running."""
        return self.status in OPEN_STATUSES


class Exists(Exception):
    """There is a task of this id already."""


class TaskStore:
    """The tasks of all kinds, and their parts."""

    def __init__(self, client: "redis.Redis", settings: Settings, space: Space) -> None:
        self.client: Any = client
        self._space = space
        suggestions = TaskLimits(
            settings.max_suggestions,
            settings.max_suggestions_each,
            settings.max_suggestions_key,
            settings.suggestion_ttl_s,
        )
        matches = TaskLimits(
            settings.max_matches,
            settings.max_matches_each,
            settings.max_matches_each,
            settings.match_ttl_s,
            shows_halves=True,
        )
        batches = replace(matches, life_s=settings.suggestion_ttl_s, until_read=True, shows_halves=False)
        self.limits = {SUGGESTION: suggestions, BATCH: batches, ANALYSIS: suggestions, MATCH: matches}
        self._open, self._claim_part, self._keep_part, self._close, self._if_there = (
            script(client, name) for name in ("task_open", "part_claim", "part_keep", "task_close", "hash_change")
        )

    def open(
        self,
        kind: str,
        request: Mapping[str, Any],
        reader_digest: str,
        client_id: str,
        task_id: str | None = None,
        halves: Iterable[Any] = (),
    ) -> Task:
        """Create a task, with ``task_id`` if that was derived before, and the ``halves`` with which its parts begin;
        raises Problem ``task/full``, ``task/too_many`` or ``store/full``, and Exists if there is a task of this id.
        """
        self._space.require()
        limits = self.limits[kind]
        most_open = limits.of(client_id)
        task_id = task_id or new_id(kind)
        status = QUEUED if request.get("chains", 1) else RUNNING  # without workers, it does not wait for one
        task = Task(task_id, status, dict(request), reader_digest, client_id, time_text(now_ms()))
        reply = self._open(
            keys=[*self._keys_of_open(task), part_key(task.id, "half")],
            args=[
                *(task.id, _text(request), reader_digest, task.created_at, client_id),
                *(limits.life_s, HEARTBEAT_TIMEOUT_MS, limits.open, most_open, status),
                *(self._life_of_parts_s(task), *map(_text, halves)),
            ],
        )
        if reply == "exists":
            raise Exists
        if reply == "full":
            raise refusal("task/full", "tasks_full", count=limits.open)
        if reply == "too_many":
            raise refusal("task/too_many", "tasks_too_many", {"retry_after_s": POLL_AFTER_S}, count=most_open)
        return task

    def load(self, kind: str, task_id: str) -> Task:
        """Return the task with its results; raises Problem ``task/not_found``, also for one of another kind."""
        task = self.find(task_id) if kind_of(task_id) == kind else None
        if task is None:
            raise not_found(task_id)
        return task

    def find(self, task_id: str) -> Task | None:
        """Return the task with its parts, read in one transaction; None if it does not exist. Raises Unreadable."""
        pipeline = self.client.pipeline(transaction=True)
        limits = self.limits.get(kind_of(task_id))
        names = ("results", "half") if limits and limits.shows_halves else ("results",)
        for name in (key_of(task_id), *(part_key(task_id, name) for name in names)):
            pipeline.hgetall(name)
        stored, *parts = pipeline.execute()
        return read("task", task_id, lambda: load_task(task_id, stored, *parts)) if "request" in stored else None

    def is_over(self, task_id: str) -> bool:
        """Whether the task has ended or does not exist."""
        return self.client.hget(key_of(task_id), "status") not in OPEN_STATUSES

    def heartbeat(self, task_id: str, part: int | None = None, again_ms: int = HEARTBEAT_TIMEOUT_MS) -> bool:
        """Heartbeat: a worker runs the task, and the given part; False if the task is no longer open.

        Without another heartbeat, they are overdue after ``again_ms``.
        """
        again, pipeline = now_ms() + again_ms, self.client.pipeline(transaction=True)
        pipeline.hget(key_of(task_id), "status")
        pipeline.zadd(TASKS_DUE, {task_id: again}, xx=True)  # closing the task removes it
        if part is not None:
            pipeline.zadd(part_key(task_id, "working"), {part: again}, xx=True)
        if pipeline.execute()[0] in OPEN_STATUSES:
            return True
        self.client.zrem(TASKS_DUE, task_id)  # it has expired
        return False

    def close(self, task: Task, status: str, detail: str = "") -> bool:
        """End the task; False if it had ended before."""
        limits = self.limits[task.kind]
        is_unread = limits.until_read and status == DONE
        arguments = [task.id, status, detail, limits.life_s, CHANNEL, 2 if is_unread else 4]
        has_ended = bool(self._close(keys=self._keys_of_open(task), args=arguments))
        if limits.until_read and has_ended and not is_unread:
            self.client.delete(*_part_keys(task.id))
        return has_ended

    def delete(self, task: Task, after_s: int = 0) -> None:
        """End the task, and delete it after this time; it counts as open no longer. A worker that runs it stops after
        its next heartbeat.
        """
        self.close(task, CANCELLED)
        of_each(self.client, "expire", [key_of(task.id), *_part_keys(task.id)], after_s)

    # -- its parts

    def claim_part(self, task: Task) -> tuple[int, Any] | None:
        """Claim a part to work on: one that is saved half or whose worker is dead, otherwise the next one; returns its
        number and its half. None if all are claimed, or the task is not open.
        """
        keys = [key_of(task.id), TASKS_DUE, part_key(task.id, "working"), part_key(task.id, "half")]
        found = self._claim_part(
            keys=keys, args=[task.id, task.parts, HEARTBEAT_TIMEOUT_MS, self._life_of_parts_s(task)]
        )
        return (int(found[0]), msgspec.json.decode(found[1] or "null")) if found else None

    def save_part(self, task: Task, part: int, half: Any) -> int:
        """Save the state of a part and release it, so that any worker can continue. Returns as ``finish_part``."""
        return self._keep(task, part, _text(half), "", "")

    def finish_part(self, task: Task, part: int, result: Any, detail: Any = None) -> int:
        """Store the result of a part; how many are done, or -1 if the task is not open.

        If two workers have done the part, both have the same result.
        """
        return self._keep(task, part, "", _text(result), "" if detail is None else _text(detail))

    def _keep(self, task: Task, part: int, *values: str) -> int:
        keys = [key_of(task.id), *(part_key(task.id, name) for name in ("working", *PART_HASHES))]
        return int(self._keep_part(keys=keys, args=[part, *values, self._life_of_parts_s(task)]))

    def _life_of_parts_s(self, task: Task) -> int:
        """Longer than that of the task, so that no part of an existing task is missing."""
        return 2 * self.limits[task.kind].life_s

    def count_done(self, task_id: str) -> int:
        """Number of parts that are done."""
        return int(self.client.hlen(part_key(task_id, "results")))

    def detail_of(self, task_id: str, part: int) -> Any:
        """The detail of the result of a part."""
        return json.loads(self.client.hget(part_key(task_id, "details"), part))

    # -- facts about a match with bots

    def note(self, task_id: str, name: str, value: str) -> str:
        """Store a fact about the task unless there is one; return the stored one. An empty value deletes it and returns
        ``""``.
        """
        if not value:
            self.client.hdel(key_of(task_id), name)
            return ""
        self._if_there(keys=[key_of(task_id)], args=["HSETNX", name, value])
        return str(self.client.hget(key_of(task_id), name) or value)

    def requeue(self, task: Task) -> Task | None:
        """Count that the task is queued again, and return it with the new counts; None if it is gone."""
        calls = self._if_there(keys=[key_of(task.id)], args=["HINCRBY", "calls", 1])
        if calls is None:
            return None
        return replace(task, calls=int(calls), attempts=task.attempts + int(calls) - task.calls)

    def _keys_of_open(self, task: Task) -> list[str]:
        return [key_of(task.id), TASKS_DUE, open_key(task.kind), open_key(task.kind, task.client_id)]


PART_HASHES: Final = ("half", "results", "details")
"""The stored values of parts, by number."""


def kind_of(task_id: str) -> str:
    """The kind of the task, one of ``KINDS``, which the first letter of its id tells; empty for what is no id."""
    return next((kind for kind in KINDS if kind[0] == task_id[:1]), "")


def key_of(task_id: str) -> str:
    """The key of a task."""
    return f"{{tasks}}:task:{task_id}"


def open_key(kind: str, client_id: str = "") -> str:
    """The open tasks of a kind, of all clients or of one."""
    return f"{{tasks}}:open:{kind}:{client_id}" if client_id else f"{{tasks}}:open:{kind}"


def not_found(task_id: str) -> Problem:
    """The same refusal for tasks that do not exist, have expired, or belong to another token."""
    return refusal("task/not_found", "task_not_found", task=repr(task_id))


def part_key(task_id: str, name: str) -> str:
    """The key of the stored values of the parts of a task: ``working`` or one of ``PART_HASHES``."""
    return f"{key_of(task_id)}:{name}"


def _part_keys(task_id: str) -> list[str]:
    return [part_key(task_id, name) for name in ("working", *PART_HASHES)]


def load_task(
    task_id: str,
    stored: Mapping[str, str],
    results: Mapping[str, str],
    halves: Mapping[str, str] = MappingProxyType({}),
) -> Task:
    """The task of these hashes; fails for data that this service cannot read."""
    "".join((*stored.values(), *results.values(), *halves.values())).encode()  # fails for bytes that are not text
    calls, request = int(stored["calls"]), in_todays_form(json.loads(stored["request"]))
    _forget_dropped_characters(request)
    if "options" in request:  # of a match
        request["options"] = completed_options(request["variant"], request["options"])
    return Task(
        id=task_id,
        status=stored["status"],
        request=request,
        reader_digest=stored["holder"],
        client_id=stored["caller"],
        created_at=stored["created_at"],
        calls=calls,
        attempts=calls - int(stored.get("progress", 0)),
        detail=stored.get("detail", ""),
        results=_by_part(results),
        halves=_by_part(halves),
        ending=stored.get(ENDING, ""),
    )


def _forget_dropped_characters(request: dict[str, Any]) -> None:
    """A task plays without a character that its game does not have any more, as games do
    (``service.games.computers.known_character``).
    """
    for part in (request, *request.get("players", ())):
        if part.get("character") and part["character"] not in characters_of(request["variant"]):
            part["character"] = None


def _by_part(stored: Mapping[str, str]) -> dict[int, Any]:
    """Values stored by part, ordered by number."""
    return {part: json.loads(stored[str(part)]) for part in sorted(map(int, stored))}


def _text(value: Any) -> str:
    return msgspec.json.encode(value).decode()
