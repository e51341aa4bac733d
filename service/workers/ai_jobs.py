"""Computer turns on RQ workers. The queue only wakes: that a turn is due stands in the store, so a lost job costs a second.

A job carries a game id and a version, and for the log the id of the request that called. Each game is searched by one worker at a
time, the holder of its lease; should two search all the same, the store takes the first answer only.
"""

import contextvars
import logging
import time
from collections.abc import Callable, Sequence
from functools import partial

import redis
from rq import get_current_job

from service.config import Settings
from service.games.ai_turns import AiTurn, commit_turn, think
from service.games.play import wake
from service.model.problem import Problem
from service.model.timestamps import now_ms
from service.store.games import GameStore
from service.store.tasks import MatchStore, TaskStore
from service.tasks.matches import play_slice
from service.tasks.suggestions import Bounds, work_out
from service.telemetry.logs import caused_by
from service.workers.connections import bounds_of, make_matches, make_store, make_suggestions
from service.workers.lease import Lease, LeaseLost
from service.workers.queue import AiQueue, queue_client
from service.workers.sweeper import Sweeper, make_sweeper
from service.workers.timer import _later

log = logging.getLogger(__name__)


SLICE_S = 1.0
"""A job hands over to a new one after so long, so that one game between computers cannot keep a worker to itself."""


# -- in the worker


def play_ai_turns(game_id: str, version: int) -> None:
    """The job: play every computer decision of this game up to a person's turn, in slices."""
    job = get_current_job()
    caused_by.set(str(job.meta.get("request_id", "")) if job else "")
    play_due_turns(_worker.store, _worker.queue, game_id, version)


def work_out_suggestion(suggestion_id: str) -> None:
    """The job: think about a suggestion."""
    work_out(_worker.suggestions, _worker.bounds, suggestion_id, _worker.queue.serve_people)


def play_match_slice(match_id: str, call: int, chain: int, link: int) -> None:
    """The job: play a slice of a match."""
    play_slice(_worker.matches, _worker.queue, match_id, call, chain, link)


def play_due_turns(store: GameStore, queue: AiQueue, game_id: str, version: int) -> None:
    """Play the computer decisions that are due under a lease; after a slice of time hand over to a new job.

    An answer that falls due later is left to ``_later`` with the lease: no worker sleeps.
    """
    lease = Lease(store, game_id)
    if not lease.take():
        return
    ends = time.monotonic() + SLICE_S
    keeps_lease = False
    game = None
    try:
        while game is None or game.ai is not None:
            if time.monotonic() > ends:
                break
            lease.renew()
            turn = think(store, game_id, lease.pause)
            if turn is None:
                return
            if turn.due_ms > now_ms():
                lease.prolong()
                _later.call(turn.due_ms, partial(contextvars.copy_context().run, _finish_turn, store, queue, lease, turn))
                keeps_lease = True
                return
            game = commit_turn(store, turn)
    except LeaseLost:
        return
    except Problem as problem:
        log.info("no turn to play: %s", problem.code, extra={"game_id": game_id})
        return
    finally:
        if not keeps_lease:
            lease.give_back()
    if game is not None:
        wake(queue, game)


def _finish_turn(store: GameStore, queue: AiQueue, lease: "Lease", turn: AiTurn) -> None:
    """Commit an answer that has fallen due, and call for the next one."""
    try:
        game = commit_turn(store, turn)
    except (Problem, redis.RedisError) as error:
        log.info("answer not committed: %s", type(error).__name__, extra={"game_id": turn.game.id})
        return
    finally:
        lease.give_back()
    wake(queue, game)


class _Worker:
    """The connections of this worker process, made once by ``service.workers.main``."""

    store: GameStore
    queue: AiQueue
    suggestions: TaskStore
    matches: MatchStore
    bounds: Bounds


_worker = _Worker()


def prepare_worker(settings: Settings) -> "redis.Redis":
    """Connect this process, so that jobs find their store; returns the client for the RQ worker."""
    client = queue_client(settings)
    _worker.store = make_store(settings)
    _worker.queue = AiQueue(client)
    _worker.suggestions = make_suggestions(settings)
    _worker.matches = make_matches(settings)
    _worker.bounds = bounds_of(settings)
    return client


def worker_store() -> GameStore:
    """The store of this worker process."""
    return _worker.store


def worker_sweeper(settings: Settings, others: Sequence[Callable[[], None]]) -> Sweeper:
    """What looks after everything, and ``others``, from this worker process."""
    return make_sweeper(settings, _worker.store, _worker.queue, _worker.suggestions, _worker.matches, others)
