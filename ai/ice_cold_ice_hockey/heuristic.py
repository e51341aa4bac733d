"""Knowledge of Ice Cold Ice Hockey: docs/rules/ice-cold-ice-hockey.md. Compiled; the network rates its actions."""

from math import sqrt
from typing import Final

from mypy_extensions import i64

from ai.heuristic import Heuristic, Values
from ai.ice_cold_ice_hockey.encoder import cards_left
from ai.ice_cold_ice_hockey.skills import LOGIT
from engines.api import OVER, State
from engines.buffers import Actions
from engines.ice_cold_ice_hockey.rules.state import IceColdState

VARIANCE: Final = 0.15
VARIANCE_PER_CARD: Final = 0.0174
"""Variance of the goal difference to come, and how it grows with the cards still to be turned over."""
PRIOR_VISITS: Final[i64] = 50
EXPLORATION: Final = 0.02
"""The value of most choices differs by a few hundredths of a goal: with the usual constant visits are spread evenly
and show no difference.
"""


def make() -> Heuristic:
    """Return a new heuristic for Ice Cold Ice Hockey."""
    return IceColdHeuristic()


class IceColdHeuristic(Heuristic):
    """What a lead is worth, and which actions end the game."""

    def __init__(self) -> None:
        super().__init__()
        self.slowest_us = 20
        self.prior_visits = PRIOR_VISITS
        self.exploration = EXPLORATION

    def spread(self, state: State) -> float:
        assert isinstance(state, IceColdState)
        return 0.0 if state.is_overtime() else sqrt(VARIANCE + VARIANCE_PER_CARD * float(cards_left(state)))

    def rate(self, state: State, seat: i64, actions: Actions, count: i64, values: Values) -> None:
        """By the network's policy: the payoffs of actions differ by less than it errs."""
        super().rate(state, seat, actions, count, values)
        i: i64
        if self.judge is not None:
            worths = self.judge.values(LOGIT * self.goal(state, seat))
            for i in range(count):
                values[i] = max(-1.0, worths[i])

    def decides(self, state: State, seat: i64, action: i64) -> float:
        """A check without a card ends the period (13.2), and the third decides unless it is tied."""
        assert isinstance(state, IceColdState)
        if state.stock_size > 0 or not state.is_last_pass() or state.period < state.options.periods:
            return 0.0
        after = state.clone()
        after.apply(seat, action)
        return after.payoff(seat & 1) if after.to_act() == OVER else 0.0
