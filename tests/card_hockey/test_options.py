"""The switches of 2.5, held to the table of docs/rules/card-hockey.md."""

from itertools import product

import pytest

from engines.api import InvalidOption, observe
from engines.card_hockey import VARIANT, codec
from engines.card_hockey.options import OPTIONS, PRESETS, STANDARD, complete_options, dump_options, options_from
from engines.cards import parse_card
from engines.fields import FieldError
from tests.engines.examples import rules_table

ROWS = rules_table("card_hockey", "2.5 Switches")


def value_of(text: str) -> object:
    """A cell of the table as the value of an option."""
    return {"on": True, "off": False}.get(text, int(text) if text.isdigit() else text)


def values_of(text: str) -> list[object]:
    if text == "on/off":
        return [True, False]
    if ".." in text:
        low, high = text.split("..")
        return list(range(int(low), int(high) + 1))
    return [value_of(value) for value in text.split(", ")]


def test_defaults_are_those_of_the_table_2_5():
    assert [row["Switch"] for row in ROWS] == list(OPTIONS) == list(STANDARD)
    assert {row["Switch"]: value_of(row["Default"]) for row in ROWS} == STANDARD


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["Switch"])
def test_values_are_those_of_the_table_2_5(row):
    field, values = OPTIONS[row["Switch"]], values_of(row["Values"])
    assert [field.check(value, "") for value in values] == values
    for wrong in (
        values[0] - 1 if type(values[0]) is int else "no",
        values[-1] + 1 if type(values[-1]) is int else 1,
        None,
    ):
        with pytest.raises(FieldError):
            field.check(wrong, row["Switch"])


def test_every_combination_of_switches_comes_back_from_the_engine():
    for values in product(*(values_of(row["Values"]) for row in ROWS)):
        options = dict(zip(OPTIONS, values, strict=True))
        assert dump_options(options_from(options)) == complete_options(options) == options


def test_the_defaults_are_the_only_preset():
    assert VARIANT.resolve_options(None, None) == ("standard", STANDARD)
    assert list(PRESETS) == ["standard"]
    assert VARIANT.resolve_options("standard", {"periods": 1}) == ("standard", STANDARD | {"periods": 1})


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"flip_mode": "one"}, "options.flip_mode: 'one' is not one of both, either, auto"),
        ({"periods": 6}, "options.periods: 6 is out of range; allowed is 1 to 5"),
        ({"penalty_turns": 0}, "options.penalty_turns: 0 is out of range; allowed is 1 to 4"),
        ({"shootout": 1}, "options.shootout: 1 is not true or false"),
        ({"overtime": True}, "options.overtime: unknown field; known are flip_mode, shootout"),
    ],
)
def test_an_option_that_does_not_fit_is_refused_with_what_is_allowed(change, says):
    for refused_by in (complete_options, lambda options: VARIANT.resolve_options(None, options)):
        with pytest.raises(InvalidOption) as refused:
            refused_by(change)
        assert str(refused.value).startswith(says)
        assert refused.value.field == says.partition(":")[0]


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
