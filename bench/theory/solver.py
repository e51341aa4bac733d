"""OpenSpiel on a small game: how far a policy is from perfect play, and perfect play itself.

Exploitability is what a seat loses on average, over both seats, to an opponent who knows the policy and plays the best
response to it; 0 is perfect play, and in payoffs from -1 to 1 the worst is 1. ``make .venv/openspiel.done`` installs
OpenSpiel. Source: Lanctot et al. 2019, OpenSpiel: A Framework for Reinforcement Learning in Games.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TypeAlias

import pyspiel

from bench.theory.game_tree import GameTree
from engines.api import CHANCE, OVER

Policy: TypeAlias = Sequence[Sequence[float]]
"""By information set, the probability of each action."""


def uniform_policy(tree: GameTree) -> Policy:
    """Every action equally likely."""
    return [in_proportion([1.0] * len(known.actions)) for known in tree.information]


def in_proportion(weights: Sequence[float]) -> list[float]:
    """Probabilities in proportion to the weights; all the same where there are none."""
    total = sum(weights)
    if total == 0.0:
        return [1.0 / len(weights)] * len(weights)
    return [weight / total for weight in weights]


class Solver:
    """A game tree as OpenSpiel has it. An action is its place among those of the information set."""

    def __init__(self, tree: GameTree) -> None:
        counts = Counter[int]()
        self.numbers: list[int] = []
        """Of the information sets, those of each seat counted from 1."""
        for known in tree.information:
            counts[known.seat] += 1
            self.numbers.append(counts[known.seat])
        self.names = [
            f"{known.seat}-{known.seat}-{number}-" for known, number in zip(tree.information, self.numbers, strict=True)
        ]
        """What OpenSpiel calls the information sets."""
        self.tree = tree
        self.game = pyspiel.load_efg_game("\n".join(self._extensive_form()) + "\n")

    def _extensive_form(self) -> Iterator[str]:
        """The lines of the tree in Gambit's format EFG, depth first: https://gambitproject.org/en/latest/formats.efg."""
        tree, left = self.tree, [0]
        yield 'EFG 2 R "" { "0" "1" }'
        while left:
            node = left.pop()
            asks, payoff = tree.asks[node], tree.payoffs[node]
            if asks == OVER:
                yield f't "" {node + 1} "" {{ {payoff!r} {-payoff!r} }}'
            elif asks == CHANCE:
                shares = " ".join(f'"{place}" {share!r}' for place, share in enumerate(tree.probabilities[node]))
                yield f'c "" 1 "" {{ {shares} }} 0'
            else:
                places = " ".join(f'"{place}"' for place in range(len(tree.children[node])))
                yield f'p "" {tree.information[asks].seat + 1} {self.numbers[asks]} "" {{ {places} }} 0'
            left += reversed(tree.children[node])

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

    def perfect(self, rounds: int) -> Policy:
        """Nearly perfect play: the average policy of ``rounds`` rounds of CFR+.

        Source: Tammelin 2014, Solving Large Imperfect Information Games Using CFR+.
        """
        solver = pyspiel.CFRPlusSolver(self.game)
        for _ in range(rounds):
            solver.evaluate_and_update_policy()
        table = solver.tabular_average_policy().policy_table()
        return [[share for _, share in table[name]] for name in self.names]
