"""What luck leaves: the frozen search that sees other hands, not the deck, against the same search that does not:
``python -m bench ceiling``.

Nobody can know so much, and a player who judges others by their play knows a part of it at most: so this bounds what
any opponent could gain by better beliefs. (A player with a better plan for hands that it does not know could gain
something besides.) Where partners play, the partner's hand alone bounds what signals could tell. Writes its section of
docs/strength.md.
"""

import argparse
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from ai.arena import Match, OpenCards, Play, pair_seed
from ai.intervals import elo
from ai.levels import Player
from bench.report import elo_cells, points_cells, put_section, table
from engines import VARIANTS
from engines.api import State
from engines.blades_of_steel.rules import BladesState
from engines.hand import Hand
from engines.hockey.rules import HockeyState
from engines.ice_cold_ice_hockey.rules.state import IceColdState
from engines.rng import Rng

SEED: Final = "ceiling"
SIMULATIONS: Final = 300
HEADS: Final = ("game", "player", "against", "games", "points", "95 %", "Elo", "95 %")


class OpenHands(OpenCards):
    """The true state as an observation, but for the order of the deck."""

    def determinize_into(self, state: State, rng: Rng) -> None:
        """Every deal has the true hands, and a deck in any order."""
        super().determinize_into(state, rng)
        assert isinstance(state, BladesState | IceColdState | HockeyState)
        begin, end = (
            (0, int(state.stock_size))
            if isinstance(state, IceColdState)
            else (int(state.stock_at), len(state.options.deck))
        )
        deal_again(self.closed(state), state.stock, begin, end, rng)

    def closed(self, state: State) -> Sequence[Hand]:
        """The hands that are not seen."""
        return ()


class PartnersHand(OpenHands):
    """Where partners play: the hands of the own side alone."""

    def closed(self, state: State) -> Sequence[Hand]:
        assert isinstance(state, HockeyState)
        return state.hands[1 - int(self.seat) % 2 :: 2]


class OpponentsHands(OpenHands):
    """Where partners play: the own hand and those of the opponents."""

    def closed(self, state: State) -> Sequence[Hand]:
        assert isinstance(state, HockeyState)
        return (state.hands[(int(self.seat) + 2) % 4],)


def deal_again(hands: Sequence[Hand], stock: vec[i64], begin: int, end: int, rng: Rng) -> None:
    """Deal the cards of these hands and of a part of a stock again: each gets as many as it had."""
    cards = [int(hand.cards[i]) for hand in hands for i in range(int(hand.size))] + [
        int(stock[i]) for i in range(begin, end)
    ]
    for i in range(len(cards) - 1):
        j = i + rng.below(len(cards) - i)
        cards[i], cards[j] = cards[j], cards[i]
    for hand in hands:
        size = int(hand.size)
        held, cards = sorted(cards[:size]), cards[size:]
        for i in range(size):  # one by one: see ``buffer_of``
            hand.cards[i] = i64(held[i])
    for i in range(begin, end):
        stock[i] = i64(cards[i - begin])


@dataclass(frozen=True)
class Row:
    """A match of the search that sees more against the same search that does not."""

    key: str
    preset: str
    observe: type[OpenHands]
    sees: str


ROWS: Final = (
    Row("blades_of_steel", "standard", OpenHands, "the other hands"),
    Row("ice_cold_ice_hockey", "shootout", OpenHands, "the other hands"),
    Row("hockey", "partnership", PartnersHand, "the partner's hand"),
    Row("hockey", "partnership", OpponentsHands, "the opponents' hands"),
)


def play_pairs(row: Row, pairs: int, simulations: int) -> Match:
    """The match, in mirrored pairs."""
    variant = VARIANTS[row.key]
    rules, options = (replace(variant, observe=row.observe), variant), variant.presets[row.preset]
    player = Player(simulations=simulations, exact=True)
    return Match(
        tuple(
            (
                Play(rules, options, (player, player), pair_seed(SEED, pair), 0).play_out(),
                Play(rules, options, (player, player), pair_seed(SEED, pair), 1).play_out(),
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
    for row in ROWS:
        match = play_pairs(row, pairs, SIMULATIONS)
        print(f"{row.key}/{row.preset}, sees {row.sees}: {match}", flush=True)
        low, high = match.interval
        cells = (*points_cells(match.points, low, high), *elo_cells(elo(match.points), elo(low), elo(high)))
        name = f"{VARIANTS[row.key].name}, `{row.preset}`"
        rows.append(
            (
                name,
                f"{SIMULATIONS} simulations, sees {row.sees}",
                f"{SIMULATIONS} simulations",
                len(match.games),
                *cells,
            )
        )
    put_section("ceiling", table(HEADS, rows))


if __name__ == "__main__":
    main()
