"""Turn-Based Hockey as played: the acceptance examples of docs/rules/turn-based-hockey.md, its counts and its
bounds.
"""

import re
from collections import Counter
from itertools import combinations

import pytest

from engines.api import NO_SIDE, OVER, IllegalMove, InvalidMove
from engines.cards import card_text, parse_card
from engines.rng import Rng
from engines.turn_based_hockey import codec, rules
from engines.turn_based_hockey.options import options_from
from tests.engines.examples import Example, acceptance_examples, rules_table, rules_text
from tests.engines.table import step
from tests.turn_based_hockey.table import (
    FLOWS,
    Table,
    after_period,
    answers,
    before_secret_lineups,
    deal,
    lineups_for,
    position,
    random_game,
    tbh,
)

EXAMPLES = acceptance_examples("turn_based_hockey")
SAMPLE = ("5C KH QH 7D AS KS", "2D 4D 9S JC TC 9C")
"""The line-ups of T21, the source's sample period."""


def of_kind(word: str) -> list[Example]:
    return [example for example in EXAMPLES if example.fields[0].startswith(word)]


def name(example: Example) -> str:
    return example.id


@pytest.mark.parametrize("example", of_kind("pair"), ids=name)
def test_acceptance_example_of_a_pair(example):
    one, other, points, bonus, value = re.fullmatch(
        r"pair (..) (..) = (\d+) \+ (\d+) = (\d+)", example.fields[0]
    ).groups()
    for pair in ((parse_card(one), parse_card(other)), (parse_card(other), parse_card(one))):
        assert sum(rules.points(card) for card in pair) == int(points)
        assert rules.chemistry(*pair, False) == int(bonus)
        assert rules.pair_value(*pair, False) == options_from({"jokers": True}).pair(*pair) == int(value)


@pytest.mark.parametrize("example", of_kind("face-off"), ids=name)
def test_acceptance_example_of_a_face_off(example):
    first, second = example.fields[0].split()[1:]
    for field in example.fields[1:]:
        compare, result = field.split()
        table = tbh(first, second, jokers=True, compare=compare)
        table.face_off(first, second)
        winner = {"first": 0, "second": 1, "tie": None}[result]
        assert table.sees(0)["face_off_winner"] == winner
        assert (table.node(), table.asked()) == (
            ("lineup_both", [0, 1]) if winner is None else ("lineup_first", [1 - winner])
        )


@pytest.mark.parametrize("example", of_kind("lineups"), ids=name)
def test_acceptance_example_of_a_period(example):
    """The four comparisons in the order of the table in 2.3, each attack:defence, a star where it is a goal."""
    lineups, comparisons, goals = example.fields
    one, two = lineups.removeprefix("lineups ").split(" / ")
    table = before_secret_lineups(one, two, jokers=True)
    table.line_up(0, one)
    table.line_up(1, two)
    shots = [event for event in table.events() if event["type"] == "shot"]
    results = [event["type"] for event in table.events() if event["type"] in ("scores", "saves")]
    compared = [
        f"{shot['attack']['value']}:{shot['defence']['value']}{'*' if result == 'scores' else ''}"
        for shot, result in zip(shots, results, strict=True)
    ]
    assert " ".join(compared) == comparisons
    assert [(shot["seat"], shot["wing"]) for shot in shots] == [(0, "LW"), (0, "RW"), (1, "LW"), (1, "RW")]
    assert table.score() == tuple(int(number) for number in goals.split("-"))


@pytest.mark.parametrize("example", of_kind("after"), ids=name)
def test_acceptance_example_of_clinch_and_result(example):
    period, one, two = (int(number) for number in re.findall(r"\d+", example.fields[0]))
    table = after_period(period, one, two)
    assert table.score() == (one, two)
    expected = {"over": "game_over", "continues": "face_off", "overtime": "overtime_deal"}[example.fields[1]]
    assert table.node() == expected
    assert ("clinched" in table.event_types()) == (expected == "game_over" and period < 3)


