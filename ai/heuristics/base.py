"""What a game may tell the computer opponents about itself. Everything has a default that knows nothing."""

from typing import TypeAlias

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from engines.api import Actions, State
from engines.rng import Rng

Values: TypeAlias = "vec[float]"
"""A reused buffer of expected payoffs."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Heuristic:
    """Knowledge of one game, and at the same time the default: none at all.

    States handed in are determinizations. An answer about a seat may use what that seat knows and nothing else of them.
    One instance serves one search: it may keep buffers.
    """

    def __init__(self, counts_cards: bool = True) -> None:
        self.counts_cards = counts_cards
        """False: plays like somebody who does not remember which cards are gone."""
        self.prior_visits: i64 = 0
        """How many simulations a rating is worth in the search; 0: it does not count."""

    def rate(self, state: State, seat: i64, actions: Actions, count: i64, values: Values) -> None:
        """Write the expected payoff, -1..1, of each of the first ``count`` actions for the side of ``seat``."""
        i: i64
        for i in range(count):
            values[i] = 0.0

    def ratings(self, state: State, seat: int, actions: list[int]) -> list[float]:
        """``rate`` for callers outside the search."""
        values = vec[float]([0.0] * len(actions))
        self.rate(state, seat, vec[i64]([i64(action) for action in actions]), len(actions), values)
        return [values[i] for i in range(len(actions))]

    def reason(self, state: State, seat: i64, action: i64) -> str:
        """Say in a few words what the action does; empty if there is nothing to say."""
        return ""

    def kind(self, action: i64) -> i64:
        """One number for all actions that are the same for play, such as equal ranks of a game that ignores suits."""
        return action

    def is_plausible(self, state: State, seat: i64) -> bool:
        """Tell whether the other seats, with these cards, would have played as ``seat`` has seen them play."""
        return True

    def is_open(self, state: State, seat: i64) -> bool:
        """Tell whether ``seat`` knows every card that can be played before the horizon, as do all that decide until there.

        ``state`` is then the truth as far as it matters, and the move can be calculated instead of searched.
        """
        return False

    def pick(self, state: State, seat: i64, actions: Actions, count: i64, rng: Rng) -> i64:
        """Choose an action quickly: how simulations go on beyond the tree."""
        return actions[rng.below(count)]

    def is_horizon(self, state: State, since: i64) -> bool:
        """Tell whether a simulation that began at ply ``since`` may end here and be estimated instead of played out."""
        return False

    def estimate(self, state: State) -> float:
        """Expected payoff of side 0 at a horizon."""
        return 0.0
