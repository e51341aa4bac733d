"""Computer turns on RQ workers. The queue only wakes: that a turn is due stands in the store, so a lost job costs a second.

A job carries a game id and a version, and for the log the id of the request that called. Each game is searched by one worker at a
time, the holder of its lease; should two search all the same, the store takes the first answer only.
"""

import contextvars
import heapq
import logging
import secrets
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, Final

import redis
from redis.backoff import ExponentialBackoff
from redis.retry import Retry
from rq import Queue as RqQueue, get_current_job
from rq.exceptions import DuplicateJobError, NoSuchJobError
from rq.job import Job
from rq.serializers import JSONSerializer

from ai.levels import Level
from service import metrics
from service.config import Settings
from service.games import AiTurn, commit_turn, take_ai_turn, think, wake
from service.lifecycle import answer_for_late
from service.logs import caused_by
from service.matches import look_after_matches, play_slice
from service.problem import Problem
from service.record import GameRecord
from service.store import LEASE_MS, GameStore, Lifetimes, connect
from service.suggestions import Bounds, look_after_suggestions, work_out
from service.task_store import MatchStore, TaskLimits, TaskStore
from service.times import now_ms, parse_time_ms

log = logging.getLogger(__name__)

QUEUE = "ai"
"""Turns that a person waits for; a worker takes them first."""
SUGGESTION_QUEUE = "ai-suggestions"
"""Suggestions and hints: after the games of people."""
BACKGROUND_QUEUE = "ai-background"
"""Turns in games between computers, and matches."""
QUEUES = (QUEUE, SUGGESTION_QUEUE, BACKGROUND_QUEUE)
"""In the order in which a worker looks for work."""
JOB_FUNCTION = "service.jobs.play_ai_turns"
SUGGESTION_FUNCTION = "service.jobs.work_out_suggestion"
MATCH_FUNCTION = "service.jobs.play_match_slice"
JOB_TIMEOUT_S = 60
LONG_JOB_TIMEOUT_S = 600
"""Of a suggestion, as long as the settings let it think, and of a slice of a match, which ends after a decision, long if interpreted."""
SLICE_S = 1.0
"""A job hands over to a new one after so long, so that one game between computers cannot keep a worker to itself."""
MAX_ATTEMPTS = 3
SWEEP_S = 1.0


class SafeJob(Job):
    """A job that can only be ours: RQ itself would import and call any dotted path that stands in Redis."""

    @property
    def func(self) -> Callable[..., Any]:
        """The function, which must be on the list."""
        function = self.allowed().get(str(self.func_name))
        if function is None or self.instance is not None:
            raise PermissionError(f"job {self.id}: {str(self.func_name)[:60]!r} is not a function this queue may call")
        return function

    def allowed(self) -> Mapping[str, Callable[..., Any]]:
        """The functions that jobs of this kind may call, by the name that stands in Redis."""
        return JOB_FUNCTIONS

    def restore(self, raw_data: Any) -> None:
        """Read the job without callbacks and webhooks; what cannot be read does not exist, so that it cannot stop a worker."""
        wanted = {name: value for name, value in raw_data.items() if not _is_callback(name)}
        try:
            super().restore(wanted)
        except NoSuchJobError:
            raise
        except Exception as error:
            log.warning("job %s cannot be read: %s", self.id, type(error).__name__)
            raise NoSuchJobError(f"job {self.id} cannot be read") from error


def _is_callback(name: bytes | str) -> bool:
    text = name.decode() if isinstance(name, bytes) else name
    return text.endswith(("callback_name", "callback_timeout")) or text == "webhooks"


