"""Trains a network on the values of positions between periods, computed from the last period to the first."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from ai.networks.network import GOALS, PAYOFF
from ai.turn_based_hockey.kept_cards import INPUTS, KeptCards, lead_row
from engines.turn_based_hockey.rules import PERIODS, TurnBasedHockeyState
from training.model import GOALS_WEIGHT, Learner, Model, array, taken_pieces
from training.turn_based_hockey.backward_induction import LEAD, Positions, imagine

LEADS = 2 * int(LEAD) + 1


class Values:
    """Positions with their values, as arrays; those of several rounds can be concatenated."""

    def __init__(self, positions: Positions) -> None:
        self.rows = array(positions.rows, "i2").astype(np.int64)
        self.bounds = np.append(array(positions.starts, "i4").astype(np.int64), len(self.rows))
        self.left = array(positions.left, "i2").astype(np.int64)
        self.payoffs = array(positions.payoffs, "f8").astype(np.float32).reshape(-1, LEADS)
        self.goals = array(positions.goals, "f8").astype(np.float32).reshape(-1, LEADS)

    def add(self, other: "Values") -> None:
        """Add more positions."""
        self.bounds = np.append(self.bounds[:-1], other.bounds + len(self.rows))
        self.rows = np.append(self.rows, other.rows)
        self.left = np.append(self.left, other.left)
        self.payoffs = np.append(self.payoffs, other.payoffs, axis=0)
        self.goals = np.append(self.goals, other.goals, axis=0)

    def __len__(self) -> int:
        return len(self.left)


@dataclass(frozen=True)
class ValuePlan:
    """A network that learns only values, computed from the end of the game."""

    presets: tuple[str, ...]
    rounds: int
    games: int
    """Positions evaluated per round."""
    last_period: float
    """Share of the rounds that evaluate only positions before the last period."""
    steps: int
    """Steps of learning per round."""
    first: int = 64
    second: int = 32
    rate: float = 2e-3
    batch: int = 512
    """Positions of one step, each with five leads and from one of its sides."""
    averaged: float = 500.0
    """The result is the mean over about this many steps."""

    def trainer(self, key: str, name: str, seed: int, device: str) -> "ValueTrainer":
        """What trains the network."""
        return ValueTrainer(key, name, self, seed, device)


class ValueTrainer(Learner):
    """A network of values: each round evaluates more positions, and it learns from all of them."""

    def __init__(self, key: str, name: str, plan: ValuePlan, seed: int, device: str) -> None:
        super().__init__(key, name, plan, seed, device, int(INPUTS))
        blank = self.variant.new_game(self.variant.presets[plan.presets[0]])
        assert isinstance(blank, TurnBasedHockeyState)
        self.options = blank.options
        self.known: Values | None = None
        self.error = 0.0
        """Root of the mean squared error of payoffs of the newest positions, before they are learned from."""
        rows = [
            [int(lead_row(lead, max(1, left))) for lead in range(-int(LEAD), int(LEAD) + 1)]
            for left in range(int(PERIODS))
        ]
        self.lead_rows = torch.tensor(rows)

    def learn(self) -> None:
        """Evaluate more positions, the last period's first, and learn."""
        plan, done = self.plan, self.round / self.plan.rounds
        periods = 1 if done < plan.last_period else 2
        kept = KeptCards(self.network(self.average), self.options)
        fresh = Values(imagine(self.options, kept, self.rng, periods, plan.games))
        self.decisions += len(fresh)
        newest = np.arange(len(fresh))
        with torch.no_grad():
            outputs, payoffs, _ = self._outputs(self.average, fresh, newest)
            self.error = float(torch.sqrt(((outputs[:, :, PAYOFF] - payoffs) ** 2).mean()))
        if self.known is None:
            self.known = fresh
        else:
            self.known.add(fresh)
        self.slow_down()
        for _ in range(plan.steps):
            which = self.numpy.integers(0, len(self.known), plan.batch)
            outputs, payoffs, goals = self._outputs(self.model, self.known, which)
            payoff, goal = ((outputs[:, :, PAYOFF] - payoffs) ** 2).mean(), ((outputs[:, :, GOALS] - goals) ** 2).mean()
            loss = payoff + GOALS_WEIGHT * goal
            self.optimizer.zero_grad()
            loss.backward()  # type: ignore[no-untyped-call]
            self.optimizer.step()
            self.average_in(self.round * plan.steps + 1)
        self.round += 1

    def _outputs(self, model: Model, values: Values, which: NDArray[np.int64]) -> tuple[Tensor, Tensor, Tensor]:
        """Outputs, and the targets for payoffs and goals: shapes (positions, leads, OUTPUTS) and twice (positions,
        leads).
        """
        rows, starts = taken_pieces(values.rows, values.bounds, which)
        cards = (
            model.rows(torch.from_numpy(rows).to(self.device), torch.from_numpy(starts).to(self.device))
            + model.first_bias
        )
        leads = model.rows.weight[self.lead_rows[torch.from_numpy(values.left[which])].to(self.device)]
        outputs = model.upper(cards[:, None, :] + leads)
        payoffs, goals = (torch.from_numpy(each[which]).to(self.device) for each in (values.payoffs, values.goals))
        return outputs, payoffs, goals

    def look(self) -> dict[str, Any]:
        """A point of the curve: the error of the payoffs of positions that it has not learned from."""
        return {"round": self.round, "decisions": self.decisions, "error": round(self.error, 3)}
