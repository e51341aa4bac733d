"""What luck leaves: the frozen search that sees the other hands, not the deck, against the same search that does not: ``make ceiling``.

Nobody can know so much, and a player who judges others by their play knows a part of it at most: so this bounds what any opponent could
gain by better beliefs. (A player with a better plan for hands that it does not know could gain something besides.) Writes its
section of docs/strength.md.
"""

import argparse
from dataclasses import replace
from typing import Final

from ai.arena import Match, OpenCards, Play, pair_seed
from ai.intervals import elo
from bench.opponents.frozen import FrozenLegend
from bench.report import elo_cells, points_cells, put_section, table
from engines import VARIANTS
from engines.api import State, Variant
from engines.blades_of_steel.rules import BladesState
from engines.ice_cold_ice_hockey.rules.state import IceColdState
from engines.rng import Rng

SEED: Final = "ceiling"
SIMULATIONS: Final = 300
GAMES: Final = ("blades_of_steel", "ice_cold_ice_hockey")
HEADS: Final = ("game", "player", "against", "games", "points", "95 %", "Elo", "95 %")


class OpenHands(OpenCards):
    """The true state as an observation, but for the order of the deck."""

    def determinize_into(self, state: State, rng: Rng) -> None:
        """Every deal has the true hands, and a deck in any order."""
        super().determinize_into(state, rng)
        begin, end = (0, 0)
        if isinstance(state, BladesState):
            begin, end = int(state.stock_at), len(state.options.deck)
        elif isinstance(state, IceColdState):
            end = int(state.stock_size)
        stock = state.stock
        for i in range(begin, end - 1):  # by hand: see ``buffer_of``
            j = i + rng.below(end - i)
            stock[i], stock[j] = stock[j], stock[i]


def play_pairs(variant: Variant, pairs: int, simulations: int) -> Match:
    """The search with open hands against itself without, in mirrored pairs."""
    rules, options = (replace(variant, observe=OpenHands), variant), next(iter(variant.presets.values()))
    players = (FrozenLegend(simulations), FrozenLegend(simulations))
    return Match(
        tuple(
            (
                Play(rules, options, players, pair_seed(SEED, pair), 0).play_out(),
                Play(rules, options, players, pair_seed(SEED, pair), 1).play_out(),
            )
            for pair in range(pairs)
        )
    )


def main() -> None:
    """Play all matches and write the section."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pairs", type=int, default=300)
    pairs = parser.parse_args().pairs
    rows = []
    for key in GAMES:
        match = play_pairs(VARIANTS[key], pairs, SIMULATIONS)
        print(f"{key}: {match}", flush=True)
        low, high = match.interval
        name = f"{SIMULATIONS} simulations, sees the other hands"
        cells = (*points_cells(match.points, low, high), *elo_cells(elo(match.points), elo(low), elo(high)))
        rows.append((VARIANTS[key].name, name, f"{SIMULATIONS} simulations", len(match.games), *cells))
    put_section("ceiling", table(HEADS, rows))


if __name__ == "__main__":
    main()
