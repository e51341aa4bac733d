"""Work that callers ask for and fetch later, suggestions and matches, in Redis.

All keys stand in one slot, so that one script sees them together; ``<kind>`` is ``suggestion`` or ``match``:
``{tasks}:<kind>:<id>`` hash (request, status, answer, ...), ``{tasks}:due:<kind>`` sorted set of the open ones by the time at which
somebody must look after them, ``{tasks}:of:<kind>:<caller>`` sorted set of one caller's open ones. A match keeps besides, behind its
key: ``:playing`` sorted set of pairs by the time at which their worker is taken for dead, and by pair ``:half`` (games put down),
``:results`` (points and goals), ``:moves``.
"""

import json
import secrets
from collections.abc import Mapping
from dataclasses import dataclass, replace
from importlib.resources import files
from typing import Any, Final

import redis

from service.model.problem import Problem
from service.model.timestamps import now_ms, time_text
from service.store.connection import CHANNEL

QUEUED: Final = "queued"
RUNNING: Final = "running"
DONE: Final = "done"
CANCELLED: Final = "cancelled"
FAILED: Final = "failed"
OPEN_STATUSES: Final = (QUEUED, RUNNING)
ID_ALPHABET: Final = "abcdefghijklmnopqrstuvwxyz234567"
TEND_MS: Final = 4000
"""Whoever works on a task says so at least this often, or it is looked after."""
CLAIM_MS: Final = 4000
"""Time between two looks after the same task."""


@dataclass(frozen=True)
class TaskLimits:
    """What the service takes on."""

    open: int
    """Tasks waiting or being worked on."""
    of_one_caller: int
    life_s: int
    """Seconds that a task is kept from its beginning, and again from its end."""


@dataclass(frozen=True)
class Task:
    """A task as stored."""

    id: str
    status: str
    request: dict[str, Any]
    answer: Any
    calls: int
    """Times that workers were called again."""
    attempts: int
    """The same since it last got on."""
    holder: str
    """SHA-256 of the token it was asked with, which alone may see it; empty where there was none."""
    caller: str
    """Whose share of the open tasks it counts against."""
    created_at: str

    @property
    def is_open(self) -> bool:
        """Whether it waits or is being worked on."""
        return self.status in OPEN_STATUSES


class TaskStore:
    """The tasks of one kind."""

    def __init__(self, client: "redis.Redis", kind: str, limits: TaskLimits) -> None:
        self.client: Any = client
        self.kind = kind
        self.limits = limits
        self._open, self._tend, self._close, self._claim = (client.register_script(_lua(name)) for name in _SCRIPTS)

    def open(self, request: Mapping[str, Any], holder: str, caller: str) -> Task:
        """Take a task on; raises Problem ``<kind>/full`` or ``<kind>/too_many``."""
        task_id = f"{self.kind[0]}_" + "".join(secrets.choice(ID_ALPHABET) for _ in range(20))
        created_at = time_text(now_ms())
        limits = self.limits
        answer = self._open(
            keys=[*self._keys(task_id), self._caller_key(caller)],
            args=[task_id, _text(request), holder, created_at, limits.open, limits.of_one_caller, limits.life_s, TEND_MS, caller],
        )
        if answer == "full":
            raise Problem(f"{self.kind}/full", f"The service has {limits.open} of them to do already; try again a little later.")
        if answer == "too_many":
            raise Problem(
                f"{self.kind}/too_many",
                f"You have {limits.of_one_caller} of them open already, as many as one caller may have; "
                f"wait for one to end, or cancel one.",
            )
        return Task(task_id, QUEUED, dict(request), None, 0, 0, holder, caller, created_at)

    def load(self, task_id: str) -> Task:
        """Return the task; raises Problem ``<kind>/not_found``."""
        task = self.find(task_id)
        if task is None:
            raise self.not_found(task_id)
        return task

    def find(self, task_id: str) -> Task | None:
        """Return the task; None if it has been deleted, or has expired."""
        stored = self.client.hgetall(self._key(task_id))
        if "request" not in stored:
            return None
        return Task(
            task_id,
            stored["status"],
            json.loads(stored["request"]),
            json.loads(stored.get("answer") or "null"),
            int(stored["calls"]),
            int(stored["attempts"]),
            stored["holder"],
            stored["caller"],
            stored["created_at"],
        )

    def is_over(self, task_id: str) -> bool:
        """Whether nobody works on it any more."""
        return self.client.hget(self._key(task_id), "status") not in OPEN_STATUSES

    def tend(self, task_id: str, got_on: bool = False) -> bool:
        """Say that somebody is at work on it; False if nobody wants it any more. ``got_on``: earlier failures do not count now."""
        return bool(self._tend(keys=self._keys(task_id), args=[task_id, TEND_MS, int(got_on)]))

    def close(self, task: Task, status: str, answer: Any = None) -> bool:
        """End it; False if it had ended before."""
        return bool(
            self._close(
                keys=[*self._keys(task.id), self._caller_key(task.caller)],
                args=[task.id, status, "" if answer is None else _text(answer), self.limits.life_s, CHANNEL],
            )
        )

    def delete(self, task: Task) -> Task:
        """End it and forget it; returns it as it was in the end. Whoever works on it sees that nobody wants it any more."""
        self.close(task, CANCELLED)
        ended = self.load(task.id)
        self.client.delete(self._key(task.id), *self._parts(task.id))
        return ended

    def _parts(self, task_id: str) -> list[str]:
        """The keys that are kept behind that of the task."""
        return []

    def overdue(self) -> list[str]:
        """Open tasks that nobody seems to be at work on."""
        found: list[str] = self.client.zrangebyscore(self._due_key(), "-inf", self._now_ms(), start=0, num=100)
        return found

    def claim(self, task_id: str) -> bool:
        """Take charge of an overdue task; False if somebody else has."""
        return bool(self._claim(keys=self._keys(task_id), args=[task_id, CLAIM_MS]))

    def call_again(self, task: Task) -> Task:
        """Count that workers are called again, and return the task as it is then."""
        pipeline = self.client.pipeline()
        pipeline.hincrby(self._key(task.id), "calls", 1)
        pipeline.hincrby(self._key(task.id), "attempts", 1)
        calls, attempts = pipeline.execute()
        return replace(task, calls=int(calls), attempts=int(attempts))

    def not_found(self, task_id: str) -> Problem:
        """The one answer for tasks that do not exist, have expired, or are none of the caller's business."""
        return Problem(
            f"{self.kind}/not_found",
            f"There is no {self.kind} {task_id[:40]!r}, or it has expired, or it was asked with a token that you did not send.",
        )

    def _now_ms(self) -> int:
        """The clock that the scripts go by."""
        seconds, micros = self.client.time()
        return int(seconds) * 1000 + int(micros) // 1000

    def _key(self, task_id: str) -> str:
        return f"{{tasks}}:{self.kind}:{task_id}"

    def _due_key(self) -> str:
        return f"{{tasks}}:due:{self.kind}"

    def _caller_key(self, caller: str) -> str:
        return f"{{tasks}}:of:{self.kind}:{caller}"

    def _keys(self, task_id: str) -> list[str]:
        return [self._key(task_id), self._due_key()]