class AiQueue:
    """Wake-up calls for workers."""

    def __init__(self, client: "redis.Redis") -> None:
        self._client = client
        self._queue, self._suggestions, self._background = (
            RqQueue(name, connection=client, serializer=JSONSerializer, job_class=SafeJob) for name in QUEUES
        )

    def wake(self, game: GameRecord, attempt: int = 0) -> None:
        """Ask for the turn that the game's version left due. Never fails: a call that is lost is made up for by the sweeper."""
        queue = self._queue if game.has_people else self._background
        self._call(queue, JOB_FUNCTION, [game.id, game.version], _job_id(game.id, game.version, attempt))

    def call_suggestion(self, suggestion_id: str, call: int) -> None:
        """Ask for a suggestion to be worked out."""
        self._call(self._suggestions, SUGGESTION_FUNCTION, [suggestion_id], _suggestion_job_id(suggestion_id, call), LONG_JOB_TIMEOUT_S)

    def call_match(self, match_id: str, call: int, chain: int, link: int) -> None:
        """Ask for a slice of a match."""
        job_id = _slice_id(match_id, call, chain, link)
        self._call(self._background, MATCH_FUNCTION, [match_id, call, chain, link], job_id, LONG_JOB_TIMEOUT_S)

    def _call(self, queue: RqQueue, function: str, args: list[Any], job_id: str, timeout_s: int = JOB_TIMEOUT_S) -> None:
        try:
            queue.enqueue_call(
                function,
                args=args,
                timeout=timeout_s,
                result_ttl=0,
                failure_ttl=60,
                job_id=job_id,
                unique=True,
                meta={"request_id": caused_by.get()},
            )
        except DuplicateJobError:
            pass
        except redis.RedisError as error:
            log.warning("wake-up call %s lost: %s", job_id, type(error).__name__)

    def is_waiting(self, game_id: str, version: int, attempt: int) -> bool:
        """Whether that call still waits for a worker."""
        return self._is_queued(_job_id(game_id, version, attempt))

    def is_suggestion_waiting(self, suggestion_id: str, call: int) -> bool:
        """Whether that call still waits for a worker."""
        return self._is_queued(_suggestion_job_id(suggestion_id, call))

    def is_match_waiting(self, match_id: str, call: int, chains: int) -> bool:
        """Whether a slice of that call still waits for a worker."""
        return any(self._is_queued(_slice_id(match_id, call, chain, link)) for chain in range(chains) for link in (0, 1))

    def is_urgent(self) -> bool:
        """Whether a person waits, in a game or for a suggestion."""
        return bool(self._client.exists(self._queue.key, self._suggestions.key))

    def serve_people(self) -> None:
        """Play one turn that a person waits for, here and now, in the pause of a long search."""
        popped: Any = self._client.lpop(self._queue.key)
        if popped is None:
            return
        job_id = popped.decode()
        try:
            job = SafeJob.fetch(job_id, connection=self._client, serializer=JSONSerializer)
            job.delete()  # before the turn: if this process dies, the sweeper shall not think that it still waits
            job.func(*job.args)
        except Exception:  # as it would be in a worker, which goes on with the next job
            log.exception("job %s failed", job_id)

    def _is_queued(self, job_id: str) -> bool:
        try:
            return bool(SafeJob.fetch(job_id, connection=self._client, serializer=JSONSerializer).is_queued)
        except NoSuchJobError:
            return False


def _job_id(game_id: str, version: int, attempt: int) -> str:
    return f"ai-{game_id}-{version}-{attempt}"


def _suggestion_job_id(suggestion_id: str, call: int) -> str:
    return f"suggestion-{suggestion_id}-{call}"


def _slice_id(match_id: str, call: int, chain: int, link: int) -> str:
    return f"match-{match_id}-{call}-{chain}-{link}"


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


JOB_FUNCTIONS: Final[Mapping[str, Callable[..., None]]] = {
    JOB_FUNCTION: play_ai_turns,
    SUGGESTION_FUNCTION: work_out_suggestion,
    MATCH_FUNCTION: play_match_slice,
}
"""All that a job may call."""


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


class Later:
    """Calls functions at their time, in one thread of this process. If the process dies, the sweeper makes up for it."""

    def __init__(self) -> None:
        self._calls: list[tuple[int, int, Callable[[], None]]] = []
        self._count = 0
        self._changed = threading.Condition()
        self._thread: threading.Thread | None = None

    def call(self, at_ms: int, function: Callable[[], None]) -> None:
        """Call ``function`` at this time of the wall clock."""
        with self._changed:
            self._count += 1
            heapq.heappush(self._calls, (at_ms, self._count, function))
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="later", daemon=True)
                self._thread.start()
            self._changed.notify()

    def _run(self) -> None:
        while True:
            call = self._next()
            try:
                call()
            except Exception:  # the thread has all the other answers to give
                log.exception("later: a call failed")

    def _next(self) -> Callable[[], None]:
        with self._changed:
            while True:
                wait_ms = self._calls[0][0] - now_ms() if self._calls else None
                if wait_ms is not None and wait_ms <= 0:
                    return heapq.heappop(self._calls)[2]
                self._changed.wait(None if wait_ms is None else wait_ms / 1000)


_later = Later()


class LeaseLost(Exception):
    """Somebody else has taken over the search, or the game."""


class Lease:
    """The right to search one game, renewed between slices of the search."""

    def __init__(self, store: GameStore, game_id: str) -> None:
        self._store = store
        self._game_id = game_id
        self._token = secrets.token_hex(8)
        self._renewed = 0.0

    def take(self) -> bool:
        """Try to get it."""
        self._renewed = time.monotonic()
        return self._store.lease(self._game_id, self._token)

    def renew(self) -> None:
        """Keep it, if a third of its time is over; raises LeaseLost."""
        if time.monotonic() - self._renewed < LEASE_MS / 3000:
            return
        self.prolong()

    def prolong(self) -> None:
        """Keep it for its full time from now; raises LeaseLost."""
        if not self._store.renew(self._game_id, self._token):
            raise LeaseLost(self._game_id)
        self._renewed = time.monotonic()

    def give_back(self) -> None:
        """Let another worker search."""
        try:
            self._store.release(self._game_id, self._token)
        except redis.RedisError:
            pass  # it runs out by itself

    def pause(self, level: Level) -> Callable[[], bool]:
        """What a search calls between slices: renews the lease, and ends the search at the level's time cap."""
        ends = time.monotonic() + level.cap_ms / 1000

        def pause() -> bool:
            self.renew()
            return time.monotonic() >= ends

        return pause


