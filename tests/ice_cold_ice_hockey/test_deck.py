"""The deck file (section 17): ours is what the document says, another one is read and played with, faults are named by
row and column.
"""

import re
from collections import Counter

import pytest

from engines.ice_cold_ice_hockey import register_deck
from engines.ice_cold_ice_hockey.deck_file import (
    BUILT_IN,
    COLUMNS,
    DECK_FILES,
    InvalidDeck,
    read_deck_file,
)
from engines.ice_cold_ice_hockey.table import codec
from tests.engines.examples import rules_table, rules_text
from tests.ice_cold_ice_hockey.table import game

ROWS = DECK_FILES[BUILT_IN].rows


def csv_of(rows=ROWS) -> str:
    return "\n".join([",".join(COLUMNS), *(",".join(row[column] for column in COLUMNS) for row in rows)]) + "\n"


def changed(card: int, **cells: str) -> str:
    """Our deck with some cells of one card changed."""
    rows = [dict(row) for row in ROWS]
    rows[card - 1] |= cells
    return csv_of(rows)


# -- our deck


def test_kinds_are_those_of_the_table_in_section_3():
    counts = Counter(row["kind"] for row in ROWS)
    assert {row["kind"]: int(row["count"]) for row in rules_table("ice_cold_ice_hockey", "3. Cards")} == counts


def test_the_stated_facts_are_in_the_cells():
    """A column's name: nothing to compare; ``column:x``: that member is there; ``column:!x``: it is not."""
    stated = 0
    for row in ROWS:
        for fact in filter(None, row["facts"].split("|")):
            column, _, member = fact.partition(":")
            assert column in COLUMNS
            cell = row[column]
            members = (
                [part.partition("=")[0] for part in cell.split("|")]
                if column in ("flags", "follow_ons")
                else [*cell, cell]
            )
            assert not member or (member.lstrip("!") in members) == (not member.startswith("!")), (row["id"], fact)
            stated += 1
    assert stated > 150


def test_letters_and_marks_are_those_of_17_1():
    assert not [row for row in ROWS if (row["hv"] == "H") != (int(row["id"]) % 2 == 1)]
    marks = Counter(row["hv_event"] for row in ROWS)
    text = rules_text("ice_cold_ice_hockey")
    stated = re.search(r"balance: (\d) Offside,\s+(\d) Penalty 10-40, (\d) Fight mark", text)
    assert stated
    assert [marks[mark] for mark in ("offside", "penalty_10_40", "fight")] == [int(count) for count in stated.groups()]
    deck = DECK_FILES[BUILT_IN].deck
    assert [ends.high - ends.low + 1 for ends in (deck.fight_home, deck.fight_visitor)] == [24, 24]
    assert not [
        (ends, card)
        for ends in (deck.fight_home, deck.fight_visitor)
        for card in range(1, 65)
        if deck.fight[card] and ends.has(card)
    ]


@pytest.mark.parametrize(("column", "begins"), [("os_result", "O/S"), ("is_result", "I/S")])
def test_result_lines_are_those_of_17_1(column, begins):
    text = re.sub(r"\s+", " ", rules_text("ice_cold_ice_hockey"))
    line = re.search(rf"{begins} (\d+ goals, .*?)\.", text)
    assert line
    words = {
        "goals": ("GOAL",),
        "Super Save": ("SUPER_SAVE",),
        "Save-DEF": ("SAVE_DEF",),
        "Save-FO": ("SAVE_FO",),
        "Save-OFF": ("SAVE_OFF",),
        "rebounds": ("SAVE_REBOUND",),
        "wide": ("WIDE_DEF",),
        "posts": ("POST",),
        "crossbar": ("XBAR",),
        "PPG": ("+PPG",),
        "SHG": ("+SHG",),
    }
    codes = Counter(row[column].partition("+")[0] for row in ROWS) + Counter(
        f"+{row[column].partition('+')[2]}" for row in ROWS
    )
    for word, (code,) in words.items():
        stated = re.search(rf"(\d+) {word}", line[1])
        if stated:
            assert codes[code] == int(stated[1]), word
    assert sum(count for code, count in codes.items() if not code.startswith("+")) == 64


