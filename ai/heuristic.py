"""What a game may provide for the computer opponents. Everything has a default that knows nothing."""

from collections.abc import Mapping
from typing import TypeAlias

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from ai.networks.network import Network
from engines.api import Observation, State
from engines.buffers import Actions
from engines.rng import Rng

Values: TypeAlias = "vec[float]"
"""A reused buffer of expected payoffs."""


def either(one: float, other: float) -> float:
    """Chance of at least one of two events, taken as independent."""
    return one + other - one * other


def lead_of(state: State, seat: i64) -> i64:
    """Goals by which the side of a seat is ahead now."""
    return state.score(seat & 1) - state.score(1 - (seat & 1))


class MixedMove:
    """One complete move, its value, and how often it is to be played where a habit could be exploited."""

    def __init__(self, actions: list[int], value: float, weight: float) -> None:
        self.actions = actions
        self.value = value
        self.weight = weight
        """Share of the times; those of all moves add up to 1."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Solver:
    """A game's own way to a decision, in slices, from an observation alone."""

    def __init__(self) -> None:
        self.simulations: i64 = 0
        """Work done so far, in units of the game."""
        self.is_done = False

    def run(self) -> None:
        """Go on for a slice: below 50 ms interpreted."""
        raise NotImplementedError

    def moves(self) -> list[MixedMove]:
        """What to play, as far as it is known; empty if nothing is known yet."""
        raise NotImplementedError

    def outcomes(self, actions: list[int]) -> list[tuple[float, float]]:
        """What any legal move leads to, against each of the sampled hands: payoff and expected final lead for the own
        side.

        The hands are the same for every move, in the same order. Empty if nothing is known yet.
        """
        return []


@mypyc_attr(allow_interpreted_subclasses=True)
class Heuristic:
    """Knowledge of one game, and at the same time the default: none at all.

    States handed in are determinizations. An answer about a seat may use what that seat knows and nothing else of them.
    One instance serves one search: it may keep buffers.
    """

    def __init__(self, counts_cards: bool = True) -> None:
        self.counts_cards = counts_cards
        """False: plays without memory of the cards that are gone."""
        self.networks: Mapping[str, Network] = {}
        """The game's networks, for a player that uses what was learned: its solver may evaluate by them."""
        self.exploration = 0.7
        """The constant of UCB1: about the spread of what simulations end with, which is less than 1 where they end at
        an estimate.
        """
        self.prior_visits: i64 = 0
        """How many simulations a rating counts as in the search; 0: it does not count."""
        self.solves = False
        """Whether the game has a ``solver``, which decides for every player that searches."""
        self.slowest_us: i64 = 100
        """Time in which nearly every simulation is done, compiled, in microseconds: an answer's time follows from it
        (``ai.timing``).
        """
        self.ending_us: i64 = 0
        """The same for an ending that is calculated, where ``has_perfect_information`` finds any
        (``ai.SOLVER_POSITIONS``).
        """

    def goal(self, state: State, seat: i64) -> float:
        """By how much a goal more would raise the expected payoff of the side of ``seat`` now: close to 0 in a game
        that is decided.
        """
        return 0.5

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

    def scores(self, state: State, seat: i64, action: i64) -> bool:
        """True if the action is a goal of the side of ``seat`` at once, whatever the other seats may hold."""
        return False

    def reason(self, state: State, seat: i64, action: i64) -> str:
        """Say in a few words what the action does; empty if there is nothing to say.

        A text from the game's English phrases (``Phrases.phrase``) can be translated into every language of the game.
        """
        return ""

    def solver(self, observation: Observation, simulations: i64, rng: Rng) -> Solver | None:
        """Return a dedicated solver for this decision, or None to use the tree search. ``simulations`` is its work
        budget.
        """
        return None

    def equivalence_class(self, action: i64) -> i64:
        """One number for all actions that are the same for play, such as equal ranks of a game that ignores suits."""
        return action

    def is_plausible(self, state: State, seat: i64) -> bool:
        """True if the other seats, with these cards, would have played as ``seat`` has seen them play."""
        return True

    def has_perfect_information(self, state: State, seat: i64) -> bool:
        """True if ``seat`` knows every card that can be played before the horizon, as do all that decide until there.

        ``state`` is then the truth as far as it matters, and the move can be calculated instead of searched.
        """
        return False

    def pick(self, state: State, seat: i64, actions: Actions, count: i64, rng: Rng) -> i64:
        """Choose an action quickly: how simulations go on beyond the tree."""
        return actions[rng.below(count)]

    def is_horizon(self, state: State, since: i64) -> bool:
        """True if a simulation that began at ply ``since`` may end here and be estimated instead of played out."""
        return False

    def estimate(self, state: State) -> float:
        """Expected payoff of side 0 at a horizon."""
        return 0.0

    def lead(self, state: State) -> float:
        """Expected final lead of side 0 at a horizon, in goals."""
        return float(state.score(0) - state.score(1))