# -- looking after turns that nobody plays


class Sweeper:
    """Looks every second for what is overdue: computer turns, people whose time is over, suggestions and matches.

    One runs in every API process and worker: nothing depends on one of them.

    ``others`` are looked after besides.
    """

    def __init__(self, store: GameStore, queue: AiQueue, deadline_s: int, others: Sequence[Callable[[], None]] = ()) -> None:
        self._store = store
        self._queue = queue
        self._deadline_ms = deadline_s * 1000
        self._others = others

    def start(self) -> None:
        """Begin in a thread of its own."""
        threading.Thread(target=self._run, name="sweeper", daemon=True).start()

    def _run(self) -> None:
        while True:
            time.sleep(SWEEP_S * (0.75 + secrets.randbelow(500) / 1000))  # jitter: processes take turns
            try:
                self.sweep()
            except redis.RedisError as error:
                log.info("sweeper: the store does not answer (%s)", type(error).__name__)
            except Exception:
                log.exception("sweeper: a turn could not be looked after")

    def sweep(self) -> None:
        """Look once after every overdue turn, and whatever else there is to look after."""
        for game_id in self._store.overdue_games():
            self._rescue(game_id)
        for look_after in self._others:
            look_after()

    def _rescue(self, game_id: str) -> None:
        """Call a worker again; after too many attempts or too long a time let the heuristic answer here and now."""
        claimed = self._store.claim(game_id)
        if claimed is None:
            return
        version, attempts = claimed
        answer_for_late(self._store, self._queue, game_id)
        game = self._store.load(game_id)
        if game.ai is None:
            return
        if attempts >= MAX_ATTEMPTS or now_ms() - parse_time_ms(game.ai["since"]) > self._deadline_ms:
            metrics.RESCUES.labels("degraded").inc()
            log.warning("ai turn degraded", extra={"game_id": game_id, "version": version})
            take_ai_turn(self._store, game_id, _no_pause, degraded=True)
        elif not self._queue.is_waiting(game_id, version, attempts):
            metrics.RESCUES.labels("called_again").inc()
            log.info("ai turn called again", extra={"game_id": game_id, "version": version, "attempt": attempts + 1})
            self._queue.wake(game, self._store.count_attempt(game_id))


def _no_pause(level: Level) -> Callable[[], bool]:
    return lambda: False


# -- connections


def make_store(settings: Settings, client: "redis.Redis | None" = None) -> GameStore:
    """The store that the settings name, over a client of its own if none is given."""
    lifetimes = Lifetimes(settings.open_ttl_s, settings.active_ttl_s, settings.finished_ttl_s)
    return GameStore(client or connect(settings.redis_url), lifetimes)


def make_suggestions(settings: Settings) -> TaskStore:
    """The store of suggestions that the settings name."""
    limits = TaskLimits(settings.max_suggestions, settings.max_suggestions_each, settings.suggestion_ttl_s)
    return TaskStore(connect(settings.redis_url), "suggestion", limits)


def make_matches(settings: Settings) -> MatchStore:
    """The store of matches that the settings name."""
    return MatchStore(connect(settings.redis_url), TaskLimits(settings.max_matches, settings.max_matches_each, settings.match_ttl_s))


def bounds_of(settings: Settings) -> Bounds:
    """What one decision may cost."""
    return Bounds(settings.max_simulations, settings.max_think_ms)


def make_sweeper(
    settings: Settings,
    store: GameStore,
    queue: AiQueue,
    suggestions: TaskStore,
    matches: MatchStore,
    others: Sequence[Callable[[], None]],
) -> Sweeper:
    """What looks after everything that workers do, and ``others``."""
    ours = (partial(look_after_suggestions, suggestions, queue), partial(look_after_matches, matches, queue))
    return Sweeper(store, queue, settings.ai_deadline_s, [*ours, *others])


def queue_client(settings: Settings) -> "redis.Redis":
    """A client for RQ, whose values are bytes; a blocking read may take as long as RQ says."""
    url = settings.queue_redis_url or settings.redis_url
    return redis.Redis.from_url(url, socket_connect_timeout=1, retry=Retry(ExponentialBackoff(base=0.05, cap=0.5), 3))


class _Worker:
    """The connections of this worker process, made once by ``service.worker``."""

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
