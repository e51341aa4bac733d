"""What a network learns on a small game, by the training and with the encoder of the whole game."""

from typing import Final

from ai.networks.judge import Judge
from bench.theory.game_tree import GameTree
from bench.theory.solver import Policy
from engines.api import State
from engines.buffers import buffer_of
from engines.rng import Rng
from training.plan import Plan
from training.train import Trainer

PLAN: Final = Plan(presets=(), rounds=600, games=1600, rate=1e-3, entropy=0.06, td_lambda=0.95, averaged=100.0)
"""More entropy than for the whole game, which falls more slowly than the network learns: only so does the mix
settle.
"""


def learn(key: str, start: State) -> tuple[Judge, int]:
    """A network trained on the game that begins at ``start``, and the number of decisions that it was trained with."""
    trainer = Trainer(key, "small", PLAN, seed=1, device="cpu", blanks=[start])
    while trainer.round < PLAN.rounds:
        trainer.learn()
    return trainer.judge(trainer.network(trainer.average)), trainer.decisions


def policy_of(judge: Judge, tree: GameTree, sharpness: int) -> Policy:
    """With what probability a network plays which action."""
    policy = []
    for known in tree.information:
        count = len(known.actions)
        judge.consider(
            known.observation.determinize(Rng("any")), known.observation.seat, buffer_of(list(known.actions)), count
        )
        judge.weigh(count, sharpness)
        policy.append([float(judge.weights[place]) / float(judge.total) for place in range(count)])
    return policy
