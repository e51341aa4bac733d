"""The jobs of AI workers. ``protocol.md`` describes responsibilities and recovery, section by section.

The queue only wakes workers. The stored game records that a turn is due, so a lost job costs a second and never a move.

Also the work of workers and sweepers on tasks of any kind, and the timer of a process, which calls functions at a set
time.
"""

import contextvars
import logging
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from sched import scheduler
from typing import Final

import redis
from rq.timeouts import BaseTimeoutException

from service.config import Settings
from service.games.ai_turns import PendingTurn, answers_at_once, commit_turn, think
from service.games.update import Games
from service.model.answer import Problem
from service.model.game import Game
from service.model.timestamps import now_ms, sleep_until
from service.process.telemetry import caused_by
from service.process.threads import start_loop
from service.store.agenda import HELD_MS, KINDS, TASK, TURN, Agenda
from service.store.connection import RESPONSE_WITHIN_S
from service.store.queue import GAME_FUNCTION, JOB_FUNCTION, TASK_FUNCTION, AiQueue, SafeJob, queue_client
from service.store.readable import Unreadable, if_readable
from service.store.store import Store
from service.store.tasks import ANALYSIS, BATCH, CANCELLED, FAILED, MATCH, SUGGESTION
from service.tasks.analyses import AnalysisWork
from service.tasks.batches import BatchWork
from service.tasks.matches import MatchWork, advance
from service.tasks.suggestions import SuggestionWork
from service.tasks.task import SLICE_S, Clock, GiveWay, TaskClosed, Tasks, Work

# -- timer

log = logging.getLogger(__name__)


class Timer:
    """Calls functions at set times, for one other thread. If the process dies, the sweeper recovers what is due."""

    def __init__(self) -> None:
        self._calls = scheduler(time.monotonic)  # so that no clock set meanwhile delays a call
        self._changed = threading.Event()
        self._wait_s: float | None = None
        self._thread: threading.Thread | None = None

    def call_at(self, at_ms: int, function: Callable[[], object]) -> None:
        """Call ``function`` at this time of the wall clock. Raises RuntimeError if no thread can be started."""
        if self._thread is None:
            self._thread = start_loop(self._make_calls, "timer")
        self._calls.enterabs(time.monotonic() + (at_ms - now_ms()) / 1000, 0, function)
        self._changed.set()

    def join(self, within_s: float) -> None:
        """Return when all calls are made, each at its time, or after ``within_s``."""
        if self._thread is None:
            return
        done = threading.Event()
        self._calls.enterabs(max((call.time for call in self._calls.queue), default=0.0), 1, done.set)
        self._changed.set()
        done.wait(within_s)

    def _make_calls(self) -> None:
        self._changed.wait(self._wait_s)
        self._changed.clear()
        self._wait_s = 0  # if one fails, the other calls still follow soon
        self._wait_s = self._calls.run(blocking=False)


timer: Final = Timer()
"""The timer of this process."""


# -- tasks

WORK: Final[Mapping[str, Callable[..., Work]]] = {
    SUGGESTION: SuggestionWork,
    BATCH: BatchWork,
    ANALYSIS: AnalysisWork,
    MATCH: MatchWork,
}
MAX_ATTEMPTS: Final = 3
"""Re-queues without progress after which a task has failed, and the heuristic answers a turn."""


def work_on(tasks: Tasks, task_id: str, call: int, chain: int, *_: int) -> None:
    """Work on the parts of a task for a slice, then queue the next slice of this chain, or end the task. Jobs of
    earlier releases have another number.
    """
    store = tasks.store
    task = if_readable(store.find, task_id)
    if task is None or not task.is_open or task.calls != call:  # it ended, or this chain was considered dead
        return
    try:
        work, clock = WORK[task.kind](tasks, task), Clock(tasks, task_id)
        while not clock.ends_slice():
            if (claimed := store.claim_part(task)) is None:
                done = store.count_done(task_id)
            else:
                clock.part = claimed[0]
                done = work.do_part(*claimed, clock)
            if done == task.parts:  # also if the worker of the last part died before this
                store.close(task, work.end())
                return
            if claimed is None or done < 0:  # other chains do the remaining parts and end the task, or it is closed
                return
    except (TaskClosed, Unreadable):  # the sweeper retries unreadable tasks a few times
        return
    except Problem:  # its game was deleted or has expired
        store.close(task, CANCELLED)
        return
    if store.heartbeat(task_id):
        tasks.queue.call_task(task, chain)


