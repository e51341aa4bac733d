"""Knowledge of Turn-Based Hockey: docs/rules/turn-based-hockey.md, sections 3.3 and 6. Compiled.

The network of ``encoder`` rates and decides under every option; who looks ahead decides with ``open_lineup`` and
``secret_choices``.
"""

from mypy_extensions import i64

from ai.heuristic import Heuristic, Solver, lead_of
from ai.turn_based_hockey.kept_cards import kept_cards, network_of
from ai.turn_based_hockey.open_lineup import OpenLineupSolver
from ai.turn_based_hockey.secret_choices import FaceOffSolver, SecretLineupSolver
from ai.turn_based_hockey.solver import THOROUGH
from ai.turn_based_hockey.values import payoff, periods_after
from engines.api import Observation, State
from engines.rng import Rng
from engines.turn_based_hockey.rules import FACE_OFF, LINEUP_BOTH, TurnBasedHockeyState


def make() -> Heuristic:
    """Return a new heuristic for Turn-Based Hockey."""
    return TurnBasedHockeyHeuristic()


class TurnBasedHockeyHeuristic(Heuristic):
    """How much a goal is worth, and who solves what."""

    def __init__(self) -> None:
        super().__init__()
        self.solves = True
        self.slowest_us = 58

    def goal(self, state: State, seat: i64) -> float:
        assert isinstance(state, TurnBasedHockeyState)
        lead, left = float(lead_of(state, seat)), periods_after(state)
        return payoff(lead + 0.5, left) - payoff(lead - 0.5, left)

    def solver(self, observation: Observation, simulations: i64, rng: Rng) -> Solver | None:
        """A solver for every decision, except a line-up already begun: the network continues that."""
        known = observation.known
        assert isinstance(known, TurnBasedHockeyState)
        if known.placed[observation.seat] > 0:
            return None
        kept = kept_cards(known.options) if simulations >= THOROUGH and network_of(known.options) else None
        determinization = observation.determinize(rng)
        assert isinstance(determinization, TurnBasedHockeyState)
        if determinization.node == FACE_OFF:
            return FaceOffSolver(observation, determinization, simulations, rng, kept)
        if determinization.node == LINEUP_BOTH:
            return SecretLineupSolver(observation, determinization, simulations, rng, kept)
        return OpenLineupSolver(observation, determinization, simulations, rng, kept)