def test_all_examples_are_found():
    assert [example.id for example in EXAMPLES] == [f"T{number:02}" for number in range(1, 33)]
    assert sum(len(of_kind(word)) for word in ("pair", "face-off", "lineups", "after")) == len(EXAMPLES)


def test_the_sample_period_is_set_up_by_the_loser_of_the_face_off_first():
    """T21 with its face-off, a jack against a three (T14)."""
    table = tbh(f"JD {SAMPLE[0]}", f"3S {SAMPLE[1]}")
    table.face_off("JD", "3S")
    assert (table.node(), table.asked()) == ("lineup_first", [1])
    table.line_up(1, SAMPLE[1])
    assert (table.node(), table.asked(), table.sees(0)["played_periods"][0]["lineups"]) == (
        "lineup_second",
        [0],
        [[], SAMPLE[1].split()],
    )
    table.line_up(0, SAMPLE[0])
    assert (table.score(), table.state.period, table.state.ply) == ((1, 0), 2, 3)


def test_t33_hand_sizes_fall_from_21_by_one_and_six_to_nothing():
    table, rng, sizes = random_game({"early_clinch": False}, "T33", until="face_off"), Rng("T33"), {}
    while table.state.period <= 3 and table.node() in ("face_off", "lineup_first", "lineup_second", "lineup_both"):
        seat = table.state.to_act()
        sizes.setdefault((table.node().split("_")[0], table.state.period), table.sees(seat)["hand_sizes"])
        step(table.state, rng)
    assert [sizes["face", period] for period in (1, 2, 3)] == [[21, 21], [14, 14], [7, 7]]
    assert [sizes["lineup", period] for period in (1, 2, 3)] == [[20, 20], [13, 13], [6, 6]]
    after = after_period(3, 1, 0)
    assert (after.node(), after.sees(0)["hand_sizes"]) == ("game_over", [0, 0])


@pytest.mark.parametrize(("jokers", "stock"), [(False, 10), (True, 12)])
def test_t34_the_stock_is_10_cards_or_12_and_these_are_dealt_for_overtime(jokers, stock):
    table = tbh(jokers=jokers)
    assert table.sees(0)["stock"] == stock
    table = after_period(3, 2, 2, jokers=jokers)
    if jokers:
        assert (table.node(), table.sees(0)["stock"], table.sees(0)["hand_sizes"]) == ("lineup_both", 0, [6, 6])
    else:
        assert (table.node(), table.state.shuffle_needed(), table.sees(0)["hand_sizes"]) == (
            "overtime_deal",
            52,
            [0, 0],
        )
        deal(table)
        assert (table.node(), table.sees(0)["stock"], table.sees(0)["hand_sizes"]) == ("lineup_both", 40, [6, 6])


def test_t35_a_committed_face_off_card_shows_as_a_flag_and_nothing_else():
    table = tbh("JD", "3S")
    before = table.sees(1)
    table.move(0, {"type": "face_off", "card": "JD"})
    seen = table.sees(1)
    assert seen == before | {"committed": [True, False]}
    assert seen["hand_sizes"] == [21, 21]
    assert len(codec.list_moves(table.state, 1)) == 21
    assert (table.sees(0)["commitment"], len(table.sees(0)["hand"]), table.asked()) == (["JD"], 21, [1])
    table.move(1, {"type": "face_off", "card": "3S"})
    seen = table.sees(1)
    assert seen["played_periods"] == [{"face_off": ["JD", "3S"], "lineups": [[], []]}]
    assert (seen["hand_sizes"], seen["committed"], "3S" in seen["hand"]) == ([20, 20], [False, False], False)


def test_t36_after_a_tied_face_off_both_set_up_at_once_and_in_secret():
    one, two = "5C KH QH 7D AS KS", "2D 4D 9S JC TC 9C"
    table = tbh(f"3S {one}", f"3D {two}")
    table.face_off("3S", "3D")
    assert (table.node(), table.asked(), table.event_types()[-1]) == ("lineup_both", [0, 1], "face_off_tied")
    before = table.sees(0)
    table.line_up(1, two)
    assert table.sees(0) == before | {"committed": [False, True]}
    assert (table.sees(1)["commitment"], table.asked()) == (two.split(), [0])
    table.line_up(0, one)
    assert table.sees(1)["played_periods"][0] == {"face_off": ["3S", "3D"], "lineups": [one.split(), two.split()]}