def look_after(tasks: Tasks, task_id: str) -> None:
    """Queue a task again whose workers or jobs are lost; after ``MAX_ATTEMPTS`` times without progress it fails. A
    match with bots has no workers: it is advanced here.
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


POSTPONED_EVERY_S: Final = 0.3
"""Less than the rest of that time when the turn of another worker would be considered free."""


def prepare_worker(settings: Settings) -> tuple[Tasks, "redis.Redis"]:
    """Connect this process and offer its functions to jobs (protocol.md, 3); returns also the client for the RQ
    worker.
    """
    tasks = Tasks(Games(Store(settings), AiQueue(queue_client(settings, RESPONSE_WITHIN_S))), settings)
    SafeJob.functions |= {
        JOB_FUNCTION: partial(play_due_turns, tasks.games),
        GAME_FUNCTION: partial(play_game, tasks.games),
        TASK_FUNCTION: partial(work_on, tasks),
    }
    return tasks, queue_client(settings)


# -- a computer's turns (protocol.md, 4 and 5)


class TurnLost(Exception):
    """The game no longer waits for a computer."""


class HeldTurn:
    """A turn that this worker plays."""

    def __init__(self, agenda: Agenda, game_id: str) -> None:
        self._agenda = agenda
        self._game_id = game_id
        self._held_at = time.monotonic()

    def take(self) -> bool:
        """Try to claim the turn; False if another worker plays it, as one whose due time has been postponed."""
        self._held_at = time.monotonic()
        return self._agenda.claim(TURN, self._game_id, HELD_MS, within_ms=KINDS[TURN].again_ms)

    def hold(self, wait_ms: int = 0) -> None:
        """Hold the turn from now on, beyond ``wait_ms``; raises TurnLost."""
        self._held_at = time.monotonic()
        if not self._agenda.postpone(TURN, self._game_id, max(HELD_MS, wait_ms + KINDS[TURN].again_ms)):
            raise TurnLost(self._game_id)

    def hold_if_needed(self, wait_ms: int = 0) -> None:
        """Hold it if that was long ago, or will be in ``wait_ms``; raises TurnLost."""
        if time.monotonic() + wait_ms / 1000 - self._held_at >= POSTPONED_EVERY_S:
            self.hold(wait_ms)


def play_due_turns(games: Games, game_id: str) -> None:
    """Play the turns that people wait for until none is due, on a cluster those of this game's bucket; after a slice,
    queue a new job.

    Answers without a search are found one after the other, and each is committed when it is due. A search would keep
    others waiting: before it, what is due else is left to other workers.
    """
    agenda, ends, game = games.store.agenda, time.monotonic() + SLICE_S, None
    while claimed := agenda.claim_turns(game_id):
        answers, searches = list[PendingTurn](), list[Game]()
        for each in claimed:
            with _apart(each, game_id):
                game = games.load(each)
                if not answers_at_once(game):
                    searches += [game] if game.ai else []
                elif (turn := think(game, lambda player: lambda: False)) is not None:
                    answers.append(turn)
        for turn in answers:
            with _apart(turn.game.id, game_id):
                _commit_when_due(games, turn, HeldTurn(agenda, turn.game.id))
        is_over = time.monotonic() > ends
        if game and (searches or is_over) and agenda.leave(game_id):
            games.queue.wake(game)
        for game in searches[1:]:
            if game.ai is not None:
                agenda.give_back(game.id, game.ai.since)
                games.queue.wake(game)
        for game in searches[:1]:
            with _apart(game.id, game_id):
                _play(games, game, HeldTurn(agenda, game.id), GiveWay(games.queue))
        if is_over:
            return


def play_game(games: Games, game_id: str) -> None:
    """Play the computer decisions of a game without people, unless another worker does; after a slice, queue a new job.

    Turns that people wait for go first, between decisions and during a search.
    """
    held, way, ends = HeldTurn(games.store.agenda, game_id), GiveWay(games.queue), time.monotonic() + SLICE_S
    with _apart(game_id, game_id):
        game: Game | None = games.load(game_id)
        if game is None or game.ai is None or not held.take():
            return
        while game is not None and game.ai is not None and time.monotonic() <= ends:
            game = _play(games, game, held, way)
        if game is not None:
            games.wake(game)


@contextmanager
def _apart(game_id: str, job_game_id: str) -> Iterator[None]:
    """What fails in one game ends nothing else: its turn is found by the sweeper. Only the game for which the job was
    queued is logged under the request that queued it.
    """
    before = caused_by.set(caused_by.get() if game_id == job_game_id else "")
    try:
        yield
    except TurnLost:
        pass
    except (Problem, Unreadable) as error:
        log.info("no turn to play: %s", error, extra={"game_id": game_id})
    except (BaseTimeoutException, redis.RedisError):
        raise
    except Exception:
        log.exception("a turn failed", extra={"game_id": game_id})
    finally:
        caused_by.reset(before)


def _play(games: Games, game: Game, held: HeldTurn, way: GiveWay) -> Game | None:
    """Play a turn that this worker holds. Returns the game after it; None if the timer commits it, or none is due."""

    def go_on() -> None:
        held.hold_if_needed()
        if not game.has_people:
            way.if_due()

    go_on()
    turn = think(game, lambda player: way.stops_after(player.cap_ms, go_on))
    return None if turn is None else _commit_when_due(games, turn, held)


def _commit_when_due(games: Games, turn: PendingTurn, held: HeldTurn) -> Game | None:
    """Commit a move at its time: so that no worker sleeps, the timer does, unless it is due at once."""
    if turn.is_short:
        sleep_until(turn.due_ms)
    elif turn.due_ms > now_ms():
        held.hold_if_needed(turn.due_ms - now_ms())
        timer.call_at(turn.due_ms, partial(contextvars.copy_context().run, _finish_turn, games, turn))
        return None
    return commit_turn(games, turn)


def _finish_turn(games: Games, turn: PendingTurn) -> None:
    """Commit a move at its time, and wake a worker for the next one."""
    try:
        games.wake(commit_turn(games, turn))
    except (Problem, Unreadable, redis.RedisError) as error:
        log.info("answer not committed: %s", type(error).__name__, extra={"game_id": turn.game.id})
