"""TODO service/store/turns.py."""

from service.model.game import GameRecord
from service.model.timestamps import parse_time_ms

LEASE_MS = 3000
"""A search that has not renewed its lease for so long is taken for dead."""


OVERDUE_MS = 1000
"""A computer turn that no worker has begun by then is looked after: its wake-up call may be lost."""


RETRY_MS = 2000
"""Time between two looks after the same turn."""


def _look_again_ms(game: GameRecord, now: int) -> int | str:
    """Milliseconds until somebody must look after the game: at a computer's turn, and when a person's time is over."""
    waits = [OVERDUE_MS] if game.ai else []
    if game.deadline is not None:
        waits.append(max(0, parse_time_ms(game.deadline) - now))
    return min(waits, default="")