@pytest.mark.parametrize(
    ("cards", "says", "kind"),
    [
        ("5C KH QH 7D AS 5C", r"move.cards\[5\]: '5C' is listed twice", InvalidMove),
        ("5C KH QH 7D AS 3S", "3S is not in your hand", IllegalMove),
        ("5C KH QH 7D AS", "move.cards: 5 items; allowed is 6", InvalidMove),
    ],
    ids=["a card twice", "the face-off card", "five cards"],
)
def test_t37_an_impossible_lineup_is_refused_and_the_state_unchanged(cards, says, kind):
    table = tbh("3S 5C KH QH 7D AS KS", "3D")
    table.face_off("3S", "3D")
    before = codec.dump_state(table.state)
    with pytest.raises(kind, match=says):
        table.line_up(0, cards)
    assert codec.dump_state(table.state) == before


@pytest.mark.parametrize(("compare", "winner"), [("points", NO_SIDE), ("rank", 0)])
def test_t38_a_tie_after_overtime_goes_to_a_shootout_that_repeats_equal_cards(compare, winner):
    hands = lineups_for([1, 1])
    nil_nil = [[4, 4], [0, 0], [0, 0]]
    table = position(
        options={"compare": compare},
        node="lineup_both",
        period=4,
        hands=[hand.split() for hand in hands],
        goals=nil_nil,
    )
    for seat in (0, 1):
        table.line_up(seat, hands[seat])
    assert (table.score(), table.node(), table.state.shuffle_needed()) == ((5, 5), "shootout", 52)
    table.draw("8H", "8D")
    assert table.node() == "shootout"
    table.draw("KH", "QS")
    assert (table.state.winner(), table.node()) == (winner, "shootout" if winner == NO_SIDE else "game_over")


# -- counts and bounds


def test_pairs_have_the_counts_of_section_6():
    values = Counter(int(rules.pair_value(one, other, False)) for one, other in combinations(range(52), 2))
    bonuses = Counter(int(rules.chemistry(one, other, False)) for one, other in combinations(range(52), 2))
    assert (bonuses[5], bonuses[2], bonuses[0]) == (312, 338, 676)
    assert (values[26], values[25], values[24], max(values), min(values)) == (16, 28, 22, 26, 4)
    assert round(sum(value * count for value, count in values.items()) / 1326, 1) == 16.3


def test_choices_have_the_counts_of_the_table_in_3_3():
    rows = rules_table("turn_based_hockey", "3.3 Representing")
    counts = {
        int(row["cards held"]): int(row["lineups (ordered)"].split("= ")[-1].replace(",", ""))
        for row in rows
        if "cards held" in row
    }
    for period, held in ((1, 20), (2, 13), (3, 6)):
        table = before_secret_lineups("5C KH QH 7D AS KS", "2D 4D 9S JC TC 9C", period=period)
        choice = codec.describe_choice(table.state, 0)
        assert (choice["type"], choice["slots"]) == ("lineup", ["LW", "C", "RW", "LD", "G", "RD"])
        assert choice["candidates"] == table.hand(0)
        assert (len(choice["candidates"]), choice["count"]) == (held, counts[held])
        assert codec.list_moves(table.state, 0) == []


def test_nodes_are_those_of_3_2():
    rows = rules_table("turn_based_hockey", "3.2 Nodes")
    assert [row["Node"] for row in rows if row["Kind"] != "automatic"] == list(rules.NODE_NAMES[:-1])
    assert rules.NODE_NAMES[-1] == "game_over"


