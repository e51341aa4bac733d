"""The skills of each game (``ai.skills``): in what share of the situations a level has each, and how often it matters.

A level that lacks a skill in a situation does not see there what the skill tells apart. *Shows* is the share of
Legend's decisions in which a skill tells some moves apart. The tables go into docs/strength.md.
"""

from collections.abc import Iterator
from functools import partial
from itertools import islice
from statistics import fmean

from ai.levels import LEVELS
from ai.skills import Skill, skills_of
from bench.strength.mistakes import decisions
from bench.study import Row, Study, Wanted
from engines import VARIANTS
from engines.api import State, Variant

HEADS = ("skill", *(level.name for level in LEVELS), "shows")


def rows() -> Iterator[Row]:
    """Every skill of every game with decisions, a table for each game."""
    for key, variant in VARIANTS.items():
        for skill in skills_of(key).skills if variant.has_decisions else ():
            yield Row(f"{key}/{skill.key}", (skill.sentence,), partial(measure, variant, skill), f"**{variant.name}**")


def measure(variant: Variant, skill: Skill, wanted: Wanted) -> Iterator[object]:
    """The share of each level, then how often the skill shows in Legend's games against itself."""
    yield from (f"{100 * skill.share(level.grasp):.0f} %" for level in LEVELS)
    played = list(islice(decisions(variant, LEVELS[-1:], "skills"), wanted.decisions))
    yield f"{100 * fmean(tells_apart(skill, one.state, one.seat) for one in played):.0f} %"


def tells_apart(skill: Skill, state: State, seat: int) -> bool:
    """Whether some of the moves of a seat look different to who has the skill."""
    return len(set(skill.marks(state, seat, state.distinct_actions(seat)))) > 1


STUDY = Study(__doc__, "skills", HEADS, rows, {"decisions": (1000, "of games of Legend against itself")})
main = STUDY.main
