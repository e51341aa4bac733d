"""The turn that a worker plays: its entry in the agenda, postponed for as long as it does."""

import time
from typing import Final

from ai.levels import Player
from service.games.ai_turns import ShouldStop
from service.store.agenda import KINDS, TURN, Agenda

HELD_MS: Final = 3000
"""A worker that has not postponed its turn for this long is considered dead."""
POSTPONED_EVERY_S: Final = 0.3
"""Less than what is left of that when the turn of another worker is taken for a free one."""


class TurnLost(Exception):
    """The game no longer waits for a computer."""


class HeldTurn:
    """A turn that this worker plays."""

    def __init__(self, agenda: Agenda, game_id: str) -> None:
        self._agenda = agenda
        self._game_id = game_id
        self._held_at = 0.0

    def take(self) -> bool:
        """Try to get the turn; False if another worker plays it, as one that is due later than any other."""
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

    def make_should_stop(self, player: Player) -> ShouldStop:
        """The callback of a search: holds the turn, and ends the search at the player's time cap."""
        ends = time.monotonic() + player.cap_ms / 1000

        def should_stop() -> bool:
            self.hold_if_needed()
            return time.monotonic() >= ends

        return should_stop
