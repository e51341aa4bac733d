"""The switches of 2.5, held to the table of docs/rules/card-hockey.md."""

from itertools import product

import pytest

from engines.api import InvalidOption, observe
from engines.card_hockey import codec
from engines.card_hockey.options import OPTIONS, SWITCHES, dump_options, options_from
from engines.cards import parse_card
from engines.declared import completed
from tests.engines.examples import switches, values_of


def test_every_combination_of_switches_comes_back_from_the_engine():
    rows = switches("card_hockey")
    for values in product(*(values_of(row["Values"], OPTIONS[row["Switch"]]) for row in rows)):
        options = dict(zip(OPTIONS, values, strict=True))
        assert dump_options(options_from(options)) == {"options": options}
        assert completed(SWITCHES, options) == options


@pytest.mark.parametrize(
    ("deck", "says"),
    [
        ("2D JH 3C KC", "deck: 2 red cards; each colour needs one from three to ten"),
        ("3D JH", "deck: 0 black cards; each colour needs one from three to ten"),
        ("3D 4C", "deck: there is no honour in it, and without one no shootout can be won"),
    ],
)
def test_a_small_pack_with_which_a_game_could_stop_is_refused(deck, says):
    with pytest.raises(InvalidOption) as refused:
        options_from({}, [parse_card(card) for card in deck.split()])
    assert str(refused.value) == says


def test_without_a_shootout_a_pack_needs_no_honour():
    assert options_from({"shootout": False}, [parse_card("3D"), parse_card("4C")])


@pytest.mark.parametrize("period", [1, 2, 3])
def test_ends_are_switched_in_even_periods_and_only_for_show(period):
    for switch_ends in (False, True):
        state = codec.load_state(
            {"options": {"switch_ends": switch_ends}, "period": period, "goals": [[0, 0]] * period}
        )
        assert codec.table(observe(state, 0))["ends_switched"] == (switch_ends and period == 2)
