"""A task: long work in numbered parts, done by workers in slices of about a second (ADR 59).

A suggestion is one part; a batch has a part for every 200 positions, an analysis one for each decision, a match one for
each pair. A worker claims a part, works on it, and stores its result, or, when the slice ends before, a half from which
any worker continues. If a process dies, a part is at most done again, with the same result. ``suggestions``,
``batches``, ``analyses`` and ``matches`` define their parts; a sweeper advances those of a match with bots.
"""

import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any, Final, Literal, TypeVar

from service.config import Settings
from service.games.computers import ReserveAiTime
from service.games.update import Games
from service.model.answer import Answer, Count, Timestamp, VariantKey, about, wrong_field
from service.process.telemetry import signs_of_life
from service.store.tasks import DONE, OPEN_STATUSES, Task, TaskStore

if TYPE_CHECKING:  # only a process that makes a queue loads RQ
    from service.store.queue import AiQueue

SLICE_S: Final = 1.0
"""After this time a job ends and wakes a new one, so that no game and no task occupies a worker."""
HEARTBEAT_EVERY_S: Final = 0.5
LOOK_EVERY_S: Final = 0.05
"""Time between two looks at the queues of more urgent work."""
GIVE_WAY_EVERY_S: Final = 0.02
"""Time between two turns of people that a worker may play during other work."""

# -- requests


def require_at_most(most: int, amount: int, where: str) -> None:
    """Raise Problem ``request/invalid`` naming the field if ``amount`` is more than the service allows."""
    if amount > most:
        raise wrong_field("request/invalid", where, f"{amount} is more than this service allows, {most}")


@dataclass(frozen=True)
class Client:
    """The caller that requests a task."""

    id: str
    """Rate-limit identity of the client whose open tasks it counts towards: the id of its API key, if it has one; empty
    for one that is not counted.
    """
    reserve_ai_time: ReserveAiTime
    reader_digest: str = ""
    """SHA-256 of the token of the request, which alone may read the task; empty without a token. It may be that of a
    bot.
    """
    owner_digest: str = ""
    """SHA-256 of the token created for a match whose request has none, the only one that may cancel and delete it."""
    fingerprint: str | None = None
    """The fingerprint of the request, if it had an Idempotency-Key."""


@dataclass(frozen=True)
class Tasks:
    """The tasks of this service: the games, and the settings, which limit the cost of a task."""

    games: Games
    settings: Settings

    @property
    def queue(self) -> "AiQueue":
        """The queue that wakes workers."""
        return self.games.queue

    @property
    def store(self) -> TaskStore:
        """Where they are stored."""
        return self.games.store.tasks

    def open(
        self,
        kind: str,
        request: Mapping[str, Any],
        client: Client,
        ms: int,
        task_id: str | None = None,
        halves: Iterable[Any] = (),
    ) -> Task:
        """Create a task that reserves ``ms`` of AI time, and wake its workers; its parts begin with the ``halves``.
        Raises Problem, and Exists if there is one of this id.
        """
        with client.reserve_ai_time(ms):
            task = self.store.open(kind, request, client.reader_digest, client.id, task_id, halves)
        self.wake(task)
        return task

    def wake(self, task: Task) -> None:
        """Queue the first slice of every worker of the task."""
        for chain in range(task.workers):
            self.queue.call_task(task, chain)


# -- what a client sees


class TaskProgress(Answer, kw_only=True):
    """The progress of a task: decisions of an analysis, pairs of a match, positions of a batch; a suggestion is one."""

    done: Annotated[Count, about("Number of those that are done.")]
    of: Annotated[Count, about("Number of all.")]


class TaskView(Answer, kw_only=True):
    """The common fields of all tasks."""

    id: Annotated[str, about("The task's id.")]
    status: Annotated[
        Literal["queued", "running", "done", "cancelled", "failed"],
        about("`failed`: `detail` says why, or several attempts did not finish.", title="TaskStatus"),
    ]
    detail: Annotated[str | None, about("Why a match with a bot has `failed`. Null otherwise.")]
    progress: Annotated[TaskProgress, about("How far it is.")]
    created_at: Annotated[Timestamp, about("When it was asked for.")]
    variant: Annotated[VariantKey, about("The variant's key.")]

    @property
    def is_open(self) -> bool:
        """Whether it is queued or running."""
        return self.status in OPEN_STATUSES


