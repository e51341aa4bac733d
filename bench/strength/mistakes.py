"""How the levels err: what their decisions give away in the same positions, and how often they find the obvious: ``make mistakes``.

The positions come from games of each level against itself, some decisions of each game. Every level decides in all of them. What each
choice gives away is graded as after a game (``ai.grading``): by pairs of simulations with the same deal, from what the seat could know.
Obvious is where by the heuristic some moves are better than all others by half a goal or more. The tables go into docs/strength.md.
"""

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from statistics import fmean

from ai import choose
from ai.grading import Graded, grade
from ai.heuristics import make_heuristic
from ai.levels import LEVELS, Player
from bench.report import put_section, table
from engines import VARIANTS
from engines.api import CHANCE, OVER, State, Variant
from engines.rng import Rng, permutation

LARGE_LOSS = 0.2
"""Goals."""
OBVIOUS = 0.5
"""Goals by which some moves are better than all others."""
MATTERS = 0.1
"""Of the payoff, that a goal has to be worth: else the game is decided."""
HEADS = ("level", "positions", "win probability lost", "goals lost", "loses over 0.2 goals", "as Legend", "obvious, positions", "found")


@dataclass(frozen=True)
class Position:
    """A decision with something to choose."""

    state: State
    seat: int
    number: int


def positions(variant: Variant, seed: str) -> Iterator[Position]:
    """Decisions of games of each level against itself, without end; those of a search are left out: their games take seconds."""
    rng = Rng(f"positions {variant.key} {seed}")
    authors: list[Player] = [level for level in LEVELS if level.simulations == 0]
    number = 0
    while True:
        state, author = variant.new_game(next(iter(variant.presets.values()))), authors[number % len(authors)]
        while (seat := int(state.to_act())) != OVER:
            if seat == CHANCE:
                state.deal(permutation(rng, state.shuffle_needed()))
                continue
            if len(state.distinct_actions(seat)) > 1:
                number += 1
                yield Position(state.clone(), seat, number)
            for action in choose(variant, variant.observe(state, seat), author, rng).actions:
                state.apply(seat, action)


def obvious(variant: Variant, position: Position) -> frozenset[int]:
    """The actions that are better than all others by half a goal or more, by the heuristic; empty if that is not so.

    Also empty in a game that has a solver of its own, which weighs secret choices: there the heuristic's best is not the obvious.
    """
    heuristic = make_heuristic(variant.key)
    state, seat = position.state, position.seat
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


def chosen(variant: Variant, position: Position, player: Player) -> tuple[int, ...]:
    """The move of a player."""
    return choose(variant, variant.observe(position.state, position.seat), player, Rng(f"{player} {position.number}")).actions


def lost_goals(graded: Graded) -> float:
    """Goals that a move gave away; 0 where it cannot be told apart from the best."""
    if graded.loss.low <= 0.0 or graded.prospects is None or graded.best_prospects is None:
        return 0.0
    return max(0.0, graded.best_prospects.goals.mean - graded.prospects.goals.mean)


def rows(variant: Variant, count: int, obvious_count: int) -> Iterator[Sequence[object]]:
    """The table of a game."""
    found = positions(variant, "mistakes")
    asked = []
    for position in found:
        if position.number % 7 == 0:
            asked.append(position)
        if len(asked) == count:
            break
    plain: list[tuple[Position, frozenset[int]]] = []
    for position in found:
        if position.number > 40 * count or len(plain) == obvious_count:
            break
        if best := obvious(variant, position):
            plain.append((position, best))

    @cache
    def graded(at: int, move: tuple[int, ...]) -> Graded | None:
        position = asked[at]
        return grade(variant, variant.observe(position.state, position.seat), move, Rng(f"grade {position.number}"))

    same = make_heuristic(variant.key).equivalence_class
    legends = [chosen(variant, position, LEVELS[-1]) for position in asked]
    for level in LEVELS:
        moves = [chosen(variant, position, level) for position in asked]
        grades = [one for at, move in enumerate(moves) if (one := graded(at, move)) is not None]
        alike = fmean([same(a) for a in move] == [same(a) for a in legend] for move, legend in zip(moves, legends, strict=True))
        hits = [chosen(variant, position, level)[0] in best for position, best in plain]
        yield (
            level.name,
            len(grades),
            f"{100 * fmean(one.loss.mean for one in grades):.1f} %",
            f"{fmean(map(lost_goals, grades)):.3f}",
            f"{100 * fmean(lost_goals(one) > LARGE_LOSS for one in grades):.0f} %",
            f"{100 * alike:.0f} %",
            len(hits),
            f"{100 * fmean(hits):.0f} %" if hits else "",
        )


def main() -> None:
    """Ask, grade, and write the section."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--positions", type=int, default=200, help="of each game")
    parser.add_argument("--only", default="", help="the beginning of a variant's key; the section is then left as it is")
    arguments = parser.parse_args()
    lines: list[str] = []
    for key, variant in VARIANTS.items():
        if not variant.has_decisions or not key.startswith(arguments.only):
            continue
        lines += [f"**{variant.name}**", "", *table(HEADS, rows(variant, arguments.positions, arguments.positions))]
        print("\n".join(lines[-len(LEVELS) - 5 :]), flush=True)
    if not arguments.only:
        put_section("mistakes", lines)


if __name__ == "__main__":
    main()
