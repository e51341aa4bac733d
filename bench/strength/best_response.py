"""How much a best response gains: a learner that plays only against one player, who does not learn.

It begins as the network of the game, so that it can do all that this one can. What it gains in the end is a lower bound
of what could be gained against that player; a player against whom it gains less has fewer habits that can be used.
Writes its section of docs/strength.md, where the rows of other games and opponents stay as they are.

Source: approximate best responses as a measure, as in Timbers et al. 2022, Approximate Exploitability.
"""

import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial
from typing import Final

from ai.arena import AnyPlayer, play_match
from ai.games import make_heuristic
from ai.levels import LEVELS
from ai.networks import make_judge, networks
from ai.networks.judge import SHARP
from bench.opponents import frozen_legend
from bench.report import MATCH, match_cells
from bench.study import Row, Study, Wanted
from engines import KEYS, VARIANTS
from engines.api import Variant
from training.plan import Plan, plans_of
from training.rivals import PlayerRival
from training.self_play import LearnedRival, Rival
from training.train import Trainer

SIMULATIONS: Final = 100
"""Of the frozen level while it is learned from and in the match."""


@dataclass(frozen=True)
class Target:
    """Against whom a response is sought."""

    text: str
    player: AnyPlayer
    rival: Rival


@dataclass(frozen=True)
class Learner:
    """Who learns a response: a network of a game that plays its first preset."""

    key: str
    network: str
    plan: Plan

    @property
    def variant(self) -> Variant:
        """The game."""
        return VARIANTS[self.key]

    @property
    def preset(self) -> str:
        """What is played."""
        return self.plan.presets[0]

    def targets(self) -> dict[str, Target]:
        """The opponents by name: the present top level, and the frozen one."""
        variant, top = self.variant, LEVELS[-1]
        judge = make_judge(self.key, variant.new_game(variant.presets[self.preset]))
        assert judge is not None
        # Where the game has a solver, the top level is more than its network. The endings that it calculates are left
        # out: they are few.
        rival = PlayerRival(variant, top) if make_heuristic(self.key).solves else LearnedRival(judge, SHARP)
        frozen = frozen_legend(SIMULATIONS)
        return {
            "legend": Target(top.name, top, rival),
            "frozen": Target(f"frozen Legend, {SIMULATIONS} simulations", frozen, PlayerRival(variant, frozen)),
        }


LEARNERS: Final = tuple(
    Learner(key, name, plan) for key in KEYS for name, plan in plans_of(key).items() if isinstance(plan, Plan)
)


class Responder(Trainer):
    """A learner that plays against one rival only."""

    def __init__(self, learner: Learner, rival: Rival, rounds: int, games: int) -> None:
        plan = learner.plan
        plan = replace(
            plan, presets=(learner.preset,), own=0.0, rounds=rounds, games=games, rate=plan.rate / 4, taught=0
        )
        super().__init__(learner.key, learner.network, plan, 1, "cpu")
        self.rival = rival
        network = networks(learner.key)[learner.network]
        self.model.load(network)
        self.average.load(network)

    def rivals(self) -> list[Rival]:
        return [self.rival]


def rows() -> Iterator[Row]:
    """Every learner against each of its opponents."""
    for learner in LEARNERS:
        for name, target in learner.targets().items():
            labels = (f"{learner.variant.name}, `{learner.preset}`", target.text)
            measured = partial(measure, learner, target)
            yield Row(f"{learner.key}/{learner.preset}/{name}", labels, measured)


def measure(learner: Learner, target: Target, wanted: Wanted) -> Iterator[object]:
    """Train a response and play a match with it."""
    responder = Responder(learner, target.rival, wanted.rounds, wanted.games or learner.plan.games)
    began = time.process_time()
    for _ in range(wanted.rounds):
        responder.learn()
    minutes = (time.process_time() - began) / 60
    options = learner.variant.presets[learner.preset]
    match = play_match(learner.variant, options, responder.player(), target.player, wanted.pairs, "best response")
    yield f"{responder.decisions:,} decisions, {minutes:.0f} min"
    yield from (*match_cells(match), f"{match.goal_difference:+.2f}")


STUDY = Study(
    __doc__,
    "responses",
    ("game", "against", "trained with", *MATCH, "goals"),
    rows,
    {
        "pairs": (1000, "mirrored pairs of games in the match"),
        "rounds": (100, "of learning"),
        "games": (0, "a round; 0 for as many as the network learned from"),
    },
)
main = STUDY.main
