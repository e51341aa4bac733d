"""TODO service/api/waiting.py."""

import re
import time

from flask import request

from service.api.services import parts
from service.model.game import ACTIVE, GameRecord, seats_to_act
from service.model.problem import Problem
from service.store.tasks import Task, TaskStore


def wait_for_end(tasks: TaskStore, task: Task) -> Task:
    """Hold the request as ``Prefer: wait`` says until the task is over; at the cap of waiters, not at all."""
    wait_s = preferred_wait_s()
    if wait_s and task.is_open:
        try:
            parts().hub.wait_until(task.id, lambda: tasks.is_over(task.id), wait_s)
        except Problem:
            return task
        return tasks.load(task.id)
    return task


def preferred_wait_s() -> int:
    """Seconds of ``Prefer: wait=n``, at most what the settings allow; 0 without it."""
    found = re.search(r"(?:^|[,;\s])wait=(\d{1,4})(?:$|[,;\s])", request.headers.get("Prefer", ""))
    return min(int(found[1]), parts().settings.max_wait_s) if found else 0


def wait_for_turn(game: GameRecord, seat: int, wait_s: int) -> GameRecord:
    """Hold the request until ``seat`` is asked again, the game is over, or the time is; at the cap of waiters, not at all."""
    deadline = time.monotonic() + wait_s
    while game.status == ACTIVE and seat not in seats_to_act(game):
        left = deadline - time.monotonic()
        if left <= 0:
            break
        try:
            if not parts().hub.wait_past(game.id, game.version, left):
                break
        except Problem:
            break
        game = parts().store.load(game.id)
    return game
