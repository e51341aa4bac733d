"""The level Legend of November 2026: tree search with 4,000 simulations, exact endings, and solvers where a game has
them.
"""

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from typing import Final

from bench.opponents.alpha_beta import AlphaBeta
from bench.opponents.base import Heuristic, MixedMove
from bench.opponents.ismcts import Search
from engines.api import Observation, State, Variant
from engines.rng import Rng

SLICE_PLIES: Final = 1000
SOLVER_POSITIONS: Final = 100_000


@dataclass(frozen=True)
class Choice:
    """A move of the frozen level."""

    actions: tuple[int, ...]
    simulations: int


@dataclass(frozen=True)
class FrozenLegend:
    """A player for ``ai.arena``; with other numbers of simulations, or none, the search and the heuristic of that
    day.
    """

    simulations: int = 4000

    def decide(
        self, variant: Variant, observation: Observation, rng: Rng, should_stop: Callable[[], bool] | None = None
    ) -> Choice:
        """The move that level 6 played where the observing seat has to act; the same for the same ``rng``."""
        seat = observation.seat
        determinization = observation.determinize(rng)
        ply = determinization.ply
        decision = _Decision(_heuristic(variant.key), self.simulations, rng)
        if (solved := decision.solve(observation)) is not None:
            return Choice(tuple(solved.actions), decision.simulations)
        actions: list[int] = []
        while determinization.ply == ply and determinization.may_act(seat):
            if actions:
                observation = variant.observe(determinization, seat)
            actions.append(decision.action(observation, determinization))
            determinization.apply(seat, actions[-1])
        return Choice(tuple(actions), decision.simulations)


def _heuristic(key: str) -> Heuristic:
    name = f"bench.opponents.{key}"
    if find_spec(name) is None:
        return Heuristic()
    heuristic = import_module(name).make(True)
    assert isinstance(heuristic, Heuristic)
    return heuristic


class _Decision:
    def __init__(self, heuristic: Heuristic, budget: int, rng: Rng) -> None:
        self.heuristic = heuristic
        self.budget = budget
        self.rng = rng
        self.simulations = 0

    def solve(self, observation: Observation) -> MixedMove | None:
        solver = self.heuristic.solver(observation, self.budget, self.rng) if self.budget > 0 else None
        if solver is None:
            return None
        while not solver.is_done:
            solver.run()
        self.simulations = int(solver.simulations)
        moves = solver.moves()
        if not moves:
            return None
        left = self.rng.chance()
        for move in moves:
            left -= move.weight
            if left < 0.0:
                return move
        return max(moves, key=lambda move: move.weight)

    def action(self, observation: Observation, determinization: State) -> int:
        seat = int(observation.seat)
        actions = determinization.distinct_actions(seat)
        if len(actions) == 1:
            return actions[0]
        if self.budget == 0:
            return self._rated(determinization, seat, actions)
        search = Search(observation, self.heuristic, self.rng, self.budget + 1)
        while search.simulations < self.budget:
            search.run(self.budget, SLICE_PLIES)
        self.simulations += int(search.simulations)
        ordered = sorted(actions, key=lambda action: (-search.visits(action), -search.value(action)))
        if self.heuristic.has_perfect_information(determinization, seat):
            return self._calculated(ordered, determinization)
        return ordered[0]

    def _rated(self, determinization: State, seat: int, actions: list[int]) -> int:
        rated = list(zip(actions, self.heuristic.ratings(determinization, seat, actions), strict=True))
        for i in range(len(rated) - 1, 0, -1):
            j = self.rng.below(i + 1)
            rated[i], rated[j] = rated[j], rated[i]
        return max(rated, key=lambda each: each[1])[0]

    def _calculated(self, ordered: list[int], determinization: State) -> int:
        solver = AlphaBeta(determinization, self.heuristic, SOLVER_POSITIONS)
        values = []
        for action in ordered:
            value = solver.value(action)
            if value is None:
                return ordered[0]
            values.append(value)
        return ordered[values.index(max(values))]
