"""What workers and sweepers do with every task, whatever its kind."""

from collections.abc import Callable, Mapping
from typing import Final

from service.model.problem import Problem
from service.store.agenda import TASK
from service.store.tasks import ANALYSIS, CANCELLED, FAILED, MATCH, SUGGESTION
from service.tasks.analyses import AnalysisWork
from service.tasks.bot_matches import advance
from service.tasks.matches import MatchWork
from service.tasks.suggestions import SuggestionWork
from service.tasks.task import Clock, Half, TaskClosed, Tasks, Work

WORK: Final[Mapping[str, Callable[..., Work]]] = {
    SUGGESTION: SuggestionWork,
    ANALYSIS: AnalysisWork,
    MATCH: MatchWork,
}
MAX_ATTEMPTS: Final = 3
"""Re-queues without progress after which a task has failed, and the heuristic answers a turn."""


def work_on(tasks: Tasks, task_id: str, call: int, chain: int, link: int) -> None:
    """Work on the parts of a task for a slice, then queue the next slice of this chain, or end the task."""
    store = tasks.store
    task = store.find(task_id)
    if task is None or not task.is_open or task.calls != call:  # it ended, or this chain was considered dead
        return
    try:
        work, clock = WORK[task.kind](tasks, task), Clock(tasks, task_id)
        while not clock.ends_slice():
            claimed = store.claim_part(task)
            done = store.count_done(task_id) if claimed is None else _do_part(work, *claimed, clock)
            if done == task.parts:  # also if the worker of the last part died before this
                store.close(task, work.end())
                return
            if claimed is None:  # other chains do the remaining parts and end the task
                return
    except TaskClosed:
        return
    except Problem:  # what it is about was deleted or has expired
        store.close(task, CANCELLED)
        return
    if store.heartbeat(task_id):
        tasks.queue.call_task(task, chain, 1 - link)


def _do_part(work: Work, number: int, half: object, clock: Clock) -> int:
    """Work on a part and store what comes of it; returns how many are done. Raises TaskClosed."""
    clock.part = number
    found = work.do_part(number, half, clock)
    if isinstance(found, Half):
        done = work.tasks.store.save_part(work.task, number, found.state)
    else:
        done = work.tasks.store.finish_part(work.task, number, found.value, found.detail)
    if done < 0:
        raise TaskClosed
    return done


def look_after(tasks: Tasks, task_id: str) -> None:
    """Queue a task again whose workers or jobs are lost; after ``MAX_ATTEMPTS`` times without progress it has failed.
    A match with bots has no workers: it is advanced here.
    """
    task = tasks.store.find(task_id)
    if task is None:  # deleted, or expired
        tasks.games.store.agenda.remove(TASK, task_id)
    elif not task.workers:
        advance(tasks, task)
    elif tasks.queue.is_task_waiting(task):
        return
    elif task.attempts >= MAX_ATTEMPTS:
        tasks.store.close(task, FAILED)
    elif (again := tasks.store.requeue(task)) is not None:
        tasks.wake(again)
