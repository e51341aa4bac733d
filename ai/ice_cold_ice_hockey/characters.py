"""What characters like among the actions of Ice Cold Ice Hockey, in goals."""

from collections.abc import Mapping, Sequence
from typing import Final

from ai.characters import Character
from engines.ice_cold_ice_hockey.rules import numbers as n
from engines.ice_cold_ice_hockey.rules.state import IceColdState

CHARACTERS: Final = (
    Character("bruiser", {"foul": 0.15, "answer": 0.06, "drops_defence": -0.04}, "#ba530f"),
    Character("cannon", {"outside_shot": 0.1, "pass": -0.06, "skate": -0.06}, "#d7302a"),
    Character("velvet", {"pass": 0.04, "skate": -0.05}, "#9456bf"),
    Character("comet", {"skate": 0.06, "pass": -0.03}, "#268244"),
    Character("plow", {"dump": 0.05}, "#617386"),
    Character("glacier", {"deep": 0.08}, "#1674c5"),
)


def kinds(state: IceColdState, seat: int, actions: Sequence[int]) -> Mapping[str, float]:
    """The kinds of an action: a shot, a pass, a skate, a dump with a card or out deep, and if a defence card is thrown
    away; an answer, possibly a foul, or none.
    """
    action = actions[0]
    if state.node == n.ATTACK:
        if action == n.OUTSIDE_SHOT:
            return {"outside_shot": 1.0}
        if action == n.DUMP_DEEP:
            return {"deep": 1.0}
        if action < n.DUMP_CENTER:
            kind = state.deck.kind[action]
            return {"pass" if kind == n.PASS else "skate" if kind == n.SKATE else "inside_shot": 1.0}
        if action >= n.ANSWER:
            return {}
        thrown = {"drops_defence": 1.0} if state.deck.kind[action % n.DUMP_CENTER] == n.DEFENCE else {}
        return {"dump": 1.0, **thrown} if action < n.DEFENSIVE_MODE else thrown
    if state.node in (n.DEFEND, n.COUNTER, n.INSIDE_SHOT_RESPONSE, n.OUTSIDE_SHOT_RESPONSE):
        if action == n.DECLINE:
            return {"decline": 1.0}
        if n.ANSWER <= action < n.DISCARD:
            return (
                {"answer": 1.0, "foul": 1.0} if state.deck.may_be_penalised[action - n.ANSWER] == 1 else {"answer": 1.0}
            )
    return {}
