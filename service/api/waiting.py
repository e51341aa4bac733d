"""Holding a request: until it is the caller's turn, or until a task is over."""

import re
import time
from collections.abc import Callable

from flask import request

from service.api.services import services
from service.model.game import ACTIVE, OPEN, Game, seats_to_act
from service.model.problem import Problem
from service.store.tasks import Task, TaskStore


def wait_for_end(tasks: TaskStore, task: Task) -> Task:
    """Hold the request as ``Prefer: wait`` says until the task is over; at the cap of waiters, not at all."""
    wait_s = preferred_wait_s()
    if wait_s and task.is_open:
        try:
            services().hub.wait_until(task.id, lambda: tasks.is_over(task.id), wait_s)
        except Problem:
            return task
        return tasks.load(task.id)
    return task


def preferred_wait_s() -> int:
    """Seconds of ``Prefer: wait=n``, at most what the settings allow; 0 without it."""
    found = re.search(r"(?:^|[,;\s])wait=(\d{1,4})(?:$|[,;\s])", request.headers.get("Prefer", ""))
    return min(int(found[1]), services().settings.max_wait_s) if found else 0


def wait_for_turn(game: Game, seat: int, wait_s: int) -> Game:
    """Hold the request until ``seat`` is asked again, the game is over, or the time is; at the cap of waiters, not at all."""
    return _wait_while(game, lambda game: game.status == ACTIVE and seat not in seats_to_act(game), wait_s)


def wait_for_start(game: Game, wait_s: int) -> Game:
    """The same until the game is no longer open."""
    return _wait_while(game, lambda game: game.status == OPEN, wait_s)


def _wait_while(game: Game, waits: Callable[[Game], bool], wait_s: int) -> Game:
    deadline = time.monotonic() + wait_s
    while waits(game):
        left = deadline - time.monotonic()
        if left <= 0:
            break
        try:
            if not services().hub.wait_past(game.id, game.version, left):
                break
        except Problem:
            break
        game = services().games.load(game.id)
    return game