def test_the_structure_is_that_of_17_1():
    deck = DECK_FILES[BUILT_IN].deck
    ours = range(1, 65)
    assert [card for card in ours if deck.steals[card]] == [49, 56]
    assert [card for card in ours if deck.may_be_penalised[card]] == [44, 46, 47, 54, 57]
    assert [card for card in ours if deck.may_be_penalised[card] and deck.works_in(card, 2)] == [44, 57]
    assert [card for card in ours if deck.may_give_penalty_shot[card]] == [39, 40]
    assert [card for card in range(41, 65) if deck.shows_defence(card)] == [50]
    assert [row["id"] for row in ROWS if row["os_result"] == "GOAL"] == ["34", "61"]


# -- other decks


FAULTS = [
    (changed(7, id="8"), "row 8, column id: '8' should be 7: the IDs run from 1 to 64, one a row"),
    (changed(7, name=""), "row 8, column name: is empty"),
    (changed(7, kind="shot"), "row 8, column kind: 'shot' is not one of pass, skate, inside_shot"),
    (changed(7, zones="CD"), "row 8, column zones: 'CD' is not made of the letters D, C, O in that order"),
    (
        changed(7, zones="", destination=""),
        "row 8, column zones: is empty; a Pass or Skate that may be used anywhere is entered as DCO",
    ),
    (changed(3, zones="DC"), "row 4, column zones: 'DC': the puck is iced from the defensive zone"),
    (
        changed(7, destination="C"),
        "row 8, column destination: 'C' does not give one of D, C, O for each of the zones 'DC'",
    ),
    (changed(11, destination="D"), "row 12, column destination: 'D': the puck never moves backwards, from C to D"),
    (changed(33, destination="O"), "row 34, column destination: 'O' should be empty"),
    (changed(7, follow_ons="pass|shot"), "row 8, column follow_ons: 'shot' is not one of pass, skate"),
    (changed(7, follow_ons="pass|pass"), "row 8, column follow_ons: 'pass|pass' says the same icon twice"),
    (changed(41, flags="D|loose|gain"), "row 42, column flags: 'D|loose|gain': a card that answers has one outcome"),
    (changed(41, flags="D|lose"), "row 42, column flags: 'lose' is not a flag; known are D, P, S"),
    (changed(41, flags="loose"), "row 42, column flags: the D is missing"),
    (changed(41, flags="D|D|loose"), "row 42, column flags: 'D|D|loose' says the same flag twice"),
    (changed(7, flags="loose"), "row 8, column flags: 'loose' is an outcome"),
    (changed(7, flags="P"), "row 8, column flags: 'P' is for defence cards only"),
    (changed(62, flags="stop"), "row 63, column flags: 'stop' is for defence cards only"),
    (changed(41, flags="D|stop"), "row 42, column flags: 'stop' is for a Cheap Shot or a Fight only"),
    (changed(41, flags="D|P|loose"), "row 42, column flags: P and penalty_range=lo-hi go together"),
    (
        changed(46, flags="D|P|loose|penalty_range=44-10"),
        "row 47, column flags: 'penalty_range=44-10': a range is two IDs",
    ),
    (
        changed(46, flags="D|P|gain|penalty_range=10-44"),
        "row 47, column flags: a card with P leaves a loose puck or stops play",
    ),
    (
        changed(42, flags="D|loose|big_hit=0"),
        "row 43, column flags: 'big_hit=0': a bonus is a number of cards, 1 to 10",
    ),
    (
        changed(42, flags="D|loose|big_hit=11"),
        "row 43, column flags: 'big_hit=11': a bonus is a number of cards, 1 to 10",
    ),
    (
        changed(46, flags="D|P|loose|penalty_range=0-44"),
        "row 47, column flags: 'penalty_range=0-44': a range is two IDs of 1 to 64",
    ),
    (
        changed(46, flags="D|P|loose|penalty_range=10-65"),
        "row 47, column flags: 'penalty_range=10-65': a range is two IDs of 1 to 64",
    ),
    (changed(44, flags="D|P|stop|cheap_shot=2|penalty_range=10-64"), "cheap_shot=n and major_range=lo-hi go together"),
    (changed(44, flags="D|stop|cheap_shot=2|major_range=60-64"), "a Cheap Shot may be penalised: P is missing"),
    (changed(44, flags="D|P|loose|cheap_shot=2|penalty_range=10-64|major_range=60-64"), "its outcome is stop"),
    (
        changed(64, flags="D|stop|fight=2|fight_home=1-24"),
        "fight=n, fight_home=lo-hi and fight_visitor=lo-hi go together",
    ),
    (
        changed(64, flags="D|stop|fight=2|fight_home=1-40|fight_visitor=40-63"),
        "overlap: it would be undecided who wins",
    ),
    (
        changed(64, flags="D|stop|fight=2|fight_home=24-40|fight_visitor=1-24"),
        "overlap: it would be undecided who wins",
    ),
    (changed(41, flags="D|loose|big_hit"), "row 42, column flags: 'big_hit' is not a flag"),
    (changed(41, flags="D|loose|S=2"), "row 42, column flags: 'S=2' is not a flag"),
    (changed(41, flags="D|loose|S=2-3"), "row 42, column flags: 'S=2-3' is not a flag"),
    (changed(41, flags="D|P|loose|penalty_range"), "row 42, column flags: 'penalty_range' is not a flag"),
    (changed(42, flags="D|loose|big_hit=two"), "'big_hit=two': a bonus is a number of cards, 1 to 10"),
    *(
        (changed(46, flags=f"D|P|loose|penalty_range={ids}"), f"'penalty_range={ids}': a range is two IDs of 1 to 64")
        for ids in ("10", "ten-44", "10-", "10-last")
    ),
    (
        changed(
            44,
            flags="D|P|stop|penalty_range=10-64|cheap_shot=2|major_range=60-64|fight=2|fight_home=1-2|fight_visitor=3-4",
        ),
        "'stop' is for a Cheap Shot or a Fight only",
    ),
    (changed(7, destination="CX"), "'CX' does not give one of D, C, O for each of the zones 'DC'"),
    (changed(64, flags="D|loose"), "row 1, column flags: no card is the Fight"),
    (changed(45, flags=ROWS[63]["flags"]), "row 65, column flags: a second Fight"),
    (changed(45, flags="D|loose|penalty_shot"), "'penalty_shot' is for inside shots only"),
    (changed(21, flags="ice_puck", zones="D", destination=""), "'ice_puck' is for a pass only"),
    (changed(7, os_result="SAVE"), "row 8, column os_result: 'SAVE' is not a result; known are GOAL, SUPER_SAVE"),
    (changed(7, is_result="SAVE_FO+XXX"), "row 8, column is_result: 'SAVE_FO+XXX' is not a result"),
    (changed(7, hv=""), "row 8, column hv: '' is not one of H, V"),
    (changed(7, hv_event="icing"), "row 8, column hv_event: 'icing' is not one of none, offside"),
    (csv_of(ROWS[:63]), "63 cards instead of 64"),
    (csv_of().replace("id,name", "number,name"), "row 1: the header should be id,name,kind"),
    (csv_of().replace("7,Quick-Up Pass,", "7,Quick, Up Pass,"), "row 8: 13 cells instead of 12"),
    ("", "row 1: the header should be"),
]


