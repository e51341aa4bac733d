"""An outside judge: a game of ``bench.theory.small_games`` given to OpenSpiel, to check our figures, and its search
beside ours.

``python -m bench.theory.openspiel --game short_hockey --simulations 10 100`` prints markdown tables. ``make openspiel``
installs OpenSpiel, which nothing else here needs. Source: Lanctot et al. 2019, OpenSpiel: A Framework for Reinforcement
Learning in Games.
"""

import argparse
import sys
from bisect import bisect
from collections.abc import Iterator, Sequence
from itertools import accumulate

import numpy as np
import pyspiel
from open_spiel.python.algorithms.ismcts import ISMCTSBot, ISMCTSFinalPolicyType
from open_spiel.python.algorithms.mcts import RandomRolloutEvaluator

from ai.heuristic import Heuristic
from ai.levels import Player
from bench.report import put_section
from bench.theory.exploitability import Policy, expected_payoff, exploitability, joined, reaches, solve, uniform_policy
from bench.theory.game_tree import GameTree
from bench.theory.small_games import (
    SETS,
    SIMULATIONS,
    Figure,
    SmallGame,
    as_played,
    by_visits,
    games,
    margin,
    measured_sets,
    policies,
    pooled,
)
from engines.api import CHANCE, OVER

TOLERANCE = 1e-6
"""Within this our figures and the judge's are the same."""
CHECKED_ROUNDS = 20


class TreeGame(pyspiel.Game):
    """A small game as OpenSpiel wants it. An action is its place among the distinct ones, an information set its
    number.
    """

    def __init__(self, tree: GameTree) -> None:
        self.tree = tree
        kind = pyspiel.GameType(
            short_name="faceoff",
            long_name="A small game of Faceoff",
            dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
            chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
            information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
            utility=pyspiel.GameType.Utility.ZERO_SUM,
            reward_model=pyspiel.GameType.RewardModel.TERMINAL,
            max_num_players=2,
            min_num_players=2,
            provides_information_state_string=True,
            provides_information_state_tensor=False,
            provides_observation_string=False,
            provides_observation_tensor=False,
        )
        size = pyspiel.GameInfo(
            num_distinct_actions=max(len(known.actions) for known in tree.information),
            max_chance_outcomes=max(map(len, tree.probabilities)),
            num_players=2,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=len(tree.asks),
        )
        super().__init__(kind, size, {})

    def new_initial_state(self) -> "TreeState":
        return TreeState(self, Kept(self.tree))

    def make_py_observer(self, iig_obs_type=None, params=None) -> "TreeObserver":
        return TreeObserver()


class Kept:
    """The tree, which is not copied with a state."""

    def __init__(self, tree: GameTree) -> None:
        self.tree = tree

    def __deepcopy__(self, memo: object) -> "Kept":
        return self


class TreeState(pyspiel.State):
    """A node of the tree."""

    def __init__(self, game: TreeGame, kept: Kept) -> None:
        super().__init__(game)
        self.kept = kept
        self.node = 0

    def current_player(self) -> int:
        tree = self.kept.tree
        asks = tree.asks[self.node]
        if asks == OVER:
            return pyspiel.PlayerId.TERMINAL
        return pyspiel.PlayerId.CHANCE if asks == CHANCE else tree.information[asks].seat

    def _legal_actions(self, player: int) -> list[int]:
        return list(range(len(self.kept.tree.children[self.node])))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return list(enumerate(self.kept.tree.probabilities[self.node]))

    def _apply_action(self, action: int) -> None:
        self.node = self.kept.tree.children[self.node][action]

    def _action_to_string(self, player: int, action: int) -> str:
        return str(action)

    def is_terminal(self) -> bool:
        return self.kept.tree.asks[self.node] == OVER

    def returns(self) -> list[float]:
        payoff = self.kept.tree.payoffs[self.node]
        return [payoff, -payoff]

    def __str__(self) -> str:
        return f"node {self.node}"


