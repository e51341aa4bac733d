"""A small game of Hockey."""

from collections.abc import Sequence

from bench.theory.game_tree import distinct_deals
from bench.theory.small_games import SmallGame
from engines import VARIANTS


def small_hockey(ranks: str, suits: str, sizes: Sequence[int]) -> SmallGame:
    """One period without overtime, seat 0 begins; ``sizes`` are the cards a seat gets in each deal, one at a time."""
    deck = [rank + suit for rank in ranks for suit in suits]
    options = {"periods": 1, "overtime": "none", "deals": list(sizes)}
    position = {"node": "shuffle", "dealer": 1, "period": 1, "deck": deck, "options": options}
    hands: list[range] = []
    for size in sizes:
        place = sum(map(len, hands))
        hands += [range(place, place + 2 * size, 2), range(place + 1, place + 2 * size, 2)]
    deals = distinct_deals([ranks.index(card[0]) for card in deck], hands)
    variant = VARIANTS["hockey"]
    title = f"Hockey, {' '.join(ranks)} in {len(suits)} suits, deals of {' and '.join(map(str, sizes))}"
    return SmallGame(variant, title, variant.codec.load_state(position), tuple(deals), suits_matter=False)
