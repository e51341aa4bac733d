"""What a game may provide for the computer opponents. Every method has a default that knows nothing of the game."""

from math import exp
from typing import Final, TypeAlias

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from ai.networks.judge import SHARP, Judge
from ai.networks.network import ONE
from engines.api import Observation, State
from engines.buffers import Actions, action_buffer
from engines.rng import Rng

Values: TypeAlias = "vec[float]"
"""A reused buffer of expected payoffs."""


HORIZON: Final[i64] = 3
"""Decisions after which a simulation may end at what a network expects."""


def lead_of(state: State, seat: i64) -> i64:
    """Goals by which the side of a seat is ahead now."""
    return state.score(seat & 1) - state.score(1 - (seat & 1))


def payoff_of(lead: float, spread: float) -> float:
    """Expected payoff of a lead in goals: a normal model of the goals still to come."""
    return 2.0 / (1.0 + exp(-1.7 * lead / spread)) - 1.0 if spread > 0.0 else max(-1.0, min(1.0, lead))


class MixedMove:
    """One complete move, its value, and how often to play it where a habit could be exploited."""

    def __init__(self, actions: list[int], value: float, weight: float) -> None:
        self.actions = actions
        self.value = value
        self.weight = weight
        """Share of the times; those of all moves sum to 1."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Solver:
    """A game's own solver: decides in slices, from an observation alone."""

    def __init__(self) -> None:
        self.simulations: i64 = 0
        """Work done so far, in units of the game."""
        self.is_done = False

    def run(self) -> None:
        """Continue for a slice: below 50 ms interpreted."""
        raise NotImplementedError

    def moves(self) -> list[MixedMove]:
        """The moves to play, as far as known; empty if nothing is known yet."""
        raise NotImplementedError

    def outcomes(self, actions: list[int]) -> list[tuple[float, float]]:
        """The prospects of any legal move, against each of the sampled hands: payoff and expected final lead for the
        side of the seat.

        The hands are the same for every move, in the same order. Empty if nothing is known yet.
        """
        return []


@mypyc_attr(allow_interpreted_subclasses=True)
class Heuristic:
    """Knowledge of one game; the base class has none.

    States handed in are determinizations. A result about a seat may depend only on what that seat knows. One instance
    serves one search: it may keep buffers.
    """

    def __init__(self) -> None:
        self.judge: Judge | None = None
        """The network that rates actions and positions."""
        self.waiting = action_buffer()
        self.exploration = 0.7
        """The constant of UCB1: about the spread of the results of simulations, which is less than 1 where they end at
        an estimate.
        """
        self.prior_visits: i64 = 0
        """How many simulations a rating counts as in the search; 0: none."""
        self.solves = False
        """Whether the game has a ``solver``, which decides for every player that searches."""
        self.slowest_us: i64 = 100
        """Time within which nearly every simulation is done, compiled, in microseconds: response times are derived from
        it (``ai.timing``).
        """
        self.ending_us: i64 = 0
        """The same for an exact ending, where ``has_perfect_information`` finds any (``ai.SOLVER_POSITIONS``)."""

    def goal(self, state: State, seat: i64) -> float:
        """How much one more goal would raise the expected payoff of the side of ``seat`` now: close to 0 in a game that
        is decided.
        """
        lead, spread = float(lead_of(state, seat)), self.spread(state)
        return payoff_of(lead + 0.5, spread) - payoff_of(lead - 0.5, spread)

    def spread(self, state: State) -> float:
        """Standard deviation of the goals still to come; 0 if the next goal decides."""
        return 1.7

    def rate(self, state: State, seat: i64, actions: Actions, count: i64, values: Values) -> None:
        """Write the expected payoff, -1..1, of each of the first ``count`` actions for the side of ``seat``."""
        judge = self.judge
        if judge is not None:
            judge.consider(state, seat, actions, count)
        i: i64
        for i in range(count):
            values[i] = 0.0 if judge is None else float(judge.payoffs[i]) / float(ONE)

    def ratings(self, state: State, seat: int, actions: list[int]) -> list[float]:
        """``rate`` for callers outside the search."""
        values = vec[float]([0.0] * len(actions))
        self.rate(state, seat, vec[i64]([i64(action) for action in actions]), len(actions), values)
        return [values[i] for i in range(len(actions))]

    def scores(self, state: State, seat: i64, action: i64) -> bool:
        """True if the action scores a goal of the side of ``seat`` at once, whatever the other seats may hold."""
        return False

    def decides(self, state: State, seat: i64, action: i64) -> float:
        """1 if the action wins the game at once, whatever is hidden, and -1 if it loses it; else 0."""
        return 0.0

    def solver(self, observation: Observation, simulations: i64, rng: Rng) -> Solver | None:
        """Return a dedicated solver for this decision, or None to use the tree search. ``simulations`` is its work
        budget.
        """
        return None

    def equivalence_class(self, action: i64) -> i64:
        """One number for all equivalent actions, such as equal ranks in a game that ignores suits."""
        return action

    def is_plausible(self, state: State, seat: i64) -> bool:
        """True if the other seats, with these cards, would have played as ``seat`` has seen them play."""
        return True

    def has_perfect_information(self, state: State, seat: i64) -> bool:
        """True if every seat that decides before the horizon, and ``seat``, knows every card that can be played by
        then.

        ``state`` is then the truth as far as it matters, and the move can be calculated instead of searched.
        """
        return False

    def is_horizon(self, state: State, since: i64) -> bool:
        """True if a simulation that began at ply ``since`` may end here with an estimate."""
        return self.judge is not None and state.ply >= since + HORIZON and state.to_act() >= 0

    def estimate(self, state: State) -> float:
        """Expected payoff of side 0 at a horizon."""
        judge = self._weighed(state)
        return 0.0 if judge is None else for_side_0(state, judge.mean(judge.payoffs))

    def lead(self, state: State) -> float:
        """Expected final lead of side 0 at a horizon, in goals."""
        judge, lead = self._weighed(state), float(lead_of(state, 0))
        return lead if judge is None else lead + for_side_0(state, judge.mean(judge.goals))

    def _weighed(self, state: State) -> Judge | None:
        """The judge, having weighed the actions of the seat that is to act; None if there is none of either."""
        judge, seat = self.judge, state.to_act()
        if judge is None or seat < 0:
            return None
        count = state.fill_distinct_actions(seat, self.waiting)
        judge.consider(state, seat, self.waiting, count)
        judge.weigh(SHARP)
        return judge


def for_side_0(state: State, value: float) -> float:
    """What is worth this to the seat that is to act, for side 0."""
    return value if state.to_act() & 1 == 0 else -value
