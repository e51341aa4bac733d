"""The network of Ice Cold Ice Hockey. It begins by imitating a simple player: from nothing, it learns slowly."""

from collections.abc import Mapping
from typing import Final

from ai.heuristic import Heuristic, Values
from ai.ice_cold_ice_hockey.simple_players import PLAYERS
from engines.api import State, Variant
from engines.buffers import Actions
from engines.rng import Rng
from training.plan import Plan


class Coach(Heuristic):
    """The simple player that saves its cards: rates the action that it takes above the others."""

    def __init__(self, variant: Variant, rng: Rng) -> None:
        super().__init__()
        self.rng = rng

    def rate(self, state: State, seat: int, actions: Actions, count: int, values: Values) -> None:
        legal = [int(actions[place]) for place in range(count)]
        taken = PLAYERS["saves"].pick(state, int(seat), legal, self.rng)
        for place, action in enumerate(legal):
            values[place] = float(action == taken)


PLANS: Final[Mapping[str, Plan]] = {
    "standard": Plan(
        presets=("shootout", "shootout", "overtime", "ties", "playoff"),
        rounds=320,
        games=250,
        entropy=0.005,
        td_lambda=0.6,
        taught_games=500,
        coach=Coach,
        batch=4096,
        look_pairs=300,
    ),
}
