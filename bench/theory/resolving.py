"""What other ways to search would reach on a small game: a bound for all that begin at the decision, and counterfactual
regrets.

``solved_alone`` is where a search ends up that begins at the decision and deals the unseen cards as chance would: each
decision is solved to the end, with all that the others cannot distinguish. ``Sampled`` begins at the start of the game
instead. What follows from both: docs/adr/0037-mixed-moves.md.
"""

from collections.abc import Sequence

from bench.theory.exploitability import Policy, in_proportion, reaches, solve, uniform_policy
from bench.theory.game_tree import GameTree, InformationSet
from engines.api import CHANCE, OVER
from engines.rng import Rng

ROUNDS_ALONE = 50
"""Of CFR+ for each decision."""
AIMED = 0.9
"""Share of the simulations whose deals fit what the deciding seat sees: with 0.5 more is lost."""


def solved_alone(tree: GameTree, rounds: int = ROUNDS_ALONE) -> Policy:
    """Every decision as it is in perfect play of the game that begins there, with the deals as likely as chance makes
    them.
    """
    by_deals = reaches(tree, [[1.0] * len(known.actions) for known in tree.information])
    policy = [list(shares) for shares in uniform_policy(tree)]
    for nodes in solved_together(tree):
        if any(len(tree.information[tree.asks[node]].actions) > 1 for node in nodes):
            part, numbers = cut(tree, nodes, in_proportion([by_deals[node] for node in nodes]))
            solved = solve(part, rounds)
            for place in part.children[0]:
                number = part.asks[place]
                policy[numbers[number]] = list(solved[number])
    return policy


def solved_together(tree: GameTree) -> list[list[int]]:
    """The decisions in groups: outside its group, nothing matters to a game that begins at one of them.

    A group has all that the seat cannot distinguish, and all that a seat cannot distinguish from these later on.
    """
    parents = [0] * len(tree.asks)
    for node, children in enumerate(tree.children):
        for child in children:
            parents[child] = node
    groups = list(range(len(tree.asks)))

    def group_of(node: int) -> int:
        while groups[node] != node:
            groups[node] = groups[groups[node]]
            node = groups[node]
        return node

    for known in tree.information:
        for node in known.nodes[1:]:
            first, other = known.nodes[0], node
            while first != other and group_of(first) != group_of(other):
                groups[group_of(other)] = group_of(first)
                first, other = parents[first], parents[other]
    found: dict[int, list[int]] = {}
    for node, asks in enumerate(tree.asks):
        if asks not in (CHANCE, OVER):
            found.setdefault(group_of(node), []).append(node)
    return list(found.values())


def cut(tree: GameTree, nodes: Sequence[int], probabilities: list[float]) -> tuple[GameTree, list[int]]:
    """The game that begins at one of ``nodes``, and the numbers that its information sets have in ``tree``."""
    part, numbers = GameTree(), list[int]()
    known_as: dict[int, int] = {}

    def add(asks: int, shares: list[float], payoff: float) -> int:
        part.asks.append(asks)
        part.children.append([])
        part.probabilities.append(shares)
        part.payoffs.append(payoff)
        return len(part.asks) - 1

    def copy(node: int) -> int:
        asks = tree.asks[node]
        if asks not in (CHANCE, OVER):
            if asks not in known_as:
                known_as[asks] = len(numbers)
                numbers.append(asks)
                known = tree.information[asks]
                before = known.before
                if before is not None:
                    before = (known_as[before[0]], before[1]) if before[0] in known_as else None
                part.information.append(InformationSet(known.seat, known.observation, known.actions, before))
            asks = known_as[asks]
        copied = add(asks, tree.probabilities[node], tree.payoffs[node])
        if asks >= 0:
            part.information[asks].nodes.append(copied)
        part.children[copied] = [copy(child) for child in tree.children[node]]
        return copied

    root = add(CHANCE, probabilities, 0.0)
    part.children[root] = [copy(node) for node in nodes]
    return part, numbers


