"""The switches of 2.5 and the presets of 2.6: held to the tables of docs/rules/hockey.md, and refused where they
contradict each other.
"""

from typing import Any

import pytest

from engines.api import InvalidOption
from engines.hockey import VARIANT
from engines.hockey.options import OPTIONS, PRESETS, STANDARD, complete_options, dump_options, options_from, small_deck
from tests.engines.examples import rules_table

SHORT = {"start": "starting_pile", "goal_keeps": "goal_keeps_breakaway"}


def value_of(name: str, text: str) -> Any:
    """A cell of the tables as the value of an option."""
    if text in ("(moot)", ""):
        return STANDARD[name]
    if name == "wild_ranks":
        return sorted(text.strip("{}").replace("none", "").replace(",", " ").split())
    if name in ("deals", "overtime_deals"):
        return [int(size) for size in text.split(",")]
    return {"on": True, "off": False}.get(text, int(text) if text.isdigit() else text)


def test_defaults_are_those_of_the_table_2_5():
    rows = rules_table("hockey", "2.5 Switches")
    assert [row["Switch"] for row in rows] == list(OPTIONS) == list(STANDARD)
    assert {row["Switch"]: value_of(row["Switch"], row["Default"]) for row in rows} == STANDARD


def test_values_are_those_of_the_table_2_5():
    for row in rules_table("hockey", "2.5 Switches"):
        field = OPTIONS[row["Switch"]]
        if row["Values"] == "on/off":
            values = [True, False]
        elif ".." in row["Values"]:
            low, high = row["Values"].split("..")
            values = list(range(int(low), int(high) + 1))
        elif row["Values"] in ("list", "set of ranks"):
            continue
        else:
            values = [value_of(row["Switch"], value.strip()) for value in row["Values"].split(",")]
        assert [field.check(value, "") for value in values] == values
        for wrong in (
            values[0] - 1 if type(values[0]) is int else "no",
            values[-1] + 1 if type(values[-1]) is int else 1,
            None,
        ):
            with pytest.raises(ValueError, match=r"."):
                field.check(wrong, row["Switch"])


def test_presets_are_those_of_the_table_2_6():
    rows = rules_table("hockey", "2.6 Presets")
    assert [row["Preset"] for row in rows] == list(PRESETS)
    for row in rows:
        name = row.pop("Preset")
        named = {SHORT.get(column, column): cell for column, cell in row.items()}
        assert PRESETS[name] == STANDARD | {option: value_of(option, cell) for option, cell in named.items()}, name


@pytest.mark.parametrize("preset", PRESETS)
def test_presets_are_complete_and_valid_and_come_back_from_the_engine(preset):
    assert complete_options(PRESETS[preset]) == PRESETS[preset]
    assert dump_options(options_from(PRESETS[preset])) == {
        name: value for name, value in PRESETS[preset].items() if name != "calls"
    }


def test_changes_to_a_preset_are_completed_and_wild_ranks_put_in_order():
    name, options = VARIANT.resolve_options("wiggum", {"wild_ranks": ["K", "2"], "periods": 1})
    assert (name, options) == ("wiggum", PRESETS["wiggum"] | {"wild_ranks": ["2", "K"], "periods": 1})


def test_the_standard_game_is_the_default_and_is_never_changed():
    before = dict(STANDARD)
    assert VARIANT.resolve_options(None, None) == ("standard", STANDARD)
    VARIANT.resolve_options(None, {"deals": [13, 13]})[1]["deals"].append(99)
    assert before == STANDARD


REFUSED = [
    ({"deals": [5, 5]}, "options.deals", "2 seats x 10 cards make 20 of the 52 cards: the deals must add up to 26"),
    ({"overtime_deals": [27]}, "options.overtime_deals[0]", "27 is out of range; allowed is 1 to 26"),
    ({"overtime_deals": [25]}, "options.overtime_deals", "the deals must add up to 26"),
    ({"seats": 4}, "options.deals", "4 seats x 26 cards make 104 of the 52 cards: the deals must add up to 13"),
    (
        {"starting_pile": 4},
        "options.deals",
        "and a starting pile of 4 make 56 of the 52 cards: the deals must add up to 24",
    ),
    ({"deals": [26, 0]}, "options.deals[1]", "0 is out of range"),
    ({"deals": []}, "options.deals", "0 items"),
    ({"wild_ranks": ["J", "J"]}, "options.wild_ranks[1]", "is listed twice"),
    ({"wild_ranks": ["1"]}, "options.wild_ranks[0]", "not one of 2, 3"),
    ({"calls": 1}, "options.calls", "1 is not true or false"),
    ({"periods": 6}, "options.periods", "1 to 5"),
    ({"seats": 3}, "options.seats", "not one of 2, 4"),
    ({"jokers": True}, "options.jokers", "unknown field; known are seats"),
]


@pytest.mark.parametrize(("changes", "field", "says"), REFUSED)
def test_options_that_do_not_fit_are_refused_saying_what_would(changes, field, says):
    with pytest.raises(InvalidOption) as refused:
        VARIANT.resolve_options("standard", changes)
    assert refused.value.field == field
    assert str(refused.value).startswith(field)
    assert says in str(refused.value)


def pile_options(first_hands: int, wild_ranks: str) -> dict[str, Any]:
    deals = [first_hands, 24 - first_hands]
    return {"starting_pile": 4, "deals": deals, "overtime_deals": deals, "wild_ranks": list(wild_ranks)}


def test_a_starting_pile_needs_four_plain_ranks_whatever_the_first_hands_hold():
    """13 - wild ranks - floor(h / 4) must be at least 4, h cards in the first hands."""
    assert complete_options(pile_options(9, "2345J"))  # h = 18: 13 - 5 - 4 = 4
    with pytest.raises(
        InvalidOption, match=r"only 3 plain ranks are sure to be left, and the pile needs 4: name fewer wild ranks"
    ) as refused:
        complete_options(pile_options(10, "2345J"))  # h = 20: 13 - 5 - 5 = 3
    assert refused.value.field == "options.starting_pile"


def test_the_starting_pile_of_overtime_is_looked_at_too():
    with pytest.raises(InvalidOption, match="overtime_deals"):
        complete_options(pile_options(4, "2J") | {"overtime_deals": [23, 1]})


def test_an_unknown_preset_is_refused_with_the_known_ones():
    with pytest.raises(
        InvalidOption, match=r"'nhl' is not a preset of hockey; known are standard, original"
    ) as refused:
        VARIANT.resolve_options("nhl", None)
    assert refused.value.field == "preset"


def test_small_decks_play_by_the_same_rules():
    options = options_from({"deals": [2, 2]}, small_deck("234J", "CD"))
    assert [int(size) for size in options.overtime_deals] == [2, 2]
    assert len(options.deck) == 8
    with pytest.raises(InvalidOption, match="6 of the 8 cards: the deals must add up to 4"):
        options_from({"deals": [2, 1]}, small_deck("234J", "CD"))
    with pytest.raises(InvalidOption, match="9 cards cannot be dealt evenly to 2 seats"):
        options_from({"deals": [2, 2]}, small_deck("234", "CDH"))
