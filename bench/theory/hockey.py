"""Small games of Hockey."""

from collections.abc import Sequence
from typing import Final

from bench.theory.game_tree import distinct_deals
from bench.theory.small_games import SmallGame, hands_from
from engines import VARIANTS


def small_hockey(key: str, ranks: str, suits: str, sizes: Sequence[int]) -> SmallGame:
    """One period without overtime, seat 0 begins; ``sizes`` are the cards a seat gets in each deal."""
    deck = [rank + suit for rank in ranks for suit in suits]
    options = {"periods": 1, "overtime": "none", "deals": list(sizes)}
    position = {"node": "shuffle", "dealer": 1, "period": 1, "deck": deck, "options": options}
    blocks: list[range] = []
    for size in sizes:
        blocks += hands_from(sum(map(len, blocks)), size)
    deals = distinct_deals([ranks.index(card[0]) for card in deck], blocks)
    variant = VARIANTS["hockey"]
    title = f"Hockey, {' '.join(ranks)} in {len(suits)} suits, deals of {' and '.join(map(str, sizes))}"
    return SmallGame(key, variant, title, variant.codec.load_state(position), tuple(deals), suits_matter=False)


SMALL_GAMES: Final = (
    small_hockey("hockey", "234J", "CD", [2, 2]),
    small_hockey("short_hockey", "234J", "CD", [3, 1]),
)