class MatchStore(TaskStore):
    """Matches, with their pairs: free, being played, put down half played, finished."""

    def __init__(self, client: "redis.Redis", limits: TaskLimits) -> None:
        super().__init__(client, "match", limits)
        self._claim_pair = client.register_script(_lua("claim_pair"))
        self._pairs_life_s = 2 * limits.life_s  # beyond that of the match, so that none is missing while it is there

    def claim_pair(self, match_id: str, pairs: int) -> int | None:
        """Claim a pair to play: one put down or left by a dead worker, else the next of ``pairs``; None if all are taken."""
        keys = [self._key(match_id), self._part(match_id, "playing")]
        pair = int(self._claim_pair(keys=keys, args=[pairs, TEND_MS, self._pairs_life_s]))
        return None if pair < 0 else pair

    def keep_pair(self, match_id: str, pair: int) -> None:
        """Say that somebody still plays it."""
        self.client.zadd(self._part(match_id, "playing"), {pair: self._now_ms() + TEND_MS}, xx=True)

    def half_played(self, match_id: str, pair: int) -> Any:
        """What was put down of a pair; None if nothing was."""
        return json.loads(self.client.hget(self._part(match_id, "half"), pair) or "null")

    def put_down(self, match_id: str, pair: int, half: Any) -> None:
        """Leave a pair for whoever comes next."""
        pipeline = self.client.pipeline()
        pipeline.hset(self._part(match_id, "half"), pair, _text(half))
        pipeline.expire(self._part(match_id, "half"), self._pairs_life_s)
        pipeline.zadd(self._part(match_id, "playing"), {pair: 0}, xx=True)
        pipeline.execute()

    def finish_pair(self, match_id: str, pair: int, result: Any, moves: Any) -> None:
        """Keep the result and the moves of a pair; should two workers have played it, both found the same."""
        pipeline = self.client.pipeline()
        for part, value in (("results", result), ("moves", moves)):
            pipeline.hset(self._part(match_id, part), pair, _text(value))
            pipeline.expire(self._part(match_id, part), self._pairs_life_s)
        pipeline.hdel(self._part(match_id, "half"), pair)
        pipeline.zrem(self._part(match_id, "playing"), pair)
        pipeline.execute()

    def results(self, match_id: str) -> dict[int, Any]:
        """The results so far by pair, in the order of the pairs."""
        stored = self.client.hgetall(self._part(match_id, "results"))
        return {pair: json.loads(stored[str(pair)]) for pair in sorted(map(int, stored))}

    def count_results(self, match_id: str) -> int:
        """How many pairs are finished."""
        return int(self.client.hlen(self._part(match_id, "results")))

    def moves(self, match_id: str, pair: int) -> Any:
        """The moves of both games of a finished pair."""
        return json.loads(self.client.hget(self._part(match_id, "moves"), pair))

    def _parts(self, task_id: str) -> list[str]:
        return [self._part(task_id, part) for part in ("playing", "half", "results", "moves")]

    def _part(self, match_id: str, part: str) -> str:
        return f"{self._key(match_id)}:{part}"


_SCRIPTS: Final = ("open_task", "tend_task", "close_task", "claim_task")


def _text(value: Any) -> str:
    return json.dumps(value, separators=(",", ":"))


def _lua(name: str) -> str:
    return files("service.store").joinpath("lua", f"{name}.lua").read_text()
