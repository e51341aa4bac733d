"""Players of Ice Cold Ice Hockey that follow one sentence (``ai.simple_players``)."""

from collections.abc import Mapping, Sequence
from typing import Final

from ai.simple_players import SimplePlayer, any_of
from engines.ice_cold_ice_hockey.rules import numbers as n
from engines.ice_cold_ice_hockey.rules.state import IceColdState
from engines.rng import Rng

INSIDE: Final = "an inside shot"
PLAY: Final = "a pass or a skate"
ANSWER: Final = "an answer"
DUMP: Final = "a dump"
NAMES: Final[Mapping[int, str]] = {
    n.OUTSIDE_SHOT: "an outside shot",
    n.DUMP_DEEP: "down the ice",
    n.KEEP: "keep it in",
    n.DRAW: "draw",
    n.TAKE_FACE_OFF: "a face-off",
    n.LEAVE: "leave",
    n.RETURN_GOALIE: "the goalie returns",
    n.KEEP_IN_NET: "the goalie stays",
}
QUIET: Final = ("draw", "the goalie returns", "the goalie stays", "a face-off", "leave")
"""Actions that no sentence mentions, equal for all players."""


def name_of(state: IceColdState, action: int) -> str:
    """The name of an action in sentences; empty if no sentence mentions it."""
    if action < n.DUMP_CENTER:
        return INSIDE if state.deck.kind[action] == n.INSIDE_SHOT else PLAY
    if action < n.DEFENSIVE_MODE:
        return DUMP
    return ANSWER if n.ANSWER <= action < n.DISCARD else NAMES.get(action, "")


def first_of(sentence: str, *wanted: str) -> SimplePlayer:
    """Takes the first possible action of those ``wanted``; otherwise any."""

    def pick(state: IceColdState, seat: int, actions: Sequence[int], rng: Rng) -> int:
        names = [name_of(state, action) for action in actions]
        best = next((name for name in (*wanted, *QUIET) if name in names), None)
        found = [action for action, name in zip(actions, names, strict=True) if best in (None, name)]
        return any_of(found, rng)

    return SimplePlayer(sentence, pick)


PLAYERS: Final[Mapping[str, SimplePlayer]] = {
    "plays": first_of(
        "Play or answer if you can, else shoot, else dump.",
        *(ANSWER, INSIDE, PLAY, "an outside shot", DUMP, "down the ice", "keep it in"),
    ),
    "shoots": first_of(
        "Shoot whenever you may and answer if you can, else play, else dump.",
        *(ANSWER, INSIDE, "an outside shot", PLAY, DUMP, "down the ice", "keep it in"),
    ),
    "clears": first_of(
        "Play or answer if you can, else send the puck down the ice, else dump.",
        *(ANSWER, INSIDE, PLAY, "down the ice", DUMP, "an outside shot", "keep it in"),
    ),
}
