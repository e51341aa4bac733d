"""The jobs of AI workers. ``protocol.md`` describes who does what and what a crash leaves behind, section by section.

The queue only wakes workers. The stored game records that a turn is due, so a lost job costs a second and never a move.
"""

import contextvars
import logging
import time
from collections.abc import Callable
from functools import partial
from typing import Final

import redis

from service.config import Settings
from service.games.ai_turns import AiTurn, commit_turn, think
from service.games.update import Games
from service.model.problem import Problem
from service.model.timestamps import now_ms, sleep_until
from service.store.store import Store
from service.tasks.task import SLICE_S, Tasks
from service.tasks.work import work_on
from service.workers.hold import HeldTurn, TurnLost
from service.workers.queue import AiQueue, queue_client
from service.workers.timer import timer

log = logging.getLogger(__name__)


_prepared: Final[list[Tasks]] = []
"""What the jobs of this process work with."""


def prepare_worker(settings: Settings) -> tuple[Tasks, "redis.Redis"]:
    """Connect this process, so that jobs find their games and tasks; returns also the client for the RQ worker."""
    client = queue_client(settings)
    queue = AiQueue(client)
    tasks = Tasks(Games(Store(settings), queue), queue, settings)
    _prepared[:] = [tasks]
    return tasks, client


# -- the jobs (protocol.md, 3)


def play_ai_turns(game_id: str) -> None:
    """Play every computer decision of this game up to a person's turn, in slices."""
    (tasks,) = _prepared
    play_due_turns(tasks.games, game_id, tasks.queue.is_urgent)


def work_on_task(task_id: str, call: int, chain: int, link: int) -> None:
    """Work on a task for a slice."""
    (tasks,) = _prepared
    work_on(tasks, task_id, call, chain, link)


# -- a computer's turns (protocol.md, 4 and 5)


def play_due_turns(games: Games, game_id: str, others_wait: Callable[[], bool] = lambda: False) -> None:
    """Play the computer decisions that are due, unless another worker does; after a slice wake a new job.

    An answer that is to be committed later is handed to the timer, so that no worker sleeps. For one that is due at
    once the worker sleeps unless ``others_wait``: what it does otherwise would delay the answer, the more the later it
    decided.
    """
    held = HeldTurn(games.store.agenda, game_id)
    try:
        game = games.load(game_id)
        if game.ai is None or not held.take():
            return
        ends = time.monotonic() + SLICE_S
        while game.ai is not None and time.monotonic() <= ends:
            turn = think(game, held.make_should_stop)
            if turn is None:
                return
            if turn.is_short and not others_wait():
                sleep_until(turn.due_ms)
            elif turn.due_ms > now_ms():
                held.hold_if_needed(turn.due_ms - now_ms())
                timer.call_at(turn.due_ms, partial(contextvars.copy_context().run, _finish_turn, games, turn))
                return
            game = commit_turn(games, turn)
    except TurnLost:
        return
    except Problem as problem:
        log.info("no turn to play: %s", problem.code, extra={"game_id": game_id})
        return
    games.wake(game)


def _finish_turn(games: Games, turn: AiTurn) -> None:
    """Commit an answer at its time, and wake a worker for the next one."""
    try:
        games.wake(commit_turn(games, turn))
    except (Problem, redis.RedisError) as error:
        log.info("answer not committed: %s", type(error).__name__, extra={"game_id": turn.game.id})