@pytest.mark.parametrize(
    ("text", "says"), FAULTS, ids=lambda part: part[:60] if isinstance(part, str) and "\n" not in part else ""
)
def test_a_fault_is_named_by_row_and_column(text, says):
    with pytest.raises(InvalidDeck) as refused:
        read_deck_file("mine", text)
    assert says in str(refused.value)


def test_a_zone_that_does_not_exist_is_one_fault():
    with pytest.raises(InvalidDeck) as refused:
        read_deck_file("mine", changed(7, zones="DX"))
    assert [(fault.row, fault.column) for fault in refused.value.faults] == [(8, "zones")]


def test_all_faults_are_listed_at_once():
    rows = [dict(row) for row in ROWS]
    rows[4]["id"], rows[9]["hv"], rows[9]["os_result"] = "55", "X", "GAOL"
    with pytest.raises(InvalidDeck, match="deck 'mine' cannot be played with, faults: 3") as refused:
        read_deck_file("mine", csv_of(rows))
    assert [(fault.row, fault.column) for fault in refused.value.faults] == [(6, "id"), (11, "os_result"), (11, "hv")]


def test_the_facts_column_of_another_deck_may_be_empty_and_line_ends_and_a_byte_order_mark_do_not_matter():
    rows = [row | {"facts": ""} for row in ROWS]
    assert len(read_deck_file("mine", "\ufeff" + csv_of(rows).replace("\n", "\r\n")).rows) == 64


