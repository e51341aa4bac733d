"""The network in PyTorch, in floating point: its training, and its conversion to integers."""

import copy
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from ai.networks.network import GOALS, ONE, OUTPUTS, PAYOFF, POLICY, Network, network_from_weights
from engines import VARIANTS
from engines.rng import Rng
from training.self_play import Record

LARGEST = 32767
"""The largest number of 16 bits."""
UNIT = float(ONE)
CLIP = 0.2
"""How far the policy may move from the one that played before it gains nothing more."""
GOALS_WEIGHT = 0.02
"""Weight of the squared error of goals; that of payoffs has weight 1."""


@dataclass
class Batch:
    """Decisions as tensors; ``owner`` is the decision of each action, ``taken`` the drawn action of each decision."""

    rows: Tensor
    row_starts: Tensor
    action_rows: Tensor
    action_starts: Tensor
    owner: Tensor
    taken: Tensor
    log_probability: Tensor
    value: Tensor
    returns: Tensor
    goals: Tensor

    @property
    def size(self) -> int:
        """Number of decisions."""
        return len(self.row_starts)


def array(values: object, kind: str) -> NDArray[np.generic]:
    """A buffer of the compiled code as an array."""
    return np.frombuffer(memoryview(values), dtype=kind)  # type: ignore[arg-type]


class Decisions:
    """All decisions of a record, to draw batches from."""

    def __init__(self, record: Record) -> None:
        self.rows = array(record.rows, "i2").astype(np.int64)
        self.action_rows = array(record.action_rows, "i2").astype(np.int64)
        self.row_bounds = np.append(array(record.row_starts, "i4").astype(np.int64), len(self.rows))
        self.action_bounds = np.append(array(record.action_starts, "i4").astype(np.int64), len(self.action_rows))
        actions = array(record.actions, "i2").astype(np.int64)
        self.first_action = np.concatenate(([0], np.cumsum(actions)))
        self.chosen = array(record.chosen, "i2").astype(np.int64)
        self.log_probability = np.log(array(record.probabilities, "f8")).astype(np.float32)
        self.value = array(record.values, "f8").astype(np.float32)
        self.returns = array(record.returns, "f8").astype(np.float32)
        self.goals = array(record.goals, "f8").astype(np.float32)

    def __len__(self) -> int:
        return len(self.chosen)

    def batch(self, which: NDArray[np.int64], device: torch.device) -> Batch:
        """These decisions as tensors."""
        rows, row_starts = taken_pieces(self.rows, self.row_bounds, which)
        counts = self.first_action[which + 1] - self.first_action[which]
        actions = spans(self.first_action[which], counts)
        action_rows, action_starts = taken_pieces(self.action_rows, self.action_bounds, actions)
        starts = np.cumsum(counts) - counts
        owner = np.repeat(np.arange(len(which)), counts)
        taken = starts + self.chosen[which]
        played = (each[which] for each in (self.log_probability, self.value, self.returns, self.goals))
        arrays = (rows, row_starts, action_rows, action_starts, owner, taken, *played)
        return Batch(*(torch.from_numpy(each).to(device) for each in arrays))


def spans(starts: NDArray[np.int64], counts: NDArray[np.int64]) -> NDArray[np.int64]:
    """``range(start, start + count)`` of each, concatenated."""
    before = np.cumsum(counts) - counts
    return np.repeat(starts - before, counts) + np.arange(int(counts.sum()))


