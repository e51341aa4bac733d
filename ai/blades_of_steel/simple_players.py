"""Players of Blades of Steel that follow one sentence (``ai.simple_players``)."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from ai.blades_of_steel.skills import cards_in, strength_of
from ai.simple_players import SimplePlayer
from engines.blades_of_steel.packed_cards import kind_of
from engines.blades_of_steel.rules import (
    ANSWER,
    CHANGE_LINES,
    FLUSH,
    NO_BLOCK,
    SHOOT,
    STACK,
    BladesState,
    level_of,
)
from engines.rng import Rng


def of_kind(actions: Sequence[int], kind: int) -> list[int]:
    """The actions of one kind."""
    return [action for action in actions if kind_of(action) == kind]


def block_or(rest: str, attack: Callable[[BladesState, int, Sequence[int]], int]) -> SimplePlayer:
    """Blocks with the weakest sufficient cards; in its own turn it plays ``attack``, described by ``rest``."""

    def pick(state: BladesState, seat: int, actions: Sequence[int], rng: Rng) -> int:
        if state.node != ANSWER:
            return attack(state, seat, actions)
        blocks = [action for action in actions if kind_of(action) != NO_BLOCK]
        stopping = [action for action in blocks if strength_of(action) >= state.shot_strength]
        return min(stopping, key=strength_of) if stopping else of_kind(actions, NO_BLOCK)[0]

    return SimplePlayer(f"Block if you can, else {rest}.", pick)


def highest_shot(state: BladesState, seat: int, actions: Sequence[int]) -> int:
    """The highest hand by the rank table, else a stack, else new lines."""
    shots = of_kind(actions, SHOOT)
    if shots:
        return max(shots, key=strength_of)
    return max(of_kind(actions, STACK) or of_kind(actions, CHANGE_LINES), key=cards_in)


def defence_first(state: BladesState, seat: int, actions: Sequence[int]) -> int:
    """A stack of as many cards as possible where nothing is stacked, else the highest shot."""
    stacks = of_kind(actions, STACK)
    if stacks and state.sides[seat].stack.size == 0:
        return max(stacks, key=cards_in)
    return highest_shot(state, seat, actions)


def flush_or_better(state: BladesState, seat: int, actions: Sequence[int]) -> int:
    """A flush or better, else a stack where nothing is stacked, else the highest shot."""
    is_good = any(level_of(strength_of(action)) >= FLUSH for action in of_kind(actions, SHOOT))
    return highest_shot(state, seat, actions) if is_good else defence_first(state, seat, actions)


PLAYERS: Final[Mapping[str, SimplePlayer]] = {
    "highest_shot": block_or("shoot the highest hand by the rank table, else stack", highest_shot),
    "flush_or_better": block_or("shoot a flush or better, else stack where you have no defence", flush_or_better),
    "defence_first": block_or("stack where you have no defence, else shoot the highest hand", defence_first),
}