def test_both_ends_of_a_range_belong_to_it():
    deck = DECK_FILES[BUILT_IN].deck
    for name, calls in (("penalty_range", deck.calls_minor), ("major_range", deck.calls_major)):
        for foul, row in enumerate(ROWS, 1):
            found = re.search(rf"{name}=(\d+)-(\d+)", row["flags"])
            called = [card for card in range(1, 65) if calls(foul, card)]
            assert called == (list(range(int(found[1]), int(found[2]) + 1)) if found else [])


def test_either_side_may_win_fights_by_the_lower_numbers():
    deck = read_deck_file("visitors", changed(64, flags="D|stop|fight=2|fight_home=40-63|fight_visitor=1-39")).deck
    assert [card for card in range(1, 65) if deck.fight_home.has(card)] == list(range(40, 64))
    assert [card for card in range(1, 65) if deck.fight_visitor.has(card)] == list(range(1, 40))


def test_the_smallest_bonus_and_the_shortest_range_are_read():
    rows = [dict(row) for row in ROWS]
    rows[41]["flags"] = "D|loose|big_hit=1"
    rows[45]["flags"] = "D|P|loose|penalty_range=64-64"
    deck = read_deck_file("smallest", csv_of(rows)).deck
    assert (deck.big_hit[42], deck.penalty_low[46], deck.penalty_high[46]) == (1, 64, 64)


def test_the_largest_bonus_and_the_longest_range_are_read():
    rows = [dict(row) for row in ROWS]
    rows[41]["flags"] = "D|loose|big_hit=10"
    rows[45]["flags"] = "D|P|loose|penalty_range=1-64"
    register_deck("widest", csv_of(rows))
    deck = DECK_FILES["widest"].deck
    assert (deck.big_hit[42], deck.penalty_low[46], deck.penalty_high[46]) == (10, 1, 64)


def test_another_deck_is_known_by_its_name_and_plays_by_its_own_cards():
    register_deck("strong goalies", changed(34, os_result="SAVE_FO"))
    register_deck("strong goalies", changed(34, os_result="SAVE_FO"))
    assert next(iter(DECK_FILES)) == BUILT_IN
    assert "strong goalies" in DECK_FILES
    for name, goals in ((BUILT_IN, 1), ("strong goalies", 0)):
        table = game(puck="H OZ", discards="62", keep="34", options={"deck": name})
        table.turn("34").play("H outside_shot")
        assert table.score() == (goals, 0)
    with pytest.raises(ValueError, match="deck 'strong goalies' is known already, with other cards"):
        register_deck("strong goalies", changed(34, os_result="XBAR"))


def test_a_faulty_deck_does_not_become_known():
    with pytest.raises(InvalidDeck):
        register_deck("faulty", changed(7, hv="X"))
    assert "faulty" not in DECK_FILES


def test_the_digest_of_the_deck_is_part_of_the_state():
    state = codec.dump_state(game().state)
    assert state["deck_digest"] == DECK_FILES[BUILT_IN].digest
    assert len(state["deck_digest"]) == 64
    with pytest.raises(
        ValueError,
        match="deck_digest: 'abc' is not the deck 'reconstruction' as it is known here: its file has changed",
    ):
        codec.load_state(state | {"deck_digest": "abc"})
