"""Positions that computers are asked about: decisions of random games with every preset and every value of a switch."""

from hashlib import blake2b
from itertools import count, islice

from ai.play import next_seat
from engines import VARIANTS
from engines.api import OVER
from engines.rng import Rng
from tests.engines.table import asked
from tests.engines.variant_suite import settings

FEW = 4
"""One of this many decisions of a game."""


def digests(key, of_preset, of_switch, facts_of):
    """For each preset, and for each switch with all of its values in the first preset, a digest of ``facts_of(setting,
    state, seat)`` for states with a seat that is asked, this many of each setting.
    """
    presets, found = VARIANTS[key].presets, {}
    for setting, options in settings(VARIANTS[key]):
        name = setting.split()[0]
        seen = found.setdefault(name, blake2b(digest_size=8))
        for state, seat in islice(_decisions(key, options, setting), of_preset if setting in presets else of_switch):
            seen.update(repr(facts_of(setting, state, seat)).encode())
    return {name: seen.hexdigest() for name, seen in found.items()}


def _decisions(key, options, name):
    for number in count():
        state, rng = VARIANTS[key].new_game(options), Rng(f"{name} {number}")
        while (seat := next_seat(state, rng)) != OVER:
            seats = asked(state)
            seat = seats[rng.below(len(seats))]
            actions = state.distinct_actions(seat)
            if len(actions) > 1 and rng.below(FEW) == 0:
                yield state, seat
            state.apply(seat, actions[rng.below(len(actions))])
