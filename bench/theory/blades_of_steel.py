"""A small game of Blades of Steel."""

from typing import Final

from bench.theory.game_tree import distinct_deals
from bench.theory.small_games import SmallGame, hands_from
from engines import VARIANTS


def small_blades(ranks: str, suits: str, hand_size: int) -> SmallGame:
    """One pack, a draw if there are no more goals on one side; seat 0 begins."""
    deck = [rank + suit for rank in ranks for suit in suits]
    position = {"node": "deal", "seat": 0, "deck": deck, "hand_size": hand_size, "options": {"overtime": "none"}}
    draw_pile = [range(place, place + 1) for place in range(2 * hand_size, len(deck))]
    deals = distinct_deals(range(len(deck)), [*hands_from(0, hand_size), *draw_pile])
    title = f"Blades of Steel, {' '.join(ranks)} in {len(suits)} suits, hands of {hand_size}"
    variant = VARIANTS["blades_of_steel"]
    return SmallGame("blades_of_steel", variant, title, variant.codec.load_state(position), tuple(deals))


SMALL_GAMES: Final = (small_blades("3A", "CDHS", 3),)
