"""OpenSpiel on a small game: how far a policy is from perfect play, and perfect play itself.

Exploitability is what a seat loses on average, over both seats, to an opponent who knows the policy and plays the best
response to it; 0 is perfect play, and in payoffs from -1 to 1 the worst is 1. ``make .venv/openspiel.done`` installs
OpenSpiel. Source: Lanctot et al. 2019, OpenSpiel: A Framework for Reinforcement Learning in Games.
"""

from collections.abc import Sequence
from typing import TypeAlias

import pyspiel

from bench.theory.game_tree import GameTree

Policy: TypeAlias = Sequence[Sequence[float]]
"""By information set, the probability of each action."""


class Solver:
    """A game tree as OpenSpiel has it. An action is its place among those of the information set."""

    def __init__(self, tree: GameTree) -> None:
        self.names = [f"{known.seat}-{known.seat}-{known.number}-" for known in tree.information]
        """What OpenSpiel calls the information sets."""
        self.game = pyspiel.load_efg_game("\n".join(['EFG 2 R "" { "0" "1" }', *tree.nodes, ""]))

    def _policy(self, policy: Policy) -> pyspiel.TabularPolicy:
        return pyspiel.TabularPolicy(
            {name: list(enumerate(shares)) for name, shares in zip(self.names, policy, strict=True)}
        )

    def exploitability(self, policy: Policy) -> float:
        """What a seat loses to a best response, the mean of both seats."""
        return float(pyspiel.exploitability(self.game, self._policy(policy)))

    def expected_payoff(self, first: Policy, second: Policy) -> float:
        """What seat 0 gets on average where it plays ``first``, and seat 1 ``second``."""
        policies = [self._policy(first), self._policy(second)]
        return float(pyspiel.expected_returns(self.game.new_initial_state(), policies, -1, True)[0])

    def advantage(self, mine: Policy, other: Policy) -> float:
        """What one policy wins against another on average, over all deals with the seats exchanged."""
        return (self.expected_payoff(mine, other) - self.expected_payoff(other, mine)) / 2

    def perfect(self, rounds: int) -> Policy:
        """Nearly perfect play: the average policy of ``rounds`` rounds of CFR+.

        Source: Tammelin 2014, Solving Large Imperfect Information Games Using CFR+.
        """
        solver = pyspiel.CFRPlusSolver(self.game)
        for _ in range(rounds):
            solver.evaluate_and_update_policy()
        table = solver.tabular_average_policy().policy_table()
        return [[share for _, share in table[name]] for name in self.names]
