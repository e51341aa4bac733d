"""The networks of Turn-Based Hockey, and the teacher before self-play: the heuristic, for line-ups."""

from collections.abc import Mapping
from typing import Final

from ai.games import make_heuristic
from ai.heuristic import Heuristic, Values
from engines.api import State, Variant
from engines.buffers import Actions
from engines.rng import Rng
from engines.turn_based_hockey.rules import FACE_OFF, TurnBasedHockeyState
from training.plan import Plan
from training.turn_based_hockey.values import ValuePlan


class Coach(Heuristic):
    """Plans line-ups, and draws face-off cards at random: the heuristic never gives up a face-off for a low card, but
    the strongest players do.
    """

    def __init__(self, variant: Variant, rng: Rng) -> None:
        super().__init__()
        self._planner = make_heuristic(variant.key)
        self._rng = rng

    def rate(self, state: State, seat: int, actions: Actions, count: int, values: Values) -> None:
        """Rate actions, those of a face-off at random."""
        assert isinstance(state, TurnBasedHockeyState)
        if state.node == FACE_OFF:
            for place in range(count):
                values[place] = self._rng.chance()
        else:
            self._planner.rate(state, seat, actions, count, values)


PLANS: Final[Mapping[str, Plan | ValuePlan]] = {
    "kept": ValuePlan(presets=("standard",), rounds=60, games=500, last_period=0.4, steps=50),
    "policy": Plan(
        presets=("standard",),
        rounds=280,
        games=300,
        first=48,
        entropy=0.01,
        td_lambda=0.9,
        taught_games=1500,
        coach=Coach,
        passes=3,
        look_pairs=250,
    ),
}
