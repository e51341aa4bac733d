"""Positions that computers are asked about: decisions of random games with every preset and every value of a switch."""

from itertools import count, islice

from engines import VARIANTS
from engines.api import CHANCE, OVER
from engines.rng import Rng, permutation
from tests.engines.table import asked
from tests.engines.variant_suite import settings

FEW = 4
"""One of this many decisions of a game."""


def positions(key, of_preset, of_switch):
    """States with a seat that is asked, this many of each preset, and of the first preset with one switch changed."""
    presets = VARIANTS[key].presets
    for name, options in settings(VARIANTS[key]):
        yield from islice(_decisions(key, options, name), of_preset if name in presets else of_switch)


def _decisions(key, options, name):
    for number in count():
        state, rng = VARIANTS[key].new_game(options), Rng(f"{name} {number}")
        while (seat := state.to_act()) != OVER:
            if seat == CHANCE:
                state.deal(permutation(rng, state.shuffle_needed()))
                continue
            seats = asked(state)
            seat = seats[rng.below(len(seats))]
            actions = state.distinct_actions(seat)
            if len(actions) > 1 and rng.below(FEW) == 0:
                yield state, seat
            state.apply(seat, actions[rng.below(len(actions))])
