"""Our players on games small enough to be solved: how far they are from perfect play.

A player is asked wherever a move begins in the whole game, with several generators; how often it makes which move is
its policy, and that policy is measured: as levels play, and as if actions were drawn in proportion to their visits.
Levels decide in a real game just so: each move for itself, from the observation alone.
"""

import json
import math
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from statistics import fmean, stdev
from typing import Final

from ai.choose import Decision, choose
from ai.levels import Player
from bench.theory.game_tree import Deal, GameTree, InformationSet, Step
from bench.theory.solver import Policy, Solver
from engines.api import Observation, State, Variant
from engines.cards import RANKS, SUITS
from engines.rng import Rng

ROUNDS = 200
"""Rounds of CFR+ for perfect play."""
SETS = 5
HEADS = ("exploitability", "loss", "exploitability, by visits", "loss, by visits")
STUDENT_95 = 2.776
"""Factor of Student's distribution, for the spread between SETS values."""


@dataclass(frozen=True)
class SmallGame:
    """A game that begins at ``start`` and has only these shuffles."""

    variant: Variant
    title: str
    start: State
    deals: tuple[Deal, ...] = ()
    suits_matter: bool = True
    kind: Callable[[int], int] = int
    """One number for all actions that are the same for play: a solver may name another one of them than the tree
    does.
    """

    @cached_property
    def tree(self) -> GameTree:
        """The whole game."""
        return GameTree(self.start, self.variant.observe, lambda state: self.deals, self.name)

    @cached_property
    def continued(self) -> dict[Step, int]:
        """By the decision before, the information set in which its move is made up further."""
        rng, information = Rng("plies"), self.tree.information
        plies = [int(known.observation.determinize(rng).ply) for known in information]
        return {
            known.before: number
            for number, known in enumerate(information)
            if known.before is not None and plies[known.before[0]] == plies[number]
        }

    @cached_property
    def solver(self) -> Solver:
        """OpenSpiel's view of it."""
        return Solver(self.tree)

    @cached_property
    def perfect(self) -> Policy:
        """Nearly perfect play."""
        return self.solver.perfect(ROUNDS)

    def name(self, observation: Observation) -> str:
        """What the seat sees as text; where suits have no meaning, without them."""
        text = json.dumps(self.variant.codec.dump_observation(observation))
        return text if self.suits_matter else re.sub(f'"([{RANKS}])[{SUITS}]"', r'"\1"', text)


# -- players as policies


Moves = Iterable[tuple[Sequence[int], float]]
"""Complete moves, each with the share of the times that it is made."""


def as_played(decision: Decision) -> Moves:
    """The moves that were drawn from, or else the one that was chosen: what levels play."""
    return decision.mix or [(decision.actions, 1.0)]


def by_visits(decision: Decision) -> Moves:
    """Every action in proportion to its visits in the search; as it is played where a solver mixes, or a move has
    several actions.
    """
    total = sum(candidate.visits for candidate in decision.candidates)
    if decision.mix or len(decision.actions) > 1 or total == 0:
        return as_played(decision)
    return [([candidate.action], candidate.visits / total) for candidate in decision.candidates]


READINGS: Final = (as_played, by_visits)
"""Which moves are made how often, by one decision."""


def policies(game: SmallGame, player: Player, seeds: int, seed: str, knows: bool = True) -> list[Policy]:
    """The policy of a player by each of the readings, the mean of ``seeds`` decisions wherever a move begins.

    Within a move the shares of the actions add up to the probability that the move gets there: see ``pooled``. Without
    ``knows`` the search has no heuristic.
    """
    variant = game.variant if knows else replace(game.variant, key="unknown")
    found = [[[0.0] * len(known.actions) for known in game.tree.information] for _ in READINGS]
    begun, later = {number for number, _ in game.continued}, set(game.continued.values())
    for number, known in enumerate(game.tree.information):
        if number in later:
            continue
        if len(known.actions) == 1 and number not in begun:
            for policy in found:
                policy[number][0] = 1.0
            continue
        for i in range(seeds):
            decision = choose(variant, known.observation, player, Rng(f"{seed}/{number}/{i}"))
            for policy, reading in zip(found, READINGS, strict=True):
                for actions, share in reading(decision):
                    add_move(game, policy, number, actions, share / seeds)
    return list(found)


def add_move(game: SmallGame, policy: list[list[float]], number: int, actions: Sequence[int], share: float) -> None:
    """Count a move that begins in an information set into a policy."""
    for action in actions:
        place = place_of(game, game.tree.information[number], action)
        policy[number][place] += share
        number = game.continued.get((number, place), number)  # with the last action the move ends


def place_of(game: SmallGame, known: InformationSet, action: int) -> int:
    """The place of an action, or of one that is the same for play, in an information set; raises ValueError if there is
    none.
    """
    if action in known.actions:
        return known.actions.index(action)
    return [game.kind(other) for other in known.actions].index(game.kind(action))


def in_proportion(weights: Sequence[float]) -> list[float]:
    """Probabilities in proportion to the weights; all the same where there are none."""
    total = sum(weights)
    if total == 0.0:
        return [1.0 / len(weights)] * len(weights)
    return [weight / total for weight in weights]


def uniform_policy(tree: GameTree) -> Policy:
    """Every action equally likely."""
    return [in_proportion([1.0] * len(known.actions)) for known in tree.information]


def pooled(sets: Sequence[Policy]) -> Policy:
    """The mean of policies, as probabilities. Within a move it counts those more that get there more often."""
    return [in_proportion([fmean(shares) for shares in zip(*each, strict=True)]) for each in zip(*sets, strict=True)]


# -- measures


def measured(game: SmallGame, policy: Policy) -> tuple[float, float]:
    """Exploitability, and what a seat loses on average to perfect play, the mean of both seats."""
    return game.solver.exploitability(policy), game.solver.advantage(game.perfect, policy)


def sampled_cells(game: SmallGame, sets: Sequence[Policy]) -> list[str]:
    """A policy known from SETS samples: the figures are those of all together, the intervals come from the spread
    between the sets.

    A smaller sample looks more exploitable than the policy is, hence not the mean of the sets.
    """
    each = [measured(game, pooled([policy])) for policy in sets]
    return list(map(with_margin, measured(game, pooled(sets)), zip(*each, strict=True)))


def with_margin(figure: float, values: Iterable[float]) -> str:
    """A figure with half the 95 % interval of the mean of SETS values."""
    return f"{figure:.4f} ± {STUDENT_95 * stdev(values) / math.sqrt(SETS):.4f}"
