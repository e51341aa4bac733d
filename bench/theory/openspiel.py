"""OpenSpiel's search beside ours, on a game of ``bench.theory.small_games``.

``python -m bench.theory.openspiel --game short_hockey --simulations 10 100`` prints a markdown table.
"""

import argparse
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
from bench.theory.solver import Policy


class TheirSearch:
    """OpenSpiel's IS-MCTS without knowledge of the game: random playouts, UCB1 with our constant."""

    def __init__(self, game: SmallGame, simulations: int, seed: int) -> None:
        self.tree = game.tree
        self.random = np.random.RandomState(seed)
        self.states = [game.solver.game.new_initial_state()] * len(self.tree.asks)
        """By node."""
        by_deals = [1.0] * len(self.tree.asks)
        for node, children in enumerate(self.tree.children):
            shares = self.tree.probabilities[node] or [1.0] * len(children)
            for place, (child, share) in enumerate(zip(children, shares, strict=True)):
                self.states[child] = self.states[node].child(place)
                by_deals[child] = by_deals[node] * share
        self.weights = [list(accumulate(by_deals[node] for node in known.nodes)) for known in self.tree.information]
        """By information set, the probabilities of the deals that lead to its nodes, added up."""
        self.nodes = {state.history_str(): node for node, state in enumerate(self.states)}
        self.bot = ISMCTSBot(
            game.solver.game,
            RandomRolloutEvaluator(1, self.random),
            Heuristic().exploration,
            simulations,
            random_state=self.random,
            final_policy_type=ISMCTSFinalPolicyType.NORMALIZED_VISITED_COUNT,
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
        found = dict(self.bot.run_search(self.states[known.nodes[0]].clone()))
        return [found[place] for place in range(len(known.actions))]

    def resample(self, state: pyspiel.State, player: int) -> pyspiel.State:
        """A state that the seat cannot distinguish from this one: as our determinizations, by the deals alone."""
        number = self.tree.asks[self.nodes[state.history_str()]]
        weights = self.weights[number]
        node = self.tree.information[number].nodes[bisect(weights, self.random.random_sample() * weights[-1])]
        return self.states[node].clone()


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
    search = TheirSearch(game, simulations, number)
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
    solver = game.solver
    return (solver.expected_payoff(mine, other) - solver.expected_payoff(other, mine)) / 2


def search_table(game: SmallGame, simulations: Sequence[int], seeds: int) -> Iterator[str]:
    """The lines of the searches in markdown; the loss is that to perfect play."""
    yield (
        "| search, simulations | exploitability | loss | exploitability, by visits | loss, by visits | wins of "
        "OpenSpiel's |"
    )
    yield "|---|---:|---:|---:|---:|---:|"
    for number in simulations:
        yield from rows(game, number, seeds)


def main() -> None:
    """Print the table."""
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
    lines = [f"**{game.title}**", ""]
    print(*lines, sep="\n", flush=True)
    for line in search_table(game, arguments.simulations, arguments.seeds):
        print(line, flush=True)
        lines.append(line)
    put_section("judge", lines)


if __name__ == "__main__":
    main()
