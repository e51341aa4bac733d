"""Who is imitated before self-play of Turn-Based Hockey: the heuristic where it lines up."""

from ai.games import make_heuristic
from ai.heuristic import Heuristic, Values
from engines.api import State, Variant
from engines.buffers import Actions
from engines.rng import Rng
from engines.turn_based_hockey.rules import FACE_OFF, TurnBasedHockeyState


class Coach(Heuristic):
    """Plans line-ups, and draws face-off cards at random: the heuristic never gives up a face-off for a low card, and
    the strongest do.
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
