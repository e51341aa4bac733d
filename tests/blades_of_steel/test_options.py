"""The switches of 2.6: held to the table of docs/rules/blades-of-steel.md, and refused where they have no meaning."""

from typing import Any

import pytest

from engines.api import InvalidOption
from engines.blades_of_steel import VARIANT
from engines.blades_of_steel.options import (
    OPTIONS,
    PRESETS,
    STANDARD,
    complete_options,
    dump_options,
    options_from,
    small_deck,
)
from engines.blades_of_steel.rules import BladesState
from engines.rng import Rng
from tests.engines.examples import rules_table
from tests.engines.table import step


def value_of(text: str) -> Any:
    """A cell of the table as the value of an option."""
    return {"on": True, "off": False}.get(text, int(text) if text.isdigit() else text)


def values_of(text: str) -> list[Any]:
    """The cell of all values of an option."""
    if ".." in text:
        low, high = text.split("..")
        return list(range(int(low), int(high) + 1))
    return [value_of(value.strip()) for value in text.replace("/", ",").split(",")]


def test_defaults_are_those_of_the_table_2_6():
    rows = rules_table("blades_of_steel", "2.6 Switches")
    assert [row["Switch"] for row in rows] == list(OPTIONS) == list(STANDARD)
    assert {row["Switch"]: value_of(row["Default"]) for row in rows} == STANDARD == PRESETS["standard"]


def test_values_are_those_of_the_table_2_6():
    for row in rules_table("blades_of_steel", "2.6 Switches"):
        field, values = OPTIONS[row["Switch"]], values_of(row["Values"])
        assert [field.check(value, "") for value in values] == values
        outside = (values[0] - 1, values[-1] + 1) if type(values[0]) is int else ("no", 1)
        for wrong in (*outside, None):
            with pytest.raises(ValueError, match=r"."):
                field.check(wrong, row["Switch"])


def test_every_value_comes_back_from_the_engine():
    for row in rules_table("blades_of_steel", "2.6 Switches"):
        for value in values_of(row["Values"]):
            options = STANDARD | {row["Switch"]: value}
            assert dump_options(options_from(options)) == complete_options({row["Switch"]: value}) == options


def test_the_standard_game_is_the_default():
    assert VARIANT.resolve_options(None, None) == ("standard", STANDARD)
    assert VARIANT.resolve_options("standard", {"compare": "all"})[1] == STANDARD | {"compare": "all"}


@pytest.mark.parametrize(
    ("changes", "field", "says"),
    [
        ({"deck_end": "late"}, "options.deck_end", "'late' is not one of immediate, finish_turn"),
        ({"compare": None}, "options.compare", "null is not one of top, all"),
        ({"stack_spend": True}, "options.stack_spend", "true is not one of used, whole"),
        ({"weak_blocks": "on"}, "options.weak_blocks", "'on' is not true or false"),
        ({"discards": "top"}, "options.discards", "'top' is not one of open, top_only"),
        ({"overtime": "once"}, "options.overtime", "'once' is not one of sudden_death, none"),
        ({"overtime_limit": 0}, "options.overtime_limit", "0 is out of range; allowed is 1 to 20"),
        ({"overtime_limit": 21}, "options.overtime_limit", "1 to 20"),
        ({"jokers": True}, "options.jokers", "unknown field; known are deck_end"),
    ],
)
def test_options_that_do_not_fit_are_refused_saying_what_would(changes, field, says):
    with pytest.raises(InvalidOption) as refused:
        VARIANT.resolve_options("standard", changes)
    assert refused.value.field == field
    assert str(refused.value).startswith(field)
    assert says in str(refused.value)


def test_an_unknown_preset_is_refused_with_the_known_ones():
    with pytest.raises(InvalidOption, match=r"'nhl' is not a preset of blades_of_steel; known are standard") as refused:
        VARIANT.resolve_options("nhl", None)
    assert refused.value.field == "preset"


@pytest.mark.parametrize("deck_end", ["immediate", "finish_turn"])
def test_small_games_play_by_the_same_rules(deck_end):
    options = options_from({"deck_end": deck_end, "overtime": "none"}, small_deck("239A", "CDHS"), 3)
    for seed in range(20):
        state, rng = BladesState(options), Rng(f"small {seed}")
        while state.to_act() >= -1:
            step(state, rng)
        assert state.ply <= 16
        assert state.draw_pile() == 0


def test_a_small_game_that_cannot_be_begun_is_refused():
    with pytest.raises(InvalidOption, match="two hands of 6 leave nothing to draw from 12 cards"):
        options_from({}, small_deck("234", "CDHS"))
    with pytest.raises(InvalidOption, match="cards of one rank cannot be cut"):
        options_from({}, small_deck("A", "CDHS"), 1)
