"""What characters like among the actions of Blades of Steel, in goals."""

from collections.abc import Mapping, Sequence
from typing import Final

from ai.blades_of_steel.skills import block_in, strength_of
from ai.characters import Character
from engines.api import State
from engines.blades_of_steel.packed_cards import kind_of
from engines.blades_of_steel.rules import CHANGE_LINES, FLUSH, NO_BLOCK, SHOOT, STACK, level_of

CHARACTERS: Final = (
    Character("cannon", {"shot": 0.1, "weak_shot": 0.1}, "#d7302a"),
    Character("glacier", {"line_change": 0.03}, "#1674c5"),
    Character("ghost", {"bluff": 0.1}, "#9456bf"),
    Character("sniper", {"weak_shot": -0.1}, "#268244"),
    Character("mason", {"stack": 0.1, "bluff": -0.1}, "#8e6c10"),
    Character("matador", {"no_block": 0.12, "line_change": -0.1}, "#c7329a"),
)


def kinds(state: State, seat: int, actions: Sequence[int]) -> Mapping[str, float]:
    """The kinds of an action: a shot, possibly of three cards and easy to block, a stack, possibly without a block, or
    a line change.
    """
    action, kind = actions[0], kind_of(actions[0])
    if kind == SHOOT:
        return {"shot": 1.0, "weak_shot": 1.0} if level_of(strength_of(action)) <= FLUSH else {"shot": 1.0}
    if kind == STACK:
        return {"stack": 1.0} if block_in(action) > 0 else {"stack": 1.0, "bluff": 1.0}
    if kind == CHANGE_LINES:
        return {"line_change": 1.0}
    return {"no_block": 1.0} if kind == NO_BLOCK else {"block": 1.0}
