"""The engine deals as docs/fairness.md says."""

import pytest

from tests.engines.dealing import PACK, dealt, hand, new_game


@pytest.mark.parametrize(("jokers", "size"), [(False, 52), (True, 54)])
def test_turn_based_hockey_deals_from_the_top_beginning_with_seat_0(jokers, size):
    variant, state = new_game("turn_based_hockey", jokers=jokers)
    dealt(variant, state, [])
    top = PACK[:size][::-1]
    assert (hand(variant, state, 0), hand(variant, state, 1)) == (set(top[0:42:2]), set(top[1:42:2]))
