"""service/workers/protocol.md is true: its times and numbers are those of the code."""

from pathlib import Path

import pytest

from ai.timing import AT_ONCE_MS
from service.store import agenda, games, queue, store
from service.store.agenda import BOTS, DELIVER, KINDS, LIST, PLAY, TASK, TURN
from service.tasks import task
from service.webhooks import deliveries
from service.workers import ai_jobs, sweeper

TEXT = " ".join((Path(__file__).parents[3] / "service/workers/protocol.md").read_text().split())
DOCUMENTED = [
    ("in a game without persons: due in 1 s (`OVERDUE_MS`)", agenda.OVERDUE_MS, 1000),
    ("It is overdue after 1 s.", KINDS[PLAY].late_ms, 1000),
    ("One of kind `play`, overdue 1 s after its time, is claimed for 1 s.", KINDS[PLAY].again_ms, 1000),
    ("within 50 ms (`AWAKE_MS`)", agenda.AWAKE_MS, 50),
    ("Claim up to 16 of them (`TURNS_AT_ONCE`)", agenda.TURNS_AT_ONCE, 16),
    ("it is due in 3 s then (`HELD_MS`)", agenda.HELD_MS, 3000),
    ("The process claims each turn that is due, for 2 s.", KINDS[TURN].again_ms, 2000),
    ("While the slice (1 s) lasts", task.SLICE_S, 1),
    ("every 0.3 s, `POSTPONED_EVERY_S`", ai_jobs.POSTPONED_EVERY_S, 0.3),
    ("Between slices of at most 50 ms", task.LOOK_EVERY_S, 0.05),
    ("due within 3 ms (`AT_ONCE_MS`)", AT_ONCE_MS, 3),
    ("A computer has been called three times", ai_jobs.MAX_ATTEMPTS, 3),
    ("than 1 s (`WITHOUT_QUEUE_MS`) while the queue's", sweeper.WITHOUT_QUEUE_MS, 1000),
    ("does not ask that server for 5 s (`AWAY_S`)", queue.AWAY_S, 5),
    ("About once a second a process looks for due games", sweeper.SWEEP_S, 1),
    ("by 4 s, then by twice as long each time", agenda.FIRST_PAUSE_MS, 4000),
    ("up to a minute (`LONGEST_PAUSE_MS`)", agenda.LONGEST_PAUSE_MS, 60_000),
    ("no process has looked at it for 3 s (`PAUSE_MS`", agenda.PAUSE_MS, 3000),
    ("(`NOTIFY_MS`); if it is still there after 1 s", games.NOTIFY_MS, 1000),
    ("after 1 s (`LIST_MS`)", games.LIST_MS, 1000),
    ("games that ended 10 s ago (`PACK_AFTER_MS`)", games.PACK_AFTER_MS, 10_000),
    ("About once a minute it removes", store.TIDY_EVERY_MS, 60_000),
    ("tasks without a heartbeat (4 s)", KINDS[TASK].again_ms, 4000),
    ("has not used a game for 10 s (`IN_USE_S`)", agenda.IN_USE_S, 10),
    ("stands by: about every 4 s it reads", sweeper.STAND_BY_PAUSES, 4),
    ("the one that sweeps does so every 2 s", sweeper.IDLE_PAUSES, 2),
    ("twice a second (`LOOK_S`)", deliveries.LOOK_S, 0.5),
    ("claims each game for 30 s", KINDS[DELIVER].again_ms, 30_000),
]


@pytest.mark.parametrize(
    ("sentence", "value", "documented"), DOCUMENTED, ids=[sentence for sentence, _, _ in DOCUMENTED]
)
def test_a_number_of_the_protocol_is_that_of_the_code(sentence, value, documented):
    assert sentence in TEXT
    assert value == documented


def test_a_process_that_dies_delays_bots_lists_and_sweeps_by_seconds():
    assert KINDS[BOTS].again_ms == KINDS[LIST].again_ms == 2000
    assert agenda.SWEEP_MS == 700 < 1000 * sweeper.SWEEP_S
    assert 1000 * sweeper.SWEEP_S < 1000 * agenda.LOOK_AGAIN_S < agenda.PAUSE_MS
