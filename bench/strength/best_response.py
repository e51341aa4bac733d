"""The gain of a best response: a learner that plays only against one fixed player.

It begins as the network of the game, so that it is at least as strong. Its final gain is a lower bound of what could be
gained against that player; a player against whom it gains less has fewer weaknesses. Writes its section of
docs/strength.md, where the rows of other games and opponents stay as they are.

Source: approximate best responses as a measure, as in Timbers et al. 2022, Approximate Exploitability.
"""

import time
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import Final

from ai.arena import AnyPlayer, play_match
from ai.games import make_heuristic
from ai.levels import LEVELS
from ai.networks.judge import SHARP
from ai.trained import make_judge, networks
from bench.opponents import frozen_legend
from bench.report import MATCH, match_cells
from bench.study import Row, Study, Wanted
from engines import KEYS, VARIANTS
from training.plan import Plan, plans_of
from training.rivals import PlayerRival
from training.self_play import LearnedRival, Rival
from training.train import Trainer

SIMULATIONS: Final = 100
"""Simulations of the frozen level in training and in the match."""


class Responder(Trainer):
    """A learner that begins as the network of its name, and plays against one rival only."""

    def __init__(self, key: str, network: str, plan: Plan, rival: Rival) -> None:
        super().__init__(key, network, plan, 1, "cpu")
        self.rival = rival
        for model in (self.model, self.average):
            model.load(networks(key)[network])

    def rivals(self) -> list[Rival]:
        return [self.rival]


def rows() -> Iterator[Row]:
    """Every network in the first preset that it learned, against the present top level and the frozen one."""
    for key in KEYS:
        for network, plan in plans_of(key).items():
            if isinstance(plan, Plan):
                yield from rows_of(key, network, plan)


def rows_of(key: str, network: str, plan: Plan) -> Iterator[Row]:
    """Both rows of one network."""
    variant, preset, top, frozen = VARIANTS[key], plan.presets[0], LEVELS[-1], frozen_legend(SIMULATIONS)
    if make_heuristic(key).solves:
        rival: Rival = PlayerRival(variant, top)
    else:  # the top level is its network; the endings that it calculates are left out: they are few
        judge = make_judge(key, variant.new_game(variant.presets[preset]))
        assert judge is not None
        rival = LearnedRival(judge, SHARP)
    for name, text, player, learned_from in (
        ("legend", top.name, top, rival),
        ("frozen", f"frozen Legend, {SIMULATIONS} simulations", frozen, PlayerRival(variant, frozen)),
    ):
        measured = partial(measure, key, network, plan, player, learned_from)
        yield Row(f"{key}/{preset}/{name}", (f"{variant.name}, `{preset}`", text), measured)


def measure(key: str, network: str, plan: Plan, player: AnyPlayer, rival: Rival, wanted: Wanted) -> Iterator[object]:
    """Train a response and play a match with it."""
    variant, preset = VARIANTS[key], plan.presets[0]
    changes = {"rounds": wanted.rounds, "games": wanted.games or plan.games, "rate": plan.rate / 4}
    responder = Responder(key, network, replace(plan, presets=(preset,), own=0.0, **changes), rival)
    began = time.process_time()
    for _ in range(wanted.rounds):
        responder.learn()
    minutes = (time.process_time() - began) / 60
    match = play_match(variant, variant.presets[preset], responder.player(), player, wanted.pairs, "best response")
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
