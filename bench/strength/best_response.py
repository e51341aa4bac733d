"""How much a best response gains: a learner that plays only against one player, who does not learn: ``make best-response``.

It begins as the network of the game, so that it can do all that this one can. What it gains in the end is a lower bound of what could be
gained against that player; a player against whom it gains less has fewer habits that can be used. Writes its section of docs/strength.md,
where the rows of other games and opponents stay as they are.

Source: approximate best responses as a measure, as in Timbers et al. 2022, Approximate Exploitability.
"""

import argparse
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Final

from ai.arena import AnyPlayer, Match, play_match
from ai.intervals import elo
from ai.levels import LEVELS
from ai.networks import make_judge, networks
from ai.networks.judge import SHARP
from bench.opponents.frozen import FrozenLegend
from bench.report import elo_cells, points_cells, put_section, table, written_rows
from engines import VARIANTS
from engines.api import State, Variant
from engines.buffers import Actions
from engines.rng import Rng
from training.plan import PLANS, Plan
from training.self_play import LearnedRival, Rival
from training.train import Trainer

SEED: Final = "best response"
SIMULATIONS: Final = 100
"""Of the frozen level while it is learned from and in the match."""
HEADS: Final = ("game", "against", "trained with", "games", "points", "95 %", "Elo", "95 %", "goals")


class FrozenRival(Rival):
    """The frozen top level with few simulations."""

    def __init__(self, variant: Variant, player: FrozenLegend) -> None:
        super().__init__()
        self.variant = variant
        self.player = player

    def choose(self, state: State, seat: int, actions: Actions, count: int, rng: Rng) -> int:
        played = self.player.decide(self.variant, self.variant.observe(state, seat), rng).actions[0]
        return next(place for place in range(count) if actions[place] == played)


@dataclass(frozen=True)
class Target:
    """Against whom a response is sought."""

    text: str
    player: AnyPlayer
    rival: Rival


def targets(variant: Variant) -> dict[str, Target]:
    """The opponents by name: the present top level where a network decides for it, and the frozen one."""
    judge = make_judge(variant.key, variant.new_game(next(iter(variant.presets.values()))))
    assert judge is not None
    frozen = FrozenLegend(SIMULATIONS)
    return {
        "legend": Target(LEVELS[-1].name, LEVELS[-1], LearnedRival(judge, SHARP)),
        "frozen": Target(f"frozen Legend, {SIMULATIONS} simulations", frozen, FrozenRival(variant, frozen)),
    }


class Responder(Trainer):
    """A learner that plays against one rival only."""

    def __init__(self, key: str, name: str, plan: Plan, seed: int, rival: Rival) -> None:
        super().__init__(key, name, plan, seed, "cpu")
        self.rival = rival
        self.model.load(networks(key)[name])
        self.average.load(networks(key)[name])

    def rivals(self) -> list[Rival]:
        return [self.rival]


def respond(key: str, target: Target, rounds: int, pairs: int) -> tuple[Responder, Match]:
    """Train a response with the first network of a game, and play it against the target with shuffles of its own."""
    variant = VARIANTS[key]
    name, plan = next((name, plan) for name, plan in PLANS[key].items() if isinstance(plan, Plan))
    preset = plan.presets[0]
    responder = Responder(key, name, replace(plan, presets=(preset,), own=0.0, rounds=rounds, rate=plan.rate / 4), 1, target.rival)
    for _ in range(rounds):
        responder.learn()
    return responder, play_match(variant, variant.presets[preset], responder.player(), target.player, pairs, SEED)


def row(key: str, target: Target, responder: Responder, match: Match) -> Iterator[object]:
    """A match as cells."""
    low, high = match.interval
    yield from (VARIANTS[key].name, target.text, f"{responder.decisions:,} decisions", len(match.games))
    yield from points_cells(match.points, low, high)
    yield from elo_cells(elo(match.points), elo(low), elo(high))
    yield f"{match.goal_difference:+.2f}"


def main() -> None:
    """Train and measure the responses."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", choices=list(PLANS))
    parser.add_argument("--against", choices=("legend", "frozen"))
    parser.add_argument("--rounds", type=int, default=100)
    parser.add_argument("--pairs", type=int, default=1000)
    arguments = parser.parse_args()
    known = [(key, name, target) for key in PLANS for name, target in targets(VARIANTS[key]).items()]
    measured = {}
    for key, name, target in known:
        if arguments.game in (None, key) and arguments.against in (None, name):
            responder, match = respond(key, target, arguments.rounds, arguments.pairs)
            print(f"{key}: best response to {target.text}, {responder.decisions} decisions: {match}", flush=True)
            measured[key, name] = list(row(key, target, responder, match))
    rows: list[Iterable[object]] = []
    for key, name, target in known:  # read at the end: another run may have written some meanwhile
        others = written_rows("responses", f"{VARIANTS[key].name} | {target.text} | ")
        rows += [measured[key, name]] if (key, name) in measured else others
    put_section("responses", table(HEADS, rows))


if __name__ == "__main__":
    main()
