"""From the payoff that a network expects to the probability to win, as measured in games of Legend against itself.

A network learns from games with bolder play than Legend's, so what it expects is off by some points, early in a game
by others than late. ``training.calibrate`` measures by how much, for each preset that the network plays, and writes it
into ``networks.json`` with the digest of the weights.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from ai.prospects import Estimate, Prospects, within
from ai.trained import description
from engines.api import Variant

KNOTS: Final = (-5.0, -2.5, -1.2, -0.5, 0.0, 0.5, 1.2, 2.5, 5.0)
"""Log-odds by the network, at which the measured ones are given; in between they are interpolated."""


def shares(payoff: float) -> list[tuple[int, float]]:
    """The one or two knots that a payoff lies between, each with its share."""
    win = (1 + payoff) / 2
    odds = math.log(win / (1 - win)) if 0.0 < win < 1.0 else math.copysign(KNOTS[-1], payoff)
    if not KNOTS[0] < odds < KNOTS[-1]:
        return [(0 if odds < 0 else len(KNOTS) - 1, 1.0)]
    upper = next(place for place, knot in enumerate(KNOTS) if knot >= odds)
    share = (KNOTS[upper] - odds) / (KNOTS[upper] - KNOTS[upper - 1])
    return [(upper - 1, share), (upper, 1 - share)]


@dataclass(frozen=True)
class Calibration:
    """What was measured with one preset; without numbers, a network is believed."""

    plies: float = 1.0
    """Decisions of half of the games: from there on ``late`` holds, before it a mean of both."""
    early: Sequence[float] = KNOTS
    late: Sequence[float] = KNOTS
    """The log-odds of winning at each of KNOTS."""
    win_error: float = 0.05
    """Standard error of a win probability of 0.5."""
    goals_error: float = 0.5

    def win(self, payoff: float, ply: int) -> float:
        """The probability to win where the network expects a payoff."""
        since = min(1.0, ply / self.plies)
        odds = sum(share * ((1 - since) * self.early[knot] + since * self.late[knot]) for knot, share in shares(payoff))
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
