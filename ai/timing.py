"""How long computers take to answer persons: as long for a forced move as for the longest search, so that time shows no cards.

The time follows from the game and the budget of the search, never from the position. A slow or busy core ends some searches early instead
of answering late.
"""

from math import ceil
from typing import Final

from ai.heuristics import make_heuristic
from ai.levels import Player
from ai.networks import trained_network
from engines import is_compiled
from engines.api import State, Variant

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


def answer_ms(variant: Variant, state: State, player: Player) -> int:
    """Milliseconds from the moment in which ``player`` begins with a decision to its answer. Of ``state`` only the options count."""
    if not variant.has_decisions or player.simulations == 0:
        return LEAST_SEARCH_MS + RESERVE_MS
    slowdown = SLOWER_CORES * (1 if is_compiled() else INTERPRETED)
    search_ms = ceil(_longest_us(variant, state, player) * slowdown / 1000)
    return min(LONGEST_MS, max(LEAST_SEARCH_MS, min(player.cap_ms, search_ms)) + RESERVE_MS)


def _longest_us(variant: Variant, state: State, player: Player) -> int:
    """How long nearly every decision of the player takes, in microseconds."""
    heuristic = make_heuristic(variant.key)
    if not player.learned or trained_network(variant.key, state) is None or (player.looks_ahead and heuristic.solves):
        return player.simulations * int(heuristic.slowest_us)
    return int(heuristic.ending_us) if player.exact else 0
