"""Measure how often Legend wins where its judgement expects a payoff: ``python -m training.calibrate hockey``.

Legend plays against itself with every preset that a network covers. From what ``ai.outlook`` says of its moves and how
these games end, the log-odds of winning are fitted by logistic regression, at several stages of a
game (``ai.calibration``), and written into ``networks.json``. ``faceoff bench calibration`` measures with other seeds
whether it is right.
"""

import argparse
import json
import math
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from hashlib import blake2b
from itertools import islice
from pathlib import Path
from statistics import fmean, median, pvariance
from typing import Any

from ai.calibration import KNOTS, STAGES, Calibration
from ai.games import make_heuristic
from ai.levels import LEVELS
from ai.outlook import TO_THE_END, ByNetwork, outlook
from ai.play import decisions
from ai.trained import make_judge
from engines import VARIANTS
from engines.api import Observation, Variant
from engines.rng import Rng

FOLDER = Path(__file__).parents[1] / "ai"
GAMES = 10_000
"""Games of each preset."""
SOLVED = 2
"""Times fewer where a solver decides, which takes that much longer."""
POSITIONS = 200
"""Positions of each preset that are played to the end to find the errors, one a game."""
PLAYOUTS = 30
ERRORS = ("win_error", "goals_error")
STIFFNESS = 30.0
"""Moves that a knot counts for as it was: the moves of a game share its luck."""


@dataclass(frozen=True, slots=True)
class Stated:
    """A move of Legend, what is said of it, and what came of it."""

    game: int
    ply: int
    win: float
    """What is said."""
    won: float
    """1, 0.5 for a draw, 0."""
    observation: Observation | None
    """Kept for one move of a game, drawn at random: many observations would fill the memory."""
    move: tuple[int, ...]


def games(
    variant: Variant, options: Mapping[str, Any], seed: str, calibration: Calibration | None = None
) -> Iterator[list[Stated]]:
    """Games of Legend against itself, without end: its moves with something to choose, but those of exact endings.

    With another calibration than the present one if it is given.
    """
    number = 0
    while True:
        number += 1
        rng, state, moves = Rng(f"{seed} {number}"), variant.new_game(options), list[tuple[int, Stated]]()
        for seat, decision in decisions(variant, state, LEVELS[-1], rng):
            if len(state.distinct_actions(seat)) > 1 and not decision.exact:
                observation = variant.observe(state, seat)
                judging = outlook(variant, observation, Rng(f"{seed} {number} {state.ply}"))
                judging.calibration = calibration or judging.calibration
                found = judging.value(decision.actions)
                if found is not None:
                    about = Stated(number, int(state.ply), found.win.mean, 0, observation, decision.actions)
                    moves.append((seat, about))
        drawn = rng.below(max(1, len(moves)))
        yield [
            replace(
                about,
                observation=about.observation if place == drawn else None,
                won=(1 + state.payoff(seat)) / 2,
            )
            for place, (seat, about) in enumerate(moves)
        ]


def fitted(stated: list[list[Stated]]) -> Calibration:
    """The calibration by these games, in which the judgement was not calibrated."""
    import numpy as np  # only here: the games are also those of a study, which needs none

    start = Calibration(len(stated), float(median(game[-1].ply for game in stated)))
    moves = [about for game in stated for about in game]
    inputs = np.zeros((len(moves), len(STAGES) * len(KNOTS)), np.float32)
    for row, about in enumerate(moves):
        for stage, knot, share in start.shares(2 * about.win - 1, about.ply):
            inputs[row, stage * len(KNOTS) + knot] = share
    won = np.array([about.won for about in moves])
    said = np.array(start.odds).ravel()
    odds = said  # where nothing is known, as it is said
    for _ in range(20):
        wins = 1 / (1 + np.exp(-inputs @ odds))
        slope = inputs.T @ (won - wins) - STIFFNESS * (odds - said)
        curvature = (inputs.T * (wins * (1 - wins))) @ inputs + STIFFNESS * np.eye(len(odds))
        step = np.linalg.solve(curvature, slope)
        odds = odds + step
        if np.abs(step).max() < 0.0001:
            break
    of_knot = inputs.sum(axis=0) + STIFFNESS
    parts = zip(odds.reshape(len(STAGES), -1), of_knot.reshape(len(STAGES), -1), strict=True)
    return replace(start, odds=[increasing(list(part), list(weights)) for part, weights in parts])


