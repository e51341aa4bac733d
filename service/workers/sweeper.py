"""Handles what is overdue (protocol.md, 6): one sweeper in every API process and worker, so that none of them is
essential.
"""

import logging
import secrets
import threading
import time
from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

import redis

from service.config import Settings
from service.games.ai_turns import answer_by_heuristic, answer_for_late
from service.games.invitations import expire_invitations
from service.games.quick import fill_open_seat
from service.games.seeds import call_off_late
from service.games.update import Games
from service.model.timestamps import now_ms, parse_time_ms
from service.store.due import each_on_its_own
from service.store.games import look_again_ms
from service.tasks.task import Tasks
from service.tasks.work import look_after
from service.telemetry import metrics
from service.workers.queue import AiQueue

log = logging.getLogger(__name__)

MAX_ATTEMPTS: Final = 3
SWEEP_S: Final = 1.0


class Sweeper:
    """Looks for overdue computer turns, and for persons and bots whose time is over or who have not come; calls
    ``others``.

    Does so about every second, in turn with the sweepers of other processes.
    """

    def __init__(
        self, games: Games, queue: AiQueue, deadline_s: int, others: Sequence[Callable[[], None]] = ()
    ) -> None:
        self._games = games
        self._queue = queue
        self._deadline_ms = deadline_s * 1000
        self._steps = (self._rescue_overdue, *others)

    def start(self) -> None:
        """Start the sweeper's thread."""
        threading.Thread(target=self._run, name="sweeper", daemon=True).start()

    def _run(self) -> None:
        while True:
            self.sweep_in_turn()
            time.sleep(SWEEP_S * (0.75 + secrets.randbelow(500) / 1000))  # jitter: processes take turns

    def sweep_in_turn(self) -> None:
        """Sweep if it is this process's turn: each step for itself, since a full store refuses some and others make
        room.
        """
        for step in self._steps if self._has_turn() else ():
            try:
                step()
            except redis.RedisError as error:
                log.info("sweeper: the store does not respond (%s)", type(error).__name__)
            except Exception:
                log.exception("sweeper: a step failed")

    def _has_turn(self) -> bool:
        try:
            return self._games.store.turns.take_turn()
        except redis.RedisError as error:
            log.info("sweeper: the store does not respond (%s)", type(error).__name__)
            return False

    def sweep(self) -> None:
        """Handle every overdue game once, then call ``others``."""
        for step in self._steps:
            step()

    def _rescue_overdue(self) -> None:
        turns = self._games.store.turns
        each_on_its_own("due", turns.overdue(), self._rescue, turns.set_aside)

    def _rescue(self, game_id: str) -> None:
        """Wake a worker again; after too many attempts or too long a wait let the heuristic answer in this process."""
        turns = self._games.store.turns
        claimed = turns.claim(game_id)
        if claimed is None:
            return
        version, attempts = claimed
        game = expire_invitations(self._games, fill_open_seat(self._games, self._games.load(game_id)))
        game = answer_for_late(self._games, call_off_late(self._games, game))
        if game.ai is None:
            if game.version == version:  # it was due too early, as it may be after a clock was set
                turns.settle(game_id, game.revision, look_again_ms(game, now_ms()))
            return
        if attempts >= MAX_ATTEMPTS or now_ms() - parse_time_ms(game.ai["since"]) > self._deadline_ms:
            metrics.RESCUES.labels("reduced").inc()
            log.warning("ai turn reduced", extra={"game_id": game_id, "version": version})
            answer_by_heuristic(self._games, game)
        elif not self._queue.is_waiting(game_id, version, attempts):
            metrics.RESCUES.labels("called_again").inc()
            log.info("ai turn queued again", extra={"game_id": game_id, "version": version, "attempt": attempts + 1})
            self._queue.wake(game, turns.count_attempt(game_id))


def make_sweeper(
    settings: Settings, games: Games, queue: AiQueue, tasks: Tasks, others: Sequence[Callable[[], None]]
) -> Sweeper:
    """The sweeper of all work of the workers, and of ``others``."""
    ours = (games.look_after_bots, partial(look_after, tasks))
    return Sweeper(games, queue, settings.ai_deadline_s, [*ours, *others])
