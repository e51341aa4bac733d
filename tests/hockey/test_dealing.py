"""The engine deals as docs/fairness.md says."""

from tests.engines.dealing import PACK, cards_of_the_cut, dealt, hand, new_game


def test_the_first_two_numbers_of_the_cut_are_the_cards_of_seats_0_and_1():
    assert cards_of_the_cut("hockey") == ["QH", "3S"]


def test_hockey_deals_from_the_top_beginning_after_the_dealer():
    variant, state = new_game("hockey", first_dealer="random", deals=[5, 21], overtime_deals=[26])
    dealt(variant, state, [1], [])
    top = PACK[:52][::-1]
    assert (hand(variant, state, 0), hand(variant, state, 1)) == (set(top[0:10:2]), set(top[1:10:2]))
