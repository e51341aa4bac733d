"""The skills of a game, in the order in which a coach would teach them: what the levels have in
part, that reasons name, and that positions test.

A skill tells moves apart. Who lacks it sees no difference between moves that only this skill tells apart: each of them
seems worth what they are worth on average, and taste decides. A player's judgement is never noise: what one opponent
does not see in a situation it never sees there in that game, because its ``nature`` decides, not the dice.

A game's table is ``ai/<key>/skills.py``, with ``SKILLS``, ``situation`` and ``LOGIT``. A game without one has
``GENERAL``.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from hashlib import blake2b
from itertools import pairwise
from typing import Any, Final, TypeAlias

from ai.games import module_of
from engines.api import State

Marks: TypeAlias = Callable[[Any, int, Sequence[int]], Sequence[int]]
"""Takes a state of the game, of which it may use only what the seat knows, the seat, and several actions; returns for
each a number: equal ones look the same to the skill.
"""
Why: TypeAlias = Callable[[Any, int, Sequence[int], Sequence[int]], str]
"""Takes a state of the game, of which it may use only what the seat knows, the seat, a move and another, each with its
actions, or the first of them; returns in what the move differs, as a phrase of the game's languages. Empty: not by this
skill.
"""
Situation: TypeAlias = Callable[[Any, int], Sequence[int]]
"""What a decision is about, in short, from what the seat knows: decisions with the same numbers are misjudged alike."""

LOWER_GRASPS: Final[Sequence[float]] = (0.0, 0.2, 0.4, 0.6, 0.8)
"""Values of ``Player.grasp`` at which a game says how much of a skill is there; at 1 it is all."""

REMEMBERED: Final = 10_000
"""Situations, and tastes, of which a process remembers what a player sees or likes: games return to them."""


@dataclass(frozen=True)
class Skill:
    """One thing to learn."""

    key: str
    sentence: str
    """What one who has it does: a sentence for people, in English."""
    marks: Marks
    seen: tuple[float, float, float, float, float]
    """The share of the situations in which a player has the skill, at each of LOWER_GRASPS."""
    why: Why | None = None
    """What the skill says of a move that it tells from another (``ai.reasons``); None: nothing."""

    def share(self, grasp: float) -> float:
        """The share of the situations in which a player with this grasp has the skill."""
        points = [*zip(LOWER_GRASPS, self.seen, strict=True), (1.0, 1.0)]
        for (low, below), (high, above) in pairwise(points):
            if grasp <= high:
                part = (grasp - low) / (high - low)
                return below * (1 - part) + above * part
        return 1.0


@dataclass(frozen=True, eq=False)
class Skills:
    """Everything to learn in a game."""

    skills: Sequence[Skill]
    situation: Situation
    logit: float
    """By how many goals an action is worse if its logit, by the game's network, is lower by 1."""

    def classes(
        self, state: State, seat: int, actions: Sequence[int], grasp: float, nature: str
    ) -> list[tuple[int, ...]]:
        """For each action all that a player sees in it here: equal tuples are the same to it."""
        here = skills_here(self, grasp, nature, tuple(self.situation(state, seat)))
        marks = [skill.marks(state, seat, actions) for skill in here]
        return list(zip(*marks, strict=True)) if marks else [()] * len(actions)


@lru_cache(maxsize=REMEMBERED)
def skills_here(skills: Skills, grasp: float, nature: str, situation: tuple[int, ...]) -> Sequence[Skill]:
    """The skills that a player has in a situation; ``skills`` is remembered as the table that it is, not by content."""
    where = text_of(situation)
    return [
        skill
        for skill, share in shares_of(skills, grasp)
        if share >= 1.0 or _chance(f"{nature}|{skill.key}|{where}") < share
    ]


@lru_cache(maxsize=REMEMBERED)
def shares_of(skills: Skills, grasp: float) -> Sequence[tuple[Skill, float]]:
    """The skills that a player with this grasp has at all, with their shares: computed for every situation, they took
    a tenth of the time of a decision.
    """
    shares = [(skill, skill.share(grasp)) for skill in skills.skills]
    return [(skill, share) for skill, share in shares if share > 0.0]


@lru_cache(maxsize=REMEMBERED)
def chance_of(nature: str, name: str, where: tuple[int, ...]) -> float:
    """A number from 0 to 1, below 1, that is a player's for good: the same for the same arguments, on every machine."""
    return _chance(f"{nature}|{name}|{text_of(where)}")


def text_of(numbers: Sequence[int]) -> str:
    """Numbers as text."""
    return ",".join([str(int(number)) for number in numbers])


def _chance(text: str) -> float:
    return float(int.from_bytes(blake2b(text.encode(), digest_size=6).digest(), "big")) / 2**48


def what_may_be_done(state: State, seat: int) -> Sequence[int]:
    """The situation in a game that does not say what one is about."""
    return [int(action) for action in state.distinct_actions(seat)]


def of_each(mark: Callable[[Any, int, int], int]) -> Marks:
    """Marks by a function of a single action."""

    def marks(state: Any, seat: int, actions: Sequence[int]) -> Sequence[int]:
        return [mark(state, seat, action) for action in actions]

    return marks


def each_for_itself(state: State, seat: int, actions: Sequence[int]) -> Sequence[int]:
    """Marks that tell every action from every other."""
    return range(len(actions))


GENERAL: Final = Skills(
    (Skill("judge", "Knows what each move is worth.", each_for_itself, (0.2, 0.45, 0.65, 0.8, 0.9)),),
    what_may_be_done,
    0.02,
)


@cache
def skills_of(variant_key: str) -> Skills:
    """The skills of a game."""
    table = module_of(variant_key, "skills")
    return GENERAL if table is None else Skills(table.SKILLS, table.situation, table.LOGIT)