class TreeObserver:
    """Gives a seat the number of its information set."""

    def __init__(self) -> None:
        self.tensor = None
        self.dict: dict[str, object] = {}

    def set_from(self, state: TreeState, player: int) -> None:
        """There is no tensor."""

    def string_from(self, state: TreeState, player: int) -> str:
        return str(state.kept.tree.asks[state.node])


# -- the check of our figures


def checks(game: SmallGame) -> Iterator[tuple[str, float, float]]:
    """What was computed, by us and by OpenSpiel."""
    tree, judged = game.tree, TreeGame(game.tree)
    random = uniform_policy(tree)
    yield (
        "exploitability of random play",
        exploitability(tree, random),
        pyspiel.exploitability(judged, as_table(random)),
    )
    heuristic = pooled(policies(game, Player(), [as_played], 1, "judge"))
    yield (
        "exploitability of the heuristic",
        exploitability(tree, heuristic),
        pyspiel.exploitability(judged, as_table(heuristic)),
    )
    solved = solve(tree, CHECKED_ROUNDS)
    solver = pyspiel.CFRPlusSolver(judged)
    for _ in range(CHECKED_ROUNDS):
        solver.evaluate_and_update_policy()
    theirs = solver.tabular_average_policy()
    yield (
        f"exploitability after {CHECKED_ROUNDS} rounds of CFR+",
        exploitability(tree, solved),
        pyspiel.exploitability(judged, theirs),
    )


def as_table(policy: Policy) -> dict[str, list[tuple[int, float]]]:
    """A policy as OpenSpiel wants it."""
    return {str(number): list(enumerate(shares)) for number, shares in enumerate(policy)}


# -- its search


class TheirSearch:
    """OpenSpiel's IS-MCTS without knowledge of the game: random playouts, UCB1 with our constant."""

    def __init__(self, tree: GameTree, simulations: int, seed: int) -> None:
        self.tree = tree
        self.game = TreeGame(tree)
        self.random = np.random.RandomState(seed)
        by_deals = reaches(tree, [[1.0] * len(known.actions) for known in tree.information])
        self.weights = [list(accumulate(by_deals[node] for node in known.nodes)) for known in tree.information]
        """By information set, the probabilities of the deals that lead to its nodes, added up."""
        evaluator = RandomRolloutEvaluator(1, self.random)
        visits = ISMCTSFinalPolicyType.NORMALIZED_VISITED_COUNT
        self.bot = ISMCTSBot(
            self.game,
            evaluator,
            Heuristic().exploration,
            simulations,
            random_state=self.random,
            final_policy_type=visits,
        )
        self.bot.set_resampler(self.resample)

    def policies(self) -> list[Policy]:
        """Its policy in the whole game, by one search in each information set: the most visited action, and in
        proportion to visits.
        """
        visited = [self.shares(number) for number in range(len(self.tree.information))]
        chosen = [[float(share == max(shares)) for share in shares] for shares in visited]
        return [[[share / sum(shares) for share in shares] for shares in chosen], visited]

    def shares(self, number: int) -> list[float]:
        """Of the visits, by action."""
        known = self.tree.information[number]
        if len(known.actions) == 1:
            return [1.0]
        found = dict(self.bot.run_search(self.state(known.nodes[0])))
        return [found[place] for place in range(len(known.actions))]

    def state(self, node: int) -> TreeState:
        """The state at a node."""
        state = self.game.new_initial_state()
        state.node = node
        return state

    def resample(self, state: TreeState, player: int) -> TreeState:
        """A state that the seat cannot distinguish from this one: as our determinizations, by the deals alone."""
        number = self.tree.asks[state.node]
        weights = self.weights[number]
        return self.state(
            self.tree.information[number].nodes[bisect(weights, self.random.random_sample() * weights[-1])]
        )


# -- search against search


