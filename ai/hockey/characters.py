"""What characters like among the plays of Hockey, in goals."""

from collections.abc import Mapping, Sequence
from typing import Final

from ai.characters import Character
from engines.api import NO_SIDE
from engines.hockey.rules import CHOOSE_DEALER, NO_CARD, HockeyState, rank

CHARACTERS: Final = (
    Character("dash", {"breakaway": 0.05, "wild": 0.03}, "#d7302a"),
    Character("deacon", {"breakaway": -0.04, "wild": -0.06}, "#1674c5"),
    Character("snare", {"trap": 0.25}, "#268244"),
    Character("brass", {"high": 0.03}, "#9a6410"),
    Character("pebble", {"low": 0.025}, "#9456bf"),
    Character("echo", {"near": 0.05}, "#0d7c80"),
)
HIGH: Final = 8
"""The lowest rank of the high ones, a ten."""
LOW: Final = 4
"""The highest rank of the low ones, a six."""
EARLY: Final = 3
"""Cards in a hand from which on its order is a choice."""


def kinds(state: HockeyState, seat: int, actions: Sequence[int]) -> Mapping[str, float]:
    """The kinds of a play: the beginning of a breakaway, a wild card for it or against one, a card laid while another
    of its rank is kept, a high or a low one while the hand is full, and one next in rank to the top.
    """
    if state.node == CHOOSE_DEALER:
        return {}
    found = {}
    of_rank = rank(actions[0])
    if state.holder == NO_SIDE:
        is_wild = (state.options.wild_ranks >> of_rank) & 1 == 1
        if is_wild or (state.top != NO_CARD and rank(state.top) == of_rank):
            found["breakaway"] = 1.0
        if is_wild:
            found["wild"] = 1.0
    elif state.holder != seat % 2 and (state.options.wild_ranks >> of_rank) & 1 == 1:
        found["block"] = 1.0
    kept = (int(state.hands[seat].mask()) & ~(1 << actions[0])) >> (4 * of_rank) & 15
    if state.holder == NO_SIDE and "breakaway" not in found and kept:
        found["trap"] = 1.0
    is_plain = (state.options.wild_ranks >> of_rank) & 1 == 0
    if is_plain and state.hands[seat].size >= EARLY and (of_rank >= HIGH or of_rank <= LOW):
        found["high" if of_rank >= HIGH else "low"] = 1.0
    if state.top != NO_CARD and abs(int(of_rank) - int(rank(state.top))) == 1:
        found["near"] = 1.0
    return found