def increasing(odds: Sequence[float], moves: Sequence[float]) -> list[float]:
    """The nearest log-odds that never fall: neighbours that do get the share of wins of their moves together (isotonic
    regression by pooling adjacent violators).
    """
    blocks = list[tuple[float, float, int]]()
    for of_knot, count in zip(odds, moves, strict=True):
        wins, knots = count / (1 + math.exp(-of_knot)), 1
        while blocks and blocks[-1][0] / blocks[-1][1] > wins / count:
            more_wins, more, others = blocks.pop()
            wins, count, knots = wins + more_wins, count + more, knots + others
        blocks.append((wins, count, knots))
    return [round(math.log(wins / (count - wins)), 3) for wins, count, knots in blocks for _ in range(knots)]


def errors(variant: Variant, stated: list[list[Stated]], found: Calibration) -> Calibration:
    """The calibration with its errors: what is left of its differences from playouts to the end, without their luck."""
    wins, goals, of_half = [], [], []
    asked = (about for game in stated for about in game if about.observation is not None)
    for number, about in enumerate(islice(asked, POSITIONS)):
        assert about.observation is not None
        judging = outlook(variant, about.observation, Rng(number))
        if not isinstance(judging, ByNetwork):
            return found
        judging.calibration = found
        said = judging.value(about.move)
        assert said is not None
        ends = [end for (end,) in islice(judging.deals([about.move], TO_THE_END), PLAYOUTS)]
        won, leads = [(1 + payoff) / 2 for payoff, _ in ends], [lead - judging.lead for _, lead in ends]
        of_half.append(4 * said.win.mean * (1 - said.win.mean))  # of the variance of a win probability of 0.5
        wins.append((fmean(won) - said.win.mean) ** 2 - pvariance(won) / (PLAYOUTS - 1))
        goals.append((fmean(leads) - said.goals.mean) ** 2 - pvariance(leads) / (PLAYOUTS - 1))
    return replace(
        found,
        win_error=round(max(0.0001, fmean(wins) / fmean(of_half)) ** 0.5, 3),
        goals_error=round(max(0.0001, fmean(goals)) ** 0.5, 3),
    )


def main() -> None:
    """Measure a game, and write what was found."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("key", help="the game")
    parser.add_argument("--only", default="", help="one preset: the others stay")
    parser.add_argument("--seed", default="calibrate")
    parser.add_argument("--games", type=int, default=GAMES, help="of each preset (%(default)s)")
    wanted = parser.parse_args()
    variant, folder = VARIANTS[wanted.key], FOLDER / wanted.key
    weights = blake2b((folder / "networks.bin").read_bytes(), digest_size=8).hexdigest()
    for name, options in variant.presets.items():
        if wanted.only not in ("", name) or make_judge(variant.key, variant.new_game(options)) is None:
            continue
        count = wanted.games // (SOLVED if make_heuristic(variant.key).solves else 1)
        stated = list(islice(games(variant, options, f"{wanted.seed} {name}", Calibration()), count))
        found = fitted(stated)
        described = json.loads((folder / "networks.json").read_text())
        present = described.get("calibration", {})
        presets = present.get("presets", {})
        if name in presets and present["weights"] == weights:  # they are the network's, and need many positions
            found = replace(found, **{error: presets[name][error] for error in ERRORS})
        else:
            found = errors(variant, stated, found)
        print(name, asdict(found), flush=True)
        described["calibration"] = {"weights": weights, "presets": presets | {name: asdict(found)}}
        (folder / "networks.json").write_text(json.dumps(described, indent=1) + "\n")


if __name__ == "__main__":
    sys.exit(main())
