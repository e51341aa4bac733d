"""From the payoff that a network expects to the probability to win, as measured in games of Legend against itself.

A network learns from games with bolder play than Legend's, so what it expects is off by some points, early in a game
by others than late. ``training.calibrate`` measures by how much, for each preset that the network plays, and writes it
into ``networks.json`` with the digest of the weights.
"""

import math
from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from ai.prospects import Estimate, Prospects, within
from ai.trained import description
from engines.api import Variant

KNOTS: Final = (-5.0, -3.5, -2.5, -1.8, -1.2, -0.6, 0.0, 0.6, 1.2, 1.8, 2.5, 3.5, 5.0)
"""Log-odds by the network, at which the measured ones are given; in between they are interpolated."""
STAGES: Final = (0.0, 2 / 3, 1.0)
"""Stages of a game at which they are given, as shares of its usual number of decisions; likewise."""


def shares(points: Sequence[float], at: float) -> list[tuple[int, float]]:
    """The one or two points that a number lies between, each with its share."""
    upper = bisect_left(points, at)
    if upper in (0, len(points)):
        return [(max(0, upper - 1), 1.0)]
    share = (points[upper] - at) / (points[upper] - points[upper - 1])
    return [(upper - 1, share), (upper, 1 - share)]


@dataclass(frozen=True)
class Calibration:
    """What was measured with one preset; without numbers, a network is believed."""

    games: int = 0
    """Games that were measured; 0 if it is not known."""
    plies: float = 1.0
    """Decisions of half of the games."""
    odds: Sequence[Sequence[float]] = (KNOTS,) * len(STAGES)
    """At each of STAGES the log-odds of winning at each of KNOTS."""
    win_error: float = 0.05
    """Standard error of a win probability of 0.5."""
    goals_error: float = 0.5

    def shares(self, payoff: float, ply: int) -> list[tuple[int, int, float]]:
        """The stages and knots that a payoff lies between at a ply, each pair with its share."""
        win = (1 + payoff) / 2
        odds = math.log(win / (1 - win)) if 0.0 < win < 1.0 else math.copysign(KNOTS[-1], payoff)
        return [
            (stage, knot, of_stage * of_knot)
            for stage, of_stage in shares(STAGES, ply / self.plies)
            for knot, of_knot in shares(KNOTS, odds)
        ]

    def win(self, payoff: float, ply: int) -> float:
        """The probability to win where the network expects a payoff."""
        odds = sum(share * self.odds[stage][knot] for stage, knot, share in self.shares(payoff, ply))
        return 1 / (1 + math.exp(-odds))

    def prospects(self, payoff: float, goals: float, ply: int) -> Prospects:
        """The same with the goals to come, and intervals."""
        win = self.win(payoff, ply)
        error = self.win_error * 2 * math.sqrt(win * (1 - win))
        return Prospects(within(win, error, 0.0, 1.0), within(goals, self.goals_error))

    def corrected(self, found: Prospects, ply: int) -> Prospects:
        """Prospects with a win probability that was taken from payoffs as they are."""
        mean, low, high = (self.win(2 * win - 1, ply) for win in (found.win.mean, found.win.low, found.win.high))
        return found if found.win.low == found.win.high else Prospects(Estimate(mean, low, high), found.goals)


def calibration(variant: Variant, options: Mapping[str, Any]) -> Calibration:
    """What was measured with the preset that differs from these options in the fewest."""
    measured = description(variant.key).get("calibration", {}).get("presets", {})
    if not measured:
        return Calibration()

    def differing(name: str) -> int:
        return sum(options.get(option, value) != value for option, value in variant.presets[name].items())

    return Calibration(**measured[min(measured, key=differing)])
