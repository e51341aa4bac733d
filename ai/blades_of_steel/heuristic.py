"""Knowledge of Blades of Steel: docs/rules/blades-of-steel.md, section 6. Compiled; the game's network rates its
actions.
"""

from math import sqrt
from typing import Final

from mypy_extensions import i64

from ai.blades_of_steel.unseen import UnseenHands
from ai.heuristic import Heuristic
from engines.api import State
from engines.blades_of_steel.packed_cards import cards_of, kind_of
from engines.blades_of_steel.rules import GREAT_ONE, SHOOT, BladesState, level_of, strength

VARIANCE: Final = 0.15
VARIANCE_PER_CARD: Final = 0.055
"""Variance of the goals to come, and how it grows with the cards to draw."""

PRIOR_VISITS: Final[i64] = 50


def make() -> Heuristic:
    """Return a new heuristic for Blades of Steel."""
    return BladesHeuristic()


class BladesHeuristic(Heuristic):
    """What a lead is worth, and which shots nothing stops."""

    def __init__(self) -> None:
        super().__init__()
        self.slowest_us = 40
        self.prior_visits = PRIOR_VISITS
        self.unseen = UnseenHands()

    def spread(self, state: State) -> float:
        assert isinstance(state, BladesState)
        return 0.0 if state.overtime > 0 else sqrt(VARIANCE + VARIANCE_PER_CARD * float(max(i64(0), state.draw_pile())))

    def scores(self, state: State, seat: i64, action: i64) -> bool:
        """True if the other seat cannot hold a block that stops the shot."""
        assert isinstance(state, BladesState)
        if kind_of(action) != SHOOT:
            return False
        shot, other = strength(cards_of(action), False), state.sides[1 - seat]
        if level_of(shot) == GREAT_ONE:
            return True
        self.unseen.find(state, seat)
        return other.stack.size == 0 and self.unseen.chance_of_block(other.hand_size(), shot) == 0
