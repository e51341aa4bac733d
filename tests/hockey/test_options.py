"""The switches of 2.5 and the presets of 2.6: held to the tables of docs/rules/hockey.md, and refused where they
contradict each other.
"""

from typing import Any

import pytest

from engines.api import InvalidOption
from engines.hockey import VARIANT
from engines.hockey.options import OPTIONS, PRESETS, STANDARD, complete_options, options_from
from tests.engines.examples import rules_table, value_of
from tests.engines.table import small_deck

SHORT = {"start": "starting_pile", "goal_keeps": "goal_keeps_breakaway"}


def test_presets_are_those_of_the_table_2_6():
    rows = rules_table("hockey", "2.6 Presets")
    assert [row["Preset"] for row in rows] == list(PRESETS)
    for row in rows:
        name = row.pop("Preset")
        named = {SHORT.get(column, column): cell for column, cell in row.items() if cell not in ("(moot)", "")}
        assert PRESETS[name] == STANDARD | {option: value_of(cell, OPTIONS[option]) for option, cell in named.items()}


def test_changes_to_a_preset_are_completed_and_wild_ranks_put_in_order():
    name, options = VARIANT.resolve_options("wiggum", {"wild_ranks": ["K", "2"], "periods": 1})
    assert (name, options) == ("wiggum", PRESETS["wiggum"] | {"wild_ranks": ["2", "K"], "periods": 1})


def test_the_standard_game_is_never_changed():
    before = dict(STANDARD)
    VARIANT.resolve_options(None, {"deals": [13, 13]})[1]["deals"].append(99)
    assert before == STANDARD


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


def test_small_decks_play_by_the_same_rules():
    options = options_from({"deals": [2, 2]}, small_deck("234J", "CD"))
    assert [int(size) for size in options.overtime_deals] == [2, 2]
    assert len(options.deck) == 8
    with pytest.raises(InvalidOption, match="6 of the 8 cards: the deals must add up to 4"):
        options_from({"deals": [2, 1]}, small_deck("234J", "CD"))
    with pytest.raises(InvalidOption, match="9 cards cannot be dealt evenly to 2 seats"):
        options_from({"deals": [2, 2]}, small_deck("234", "CDH"))
