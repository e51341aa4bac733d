"""A network with its encoder: evaluates the actions of a position, and draws one. Compiled; names no game."""

from decimal import Decimal, localcontext
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from ai.encoder import Encoder, Features
from ai.networks.network import FRACTION, GOALS, ONE, PAYOFF, POLICY, Network
from engines.api import State
from engines.buffers import Actions, buffer, buffer_of
from engines.rng import Rng

EXP_STEP_BITS: Final[i64] = 4
"""A step of the table of exponentials is 2**4 / 2**10 = 1/64."""
EXP_STEPS: Final[i64] = 1024
"""Beyond exp(-16) an action is never drawn."""
EXP_ONE: Final[i64] = 1 << 20
SHARP: Final[i64] = 4096
"""Sharpness of play: probabilities to the power of four. Play without it was weaker against the heuristic of Hockey,
and play of the best action alone, which is the easiest to predict, not stronger: +108, +120 and +123 Elo in 800 games
each.
"""


def exponentials() -> list[int]:
    """``2**20 * exp(-i / 64)``, rounded: from decimal arithmetic, which is exact to the last digit on every machine."""
    with localcontext() as context:
        context.prec = 30
        return [
            int((Decimal(int(EXP_ONE)) * (Decimal(-i) / 64).exp()).to_integral_value()) for i in range(int(EXP_STEPS))
        ]


EXPONENTIALS: Final = buffer_of(exponentials())


class Judge:
    """Evaluates positions for one player."""

    def __init__(self, network: Network, encoder: Encoder, idle: "list[Judge] | None" = None) -> None:
        self.network = network
        self.encoder = encoder
        self._idle = [] if idle is None else idle
        self.position = Features()
        self.action = Features()
        self.logits = buffer(256)
        self.payoffs = buffer(256)
        self.goals = buffer(256)
        self.weights = buffer(256)
        self.count: i64 = 0
        """Number of the actions that were considered last."""
        self.total: i64 = 0
        """Sum of the weights."""

    def give_back(self) -> None:
        """Leave the judge to another decision, after the last use."""
        self._idle.append(self)

    def consider(self, state: State, seat: i64, actions: Actions, count: i64) -> None:
        """Evaluate the first ``count`` actions: fill ``logits``, ``payoffs`` and ``goals``."""
        self.position.clear()
        self.encoder.encode(state, seat, self.position)
        self.network.set_position(self.position)
        self.count = count
        i: i64
        for i in range(count):
            self.action.clear()
            self.encoder.encode_action(state, seat, actions[i], self.action)
            self.network.set_action(self.action)
            self.logits[i] = self.network.outputs[POLICY]
            self.payoffs[i] = max(-ONE, min(ONE, self.network.outputs[PAYOFF]))
            self.goals[i] = self.network.outputs[GOALS]

    def ratings(self, state: State, seat: i64, actions: list[int]) -> list[float]:
        """``consider`` for callers outside the search: the expected payoffs, -1..1."""
        self.consider(state, seat, buffer_of(actions), len(actions))
        return [float(self.payoffs[i]) / float(ONE) for i in range(len(actions))]

    def values(self, scale: float) -> list[float]:
        """The values of the actions of the last ``consider`` as the policy ranks them: the likeliest has the highest
        payoff, the others less by ``scale`` for each unit of their logits.
        """
        best, likeliest = self.payoffs[0], self.logits[0]
        i: i64
        for i in range(1, self.count):
            best = max(best, self.payoffs[i])
            likeliest = max(likeliest, self.logits[i])
        most = float(best) / float(ONE)
        return [most - scale * float(likeliest - self.logits[i]) / float(ONE) for i in range(self.count)]

    def weigh(self, sharpness: i64) -> None:
        """Turn the logits of the last ``consider`` into ``weights``, each the chance of an action times ``total``.

        ``sharpness``: logits are multiplied by it first, in 1/1024.
        """
        logits, weights, count = self.logits, self.weights, self.count
        i: i64
        best = logits[0]
        for i in range(1, count):
            best = max(best, logits[i])
        total: i64 = 0
        for i in range(count):
            step = ((best - logits[i]) * sharpness) >> (FRACTION + EXP_STEP_BITS)
            weights[i] = EXPONENTIALS[step] if step < EXP_STEPS else i64(0)
            total += weights[i]
        self.total = total

    def mean(self, outputs: vec[i64]) -> float:
        """The mean of an output over the actions, by ``weights``."""
        i: i64
        total: i64 = 0
        for i in range(self.count):
            total += self.weights[i] * outputs[i]
        return float(total) / float(self.total) / float(ONE)

    def draw(self, rng: Rng) -> i64:
        """The index of an action, drawn by ``weights``."""
        left = (rng.next_32() * self.total) >> 32
        i: i64
        for i in range(self.count - 1):
            left -= self.weights[i]
            if left < 0:
                return i
        return self.count - 1
