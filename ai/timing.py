"""The time computers take to answer people: the same for a forced move as for the longest search, so that it reveals no
cards.

The time depends on the game and the budget of the search, never on the position. On a slow or busy core some searches
end early instead of answering late.
"""

from math import ceil
from typing import Final

from ai.games import make_heuristic
from ai.levels import Player
from ai.trained import trained_network
from engines import is_compiled
from engines.api import State, Variant

AT_ONCE_MS: Final = 3
"""The total time of a player that does not search, compiled. Nearly all of its decisions take less than 0.3 ms, the
longest 1.4.
"""
RESERVE_MS: Final = 10
"""At the end of every answer: for the last slice of the search, and for storing the answer on time."""
LEAST_SEARCH_MS: Final = 10
"""For a search of any size, and for every heuristic interpreted."""
SLOWER_CORES: Final = 2
"""A core half as fast as the one on which the times were measured still finishes its searches."""
LONGEST_MS: Final = 2000
"""No answer takes longer, whatever the budget: the lease of a turn must be longer."""
INTERPRETED: Final = 50
"""How many times longer a search takes interpreted."""


def answer_ms(variant: Variant, state: State, player: Player) -> int:
    """Milliseconds from the beginning of a decision of ``player`` to its answer. Only the options of ``state`` are
    used.
    """
    longest_us = _longest_us(variant, state, player) if variant.has_decisions else 0
    if longest_us == 0 and is_compiled():
        return AT_ONCE_MS
    slowdown = SLOWER_CORES * (1 if is_compiled() else INTERPRETED)
    search_ms = ceil(longest_us * slowdown / 1000)
    return min(LONGEST_MS, max(LEAST_SEARCH_MS, min(player.cap_ms, search_ms)) + RESERVE_MS)


def _longest_us(variant: Variant, state: State, player: Player) -> int:
    """Time within which nearly every search of the player ends, in microseconds; 0 if it does not search."""
    heuristic = make_heuristic(variant.key)
    if not player.learned or trained_network(variant.key, state) is None or (player.looks_ahead and heuristic.solves):
        return player.simulations * int(heuristic.slowest_us)
    return int(heuristic.ending_us) if player.exact else 0