def rows(game: SmallGame, simulations: int, seeds: int) -> Iterator[str]:
    """Our search, with and without its heuristic, and theirs: ``seeds`` decisions in every information set, SETS times
    over.
    """
    theirs = [their_policies(game, simulations, seeds, number) for number in range(SETS)]
    yield row(game, f"OpenSpiel's IS-MCTS, {simulations}", theirs, theirs)
    player = Player(simulations=simulations)
    for knows, name in ((False, "ours without heuristic"), (True, "ours")):
        ours = [policies(game, player, [as_played, by_visits], seeds, f"judge {i}", knows) for i in range(SETS)]
        yield row(game, f"{name}, {simulations}", ours, theirs)


def their_policies(game: SmallGame, simulations: int, seeds: int, number: int) -> list[Policy]:
    """As ``policies`` does it for our search, by both readings."""
    search = TheirSearch(game.tree, simulations, number)
    return [pooled(each) for each in zip(*(search.policies() for _ in range(seeds)), strict=True)]


def row(game: SmallGame, name: str, ours: Sequence[Sequence[Policy]], theirs: Sequence[Sequence[Policy]]) -> str:
    """A search by both readings, and what its choices win against those of OpenSpiel's search, the mean of both seats
    and all deals.
    """
    chosen, visited = (measured_sets(game, sets) for sets in zip(*ours, strict=True))
    pairs = [(mine[0], other[0]) for mine, other in zip(ours, theirs, strict=True)]
    won = Figure(
        advantage(game, pooled([mine for mine, _ in pairs]), pooled([other for _, other in pairs])),
        margin(advantage(game, pooled([mine]), pooled([other])) for mine, other in pairs),
    )
    return f"| {name} | {chosen} | {visited} | {won if ours is not theirs else ''} |"


def advantage(game: SmallGame, mine: Policy, other: Policy) -> float:
    """What one policy wins against another on average, over all deals with the seats exchanged."""
    return (
        expected_payoff(game.tree, joined(game.tree, mine, other))
        - expected_payoff(game.tree, joined(game.tree, other, mine))
    ) / 2


def check_table(found: Sequence[tuple[str, float, float]]) -> Iterator[str]:
    """The lines of ``checks`` in markdown."""
    yield "| figure | ours | OpenSpiel's |"
    yield "|---|---:|---:|"
    for name, ours, theirs in found:
        yield f"| {name} | {ours:.9f} | {theirs:.9f} |"


def search_table(game: SmallGame, simulations: Sequence[int], seeds: int) -> Iterator[str]:
    """The lines of the searches in markdown; the loss is that to perfect play."""
    yield (
        "| search, simulations | exploitability | loss | exploitability, by visits | loss, by visits | wins of "
        "OpenSpiel's |"
    )
    yield "|---|---:|---:|---:|---:|---:|"
    for number in simulations:
        yield from rows(game, number, seeds)


def main() -> int:
    """Print both tables; ends with status 1 if OpenSpiel computes other figures than we do."""
    known = {game.key: game for game in games()}
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", choices=list(known), default="short_hockey")
    parser.add_argument(
        "--simulations", nargs="+", type=int, default=SIMULATIONS, help="1000 take OpenSpiel some minutes"
    )
    parser.add_argument(
        "--seeds", type=int, default=1, help=f"decisions in every information set, in each of {SETS} sets"
    )
    arguments = parser.parse_args()
    game = known[arguments.game]
    found = list(checks(game))
    lines = [f"**{game.title}**", "", *check_table(found), ""]
    print(*lines, sep="\n", flush=True)
    for line in search_table(game, arguments.simulations, arguments.seeds):
        print(line, flush=True)
        lines.append(line)
    put_section("judge", lines)
    return 1 if any(abs(ours - theirs) > TOLERANCE for _, ours, theirs in found) else 0


if __name__ == "__main__":
    sys.exit(main())
