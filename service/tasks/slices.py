"""Long work in slices (ADR 9): the clock of a slice, and what becomes of a task whose worker is lost."""

import time
from collections.abc import Callable
from typing import Final, Protocol

from service.store.due import each_on_its_own
from service.store.tasks import FAILED, Task, TaskStore

MAX_ATTEMPTS: Final = 3
"""Re-queues without progress after which a task has failed."""
SLICE_S: Final = 1.0
HEARTBEAT_EVERY_S: Final = 0.5
LOOK_EVERY_S: Final = 0.05
"""Time between two looks at the queues of more urgent work."""
GIVE_WAY_EVERY_S: Final = 0.02
"""Time between two turns of people that a worker may play during other work."""


class Urgent(Protocol):
    """The queues of what is more urgent."""

    def is_urgent(self) -> bool:
        """Whether more urgent work waits: a person's game, or a suggestion."""

    def serve_people(self) -> None:
        """Play one turn that a person waits for, in this process."""


class TaskClosed(Exception):
    """The task was cancelled or finished while a worker worked on it."""


class SliceClock:
    """The clock of one slice: sends the heartbeats and ends the slice in time."""

    def __init__(self, queue: Urgent, heartbeat: Callable[[], bool]) -> None:
        self._queue = queue
        self._heartbeat = heartbeat
        """Reports that a worker is at work; returns whether the task is still open."""
        self._began = self._last_heartbeat = self._looked = self._gave_way = time.monotonic()
        self._is_urgent = False

    def ends_slice(self) -> bool:
        """Whether the time is over, or more urgent work waits."""
        now = time.monotonic()
        if now - self._looked > LOOK_EVERY_S:
            self._looked = now
            self._is_urgent = self._queue.is_urgent()
        return self._is_urgent or now - self._began >= SLICE_S

    def should_stop(self) -> bool:
        """The callback of a search. It never ends the search, so that the result depends on the seed only. Raises
        TaskClosed.

        It also plays turns that people wait for, and sends the heartbeats.
        """
        now = time.monotonic()
        if now - self._gave_way > GIVE_WAY_EVERY_S:
            self._queue.serve_people()
            self._gave_way = time.monotonic()
        if now - self._last_heartbeat > HEARTBEAT_EVERY_S:
            self._last_heartbeat = now
            if not self._heartbeat():
                raise TaskClosed
        return False


def look_after(store: TaskStore, is_waiting: Callable[[Task], bool], call: Callable[[Task], None]) -> None:
    """Queue every task again whose worker or job is lost; after ``MAX_ATTEMPTS`` times without progress it has
    failed.
    """

    def look(task_id: str) -> None:
        task = store.find(task_id) if store.claim(task_id) else None
        if task is None or is_waiting(task):
            return
        if task.attempts >= MAX_ATTEMPTS:
            store.close(task, FAILED)
        elif (again := store.requeue(task)) is not None:
            call(again)

    each_on_its_own(store.kind, store.overdue(), look, store.set_aside)
