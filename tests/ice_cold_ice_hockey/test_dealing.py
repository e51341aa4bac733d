"""The engine deals as docs/fairness.md says."""

from tests.engines.dealing import backwards, dealt, hand, new_game


def test_ice_cold_deals_the_hand_of_home_then_that_of_visitor():
    variant, state = new_game("ice_cold_ice_hockey", home=0)
    dealt(variant, state, [])
    top = [f"{number + 1:02}" for number in backwards(64)]
    size = len(hand(variant, state, 0))
    assert size > 1
    assert (hand(variant, state, 0), hand(variant, state, 1)) == (set(top[:size]), set(top[size : 2 * size]))