View = TypeVar("View", bound=TaskView)


def view_of(kind: type[View], task: Task, **more: Any) -> View:
    """The view of a task: the requested values, under the same names, and ``more`` of its kind."""
    asked = {name: task.request[name] for name in kind.__struct_fields__ if name in task.request}
    of_all = {
        "id": task.id,
        "status": task.status,
        "detail": task.detail or None,
        "progress": TaskProgress(done=len(task.results), of=task.parts),
        "created_at": task.created_at,
    }
    return kind(**(asked | of_all | more))


# -- in the worker


class TaskClosed(Exception):
    """The task was cancelled or finished while a worker worked on it."""


class GiveWay:
    """Gives people priority during other work: plays turns that they wait for, and shows that this worker is alive."""

    def __init__(self, queue: "AiQueue") -> None:
        self._queue = queue
        self._gave_way = time.monotonic()
        self.given_s = 0.0
        """How long people's turns took."""

    def if_due(self) -> None:
        """Play a turn that a person waits for, unless that was done recently."""
        now = time.monotonic()
        if now - self._gave_way > GIVE_WAY_EVERY_S:
            signs_of_life.show()
            self._queue.serve_people()
            self._gave_way = time.monotonic()
            self.given_s += self._gave_way - now

    def stops_after(self, ms: int, work_on: Callable[[], object]) -> Callable[[], bool]:
        """The callback of a search that ends after this time, not counting people's turns; ``work_on`` is called in
        it.
        """
        ends = time.monotonic() - self.given_s + ms / 1000

        def should_stop() -> bool:
            work_on()
            return time.monotonic() - self.given_s >= ends

        return should_stop


class Clock:
    """The clock of one slice: sends the heartbeats, gives people priority, and ends the slice in time."""

    def __init__(self, tasks: Tasks, task_id: str) -> None:
        self._tasks = tasks
        self._task_id = task_id
        self.part: int | None = None
        """What the worker is working on."""
        self._began = self._last_heartbeat = self._looked = time.monotonic()
        self._way = GiveWay(tasks.queue)
        self._is_urgent = False

    def ends_slice(self) -> bool:
        """True if the time is over, or more urgent work waits."""
        now = time.monotonic()
        if now - self._looked > LOOK_EVERY_S:
            self._looked = now
            self._is_urgent = self._tasks.queue.is_urgent()
        return self._is_urgent or now - self._began >= SLICE_S

    def should_stop(self) -> bool:
        """The callback of a search. It never ends the search, so that the result depends on the seed only. Raises
        TaskClosed.

        It also gives people priority, and shows others by heartbeats that this worker makes progress.
        """
        self._way.if_due()
        now = time.monotonic()
        if now - self._last_heartbeat > HEARTBEAT_EVERY_S:
            self._last_heartbeat = now
            if not self._tasks.store.heartbeat(self._task_id, self.part):
                raise TaskClosed
        return False

    def stops_after(self, ms: int) -> Callable[[], bool]:
        """The callback of a search that ends after this time, not counting people's turns."""
        return self._way.stops_after(ms, self.should_stop)


class Work:
    """The work on a task in one slice. A kind of task is a subclass."""

    def __init__(self, tasks: Tasks, task: Task) -> None:
        """Subclasses raise Problem if the game of the task no longer exists."""
        self.tasks = tasks
        self.task = task

    def do_part(self, number: int, half: Any, clock: Clock) -> int:
        """Work on a part, from its half if there is one, and store its result, which is the same however often it is
        computed; or, only if the slice ended it, another half. Returns how many parts are done, as the store does.
        """
        raise NotImplementedError

    def end(self) -> str:
        """Called when all parts are done; returns the status with which the task ends."""
        return DONE
