"""Cards as numbers and as text."""

import pytest

from engines.cards import CARD_TEXTS, DECK_SIZE, JOKERS, RANKS, SUITS, card_text, parse_card


def test_every_card_has_its_own_text_both_ways():
    assert len(set(CARD_TEXTS)) == len(CARD_TEXTS) == DECK_SIZE + len(JOKERS) == 54
    assert [parse_card(card_text(card)) for card in range(54)] == list(range(54))


def test_a_card_is_four_times_its_rank_plus_its_suit():
    for rank, rank_name in enumerate(RANKS):
        for suit, suit_name in enumerate(SUITS):
            assert card_text(rank * 4 + suit) == rank_name + suit_name


def test_known_cards():
    assert [card_text(card) for card in (0, 42, 51, 52, 53)] == ["2C", "QH", "AS", "XR", "XB"]


@pytest.mark.parametrize("text", ["", "Q", "HQ", "1Q", "10H", "qh", "QH ", "XX", "♥Q", None, 42, ("Q", "H")])
def test_whatever_is_no_card_is_refused(text):
    with pytest.raises(ValueError, match=r"is not a card; write rank then suit, as in QH or TD"):
        parse_card(text)
