"""Tasks in Redis: suggestions, analyses and matches, which clients request and fetch later.

All keys are in one slot, so that a script may use them together. ``<kind>`` is ``suggestion``, ``analysis`` or
``match``:

- ``{tasks}:<kind>:<id>`` hash (request, status, answer, ...)
- ``{tasks}:due:<kind>`` sorted set of the open tasks, by the time at which a task without a heartbeat is overdue
- ``{tasks}:of:<kind>:<client>`` sorted set of one client's open tasks, by the time at which they expire

An analysis has the list ``:graded`` too, of the decisions graded so far.

A match has more keys, which begin with its own: ``:playing`` sorted set of pairs, by the time at which their worker is
considered dead, and hashes by pair: ``:half`` (checkpoints), ``:results`` (points and goals) and ``:moves``.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

import redis

from service.language import ENGLISH
from service.model.problem import Problem
from service.model.timestamps import now_ms, time_text
from service.model.tokens import random_id
from service.store.connection import CHANNEL
from service.store.due import now_of, postpone
from service.store.scripts import script
from service.store.space import Space

QUEUED: Final = "queued"
RUNNING: Final = "running"
DONE: Final = "done"
CANCELLED: Final = "cancelled"
FAILED: Final = "failed"
OPEN_STATUSES: Final = (QUEUED, RUNNING)

HEARTBEAT_TIMEOUT_MS: Final = 4000
"""A task without a heartbeat for this long is overdue."""
CLAIM_MS: Final = 4000
"""A claimed task is overdue again after this long."""


@dataclass(frozen=True)
class TaskLimits:
    """How many tasks the service accepts, and how long it keeps them."""

    open: int
    """Queued and running tasks of all clients."""
    open_per_client: int
    """Queued and running tasks of one client."""
    life_s: int
    """Seconds that a task is kept after its creation, and again after its end."""


@dataclass(frozen=True)
class Task:
    """A task as stored."""

    id: str
    status: str
    request: dict[str, Any]
    answer: Any
    calls: int
    """Re-queue count."""
    attempts: int
    """Re-queue count since the last progress."""
    reader_digest: str
    """SHA-256 of the token of the request, which alone may read the task; empty without a token. In Redis:
    ``holder``.
    """
    client_id: str
    """Rate-limit identity of the client whose open tasks it counts towards. In Redis: ``caller``."""
    created_at: str

    @property
    def is_open(self) -> bool:
        """Whether it is queued or running."""
        return self.status in OPEN_STATUSES


class Exists(Exception):
    """There is a task of this id already."""


class TaskStore:
    """The tasks of one kind."""

    def __init__(self, client: "redis.Redis", kind: str, limits: TaskLimits, space: Space | None = None) -> None:
        self.client: Any = client
        self._space = space
        self.kind = kind
        self.limits = limits
        self._open, self._heartbeat, self._close, self._claim, self._if_there = (
            script(client, name) for name in _SCRIPTS
        )

    def new_id(self) -> str:
        """The id of a task to be opened."""
        return random_id(f"{self.kind[0]}_")

    def open(
        self,
        request: Mapping[str, Any],
        reader_digest: str,
        client_id: str,
        most_open: int | None = None,
        task_id: str | None = None,
    ) -> Task:
        """Create a task, with ``task_id`` if it was drawn before; raises Problem ``<kind>/full``, ``<kind>/too_many``
        or ``store/full``, and Exists if there is a task of this id.

        ``most_open`` is the limit of this client's open tasks if it has one of its own.
        """
        if self._space is not None:
            self._space.require()
        task_id = task_id or self.new_id()
        created_at = time_text(now_ms())
        limits = self.limits
        per_client = limits.open_per_client if most_open is None else most_open
        bounds = [limits.open, per_client, limits.life_s, HEARTBEAT_TIMEOUT_MS]
        answer = self._open(
            keys=[*self._keys(task_id), self.client_key(client_id)],
            args=[task_id, _text(request), reader_digest, created_at, *bounds, client_id],
        )
        if answer == "exists":
            raise Exists
        if answer == "full":
            raise Problem(f"{self.kind}/full", ENGLISH.phrase("tasks_full", count=limits.open))
        if answer == "too_many":
            raise Problem(
                f"{self.kind}/too_many",
                ENGLISH.phrase("tasks_too_many", count=per_client),
            )
        return Task(task_id, QUEUED, dict(request), None, 0, 0, reader_digest, client_id, created_at)

    def load(self, task_id: str) -> Task:
        """Return the task; raises Problem ``<kind>/not_found``."""
        task = self.find(task_id)
        if task is None:
            raise self.not_found(task_id)
        return task

    def find(self, task_id: str) -> Task | None:
        """Return the task; None if it was deleted or has expired."""
        stored = self.client.hgetall(self.key_of(task_id))
        if "request" not in stored:
            return None
        return Task(
            id=task_id,
            status=stored["status"],
            request=json.loads(stored["request"]),
            answer=json.loads(stored.get("answer") or "null"),
            calls=int(stored["calls"]),
            attempts=int(stored["attempts"]),
            reader_digest=stored["holder"],
            client_id=stored["caller"],
            created_at=stored["created_at"],
        )

    def is_over(self, task_id: str) -> bool:
        """Whether the task has ended or does not exist."""
        return self.client.hget(self.key_of(task_id), "status") not in OPEN_STATUSES

    def heartbeat(self, task_id: str, made_progress: bool = False, again_ms: int = HEARTBEAT_TIMEOUT_MS) -> bool:
        """Report that a worker runs the task; False if it is no longer open. ``made_progress`` resets ``attempts``.

        Without another report, the task is overdue after ``again_ms``.
        """
        return bool(self._heartbeat(keys=self._keys(task_id), args=[task_id, again_ms, int(made_progress)]))

    def close(self, task: Task, status: str, answer: Any = None) -> bool:
        """End the task; False if it had ended before."""
        return bool(
            self._close(
                keys=[*self._keys(task.id), self.client_key(task.client_id)],
                args=[task.id, status, "" if answer is None else _text(answer), self.limits.life_s, CHANNEL],
            )
        )

    def delete(self, task: Task) -> Task:
        """End the task, delete it and return its last state. A worker that runs it stops after its next heartbeat."""
        self.close(task, CANCELLED)
        ended = self.load(task.id)
        self.client.delete(self.key_of(task.id), *self._child_keys(task.id))
        return ended

    def _child_keys(self, task_id: str) -> list[str]:
        """The keys of the task besides its hash."""
        return []

    def overdue(self) -> list[str]:
        """Ids of open tasks without a recent heartbeat."""
        found: list[str] = self.client.zrangebyscore(self.due_key(), "-inf", now_of(self.client), start=0, num=100)
        return found

    def set_aside(self, task_id: str) -> None:
        """Let a task that cannot be handled be overdue again after a while."""
        postpone(self.client, self.due_key(), task_id)

    def claim(self, task_id: str) -> bool:
        """Claim an overdue task; False if another process has claimed it."""
        return bool(self._claim(keys=self._keys(task_id), args=[task_id, CLAIM_MS]))

    def requeue(self, task: Task) -> Task | None:
        """Count that the task is queued again, and return it with the new counts; None if it is gone."""
        counts = [
            self._if_there(keys=[self.key_of(task.id)], args=["HINCRBY", name, 1]) for name in ("calls", "attempts")
        ]
        return None if None in counts else replace(task, calls=int(counts[0]), attempts=int(counts[1]))

    def not_found(self, task_id: str) -> Problem:
        """The one answer for tasks that do not exist, have expired, or belong to another token."""
        return Problem(
            f"{self.kind}/not_found",
            ENGLISH.phrase(f"{self.kind}_not_found", task=repr(task_id[:40])),
        )

    def key_of(self, task_id: str) -> str:
        """The key of a task."""
        return f"{{tasks}}:{self.kind}:{task_id}"

    def due_key(self) -> str:
        """The index of open tasks."""
        return f"{{tasks}}:due:{self.kind}"

    def client_key(self, client_id: str) -> str:
        """The open tasks of a client."""
        return f"{{tasks}}:of:{self.kind}:{client_id}"

    def _keys(self, task_id: str) -> list[str]:
        return [self.key_of(task_id), self.due_key()]


class AnalysisStore(TaskStore):
    """Analyses of finished games, one for a game and seat, and the decisions that are graded so far, in order."""

    def __init__(self, client: "redis.Redis", limits: TaskLimits, space: Space | None = None) -> None:
        super().__init__(client, "analysis", limits, space)
        self._add = script(client, "add_graded")

    def graded(self, task_id: str) -> list[Any]:
        """The decisions graded so far."""
        return [json.loads(text) for text in self.client.lrange(self._graded_key(task_id), 0, -1)]

    def count_graded(self, task_id: str) -> int:
        """How many they are."""
        return int(self.client.llen(self._graded_key(task_id)))

    def add_graded(self, task_id: str, number: int, graded: Any) -> bool:
        """Add the decision with this number; False if another worker has done so."""
        return bool(self._add(keys=[self._graded_key(task_id)], args=[number, _text(graded), 2 * self.limits.life_s]))

    def forget_graded(self, task_id: str) -> None:
        """Delete the decisions of an analysis that is kept elsewhere."""
        self.client.delete(self._graded_key(task_id))

    def _child_keys(self, task_id: str) -> list[str]:
        return [self._graded_key(task_id)]

    def _graded_key(self, task_id: str) -> str:
        return f"{self.key_of(task_id)}:graded"


class MatchStore(TaskStore):
    """Matches and their pairs. A pair is not started, being played, saved at a checkpoint, or finished."""

    def __init__(self, client: "redis.Redis", limits: TaskLimits, space: Space | None = None) -> None:
        super().__init__(client, "match", limits, space)
        self._claim_pair = script(client, "claim_pair")
        self._pairs_life_s = 2 * limits.life_s  # longer than the match, so that no pair of an existing match is missing

    def claim_pair(self, match_id: str, pairs: int) -> int | None:
        """Claim a pair to play: one with a checkpoint or a dead worker, else the next of ``pairs``; None if all are
        claimed.
        """
        keys = [self.key_of(match_id), self._child_key(match_id, "playing")]
        pair = int(self._claim_pair(keys=keys, args=[pairs, HEARTBEAT_TIMEOUT_MS, self._pairs_life_s]))
        return None if pair < 0 else pair

    def heartbeat_pair(self, match_id: str, pair: int) -> None:
        """Report that a worker plays the pair."""
        self.client.zadd(
            self._child_key(match_id, "playing"), {pair: now_of(self.client) + HEARTBEAT_TIMEOUT_MS}, xx=True
        )

    def load_checkpoint(self, match_id: str, pair: int) -> Any:
        """The checkpoint of a pair; None without one."""
        return json.loads(self.client.hget(self._child_key(match_id, "half"), pair) or "null")

    def checkpoints(self, match_id: str) -> dict[int, Any]:
        """The checkpoints of all pairs that are not finished, ordered by pair."""
        stored = self.client.hgetall(self._child_key(match_id, "half"))
        return {pair: json.loads(stored[str(pair)]) for pair in sorted(map(int, stored))}

    def note(self, match_id: str, name: str, value: str) -> str:
        """Store a fact about the match unless it is known; return what is known. An empty value forgets it and returns
        ``""``.
        """
        key = self.key_of(match_id)
        if not value:
            self.client.hdel(key, name)
            return ""
        self._if_there(keys=[key], args=["HSETNX", name, value])
        return str(self.client.hget(key, name) or value)

    def noted(self, match_id: str, name: str) -> str:
        """A fact that ``note`` has stored; empty without one."""
        return str(self.client.hget(self.key_of(match_id), name) or "")

    def save_checkpoint(self, match_id: str, pair: int, checkpoint: Any) -> None:
        """Save the state of a pair and release it, so that any worker can continue."""
        pipeline = self.client.pipeline(transaction=True)
        pipeline.hset(self._child_key(match_id, "half"), pair, _text(checkpoint))
        pipeline.expire(self._child_key(match_id, "half"), self._pairs_life_s)
        pipeline.zadd(self._child_key(match_id, "playing"), {pair: 0}, xx=True)
        pipeline.execute()

    def finish_pair(self, match_id: str, pair: int, result: Any, moves: Any) -> None:
        """Store the result and the moves of a pair. If two workers have played it, both have the same result."""
        pipeline = self.client.pipeline(transaction=True)
        for name, value in (("results", result), ("moves", moves)):
            pipeline.hset(self._child_key(match_id, name), pair, _text(value))
            pipeline.expire(self._child_key(match_id, name), self._pairs_life_s)
        pipeline.hdel(self._child_key(match_id, "half"), pair)
        pipeline.zrem(self._child_key(match_id, "playing"), pair)
        pipeline.execute()

    def results(self, match_id: str) -> dict[int, Any]:
        """The results of the finished pairs, ordered by pair."""
        stored = self.client.hgetall(self._child_key(match_id, "results"))
        return {pair: json.loads(stored[str(pair)]) for pair in sorted(map(int, stored))}

    def finished_pairs(self, match_id: str) -> set[int]:
        """The numbers of the finished pairs."""
        return set(map(int, self.client.hkeys(self._child_key(match_id, "results"))))

    def count_results(self, match_id: str) -> int:
        """Number of finished pairs."""
        return int(self.client.hlen(self._child_key(match_id, "results")))

    def moves(self, match_id: str, pair: int) -> Any:
        """The moves of both games of a finished pair."""
        return json.loads(self.client.hget(self._child_key(match_id, "moves"), pair))

    def _child_keys(self, task_id: str) -> list[str]:
        return [self._child_key(task_id, name) for name in ("playing", "half", "results", "moves")]

    def _child_key(self, match_id: str, name: str) -> str:
        return f"{self.key_of(match_id)}:{name}"


_SCRIPTS: Final = ("open_task", "heartbeat_task", "close_task", "claim_due", "if_there")


def _text(value: Any) -> str:
    return json.dumps(value, separators=(",", ":"))
