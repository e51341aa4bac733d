"""The skills of Blades of Steel (``ai.skills``), in the order of a coach."""

from collections.abc import Sequence
from typing import Final

from ai.blades_of_steel.heuristic import put_stack
from ai.blades_of_steel.values import best_block, top_rank
from ai.skills import Skill, each_for_itself
from engines.api import State
from engines.blades_of_steel.packed_cards import cards_of, kind_of
from engines.blades_of_steel.rules import (
    ANSWER,
    CHANGE_LINES,
    NO_BLOCK,
    SHOOT,
    STACK,
    WITH_ACE,
    BladesState,
    Side,
    level_of,
    strength,
)

LOGIT: Final = 0.017


def situation(state: State, seat: int) -> Sequence[int]:
    """In an answer the shot's level and highest rank; else the stacks of both sides, and the best shot that is held."""
    assert isinstance(state, BladesState)
    if state.node == ANSWER:
        return 1, int(level_of(state.shot_strength)), int(top_rank(state.shot_strength))
    best = max((strength_of(action) for action in state.distinct_actions(seat) if kind_of(action) == SHOOT), default=0)
    sizes = [int(state.sides[side].stack.size) for side in (seat, 1 - seat)]
    return 0, *sizes, int(level_of(best)), int(top_rank(best))


def strength_of(action: int) -> int:
    """The strength of the cards of an action by the rank table."""
    return int(strength(cards_of(action), False))


def stops(state: State, seat: int, actions: Sequence[int]) -> Sequence[int]:
    """1 for a block that stops the shot."""
    assert isinstance(state, BladesState)
    if state.node != ANSWER:
        return [0] * len(actions)
    return [int(kind_of(action) != NO_BLOCK and strength_of(action) >= state.shot_strength) for action in actions]


def sure_shots(state: State, seat: int, actions: Sequence[int]) -> Sequence[int]:
    """The level of a shot that hardly anything stops: a breakaway or the great one."""
    levels = [int(level_of(strength_of(action))) if kind_of(action) == SHOOT else 0 for action in actions]
    return [level if level >= WITH_ACE else 0 for level in levels]


def kinds_of_play(state: State, seat: int, actions: Sequence[int]) -> Sequence[int]:
    """Shots by their level, stacks by whether they hold a block, and new lines."""
    return [kind_of_play(action) for action in actions]


def kind_of_play(action: int) -> int:
    """A number for a shot's level, for a stack with and without a block, for new lines, and for blocks."""
    kind = kind_of(action)
    if kind == SHOOT:
        return 10 + int(level_of(strength_of(action)))
    if kind == STACK:
        side = Side()
        put_stack(side, cards_of(action))
        return 1 if best_block(side.stack) > 0 else 2
    return 3 if kind == CHANGE_LINES else 4


def strengths(state: State, seat: int, actions: Sequence[int]) -> Sequence[int]:
    """The strength of shots, blocks and stacks, to the rank of the highest card."""
    return [strength_of(action) if kind_of(action) != CHANGE_LINES else -1 for action in actions]


SKILLS: Final = (
    Skill("stop", "Blocks a shot when its cards can.", stops, (0.1, 0.58, 0.97, 1.0, 1.0)),
    Skill("sure", "Shoots a breakaway, or both red nines.", sure_shots, (0.1, 0.58, 0.98, 1.0, 1.0)),
    Skill(
        "play",
        "Knows when to shoot, when to stack and when to change lines.",
        kinds_of_play,
        (0.61, 0.69, 0.89, 1.0, 1.0),
    ),
    Skill(
        "rank",
        "Shoots its highest hand, and blocks with the weakest that is enough.",
        strengths,
        (0.43, 0.5, 0.56, 0.61, 0.9),
    ),
    Skill("spend", "Spends few cards, and keeps what it needs.", each_for_itself, (0.1, 0.11, 0.12, 0.21, 0.65)),
)
