"""The rules of Secret Duel: the examples and rulings of its document."""

import pytest

from engines.api import SPECTATOR, observe
from engines.cards import parse_card
from engines.secret_duel.table import codec
from tests.engines.examples import acceptance_examples


def duel(hands):
    """A game with these hands, in which nothing has been laid."""
    both = [hand.split() for hand in hands.split(", ")]
    return codec.load_state(
        {"options": {"cards": len(both[0])}, "dealt": True, "hands": both, "laid": [None, None], "rounds": []}
    )


@pytest.mark.parametrize("example", acceptance_examples("secret_duel"), ids=lambda example: example.id)
def test_acceptance_example(example):
    hands, rounds, goals = example.fields
    state = duel(hands)
    for pair in rounds.split():
        for seat, card in enumerate(pair.split(":")):
            state.apply(seat, parse_card(card))
    assert f"{state.score(0)}-{state.score(1)}" == goals


def test_ruling_1_that_a_card_is_laid_is_open_but_not_which():
    state = duel("3S 9S, 5S KS")
    state.apply(0, parse_card("9S"))
    assert codec.table(observe(state, 1)) == {"dealt": True, "laid": [True, False], "rounds": []}
    assert "9S" not in str(codec.dump_observation(observe(state, 1)))


def test_ruling_2_cards_left_over_stay_unseen():
    state = duel("3S, 5S")
    for seat, card in enumerate(("3S", "5S")):
        state.apply(seat, parse_card(card))
    assert codec.dump_observation(observe(state, SPECTATOR))["rounds"] == [["3S", "5S"]]
