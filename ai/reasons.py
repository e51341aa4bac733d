"""Why a move is played rather than another: by the first of the game's skills that tells the two apart."""

from collections.abc import Sequence

from ai.skills import skills_of
from engines.api import State


def contrast(variant_key: str, state: State, seat: int, move: Sequence[int], other: Sequence[int]) -> str:
    """What distinguishes a move of a seat from another, each given with its actions: a text that can be translated.

    ``state`` is a determinization; only what the seat knows of it is used. Empty if no skill tells them apart in words.
    """
    for skill in skills_of(variant_key).skills:
        if skill.why is None:
            continue
        one, two = skill.marks(state, seat, [move[0], other[0]])
        text = skill.why(state, seat, move, other) if one != two or move[0] == other[0] else ""
        if text:
            return text
    return ""
