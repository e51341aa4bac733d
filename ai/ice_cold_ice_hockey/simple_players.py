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


def is_thrown(action: int) -> bool:
    """Whether the action throws a card away."""
    return n.DUMP_CENTER <= action < n.ANSWER or n.DISCARD <= action < n.CARD_ACTIONS


def worth_of(state: IceColdState, card: int) -> int:
    """0 for a card that may be penalised, 2 for a shot or a block, else 1."""
    if state.deck.kind[card] in (n.INSIDE_SHOT, n.OS_BLOCKED, n.IS_BLOCKED):
        return 2
    return 1 - int(state.deck.may_be_penalised[card])


def first_of(sentence: str, *wanted: str, saves: bool = False) -> SimplePlayer:
    """Takes the first possible action of those ``wanted``; otherwise any. With ``saves`` it throws away what may be
    penalised first, and shots and blocks last.
    """

    def pick(state: IceColdState, seat: int, actions: Sequence[int], rng: Rng) -> int:
        names = [name_of(state, action) for action in actions]
        best = next((name for name in (*wanted, *QUIET) if name in names), None)
        found = [action for action, name in zip(actions, names, strict=True) if best in (None, name)]
        if saves and all(is_thrown(action) for action in found):
            worth = [worth_of(state, action % n.DUMP_CENTER) for action in found]
            found = [action for action, of_card in zip(found, worth, strict=True) if of_card == min(worth)]
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
    "saves": first_of(
        "Play or answer if you can, else clear; throw away fouls first, shots and blocks last.",
        *(ANSWER, INSIDE, PLAY, "down the ice", DUMP, "an outside shot", "keep it in"),
        saves=True,
    ),
}
