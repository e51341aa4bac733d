"""The engine deals as docs/fairness.md says."""

from tests.engines.dealing import PACK, cards_of_the_cut, dealt, hand, new_game


def test_the_first_two_numbers_of_the_cut_are_the_cards_of_seats_0_and_1():
    assert cards_of_the_cut("blades_of_steel") == ["QH", "3S"]


def test_blades_of_steel_deals_from_the_top_beginning_with_the_winner_of_the_face_off():
    variant, state = new_game("blades_of_steel")
    dealt(variant, state, [PACK.index("2C"), PACK.index("3C")], [])
    top = PACK[:52][::-1]
    assert hand(variant, state, 0) == set(top[1:12:2])
    assert hand(variant, state, 1) >= set(top[0:12:2])  # the winner, who has drawn too
