"""Handles due entries (protocol.md, 6): one sweeper in every API process and worker, none of them essential."""

import logging
import secrets
import time
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Final

from service.games.ai_turns import answer_by_heuristic, answer_for_late
from service.games.create import fill_open_seat
from service.games.invitations import expire_invitations
from service.games.play import call_off_late
from service.games.update import Games, Unchanged
from service.model.game import OPEN, Game
from service.model.timestamps import left_ms
from service.process import telemetry
from service.process.threads import attempt, start_loop
from service.store.agenda import BOTS, LIST, PACK, PLAY, TASK, TURN
from service.store.games import look_again_ms
from service.store.store import Store
from service.tasks.task import Tasks
from service.workers.ai_jobs import MAX_ATTEMPTS, look_after

log = logging.getLogger(__name__)

SWEEP_S: Final = 1.0
IDLE_PAUSES: Final = 2
"""How many times as long the process that sweeps pauses while nothing is in the agenda."""
STAND_BY_PAUSES: Final = 4
"""The same of a process that has not been in use and found another one sweeping."""
IDLE_SWEEPS: Final = 4
"""Then it makes room in the store only once in this number of sweeps."""
WITHOUT_QUEUE_MS: Final = 1000
"""Longest wait of a computer's turn of which no worker can be informed: when it is overdue."""


class Sweeper:
    """Handles the due entries of the agenda, each on its own, and makes room in the store.

    Does so about every second, in turn with the sweepers of other processes.
    """

    def __init__(self, store: Store, handlers: Mapping[str, Callable[[str], object]]) -> None:
        self._agenda = store.agenda
        self._of_agenda: Sequence[Callable[[], object]] = [
            partial(store.agenda.handle_due, kind, handle) for kind, handle in handlers.items()
        ]
        self._of_store: Sequence[Callable[[], object]] = [store.evict, store.tidy]
        self.stands_by = False
        """Whether it has found another process sweeping, and its own out of use."""
        self._idle_sweeps = 0

    def start(self) -> None:
        """Start the sweeper's thread. No game is read before a first look at the clock."""
        self._agenda.expect_look()
        start_loop(self._step, "sweeper")

    def _step(self) -> None:
        for _ in range(self.claim_and_sweep()):
            time.sleep(SWEEP_S * (0.75 + secrets.randbelow(500) / 1000))  # jitter: processes take turns
            if self._agenda.in_use:
                break

    def claim_and_sweep(self) -> int:
        """Sweep if it is this process's turn; a failed step does not prevent the others, since a full store refuses
        some and others make room. Returns the number of pauses before the next attempt.
        """
        is_ours, in_use = self._agenda.claim_sweep(self.stands_by), self._agenda.in_use
        self.stands_by = not is_ours and not in_use
        if not is_ours:
            return 1 if in_use else STAND_BY_PAUSES
        is_idle = not in_use and self._agenda.is_empty()
        self._idle_sweeps = self._idle_sweeps + 1 if is_idle else 0
        steps = [*([] if is_idle else self._of_agenda), *([] if self._idle_sweeps % IDLE_SWEEPS else self._of_store)]
        for step in steps:
            attempt(step, "sweeper")
        return IDLE_PAUSES if is_idle else 1

    def sweep(self) -> None:
        """Handle everything that is due once. Raises RedisError if the store does not respond or takes no changes."""
        for step in (*self._of_agenda, *self._of_store):
            step()


def rescue(games: Games, deadline_ms: int, game_id: str) -> None:
    """End waits of a game that are over. For a computer's turn, wake a worker again; after too many attempts or too
    long a wait, let the heuristic move in this process.
    """
    game = games.load(game_id)
    version = game.version
    game = games.changed(game_id, end_waits) if game.status == OPEN else answer_for_late(games, game)
    if game.version != version:
        return
    if game.ai is None:  # it was due too early, as may happen after a clock was set
        games.store.agenda.done(TURN, game_id, game.revision, look_again_ms(game))
        return
    attempts = games.store.games.attempts(game_id)
    is_waiting = games.queue.is_away or games.queue.is_waiting(game, attempts)
    if games.queue.is_away:
        deadline_ms = min(deadline_ms, WITHOUT_QUEUE_MS)
    if attempts >= MAX_ATTEMPTS or left_ms(game.ai.since) < -deadline_ms:
        telemetry.RESCUES.labels("reduced").inc()
        log.warning("ai turn reduced", extra={"game_id": game_id, "version": version})
        answer_by_heuristic(games, game)
        if games.queue.is_away:
            games.queue.is_urgent()  # which finds out whether it responds again: for that no turn waits
        return
    if game.has_people:
        games.store.agenda.give_back(game_id, game.ai.since)
    if not is_waiting:
        telemetry.RESCUES.labels("called_again").inc()
        log.info("ai turn queued again", extra={"game_id": game_id, "version": version, "attempt": attempts + 1})
        games.queue.wake(game, games.store.games.count_attempt(game_id))


def end_waits(game: Game) -> None:
    """Continue a game that has not started without what has not come in time: bots, an opponent, promised seeds."""
    if game.status == OPEN:
        expire_invitations(game)
        fill_open_seat(game)
        call_off_late(game)
    if not game.changed_view_state():
        raise Unchanged


def make_sweeper(tasks: Tasks) -> Sweeper:
    """The sweeper of a process."""
    games = tasks.games
    return Sweeper(
        games.store,
        {
            PLAY: partial(rescue, games, 1000 * tasks.settings.ai_deadline_s),
            TURN: partial(rescue, games, 1000 * tasks.settings.ai_deadline_s),
            BOTS: lambda game_id: games.note_bots(games.load(game_id)),
            LIST: lambda game_id: games.store.games.list_game(games.load(game_id)),
            TASK: partial(look_after, tasks),
            PACK: games.store.games.pack,
        },
    )
