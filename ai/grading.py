"""Grades played moves by the win probability that they gave away, from what the seat could know.

The best move is the one that a hint would name: Legend's choice. If another was played, both are tried in the same
deals (``ai.outlook``) until the loss is known; a grade below good is given only if the loss is above the error of its
measurement. Sources: duplicate rollouts as in GNU Backgammon's analysis; grades by lost win probability as on chess
servers.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

from ai.choose import choose, exact
from ai.games import make_heuristic
from ai.levels import LEVELS, Player
from ai.outlook import outlook
from ai.prospects import Estimate, Prospects, certain
from ai.reasons import contrast
from engines.api import Observation, Variant
from engines.rng import Rng

ADVISER: Final[Player] = replace(LEVELS[-1].at_its_best(), mixes=False)
"""Who gives hints: the strongest level, and not to be unpredictable."""
HINT_SEED: Final = "faceoff"
"""The seed of a hint that asks for none (``service.tasks.suggestions``): what it says is the best move."""
DEALS: Final = 500
"""Most deals in which two moves are compared."""

BEST_LOSS: Final = 0.005
"""A move that gives away no more than this is as good as the best."""
INACCURACY_LOSS: Final = 0.03
BLUNDER_LOSS: Final = 0.10
"""Win probability from which on a move is an inaccuracy or a blunder: 3 games or 10 games of 100."""

ShouldStop = Callable[[], bool]


class Grade(StrEnum):
    """How good a move was."""

    BEST = "best"
    GOOD = "good"
    INACCURACY = "inaccuracy"
    BLUNDER = "blunder"


class Stopped(Exception):
    """``should_stop`` ended the work before there was a grade."""


@dataclass(frozen=True)
class Graded:
    """A move with its grade."""

    grade: Grade
    loss: Estimate
    """Win probability that the move gave away against the best one."""
    prospects: Prospects | None
    """Expected payoff of the move that was played."""
    best: tuple[int, ...]
    """The actions of the best move."""
    best_prospects: Prospects | None
    reason: str
    """Why it is the best, and not the one that was played, or the next best: in the words of the game."""


def grade(
    variant: Variant, observation: Observation, actions: Sequence[int], rng: Rng, should_stop: ShouldStop | None = None
) -> Graded | None:
    """Grade the move that the observing seat played here; None if it had no choice.

    ``actions`` are those of the whole move, which must be legal. The same for the same ``rng``. ``should_stop`` is
    called every few milliseconds; Stopped is raised if it returns True.
    """
    seat, determinization = int(observation.seat), observation.determinize(rng)
    heuristic = make_heuristic(variant.key)

    def alike(move: Sequence[int]) -> list[int]:
        return [int(heuristic.equivalence_class(action)) for action in move]

    if len(actions) == 1 and len(set(alike(determinization.distinct_actions(seat)))) == 1:
        return None
    decision = choose(variant, observation, ADVISER, Rng(HINT_SEED), should_stop)
    judging = outlook(variant, observation, rng, should_stop)
    if decision.stopped or judging.must_stop():
        raise Stopped
    best, played = decision.actions, tuple(actions)
    advised = [best, *(move for move, _ in decision.mix)]  # a hint with another seed is another of these
    if alike(played) in map(alike, advised):
        best = played
    loss = certain(0.0)
    if best == played:
        best_prospects = prospects = judging.prospects([played])[0]
    elif decision.exact:
        best_prospects, prospects = judging.prospects([best, played])
    else:
        (best_prospects, prospects), loss = judging.compare([best, played], DEALS, _is_certain)
    if judging.stopped:
        raise Stopped
    if decision.exact:
        values = {alike([one.action])[0]: one.value for one in decision.candidates}
        won, lost = values[alike(best)[0]], values[alike(played)[0]]
        loss, best_prospects, prospects = certain((won - lost) / 2), exact(best_prospects, won), exact(prospects, lost)
    if grade_of(loss) == Grade.BEST:  # a move as good as the best is itself the best
        best, best_prospects, loss = played, prospects, loss.between(0.0, 1.0)
    others = [played, decision.actions, *((one.action,) for one in decision.candidates if one.action != best[0])]
    other = next((move for move in others if alike(move) != alike(best)), None)
    reason = contrast(variant.key, determinization, seat, best, other) if other else ""
    return Graded(grade_of(loss), loss, prospects, best, best_prospects, reason)


def grade_of(loss: Estimate) -> Grade:
    """The grade for this loss of win probability; at least good if it cannot be distinguished from the best."""
    if loss.mean <= BEST_LOSS:
        return Grade.BEST
    if loss.low <= 0.0 or loss.mean < INACCURACY_LOSS:
        return Grade.GOOD
    return Grade.INACCURACY if loss.mean < BLUNDER_LOSS else Grade.BLUNDER


def _is_certain(loss: Estimate) -> bool:
    """True if more deals would hardly change the grade."""
    return loss.high < INACCURACY_LOSS or grade_of(certain(loss.low)) == grade_of(certain(loss.high))
