"""docs/fairness.md says which number of a shuffle is which card: the engines deal as it says."""

import re
from pathlib import Path

import pytest

from engines import VARIANTS

DOCUMENT = (Path(__file__).parents[2] / "docs" / "fairness.md").read_text()
PACK = re.search(r"\| 0 to 53 \| `(.*)` \|", DOCUMENT)[1].split()
RED, BLACK = ([card for card in PACK[:52] if card[1] in suits] for suits in ("DH", "CS"))


def backwards(size):
    """An order that is easy to follow: the last number first."""
    return list(range(size))[::-1]


def game(key, **options):
    variant = VARIANTS[key]
    return variant, variant.new_game(variant.resolve_options(None, options)[1])


def dealt(variant, state, *firsts):
    """Deal each shuffle with these numbers first, or backwards; returns the events."""
    state.log = []
    for first in firsts:
        rest = backwards(int(state.shuffle_needed()))
        state.deal_order([*first, *(number for number in rest if number not in first)])
    return [variant.codec.dump_event(tuple(event), 0) for event in state.log]


def hand(variant, state, seat):
    return set(variant.codec.private(variant.observe(state, seat))["hand"])


@pytest.mark.parametrize("key", VARIANTS)
def test_every_variant_has_its_lines(key):
    assert f"| `{key}` |" in DOCUMENT


def test_the_first_two_numbers_of_a_cut_are_the_cards_of_seats_0_and_1():
    for key in ("hockey", "blades_of_steel"):
        (cut,) = [event for event in dealt(*game(key), [PACK.index("QH"), PACK.index("3S")]) if "QH" in str(event)]
        assert re.findall(r"'([2-9TJQKA][CDHS])'", str(cut)) == ["QH", "3S"]


def test_hockey_deals_from_the_top_beginning_after_the_dealer():
    variant, state = game("hockey", first_dealer="random", deals=[5, 21], overtime_deals=[26])
    dealt(variant, state, [1], [])
    top = PACK[:52][::-1]
    assert (hand(variant, state, 0), hand(variant, state, 1)) == (set(top[0:10:2]), set(top[1:10:2]))


def test_blades_of_steel_deals_from_the_top_beginning_with_the_winner_of_the_face_off():
    variant, state = game("blades_of_steel")
    dealt(variant, state, [PACK.index("2C"), PACK.index("3C")], [])
    top = PACK[:52][::-1]
    assert hand(variant, state, 0) == set(top[1:12:2])
    assert hand(variant, state, 1) >= set(top[0:12:2])  # the winner, who has drawn too


def test_card_hockey_numbers_red_before_black():
    variant, state = game("card_hockey", flip_mode="both")
    dealt(variant, state, [RED.index("7H"), 26 + BLACK.index("9S")])
    for seat in (0, 1):
        state.apply(seat, int(state.legal_actions(seat)[0]))
    assert variant.codec.table(variant.observe(state, 0))["cards"] == ["7H", "9S"]


@pytest.mark.parametrize(("jokers", "size"), [(False, 52), (True, 54)])
def test_turn_based_hockey_deals_from_the_top_beginning_with_seat_0(jokers, size):
    variant, state = game("turn_based_hockey", jokers=jokers)
    dealt(variant, state, [])
    top = PACK[:size][::-1]
    assert (hand(variant, state, 0), hand(variant, state, 1)) == (set(top[0:42:2]), set(top[1:42:2]))


def test_ice_cold_deals_the_hand_of_home_then_that_of_visitor():
    variant, state = game("ice_cold_ice_hockey", home=0)
    dealt(variant, state, [])
    top = [f"{number + 1:02}" for number in backwards(64)]
    size = len(hand(variant, state, 0))
    assert size > 1
    assert (hand(variant, state, 0), hand(variant, state, 1)) == (set(top[:size]), set(top[size : 2 * size]))
