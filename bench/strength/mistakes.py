"""Mistakes of the levels: what their decisions give away, and how often they find the obvious.

The decisions are those of games of each level against itself. In other games a habit may seem to cost little: who
hoards good cards gives nothing away in one decision that others make good afterwards. What a decision gives away is
graded as after a game (``ai.grading``): by pairs of simulations with the same deal, from what the seat could know.
Obvious is where by the heuristic some moves are better than all others by half a goal or more. The tables go into
docs/strength.md.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import cycle, islice, pairwise
from statistics import fmean, stdev

from ai import play
from ai.choose import choose
from ai.games import make_heuristic
from ai.grading import Graded, grade
from ai.levels import LEVELS, Level, Player
from ai.trained import rating_heuristic
from bench.study import Row, Study, Wanted
from engines import VARIANTS
from engines.api import State, Variant
from engines.rng import Rng

APART = 7
"""Decisions of a game from one that is graded to the next."""
SOLVED = 20
"""Times fewer decisions are graded where a solver decides, which takes that much longer."""
LARGE_LOSS = 0.2
"""Goals."""
OBVIOUS = 0.5
"""Goals by which some moves are better than all others."""
MATTERS = 0.1
"""Payoff of a goal below which the game is decided."""
HEADS = (
    "level",
    "decisions",
    "win probability lost",
    "goals lost",
    "loses over 0.2 goals",
    "as Legend",
    "obvious",
    "found",
)


@dataclass(frozen=True)
class Played:
    """A decision with something to choose."""

    state: State
    seat: int
    move: tuple[int, ...]
    number: int


def decisions(variant: Variant, players: Sequence[Player], seed: str) -> Iterator[Played]:
    """Decisions of games of each player in turn against itself, without end."""
    rng = Rng(f"positions {variant.key} {seed}")
    number = 0
    for player in cycle(players):
        state = variant.new_game(next(iter(variant.presets.values())))
        for seat, decision in play.decisions(variant, state, player, rng):
            if len(state.distinct_actions(seat)) > 1:
                number += 1
                yield Played(state.clone(), seat, decision.actions, number)


def obvious(variant: Variant, played: Played) -> frozenset[int]:
    """The actions that are better than all others by half a goal or more, by the ratings; empty if that is not so.

    Also empty in a game that has a solver of its own, which weighs secret choices: there the best rated is not
    the obvious.
    """
    state, seat = played.state, played.seat
    heuristic = rating_heuristic(variant.key, state)
    actions = state.distinct_actions(seat)
    goal = float(heuristic.goal(state, seat))
    if goal < MATTERS or heuristic.solves:
        return frozenset()
    rated = sorted(zip(heuristic.ratings(state, seat, actions), actions, strict=True), reverse=True)
    for place, (better, worse) in enumerate(pairwise(rated), 1):
        if rated[0][0] - better[0] > OBVIOUS * goal / 2:
            break
        if better[0] - worse[0] >= OBVIOUS * goal:
            return frozenset(action for _, action in rated[:place])
    return frozenset()


def lost_goals(graded: Graded) -> float:
    """Goals that a move gave away: by chance also less than none, so that the mean of many is right."""
    if graded.prospects is None or graded.best_prospects is None:
        return 0.0
    return graded.best_prospects.goals.mean - graded.prospects.goals.mean


def is_large(graded: Graded) -> bool:
    """Whether it gave away much, and can be distinguished from the best."""
    return graded.loss.low > 0.0 and lost_goals(graded) > LARGE_LOSS


def rows() -> Iterator[Row]:
    """Every level in every game, a table for each game."""
    for key, variant in VARIANTS.items():
        for level in LEVELS if variant.has_decisions else ():
            measured = partial(measure, variant, level)
            yield Row(f"{key}/{level.key}", (level.name,), measured, f"**{variant.name}**")


def measure(variant: Variant, level: Level, wanted: Wanted) -> Iterable[object]:
    """What a level does in every seventh of its decisions."""
    heuristic = make_heuristic(variant.key)
    count = wanted.decisions // (SOLVED if heuristic.solves else 1)
    found = decisions(variant, [level], f"mistakes {level.number}")
    asked = list(islice(found, APART - 1, APART * count, APART))
    same = heuristic.equivalence_class
    alike, grades = [], []
    for played in asked:
        observation = variant.observe(played.state, played.seat)
        legend = choose(variant, observation, LEVELS[-1], Rng(f"legend {played.number}")).actions
        alike.append([same(action) for action in played.move] == [same(action) for action in legend])
        if (graded := grade(variant, observation, played.move, Rng(f"grade {played.number}"))) is not None:
            grades.append(graded)
    lost = [lost_goals(graded) for graded in grades]
    hits = [played.move[0] in best for played in asked if (best := obvious(variant, played))]
    return (
        len(grades),
        f"{100 * fmean(graded.loss.mean for graded in grades):z.1f} %",
        f"{fmean(lost):.3f} ± {stdev(lost) / len(lost) ** 0.5:.3f}",
        f"{100 * fmean(map(is_large, grades)):.1f} %",
        f"{100 * fmean(alike):.0f} %",
        len(hits),
        f"{100 * fmean(hits):.0f} %" if hits else "",
    )


STUDY = Study(
    __doc__,
    "mistakes",
    HEADS,
    rows,
    {"decisions": (3000, "of each level in each game; fewer where a solver takes long")},
)
main = STUDY.main
