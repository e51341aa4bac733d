"""Grades played moves by the win probability that they gave away, from what the seat could know.

A search finds the best move. Then new simulations compare it with the move that was played, in pairs with the same
deal, so that the choice of the best move does not bias the comparison. Simultaneous choices are compared by the game's
own solver, against best responses: there every move of the mixed strategy is best. Sources: duplicate rollouts as in
GNU Backgammon's analysis; grades by lost win probability as on chess servers.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from ai.choose import SLICE_PLIES, SOLVER_POSITIONS
from ai.games import make_heuristic
from ai.heuristic import Heuristic, Solver, lead_of
from ai.prospects import Estimate, Prospects, certain, loss_of, outcomes_of, prospects_against, prospects_of
from ai.search.alpha_beta import AlphaBeta
from ai.search.ismcts import Search
from ai.search.outcomes import Outcomes
from ai.trained import networks
from engines.api import Observation, State, Variant
from engines.rng import Rng

SIMULATIONS: Final = 1000
"""Simulations of the search for the best move: more find hardly better ones (docs/strength.md)."""
PAIRS: Final = 1000
"""Most simulations that begin with either move."""
PAIRS_BETWEEN: Final = 100
"""After this many the grade is given if it is certain."""

BEST_LOSS: Final = 0.005
"""A move that gives away no more than this is as good as the best."""
INACCURACY_LOSS: Final = 0.03
BLUNDER_LOSS: Final = 0.10
"""Win probability from which on a move is an inaccuracy or a blunder: 3 games or 10 games of 100."""

ShouldStop = Callable[[], bool]


class Grade(StrEnum):
    """How good a move was."""

    BEST = "best"
    GOOD = "good"
    INACCURACY = "inaccuracy"
    BLUNDER = "blunder"


class Stopped(Exception):
    """``should_stop`` ended the work before there was a grade."""


@dataclass(frozen=True)
class Graded:
    """A move with its grade."""

    grade: Grade
    loss: Estimate
    """Win probability that the move gave away against the best one."""
    prospects: Prospects | None
    """Expected payoff of the move that was played."""
    best: tuple[int, ...]
    """The actions of the best move."""
    best_prospects: Prospects | None
    reason: str
    """Why it is the best, in the words of the game."""


def grade(
    variant: Variant, observation: Observation, actions: Sequence[int], rng: Rng, should_stop: ShouldStop | None = None
) -> Graded | None:
    """Grade the move that the observing seat played here; None if it had no choice.

    ``actions`` are those of the whole move, which must be legal. The same for the same ``rng``. ``should_stop`` is
    called every few milliseconds; Stopped is raised if it returns True.
    """
    seat = int(observation.seat)
    determinization = observation.determinize(rng)
    heuristic = make_heuristic(variant.key)
    # a solver that knows less than the players would call their best moves mistakes
    heuristic.networks = networks(variant.key)
    if (
        len(actions) == 1
        and len({int(heuristic.equivalence_class(action)) for action in determinization.distinct_actions(seat)}) == 1
    ):
        return None
    grader = _Grader(heuristic, observation, determinization, rng, should_stop)
    solver = heuristic.solver(observation, SIMULATIONS, rng)
    return grader.by_search(list(actions)) if solver is None else grader.by_solver(solver, list(actions))


def grade_of(loss: Estimate) -> Grade:
    """The grade for this loss of win probability; at least good if it cannot be distinguished from the best."""
    if loss.mean <= BEST_LOSS:
        return Grade.BEST
    if loss.low <= 0.0 or loss.mean < INACCURACY_LOSS:
        return Grade.GOOD
    return Grade.INACCURACY if loss.mean < BLUNDER_LOSS else Grade.BLUNDER


def _is_certain(loss: Estimate) -> bool:
    """True if more pairs would hardly change the grade."""
    return loss.high < INACCURACY_LOSS or grade_of(certain(loss.low)) == grade_of(certain(loss.high))


class _Grader:
    """The computation of one grade."""

    def __init__(
        self,
        heuristic: Heuristic,
        observation: Observation,
        determinization: State,
        rng: Rng,
        should_stop: ShouldStop | None,
    ) -> None:
        self.heuristic = heuristic
        self.observation = observation
        self.determinization = determinization
        self.seat = int(observation.seat)
        self.lead = lead_of(determinization, self.seat)
        self.rng = rng
        self.should_stop = should_stop

    def by_search(self, played: list[int]) -> Graded:
        """Search, then compare the move with the one found."""
        search = Search(self.observation, self.heuristic, self.rng, SIMULATIONS + 2 * PAIRS + 2 * len(played) + 1)
        search.outcomes = {}
        while search.simulations < SIMULATIONS:
            search.run(SIMULATIONS, SLICE_PLIES)
            self._pause()
        exact = self._calculated()
        best = max(
            self.determinization.distinct_actions(self.seat),
            key=lambda action: (exact.get(action, 0.0), search.visits(action)),
        )
        if self._is_same(best, played[0]):
            prospects = self._prospects(search.outcomes_of(best), exact.get(best))
            return Graded(Grade.BEST, certain(0.0), prospects, tuple(played), prospects, self._reason(best))
        search.outcomes = {}
        differences = self._compare(search, [best], played)
        value = next((value for action, value in exact.items() if self._is_same(action, played[0])), None)
        loss = loss_of(differences) if value is None else certain((exact[best] - value) / 2)
        best_prospects = self._prospects(search.outcomes_of(best), exact.get(best))
        return self._graded(loss, [best], best_prospects, played, self._prospects(search.outcomes_of(played[0]), value))

    def _graded(
        self,
        loss: Estimate,
        best: list[int],
        best_prospects: Prospects | None,
        played: list[int],
        prospects: Prospects | None,
    ) -> Graded:
        """The grade; a move as good as the best is itself reported as the best."""
        if grade_of(loss) == Grade.BEST:
            best, best_prospects = played, prospects
        return Graded(grade_of(loss), loss, prospects, tuple(best), best_prospects, self._reason(best[0]))

    def _compare(self, search: Search, best: list[int], played: list[int]) -> Outcomes:
        """The differences in outcome between the best move and the played one, in pairs with the same random
        numbers.
        """
        differences = Outcomes()
        for number in range(1, PAIRS + 1):
            begun = self.rng.state
            search.simulate_move(best)
            with_best = search.last
            self.rng.state = begun
            search.simulate_move(played)
            differences.add(with_best.payoff() - search.last.payoff(), with_best.lead() - search.last.lead())
            if number % PAIRS_BETWEEN == 0:
                if _is_certain(loss_of(differences)):
                    break
                self._pause()
        return differences

    def _calculated(self) -> dict[int, float]:
        """The exact payoffs of all actions if the cards that matter are known and the ending is short; otherwise
        empty.
        """
        found: dict[int, float] = {}
        if not self.heuristic.has_perfect_information(self.determinization, self.seat):
            return found
        solver = AlphaBeta(self.determinization, self.heuristic, SOLVER_POSITIONS, self.should_stop)
        for action in self.determinization.distinct_actions(self.seat):
            value = solver.value(action)
            if value is None:
                self._pause()
                return {}
            found[action] = value
        return found

    def by_solver(self, solver: Solver, played: list[int]) -> Graded:
        """Compare the move with the best one of the game's solver, against the same hands."""
        while not solver.is_done:
            solver.run()
            self._pause()
        mixed = [move for move in solver.moves() if move.weight > 0.0]
        likely = max(mixed, key=lambda move: (move.weight, move.value))
        with_best, with_played = solver.outcomes(likely.actions), solver.outcomes(played)
        loss = loss_of(
            outcomes_of(
                (best[0] - mine[0], best[1] - mine[1]) for best, mine in zip(with_best, with_played, strict=True)
            )
        )
        best_prospects, prospects = (prospects_against(hands, self.lead) for hands in (with_best, with_played))
        return self._graded(loss, likely.actions, best_prospects, played, prospects)

    def _prospects(self, outcomes: Outcomes | None, exact: float | None) -> Prospects | None:
        found = prospects_of(outcomes, self.lead)
        return found if exact is None or found is None else Prospects(certain((1 + exact) / 2), found.goals)

    def _is_same(self, action: int, other: int) -> bool:
        return bool(self.heuristic.equivalence_class(action) == self.heuristic.equivalence_class(other))

    def _reason(self, action: int) -> str:
        return self.heuristic.reason(self.determinization, self.seat, action)

    def _pause(self) -> None:
        if self.should_stop is not None and self.should_stop():
            raise Stopped
