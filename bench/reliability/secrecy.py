"""Secrecy at every ply of many random games, in every preset: ``faceoff bench secrecy``. The test suites look at
some plies of one game each.

At every step, for every seat and a spectator, what they cannot see is dealt anew. All that they are shown must stay
byte for byte the same: table, hand, legal moves, refusals, events, commentary, and the move and values of a computer
that decides for the seat.
"""

import itertools
import time

from ai.choose import choose
from ai.levels import Player
from bench.study import parser_of
from engines import VARIANTS
from engines.api import CHANCE, OVER
from engines.rng import Rng
from tests.engines.table import asked, step
from tests.engines.variant_suite import Rules, assert_nothing_shows

COMPUTERS = (Player(), Player(simulations=12))


def soak(rules: Rules, games: int) -> tuple[int, int, int]:
    """Play; returns the positions compared, how many of them differed in what is hidden, and the computers' decisions
    compared.
    """
    compared = differed = decisions = 0
    for number in range(games):
        state, rng = rules.new_game(), Rng(f"soak {rules.variant.key} {rules.preset} {number}")
        probes: list[object] = []
        while state.to_act() != OVER:
            probes += [move for seat in asked(state) for move in rules.variant.codec.list_moves(state, seat)]
            for seat in rules.viewers(state):
                other = rules.variant.observe(state, seat).determinize(rng)
                assert_nothing_shows(rules, state, other, seat, probes[-12:], rng)
                compared += 1
                differed += rules.dump(state) != rules.dump(other)
                if state.to_act() != CHANCE and state.may_act(seat):
                    level = COMPUTERS[decisions % len(COMPUTERS)]
                    decided = [
                        choose(rules.variant, rules.variant.observe(seen, seat), level, Rng(decisions))
                        for seen in (state, other)
                    ]
                    assert decided[0] == decided[1], f"{level} decides by what seat {seat} cannot see"
                    decisions += 1
            step(state, rng)
    return compared, differed, decisions


def main() -> None:
    games = parser_of(__doc__, games=(10, "of every preset")).parse_args().games
    for rules in itertools.chain(
        *([Rules(variant, preset) for preset in variant.presets] for variant in VARIANTS.values())
    ):
        began = time.monotonic()
        compared, differed, decisions = soak(rules, games)
        where = f"{rules.variant.key} {rules.preset}"
        print(
            f"{where:36} {games} games: {compared} positions the same, {differed} of them with other hidden cards; "
            f"{decisions} computer decisions the same; {time.monotonic() - began:.0f} s",
            flush=True,
        )
