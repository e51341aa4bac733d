"""OpenSpiel's search and ours, on a small Hockey whose plays reveal what is held.

Each search is measured by its choices and by its visits, as ``bench.theory.small_games`` describes; what its choices
win against those of OpenSpiel's search is the mean of both seats and all deals. Writes its section of docs/strength.md.
"""

from bisect import bisect
from collections import defaultdict
from collections.abc import Callable, Iterator
from functools import cache, partial
from itertools import accumulate

import numpy as np
import pyspiel
from open_spiel.python.algorithms.ismcts import ISMCTSBot, ISMCTSFinalPolicyType
from open_spiel.python.algorithms.mcts import RandomRolloutEvaluator

from ai.heuristic import Heuristic
from ai.levels import Player
from bench.study import Row, Study, Wanted
from bench.theory.hockey import small_hockey
from bench.theory.small_games import (
    HEADS,
    SETS,
    SmallGame,
    policies,
    pooled,
    sampled_cells,
    with_margin,
)
from bench.theory.solver import Policy

SIMULATIONS = (10, 30, 100, 300, 1000)
Sets = list[list[Policy]]
"""SETS times the policy of a search by its choices and that by its visits."""


class TheirSearch:
    """OpenSpiel's IS-MCTS without knowledge of the game: random playouts, UCB1 with our constant."""

    def __init__(self, game: SmallGame, simulations: int, seed: int) -> None:
        self.names = game.solver.names
        self.random = np.random.RandomState(seed)
        self.states = defaultdict[str, list[pyspiel.State]](list)
        """By information set, all that the seat cannot distinguish."""
        self.by_deals = defaultdict[str, list[float]](list)
        """By information set, how likely the deals are that lead to each of its states."""
        self._visit(game.solver.game.new_initial_state(), 1.0)
        self.bot = ISMCTSBot(
            game.solver.game,
            RandomRolloutEvaluator(1, self.random),
            Heuristic().exploration,
            simulations,
            random_state=self.random,
            final_policy_type=ISMCTSFinalPolicyType.NORMALIZED_VISITED_COUNT,
        )
        self.bot.set_resampler(self.resample)

    def _visit(self, state: pyspiel.State, by_deals: float) -> None:
        if state.is_terminal():
            return
        if state.is_chance_node():
            for place, share in state.chance_outcomes():
                self._visit(state.child(place), by_deals * share)
            return
        name = state.information_state_string()
        self.states[name].append(state)
        self.by_deals[name].append(by_deals)
        for place in state.legal_actions():
            self._visit(state.child(place), by_deals)

    def policies(self) -> list[Policy]:
        """Its policy in the whole game, by one search in each information set: the most visited action, and in
        proportion to visits.
        """
        visited = [self.shares(name) for name in self.names]
        chosen = [[float(share == max(shares)) for share in shares] for shares in visited]
        return [[[share / sum(shares) for share in shares] for shares in chosen], visited]

    def shares(self, name: str) -> list[float]:
        """Shares of the visits in an information set, by action."""
        state = self.states[name][0]
        places = state.legal_actions()
        if len(places) == 1:
            return [1.0]
        found = dict(self.bot.run_search(state.clone()))
        return [found[place] for place in places]

    def resample(self, state: pyspiel.State, player: int) -> pyspiel.State:
        """A state that the seat cannot distinguish from this one: as our determinizations, by the deals alone."""
        name = state.information_state_string()
        weights = list(accumulate(self.by_deals[name]))
        return self.states[name][bisect(weights, self.random.random_sample() * weights[-1])].clone()


# -- search against search


def rows() -> Iterator[Row]:
    """Their search, and ours without its heuristic and with it."""
    game = small_hockey("234J", "CD", [3, 1])
    for simulations in SIMULATIONS:
        theirs = cache(partial(their_sets, game, simulations))
        searches: dict[str, Callable[[int], Sets]] = {
            "OpenSpiel's IS-MCTS": theirs,
            "ours without heuristic": partial(our_sets, game, simulations, False),
            "ours": partial(our_sets, game, simulations, True),
        }
        for name, searched in searches.items():
            label = f"{name}, {simulations}"
            yield Row(label, (label,), partial(measure, game, searched, theirs), f"**{game.title}**")


def their_sets(game: SmallGame, simulations: int, seeds: int) -> Sets:
    """The policies of their search."""
    searches = [TheirSearch(game, simulations, number) for number in range(SETS)]
    return [
        [pooled(policy) for policy in zip(*(search.policies() for _ in range(seeds)), strict=True)]
        for search in searches
    ]


def our_sets(game: SmallGame, simulations: int, knows: bool, seeds: int) -> Sets:
    """The policies of our search."""
    player = Player(simulations=simulations)
    return [policies(game, player, seeds, f"judge {number}", knows) for number in range(SETS)]


def measure(
    game: SmallGame, searched: Callable[[int], Sets], theirs: Callable[[int], Sets], wanted: Wanted
) -> Iterator[str]:
    """A search by both readings, and what its choices win against those of their search."""
    chosen, visited = zip(*searched(wanted.seeds), strict=True)
    yield from (*sampled_cells(game, chosen), *sampled_cells(game, visited))
    if searched is theirs:
        yield ""
        return
    other, _ = zip(*theirs(wanted.seeds), strict=True)
    won = [game.solver.advantage(pooled([one]), pooled([their])) for one, their in zip(chosen, other, strict=True)]
    yield with_margin(game.solver.advantage(pooled(chosen), pooled(other)), won)


STUDY = Study(
    __doc__,
    "judge",
    ("search, simulations", *HEADS, "wins of OpenSpiel's"),
    rows,
    {"seeds": (1, f"decisions in every information set, in each of {SETS} sets")},
)
main = STUDY.main
