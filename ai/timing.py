"""How long computers take to answer persons: as long for a forced move as for the longest search, so that time shows no cards.

The time follows from the game and the budget of the search, never from the position. A slow or busy core ends some searches early instead
of answering late.
"""

from math import ceil
from typing import Final

from ai.heuristics import make_heuristic
from ai.levels import Player
from engines import is_compiled
from engines.api import Variant

RESERVE_MS: Final = 10
"""At the end of every answer: for the last slice of the search, and for storing the answer on time."""
LEAST_SEARCH_MS: Final = 10
"""Enough for every heuristic, also interpreted."""
SLOWER_CORES: Final = 2
"""A core half as fast as the one on which the heuristics' times were measured still finishes its searches."""
LONGEST_MS: Final = 2000
"""No answer takes longer, whatever the budget: the lease of a turn has to outlast it."""
INTERPRETED: Final = 50
"""How many times longer a search takes interpreted."""


def answer_ms(variant: Variant, player: Player) -> int:
    """Milliseconds from the moment in which ``player`` begins with a decision to its answer."""
    if not variant.has_decisions or player.simulations == 0:
        return LEAST_SEARCH_MS + RESERVE_MS
    slowdown = SLOWER_CORES * (1 if is_compiled() else INTERPRETED)
    search_ms = ceil(player.simulations * make_heuristic(variant.key).slowest_us * slowdown / 1000)
    return min(LONGEST_MS, max(LEAST_SEARCH_MS, min(player.cap_ms, search_ms)) + RESERVE_MS)
