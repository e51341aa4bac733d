"""What characters like among the choices of Turn-Based Hockey, in goals."""

from collections.abc import Mapping, Sequence
from typing import Final

from ai.characters import Character
from ai.turn_based_hockey.values import periods_after
from engines.turn_based_hockey.rules import FACE_OFF, LD, C as CENTRE, G, TurnBasedHockeyState, points

CHARACTERS: Final = (
    Character("blaze", {"defence": -0.01}, "#ba530f"),
    Character("anvil", {"attack": -0.01}, "#617386"),
    Character("spine", {"centre": 0.02, "goal": 0.02}, "#268244"),
    Character("pivot", {"centre": 0.02}, "#1674c5"),
    Character("mask", {"goal": 0.01}, "#9456bf"),
    Character("squirrel", {"spent": -0.005}, "#d7302a"),
)
"""Below the highest level likings also decide between moves that look the same: who likes high cards in the attack, or
to spend them early, loses 40 Elo and more by that at Junior; the opposite costs nothing.
"""


def kinds(state: TurnBasedHockeyState, seat: int, actions: Sequence[int]) -> Mapping[str, float]:
    """Points of the cards for the face-off, the attack, the defence, the centre and the goal, and of those that later
    periods will lack.
    """
    if state.node == FACE_OFF:
        return {"face_off": float(points(actions[0]))}
    placed = int(state.placed[seat])
    value = [float(points(card)) for card in actions]
    attack = sum(value[: max(0, LD - placed)])
    found = {"attack": attack, "defence": sum(value) - attack, "spent": sum(value) if periods_after(state) else 0.0}
    for place, kind in ((CENTRE, "centre"), (G, "goal")):
        if placed <= place < placed + len(value):
            found[kind] = value[place - placed]
    return found
