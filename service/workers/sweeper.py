"""TODO service/workers/sweeper.py."""

import logging
import secrets
import threading
import time
from collections.abc import Callable, Sequence
from functools import partial

import redis

from ai.levels import Level
from service.config import Settings
from service.games.ai_turns import answer_for_late, take_ai_turn
from service.model.timestamps import now_ms, parse_time_ms
from service.store.games import GameStore
from service.store.tasks import MatchStore, TaskStore
from service.tasks.matches import look_after_matches
from service.tasks.suggestions import look_after_suggestions
from service.telemetry import metrics
from service.workers.queue import AiQueue

log = logging.getLogger(__name__)

MAX_ATTEMPTS = 3


SWEEP_S = 1.0


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
