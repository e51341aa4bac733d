"""Simple players that follow a fixed policy, and their games counted, for the statistics of the rules documents. A
game's own policies are in its module; tests play by them too.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

from engines.api import CHANCE, OVER
from engines.rng import Rng, permutation

Counts: TypeAlias = Counter[str]
"""How often what came up in one game; ``games`` is 1."""
Policy: TypeAlias = Callable[[Any, int, Rng], Sequence[int]]
"""A move of a seat. It gets the whole state, for speed, but looks at nothing that the seat may not know."""


def take_turn(state: Any, policy: Policy, rng: Rng) -> None:
    """Deal what is to be dealt, or play one move."""
    seat = int(state.to_act())
    if seat == CHANCE:
        state.deal(permutation(rng, state.shuffle_needed()))
        return
    for action in policy(state, seat, rng):
        state.apply(seat, action)


def uniform(state: Any, seat: int, rng: Rng) -> Sequence[int]:
    """Every legal action equally likely."""
    return one_of(state.legal_actions(seat), rng)


def one_of(choices: Sequence[int], rng: Rng) -> Sequence[int]:
    """One of these actions, each equally likely."""
    return [choices[rng.below(len(choices))]]


def play_out(state: Any, policy: Policy, rng: Rng) -> Any:
    """Play a game to its end; the state, whose log has all events."""
    state.log = []
    while state.to_act() != OVER:
        take_turn(state, policy, rng)
    return state


def measure(
    new_game: Callable[[], Any], policy: Policy, counters: Callable[[Any], Counts], games: int, name: str
) -> list[Counts]:
    """Play games by a policy, and count each when it is over; the name is the seed."""
    return [counters(play_out(new_game(), policy, Rng(f"{name} {number}"))) for number in range(games)]