@pytest.mark.parametrize("flow", FLOWS)
def test_random_games_keep_the_bounds_of_3_4(flow):
    bounds = rules_text("turn_based_hockey").split("### 3.4 Bounds")[1]
    most, least = (int(number) for number in re.search(r"at most (\d+) in a game, at least (\d+)", bounds).groups())
    goals = int(re.search(r"(\d+) with overtime", bounds)[1])
    for seed in range(40):
        table = random_game(FLOWS[flow], f"bounds {seed}")
        assert least <= answers(table) <= most
        assert not [both for both in table.sees(0)["goals"] if not sum(both) <= 4]
        assert sum(table.score()) <= goals
        assert table.state.to_act() == OVER
        assert table.event_types().count("shot") == 4 * table.state.period


def test_a_decision_is_one_ply_and_a_simultaneous_choice_too():
    table = tbh("3S 5C KH QH 7D AS KS", "3D 2D 4D 9S JC TC 9C")
    plies = []
    for seat, move in (
        (1, {"type": "face_off", "card": "3D"}),
        (0, {"type": "face_off", "card": "3S"}),
        (0, {"type": "lineup", "cards": SAMPLE[0].split()}),
        (1, {"type": "lineup", "cards": SAMPLE[1].split()}),
    ):
        plies.append(int(table.state.ply))
        table.move(seat, move)
    assert [*plies, table.state.ply] == [0, 0, 1, 1, 2]


def test_a_partly_placed_lineup_can_be_copied_and_stays_secret():
    table = before_secret_lineups(*SAMPLE)
    for card in ("5C", "KH"):
        table.state.apply(0, parse_card(card))
    copy = Table(table.state.clone())
    assert codec.describe_choice(copy.state, 0)["slots"] == ["RW", "LD", "G", "RD"]
    assert copy.sees(0)["commitment"] == ["5C", "KH"]
    assert copy.sees(1) == before_secret_lineups(*SAMPLE).sees(1)
    copy.line_up(0, SAMPLE[0])  # the whole move, as a client sends it
    assert copy.asked() == [1]
    with pytest.raises(IllegalMove, match="does not begin with 5C KH: those cards are placed, and choices are final"):
        table.line_up(0, "KH 5C QH 7D AS KS")


TENS = ["9C", "TC", "JC", "QC", "KC", "AC"]
OTHERS = ["2D", "3D", "4D", "5D", "6D", "7D", "8D", "9D", "2H", "3H", "4H", "5H", "6H", "7H"]


@pytest.mark.parametrize(
    ("compare", "node", "period", "apart"),
    [
        ("points", "face_off", 1, False),
        ("points", "lineup_both", 1, False),
        ("rank", "face_off", 1, True),
        ("rank", "lineup_both", 1, True),
        ("rank", "lineup_both", 3, False),
    ],
)
def test_cards_of_equal_points_and_suit_are_one_choice_where_no_face_off_follows(compare, node, period, apart):
    """Section 3.3: by rank one of them may be kept for a later face-off."""
    tied = [] if node == "face_off" else [{"face_off": ["8S", "8H"]}]
    hand = [*TENS, *OTHERS, "KS"][: 28 - 7 * period - len(tied)]
    played = {"node": node, "period": period, "played_periods": [{}] * (period - 1) + tied}
    state = codec.load_state(played | {"options": {"compare": compare}, "hands": [hand, None]})
    clubs = [card_text(action) for action in state.distinct_actions(0) if card_text(action)[1] == "C"]
    assert clubs == (TENS if apart else ["9C", "TC", "AC"])


@pytest.mark.parametrize("joker_chemistry", [False, True])
def test_two_jokers_are_one_choice_unless_they_have_a_colour(joker_chemistry):
    options = {"jokers": True, "joker_chemistry": joker_chemistry}
    hand = ["XR", "XB", *TENS, *OTHERS[:13]]
    state = codec.load_state({"options": options, "hands": [hand, None]})
    jokers = [card_text(action) for action in state.distinct_actions(0) if card_text(action)[0] == "X"]
    assert jokers == (["XR", "XB"] if joker_chemistry else ["XR"])
