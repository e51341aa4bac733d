"""What characters like among the actions of Ice Cold Ice Hockey, in goals."""

from collections.abc import Mapping, Sequence
from typing import Final

from ai.characters import Character
from engines.api import State
from engines.ice_cold_ice_hockey.rules import numbers as n
from engines.ice_cold_ice_hockey.rules.state import IceColdState

CHARACTERS: Final = (
    Character("bruiser", {"outside_shot": 0.03, "foul": 0.05}, "#ba530f"),
    Character("velvet", {"carry": 0.01, "outside_shot": -0.03, "foul": -0.03}, "#9456bf"),
    Character("plow", {"dump": 0.003}, "#617386"),
)


def kinds(state: State, seat: int, actions: Sequence[int]) -> Mapping[str, float]:
    """The kinds of an action: a shot, a play that carries the puck, a dump; a defence, possibly a foul, or none."""
    assert isinstance(state, IceColdState)
    action = actions[0]
    if state.node == n.ATTACK:
        if action == n.OUTSIDE_SHOT:
            return {"outside_shot": 1.0}
        if action < n.DUMP_CENTER:
            return {"inside_shot": 1.0} if state.deck.kind[action] == n.INSIDE_SHOT else {"carry": 1.0}
        return {"dump": 1.0} if action < n.DEFENSIVE_MODE or action == n.DUMP_DEEP else {}
    if state.node in (n.DEFEND, n.COUNTER, n.INSIDE_SHOT_RESPONSE, n.OUTSIDE_SHOT_RESPONSE):
        if action == n.DECLINE:
            return {"decline": 1.0}
        if n.ANSWER <= action < n.DISCARD:
            return (
                {"answer": 1.0, "foul": 1.0} if state.deck.may_be_penalised[action - n.ANSWER] == 1 else {"answer": 1.0}
            )
    return {}
