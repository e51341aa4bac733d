"""What characters like among the choices of Turn-Based Hockey, in goals."""

from collections.abc import Mapping, Sequence
from typing import Final

from ai.characters import Character
from ai.turn_based_hockey.values import periods_after
from engines.api import State
from engines.turn_based_hockey.rules import FACE_OFF, LD, TurnBasedHockeyState, points

CHARACTERS: Final = (
    Character("blaze", {"attack": 0.03, "defence": -0.03}, "#ba530f"),
    Character("anvil", {"attack": -0.03, "defence": 0.03}, "#617386"),
    Character("miser", {"face_off": -0.05}, "#268244"),
)


def kinds(state: State, seat: int, actions: Sequence[int]) -> Mapping[str, float]:
    """Points of the cards for the face-off, the attack and the defence, and of those that later periods will lack."""
    assert isinstance(state, TurnBasedHockeyState)
    if state.node == FACE_OFF:
        return {"face_off": float(points(actions[0]))}
    placed = int(state.placed[seat])
    value = [float(points(card)) for card in actions]
    attack = sum(value[: max(0, LD - placed)])
    return {"attack": attack, "defence": sum(value) - attack, "spent": sum(value) if periods_after(state) else 0.0}