class Sampled:
    """External-sampling MCCFR from the start of the game, with regret matching+ and linear averages, for one
    information set.

    A simulation is one game to its end. Of its own actions the seat whose turn it is to learn tries every one, each by
    a simulation. Source: Lanctot, Waugh, Zinkevich, Bowling 2009, Monte Carlo Sampling for Regret Minimization in
    Extensive Games; Lisy, Lanctot, Bowling 2015, Online Monte Carlo Counterfactual Regret Minimization for Search in
    Imperfect Information Games (the aim at one information set).
    """

    def __init__(self, tree: GameTree, number: int, rng: Rng) -> None:
        self.tree = tree
        self.number = number
        self.rng = rng
        self.simulations = 0
        self.round = 0
        self.regrets: dict[int, list[float]] = {}
        self.totals: dict[int, list[float]] = {}
        self.weight = 1.0
        """Of the present deal, since deals that fit are dealt more often."""
        self.fitting = self._ancestors(tree.information[number].nodes)

    def _ancestors(self, nodes: Sequence[int]) -> set[int]:
        wanted = set(nodes)
        for node in range(max(nodes), -1, -1):
            if any(child in wanted for child in self.tree.children[node]):
                wanted.add(node)
        return wanted

    def shares(self, simulations: int) -> list[float]:
        """How often to take each action, after so many simulations or a few more."""
        while self.simulations < simulations:
            self.round += 1
            for seat in (0, 1):
                self.weight = 1.0
                self._learn(0, seat, self.rng.chance() < AIMED)
        count = len(self.tree.information[self.number].actions)
        return in_proportion(self.totals.get(self.number, [0.0] * count))

    def _learn(self, node: int, seat: int, aims: bool) -> float:
        """What ``seat`` gets below a node in a sampled game; learn what its actions are worth."""
        tree, asks = self.tree, self.tree.asks[node]
        children = tree.children[node]
        if asks == OVER:
            self.simulations += 1
            return tree.payoffs[node] if seat == 0 else -tree.payoffs[node]
        if asks == CHANCE:
            return self._learn(children[self._deal(node, aims)], seat, aims)
        if len(children) == 1:
            return self._learn(children[0], seat, aims)
        regrets = self.regrets.setdefault(asks, [0.0] * len(children))
        now = in_proportion(regrets)
        if tree.information[asks].seat != seat:
            totals = self.totals.setdefault(asks, [0.0] * len(children))
            for place, share in enumerate(now):
                totals[place] += self.round * self.weight * share
            return self._learn(children[self._draw(now)], seat, aims)
        values = [self._learn(child, seat, aims) for child in children]
        mean = sum(share * value for share, value in zip(now, values, strict=True))
        for place, value in enumerate(values):
            regrets[place] = max(0.0, regrets[place] + self.weight * (value - mean))
        return mean

    def _deal(self, node: int, aims: bool) -> int:
        """The place of a deal; where aimed, of one that fits."""
        children, probabilities = self.tree.children[node], self.tree.probabilities[node]
        fitting = [
            share if child in self.fitting else 0.0 for child, share in zip(children, probabilities, strict=True)
        ]
        place = self._draw(in_proportion(fitting) if aims else probabilities)
        self.weight /= 1.0 - AIMED + (AIMED / sum(fitting) if fitting[place] > 0.0 else 0.0)
        return place

    def _draw(self, shares: Sequence[float]) -> int:
        left = self.rng.chance()
        for place, share in enumerate(shares):
            left -= share
            if left < 0.0:
                return place
        return max(range(len(shares)), key=lambda place: shares[place])


def by_regrets(tree: GameTree, simulations: int, seed: str) -> Policy:
    """What counterfactual regrets from so many simulations play, each information set for itself."""
    policy = [list(shares) for shares in uniform_policy(tree)]
    for number, known in enumerate(tree.information):
        if len(known.actions) > 1:
            policy[number] = Sampled(tree, number, Rng(f"{seed}/{number}")).shares(simulations)
    return policy
