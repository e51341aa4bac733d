"""Games that are played move by move, with chance from a generator."""

from collections.abc import Iterator

from ai.choose import Decision, choose
from ai.levels import Player
from engines.api import CHANCE, OVER, State, Variant
from engines.rng import Rng, permutation


def next_seat(state: State, rng: Rng) -> int:
    """Deal whatever is due; returns the seat that then decides, or ``OVER``."""
    while (seat := int(state.to_act())) == CHANCE:
        state.deal(permutation(rng, state.shuffle_needed()))
    return seat


def decisions(variant: Variant, state: State, player: Player, rng: Rng) -> Iterator[tuple[int, Decision]]:
    """What a player in all seats decides from a position on, each decision with its seat and before it is made."""
    while (seat := next_seat(state, rng)) != OVER:
        decision = choose(variant, variant.observe(state, seat), player, rng)
        yield seat, decision
        for action in decision.actions:
            state.apply(seat, action)