def taken_pieces(
    values: NDArray[np.int64], bounds: NDArray[np.int64], which: NDArray[np.int64]
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The pieces ``which`` of ``values`` between ``bounds``, and where each begins."""
    counts = bounds[which + 1] - bounds[which]
    return values[spans(bounds[which], counts)], np.cumsum(counts) - counts


class Model(nn.Module):
    """``ai.networks.network.Network`` with gradients."""

    def __init__(self, inputs: int, first: int, second: int) -> None:
        super().__init__()
        self.rows = nn.EmbeddingBag(inputs, first, mode="sum")
        self.first_bias = nn.Parameter(torch.zeros(first))
        self.second = nn.Linear(first, second)
        self.last = nn.Linear(second, int(OUTPUTS))
        nn.init.normal_(self.rows.weight, std=0.1)
        with torch.no_grad():
            self.last.weight *= 0.1
            self.last.bias.zero_()

    def forward(self, batch: Batch) -> tuple[Tensor, Tensor]:
        """The outputs of every position and of every action: shapes (decisions, OUTPUTS) and (actions, OUTPUTS)."""
        position = self.rows(batch.rows, batch.row_starts) + self.first_bias
        action = position[batch.owner] + self.rows(batch.action_rows, batch.action_starts)
        return self.upper(position), self.upper(action)

    def upper(self, sums: Tensor) -> Tensor:
        """Compute the outputs from the sums of the first layer."""
        outputs: Tensor = self.last(torch.relu(self.second(torch.relu(sums))))
        return outputs

    def _parts(self) -> tuple[Tensor, ...]:
        """The weights in the order of ``Network``."""
        return (
            self.rows.weight,
            self.first_bias,
            self.second.weight.T,
            self.second.bias,
            self.last.weight.T,
            self.last.bias,
        )

    def load(self, network: Network) -> None:
        """Load the weights of a network."""
        numbers = torch.tensor(network.weights(), dtype=torch.float32) / UNIT
        with torch.no_grad():
            for part, weights in zip(
                self._parts(), numbers.split([part.numel() for part in self._parts()]), strict=True
            ):
                part.copy_(weights.reshape(part.shape))

    def integers(self) -> list[int]:
        """The weights in the order and the fixed-point numbers of ``Network``."""
        flat = torch.cat([part.detach().cpu().reshape(-1) for part in self._parts()])
        return [int(weight) for weight in torch.clamp(torch.round(flat * UNIT), -LARGEST, LARGEST)]


class Learner:
    """A network in training: the model that learns, and the mean of its recent weights, which is the result."""

    def __init__(self, key: str, name: str, plan: Any, seed: int, device: str, inputs: int) -> None:
        """``plan`` has the sizes of the layers, the learning rate, and the number of steps of the mean."""
        self.variant = VARIANTS[key]
        self.name = name
        self.plan = plan
        self.seed = seed
        self.device = torch.device(device)
        torch.manual_seed(seed)
        torch.set_num_threads(1)
        self.rng = Rng(f"training {key} {name} {seed}")
        self.numpy = np.random.default_rng(seed)
        self.inputs = inputs
        self.model = Model(inputs, plan.first, plan.second).to(self.device)
        self.average = copy.deepcopy(self.model)
        """Less noisy than the last one."""
        self.optimizer = torch.optim.Adam(self.model.parameters(), plan.rate)
        self.round = 0
        self.decisions = 0

    def network(self, model: Model) -> Network:
        """A model of it in integers."""
        return network_from_weights(self.inputs, self.plan.first, self.plan.second, model.integers())

    def slow_down(self) -> None:
        """Set the learning rate of the round: it falls to a twentieth."""
        for group in self.optimizer.param_groups:
            group["lr"] = self.plan.rate * (1 - 0.95 * self.round / self.plan.rounds)

    def average_in(self, number: int) -> None:
        """Add the model, for the ``number``-th time, to the mean; older ones count exponentially less."""
        newest = min(1.0, max(1 / self.plan.averaged, 1 / number))
        with torch.no_grad():
            for mean, weight in zip(self.average.parameters(), self.model.parameters(), strict=True):
                mean += newest * (weight - mean)


def loss_of(model: Model, batch: Batch, advantage: Tensor, entropy_weight: float, imitates: bool = False) -> Tensor:
    """Loss of a batch: policy gradient within a trust region, a bonus for entropy, and squared errors of the expected
    values. If the decisions ``imitate`` a teacher's, cross entropy instead of the policy gradient.

    Source: Schulman et al. 2017, Proximal Policy Optimization; as regularised play it is magnetic mirror descent with
    the uniform policy as the magnet (Sokota et al. 2023).
    """
    position, action = model(batch)
    logits = action[:, POLICY]
    log_policy = logits - segment_logsumexp(logits, batch.owner, batch.size)[batch.owner]
    taken = log_policy[batch.taken]
    if imitates:
        gain = taken.mean()
    else:
        ratio = torch.exp(taken - batch.log_probability)
        gain = torch.minimum(ratio * advantage, torch.clamp(ratio, 1 - CLIP, 1 + CLIP) * advantage).mean()
    entropy = -(torch.exp(log_policy) * log_policy).sum() / batch.size
    chosen = action[batch.taken]
    payoff = ((chosen[:, PAYOFF] - batch.returns) ** 2).mean() + ((position[:, PAYOFF] - batch.returns) ** 2).mean()
    goals = ((chosen[:, GOALS] - batch.goals) ** 2).mean() + ((position[:, GOALS] - batch.goals) ** 2).mean()
    return -gain - entropy_weight * entropy + payoff + GOALS_WEIGHT * goals


def segment_logsumexp(values: Tensor, owner: Tensor, size: int) -> Tensor:
    """Log of the sum of the exponentials of each owner's values."""
    most = torch.full((size,), -torch.inf, device=values.device).scatter_reduce(0, owner, values.detach(), "amax")
    total = torch.zeros(size, device=values.device).scatter_add(0, owner, torch.exp(values - most[owner]))
    return most + torch.log(total)
