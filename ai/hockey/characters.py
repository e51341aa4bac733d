"""What characters like among the plays of Hockey, in goals."""

from collections.abc import Mapping, Sequence
from typing import Final

from ai.characters import Character
from engines.api import NO_SIDE, State
from engines.hockey.rules import CHOOSE_DEALER, NO_CARD, HockeyState, rank

CHARACTERS: Final = (
    Character("dash", {"breakaway": 0.05, "wild": 0.03}, "#d7302a"),
    Character("deacon", {"breakaway": -0.04, "wild": -0.06}, "#1674c5"),
    Character("snare", {"trap": 0.25}, "#268244"),
)


def kinds(state: State, seat: int, actions: Sequence[int]) -> Mapping[str, float]:
    """The kinds of a play: the beginning of a breakaway, a wild card for it or against one, a card laid while another
    of its rank is kept.
    """
    assert isinstance(state, HockeyState)
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
    return found
