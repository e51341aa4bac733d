"""Train a network of a game by self-play: ``make train GAME=hockey``.

Writes ``ai/<key>/networks.bin`` and its description ``networks.json``. ``training/<key>`` defines what is trained.
"""

import argparse
import json
import sys
import time
from array import array
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

from ai.arena import play_match
from ai.choose import Decision
from ai.games import make_encoder
from ai.levels import Player
from ai.networks.judge import SHARP, Judge
from ai.networks.network import Network
from ai.trained import FORMAT, read_networks
from engines import KEYS
from engines.api import Observation, Variant
from engines.rng import Rng
from training.model import Decisions, Learner, loss_of
from training.plan import Plan, plans_of
from training.self_play import LearnedRival, Rival, play_games

FOLDER = Path(__file__).parents[1] / "ai"
"""Folder of the networks of a game."""
LOOKS = 10
"""Points of the curve."""
IMITATION_PASSES = 10


class Trainer(Learner):
    """A network that learns from games against itself."""

    def __init__(self, key: str, name: str, plan: Plan, seed: int, device: str) -> None:
        encoder = make_encoder(key)
        if encoder is None:
            sys.exit(f"{key} has no encoder: see training/README.md")
        super().__init__(key, name, plan, seed, device, int(encoder.inputs))
        self.blanks = [self.variant.new_game(self.variant.presets[preset]) for preset in plan.presets]
        self.past: list[Network] = []

    def judge(self, network: Network) -> Judge:
        """A player with this network."""
        encoder = make_encoder(self.variant.key)
        assert encoder is not None
        return Judge(network.share(), encoder)

    def player(self) -> "NetworkPlayer":
        """The network that would be the result, as a player."""
        return NetworkPlayer(self.judge(self.network(self.average)))

    def rivals(self) -> list[Rival]:
        """The opponents it plays against in addition to itself."""
        return [LearnedRival(self.judge(network)) for network in self.past]

    def imitate(self) -> None:
        """Learn to play as the coach does, by cross entropy."""
        assert self.plan.coach is not None
        judge, teacher = self.judge(self.network(self.model)), self.plan.coach(self.variant, self.rng)
        games = play_games(
            self.blanks[0], judge, [], 1.0, self.plan.taught_games, self.rng, self.plan.td_lambda, teacher
        )
        decisions = Decisions(games)
        for _ in range(IMITATION_PASSES):
            self._learn_from(decisions, np.ones_like(decisions.returns), 0.0, imitates=True)

    def learn(self) -> None:
        """Play a round of games and learn from them."""
        plan, done = self.plan, self.round / self.plan.rounds
        self.slow_down()
        entropy_weight = plan.entropy * (1 - 0.9 * done)
        now = self.network(self.model)
        if self.round % max(1, plan.rounds // 50) == 0:
            self._keep(now)
        blank = self.blanks[self.rng.below(len(self.blanks))]
        games = play_games(blank, self.judge(now), self.rivals(), plan.own, plan.games, self.rng, plan.td_lambda)
        decisions = Decisions(games)
        self.decisions += len(decisions)
        advantages = decisions.returns - decisions.value
        scale = float(np.std(advantages)) + 1e-6
        for _ in range(plan.passes):
            self._learn_from(decisions, advantages / scale, entropy_weight / scale)
        self.average_in(self.round + 1)
        self.round += 1

    def _learn_from(
        self, decisions: Decisions, advantages: NDArray[np.float32], entropy_weight: float, imitates: bool = False
    ) -> None:
        """Learn from each decision once, in random order."""
        order = self.numpy.permutation(len(decisions))
        for start in range(0, len(order), self.plan.batch):
            which = order[start : start + self.plan.batch]
            batch = decisions.batch(which, self.device)
            advantage = torch.from_numpy(advantages[which]).to(self.device)
            loss = loss_of(self.model, batch, advantage, entropy_weight, imitates)
            self.optimizer.zero_grad()
            loss.backward()  # type: ignore[no-untyped-call]
            torch.nn.utils.clip_grad_norm_(self.model.parameters(), 1.0)
            self.optimizer.step()

    def _keep(self, network: Network) -> None:
        """Keep a network among the past ones, which remain a random sample of all."""
        number = self.round // max(1, self.plan.rounds // 50)
        if len(self.past) < self.plan.past:
            self.past.append(network)
        elif (place := self.rng.below(number + 1)) < self.plan.past:
            self.past[place] = network

    def look(self) -> dict[str, Any]:
        """A point of the curve: the result of the network alone against the heuristic."""
        options = self.variant.presets[self.plan.presets[0]]
        match = play_match(self.variant, options, self.player(), Player(), self.plan.look_pairs, f"look {self.seed}")
        low, high = match.interval
        return {
            "round": self.round,
            "decisions": self.decisions,
            "points": [round(each, 3) for each in (match.points, low, high)],
        }


@dataclass(frozen=True)
class NetworkPlayer:
    """A player for ``ai.arena`` that decides with a network in training, as ``ai.choose`` does with the one of the
    game.
    """

    judge: Judge

    def decide(
        self, variant: Variant, observation: Observation, rng: Rng, should_stop: Callable[[], bool] | None = None
    ) -> Decision:
        """Draw a move by the network's probabilities."""
        seat, state = observation.seat, observation.determinize(rng)
        ply, actions = state.ply, list[int]()
        while state.ply == ply and state.may_act(seat):
            distinct = state.distinct_actions(seat)
            self.judge.ratings(state, seat, distinct)
            self.judge.weigh(SHARP)
            actions.append(distinct[self.judge.draw(rng)])
            state.apply(seat, actions[-1])
        return Decision(tuple(actions), (), 0, False)


def write(key: str, name: str, trainer: Learner, curve: list[dict[str, Any]], folder: Path) -> None:
    """Add a network to the file of its game, or replace it there."""
    described, stored = folder / key / "networks.json", folder / key / "networks.bin"
    description: dict[str, Any] = {"format": FORMAT, "networks": {}}
    known: dict[str, list[int]] = {}
    if described.exists():
        description = json.loads(described.read_text())
        found = read_networks(description["networks"], stored.read_bytes())
        known = {each: network.weights() for each, network in found.items()}
    weights = known[name] = trainer.average.integers()
    description["networks"][name] = {
        "inputs": trainer.inputs,
        "first": trainer.plan.first,
        "second": trainer.plan.second,
        "weights": len(weights),
        "command": f"make train GAME={key} ONLY={name}",
        "seed": trainer.seed,
        "date": datetime.now(UTC).date().isoformat(),
        "presets": list(dict.fromkeys(trainer.plan.presets)),
        "decisions": trainer.decisions,
        "curve": curve,
    }
    stored.parent.mkdir(parents=True, exist_ok=True)
    stored.write_bytes(b"".join(array("h", known[each]).tobytes() for each in description["networks"]))
    described.write_text(json.dumps(description, indent=1) + "\n")


def main() -> None:
    """Train the networks of a game."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=[key for key in KEYS if plans_of(key)])
    parser.add_argument("--only", help="one network of the game")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--device", default="cpu")
    parser.add_argument("--into", type=Path, default=FOLDER)
    parser.add_argument(
        "--set", nargs="*", default=[], metavar="FIELD=VALUE", help="other numbers than those of the plan"
    )
    arguments = parser.parse_args()
    for name, plan in plans_of(arguments.game).items():
        if arguments.only not in (None, name):
            continue
        changes: dict[str, Any] = {}
        for field, value in (each.split("=") for each in arguments.set):
            kind = type(getattr(plan, field))
            changes[field] = tuple(value.split(",")) if kind is tuple else kind(value)
        plan = replace(plan, **changes)
        key, seed, device = arguments.game, arguments.seed, arguments.device
        is_common = isinstance(plan, Plan)  # a kind of plan that one game alone has names its trainer
        trainer = Trainer(key, name, plan, seed, device) if is_common else plan.trainer(key, name, seed, device)
        train(trainer, arguments.into)


def train(trainer: Any, into: Path) -> None:
    """Learn all rounds of the plan; write the network and print its strength after each tenth."""
    curve: list[dict[str, Any]] = []
    began = time.monotonic()
    if isinstance(trainer, Trainer) and trainer.plan.taught_games > 0:
        trainer.imitate()
    minutes = (time.monotonic() - began) / 60
    while trainer.round < trainer.plan.rounds:
        began = time.monotonic()
        trainer.learn()
        minutes += (time.monotonic() - began) / 60
        if trainer.round % max(1, trainer.plan.rounds // LOOKS) == 0:
            curve.append({**trainer.look(), "minutes": round(minutes, 1)})
            print(trainer.name, json.dumps(curve[-1]), flush=True)
            write(trainer.variant.key, trainer.name, trainer, curve, into)


if __name__ == "__main__":
    main()
