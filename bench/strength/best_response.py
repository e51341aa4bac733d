"""How much a best response gains: a learner that plays only against one player, who does not learn: ``make
best-response``.

It begins as the network of the game, so that it can do all that this one can. What it gains in the end is a lower bound
of what could be gained against that player; a player against whom it gains less has fewer habits that can be used.
Writes its section of docs/strength.md, where the rows of other games and opponents stay as they are.

Source: approximate best responses as a measure, as in Timbers et al. 2022, Approximate Exploitability.
"""

import argparse
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Final

from ai.arena import AnyPlayer, Match, play_match
from ai.games import make_heuristic
from ai.intervals import elo
from ai.levels import LEVELS
from ai.networks import make_judge, networks
from ai.networks.judge import SHARP
from bench.opponents import frozen_legend
from bench.report import elo_cells, points_cells, put_section, table, written_rows
from engines import KEYS, VARIANTS
from engines.api import Variant
from training.plan import Plan, plans_of
from training.rivals import PlayerRival
from training.self_play import LearnedRival, Rival
from training.train import Trainer

SEED: Final = "best response"
SIMULATIONS: Final = 100
"""Of the frozen level while it is learned from and in the match."""
HEADS: Final = ("game", "against", "trained with", "games", "points", "95 %", "Elo", "95 %", "goals")


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


def row(learner: Learner, target: Target, decisions: int, minutes: float, match: Match) -> Iterator[object]:
    """A match as cells."""
    low, high = match.interval
    yield from (
        f"{learner.variant.name}, `{learner.preset}`",
        target.text,
        f"{decisions:,} decisions, {minutes:.0f} min",
        len(match.games),
    )
    yield from points_cells(match.points, low, high)
    yield from elo_cells(elo(match.points), elo(low), elo(high))
    yield f"{match.goal_difference:+.2f}"


def main() -> None:
    """Train and measure the responses."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", choices=list(KEYS))
    parser.add_argument("--only", help="one network of the game")
    parser.add_argument("--against", choices=("legend", "frozen"))
    parser.add_argument("--rounds", type=int, default=100)
    parser.add_argument("--games", type=int, help="games a round, if not as many as the network learned from")
    parser.add_argument("--pairs", type=int, default=1000)
    arguments = parser.parse_args()
    known = [(learner, name, target) for learner in LEARNERS for name, target in learner.targets().items()]
    measured = {}
    for learner, name, target in known:
        asked = (
            arguments.game in (None, learner.key)
            and arguments.only in (None, learner.network)
            and arguments.against in (None, name)
        )
        if not asked:
            continue
        responder = Responder(learner, target.rival, arguments.rounds, arguments.games or learner.plan.games)
        began = time.process_time()
        for _ in range(arguments.rounds):
            responder.learn()
        minutes = (time.process_time() - began) / 60
        match = play_match(
            learner.variant,
            learner.variant.presets[learner.preset],
            responder.player(),
            target.player,
            arguments.pairs,
            SEED,
        )
        print(
            f"{learner.key}/{learner.preset}: best response to {target.text}, {responder.decisions} decisions: {match}",
            flush=True,
        )
        measured[learner.key, learner.network, name] = list(row(learner, target, responder.decisions, minutes, match))
    rows: list[Iterable[object]] = []
    for learner, name, target in known:  # read at the end: another run may have written some meanwhile
        others = written_rows("responses", f"{learner.variant.name}, `{learner.preset}` | {target.text} | ")
        fresh = measured.get((learner.key, learner.network, name))
        rows += [fresh] if fresh is not None else others
    put_section("responses", table(HEADS, rows))


if __name__ == "__main__":
    main()
