"""Section 4 of docs/rules/turn-based-hockey.md: every ruling by its number, at the table."""

import json

import pytest

from engines.api import NO_SIDE, OVER, SPECTATOR, IllegalMove
from engines.cards import card_text, parse_card
from engines.turn_based_hockey import codec, rules
from engines.turn_based_hockey.options import STANDARD, options_from
from tests.turn_based_hockey.table import (
    Table,
    after_period,
    before_secret_lineups,
    deal,
    deck_texts,
    lineups_for,
    position,
    tbh,
)

ONE, TWO = "5C KH QH 7D AS KS", "2D 4D 9S JC TC 9C"


def before_shootout(**changes) -> Table:
    """Tied at 2-2 after three periods, and no overtime."""
    table = after_period(3, 2, 2, overtime="none", **changes)
    assert table.node() == "shootout"
    return table


def overtime(hands: list[str], **changes) -> Table:
    """Tied at 2-2 after three periods, six cards dealt to each."""
    facts = {"options": changes, "node": "lineup_both", "period": 4, "goals": [[2, 2], [0, 0], [0, 0]]}
    return position(**facts, hands=[hand.split() for hand in hands])


@pytest.mark.parametrize(
    ("first", "second", "winner"), [("JD", "TS", None), ("KH", "QC", None), ("AS", "KS", 0), ("9D", "TC", 1)]
)
def test_ruling_1_a_face_off_goes_by_points_so_tens_and_faces_tie(first, second, winner):
    table = tbh(first, second)
    table.face_off(first, second)
    assert table.sees(1)["face_off_winner"] == winner


def test_ruling_1_under_rank_the_king_beats_the_jack():
    table = tbh("JD", "KS", compare="rank")
    table.face_off("JD", "KS")
    assert (table.sees(1)["face_off_winner"], table.asked()) == (1, [0])


def test_ruling_2_the_literal_pair_is_face_offs_by_points_and_the_shootout_by_rank():
    table = tbh("JD", "KS", compare="points_then_rank")
    table.face_off("JD", "KS")
    assert (table.sees(1)["face_off_winner"], table.asked()) == (None, [0, 1])
    table = before_shootout(compare="points_then_rank")
    table.draw("JD", "KS")
    assert table.state.winner() == 1


@pytest.mark.parametrize(("compare", "winner"), [("points", NO_SIDE), ("rank", 1)])
def test_ruling_2_the_shootout_has_the_scale_of_the_face_off(compare, winner):
    table = before_shootout(compare=compare)
    table.draw("TD", "QS")
    assert (table.state.winner(), table.node()) == (winner, "shootout" if winner == NO_SIDE else "game_over")


@pytest.mark.parametrize("compare", ["points", "rank"])
def test_ruling_3_a_joker_loses_every_face_off_and_ties_the_other_joker(compare):
    for first, second, winner in (("XR", "2C", 1), ("2D", "XB", 0), ("XR", "XB", None)):
        table = tbh(first, second, jokers=True, compare=compare)
        table.face_off(first, second)
        assert table.sees(0)["face_off_winner"] == winner


def value(one: str, other: str, **changes) -> int:
    return int(options_from({"jokers": True, **changes}).pair(parse_card(one), parse_card(other)))


def test_ruling_4_jokers_have_no_chemistry_so_two_of_them_are_worth_nothing():
    assert [value("XR", card) for card in ("9H", "9D", "9S", "XB")] == [9, 9, 9, 0]


def test_ruling_4_with_joker_chemistry_a_joker_has_its_colour_but_none_with_the_other_joker():
    assert [value("XR", card, joker_chemistry=True) for card in ("9H", "9D", "9S", "9C", "XB")] == [11, 11, 9, 9, 0]
    assert [value(card, "XB", joker_chemistry=True) for card in ("9H", "9D", "9S", "9C", "XR")] == [9, 9, 11, 11, 0]


def test_ruling_5_the_loser_of_the_face_off_sets_up_first_and_openly():
    table = tbh(f"AS {ONE.replace('AS', '2S')}", f"3D {TWO}")
    table.face_off("AS", "3D")
    assert (table.node(), table.asked()) == ("lineup_first", [1])
    table.line_up(1, TWO)
    assert [table.sees(seat)["played_periods"][0]["lineups"] for seat in (0, 1, SPECTATOR)] == [[[], TWO.split()]] * 3


def test_ruling_6_the_lineup_of_the_winner_is_laid_open_as_well():
    table = tbh(f"8H {ONE}", f"3D {TWO}")
    table.face_off("8H", "3D")
    table.line_up(1, TWO)
    table.line_up(0, ONE)
    assert table.sees(1)["played_periods"][0]["lineups"] == [ONE.split(), TWO.split()]
    opened = [event for event in table.events(viewer=1) if event["type"] == "lines_set"]
    assert opened == [
        {"type": "lines_set", "seat": 1, "cards": TWO.split()},
        {"type": "lines_set", "seat": 0, "cards": ONE.split()},
    ]


def test_ruling_7_after_a_tie_lineups_are_secret_and_the_two_cards_are_gone_all_the_same():
    table = tbh(f"TD {ONE}", f"QD {TWO}")
    table.face_off("TD", "QD")
    assert (table.node(), table.asked(), table.sees(0)["hand_sizes"]) == ("lineup_both", [0, 1], [20, 20])
    assert table.sees(1)["played_periods"][0]["face_off"] == ["TD", "QD"]
    table.line_up(0, ONE)
    assert table.sees(1)["played_periods"][0]["lineups"] == [[], []]


def test_ruling_8_one_suit_gives_five_and_not_seven():
    assert (value("TC", "JC"), value("TC", "JS"), value("TC", "JH")) == (25, 22, 20)


def test_ruling_9_equal_values_are_a_goal_whichever_side_attacks():
    # king and ace of a suit attack, and king and ace of a suit defend
    one, two = "KS AS 2C QD KD AD", "KC AC 3S QH KH AH"
    table = before_secret_lineups(one, two)
    table.line_up(0, one)
    table.line_up(1, two)
    shots = [
        (event["attack"]["value"], event["defence"]["value"]) for event in table.events() if event["type"] == "shot"
    ]
    assert (shots[0], shots[2], table.score()) == ((26, 26), (26, 26), (1, 1))


def test_ruling_10_overtime_has_no_face_off_and_both_set_up_in_secret():
    table = after_period(3, 2, 2)
    assert table.event_types()[-2:] == ["period_end", "overtime_start"]
    deal(table, ONE, TWO)
    assert (table.node(), table.asked()) == ("lineup_both", [0, 1])
    assert table.sees(0)["played_periods"][3] == {"face_off": None, "lineups": [[], []]}
    table.line_up(0, ONE)
    assert table.sees(1)["committed"] == [True, False]
    assert table.sees(1)["played_periods"][3]["lineups"] == [[], []]


def test_ruling_11_overtime_takes_all_52_cards_anew_or_with_jokers_the_12_of_the_stock():
    table = after_period(3, 2, 2)
    assert (table.node(), table.state.shuffle_needed(), table.sees(0)["stock"]) == ("overtime_deal", 52, 52)
    deal(table, "AS", "KS")  # whatever was discarded may come again
    table = after_period(3, 2, 2, jokers=True)
    assert (table.node(), table.sees(0)["stock"], sorted(table.sees(0)["hand_sizes"])) == ("lineup_both", 0, [6, 6])


def test_ruling_12_overtime_is_played_in_full_and_both_attacks_count():
    for goals, expected in (([2, 1], (4, 3)), ([0, 2], (2, 4))):
        hands = lineups_for(goals)
        table = overtime(hands)
        for seat in (1, 0):
            table.line_up(seat, hands[seat])
        assert (table.score(), table.node(), table.event_types().count("shot")) == (expected, "game_over", 4)


def test_ruling_13_every_round_of_the_shootout_shuffles_the_whole_pack():
    table = before_shootout(jokers=True)
    for _ in range(3):
        assert table.state.shuffle_needed() == 54
        table.draw("8H", "8D")  # the same two cards again and again
    table.draw("XB", "2C")
    assert (table.state.shootout_rounds, table.node(), table.state.winner()) == (4, "game_over", 1)


@pytest.mark.parametrize(
    ("period", "score", "clinched"), [(1, (2, 0), False), (2, (3, 0), True), (2, (1, 4), True), (2, (4, 2), False)]
)
def test_ruling_14_the_game_is_over_when_the_lead_is_more_than_twice_the_periods_left(period, score, clinched):
    table = after_period(period, *score)
    assert (table.node() == "game_over") == clinched
    assert ("clinched" in table.event_types()) == clinched
    if clinched:
        assert table.events()[-2:] == [
            {"type": "clinched", "seat": int(score[1] > score[0])},
            {"type": "game_over", "winner": int(score[1] > score[0]), "score": list(score)},
        ]


def test_ruling_14_without_early_clinch_the_third_period_is_played():
    assert after_period(2, 4, 0, early_clinch=False).node() == "face_off"


def test_ruling_15_two_goals_down_before_the_third_period_the_game_goes_on_and_can_reach_overtime():
    assert after_period(2, 0, 2).node() == "face_off"
    hands = lineups_for([2, 0])
    table = before_secret_lineups(*hands, period=3, goals=[[0, 2], [0, 0]])
    for seat in (0, 1):
        table.line_up(seat, hands[seat])
    assert (table.score(), table.node()) == ((2, 2), "overtime_deal")


def test_ruling_16_discards_may_be_looked_up_by_everybody():
    table = tbh(f"8H {ONE}", f"3D {TWO}")
    table.face_off("8H", "3D")
    table.line_up(1, TWO)
    table.line_up(0, ONE)
    for seat in (0, 1, SPECTATOR):
        assert table.sees(seat)["played_periods"][0] == {
            "face_off": ["8H", "3D"],
            "lineups": [ONE.split(), TWO.split()],
        }


def test_ruling_17_the_stock_is_never_shown():
    table = tbh()
    stock = set(codec.dump_state(table.state)["stock"])
    for seat in (0, 1, SPECTATOR):
        seen = json.dumps(table.sees(seat))
        assert not [card for card in stock if f'"{card}"' in seen]
    over = after_period(2, 4, 0)
    stock = set(codec.dump_state(over.state)["stock"])
    assert len(stock) == 10
    assert not [card for card in stock if f'"{card}"' in json.dumps(over.sees(SPECTATOR))]


def test_ruling_18_a_secret_choice_is_final():
    table = tbh("JD QD", "3S")
    table.move(0, {"type": "face_off", "card": "JD"})
    with pytest.raises(
        IllegalMove, match="you have made your secret choice, and it is final: wait for the other seat"
    ) as refused:
        table.move(0, {"type": "face_off", "card": "QD"})
    assert refused.value.rule == "ruling 18"
    assert codec.list_moves(table.state, 0) == []


def test_ruling_18_the_face_off_card_is_gone_before_lineups_are_chosen():
    table = tbh(f"JD {ONE}", f"3S {TWO}")
    table.face_off("JD", "3S")
    assert "JD" not in table.hand(0)
    assert "3S" not in codec.describe_choice(table.state, 1)["candidates"]


def test_ruling_19_jokers_are_off_unless_asked_for_and_both_of_them_or_none():
    assert STANDARD["jokers"] is False
    assert [len(options_from({"jokers": jokers}).deck) for jokers in (False, True)] == [52, 54]
    table = after_period(3, 2, 2, jokers=True)
    hands = [table.hand(seat) for seat in (0, 1)]
    for seat in (0, 1):
        table.line_up(seat, " ".join(hands[seat]))
    laid = [
        card
        for entry in table.sees(0)["played_periods"]
        for cards in (entry["face_off"] or [], *entry["lineups"])
        for card in cards
    ]
    assert sorted(laid) == sorted(deck_texts(jokers=True))  # the pack is used up exactly


def test_ruling_20_the_bench_is_not_exposed_even_after_the_last_period():
    table = after_period(2, 4, 0)
    assert (table.state.to_act(), table.sees(0)["hand_sizes"]) == (OVER, [7, 7])
    for viewer in (1, SPECTATOR):
        shown = json.dumps([table.sees(viewer), table.events(viewer)])
        assert not [card for card in table.hand(0) if f'"{card}"' in shown]


def test_ruling_21_overtime_is_dealt_one_card_at_a_time_in_stock_order_seat_0_first():
    played = before_secret_lineups(*lineups_for([0, 0]), period=3, goals=[[2, 2], [0, 0]], jokers=True)
    stock = codec.dump_state(played.state)["stock"]
    for seat, cards in enumerate(lineups_for([0, 0])):
        played.line_up(seat, cards)
    assert set(played.hand(0)) == set(stock[0::2])
    assert set(played.hand(1)) == set(stock[1::2])


def test_ruling_21_the_first_card_of_a_shootout_round_is_that_of_seat_0():
    table = before_shootout()
    table.draw("AS", "2C")
    assert (table.sees(0)["shootout_rounds"], table.sees(0)["shootout_cards"]) == (1, ["AS", "2C"])
    assert table.state.winner() == 0


def test_ruling_22_a_shootout_decides_the_game_and_adds_no_goal():
    table = before_shootout()
    table.draw("2C", "AS")
    assert (table.score(), table.state.winner(), table.state.returns()) == ((2, 2), 1, [-1.0, 1.0])
    assert table.events()[-1] == {"type": "game_over", "winner": 1, "score": [2, 2]}


def test_without_overtime_and_shootout_a_tie_is_a_draw_after_regulation():
    table = after_period(3, 2, 2, overtime="none", shootout=False)
    assert (table.state.to_act(), table.state.winner(), table.state.returns()) == (OVER, NO_SIDE, [0.0, 0.0])


def test_without_a_shootout_a_tie_after_overtime_is_a_draw():
    hands = lineups_for([1, 1])
    table = overtime(hands, shootout=False)
    for seat in (0, 1):
        table.line_up(seat, hands[seat])
    assert (table.state.to_act(), table.state.winner(), table.score()) == (OVER, NO_SIDE, (3, 3))


def test_interchangeable_cards_are_one_choice_for_the_search():
    """3.3: ten to king of a suit, in the face-off too under points; under rank only where nothing is kept."""
    cards = "TC JC QC KC AC 9C"
    for compare, in_face_off, in_lineup in (("points", 18, 17), ("rank", 21, 20)):
        table = tbh(f"{cards} 3H", "3D", compare=compare)
        assert len(table.state.distinct_actions(0)) <= in_face_off
        table.face_off("3H", "3D")
        distinct = [card_text(card) for card in table.state.distinct_actions(0)]
        assert {"TC", "AC", "9C"} <= set(distinct)
        assert ("QC" in distinct) == (compare == "rank")
        assert len(distinct) <= in_lineup
        table = overtime([cards, "2D 4D 9S TS 5S 9D"], compare=compare)
        assert [card_text(card) for card in table.state.distinct_actions(0)] == ["9C", "TC", "AC"]


def test_jokers_are_interchangeable_unless_they_have_a_colour():
    hands = ["XR XB 2C 3C 4C 5C", "2D 4D 9S TS 5S 9D"]
    facts = {
        "node": "lineup_both",
        "period": 4,
        "goals": [[2, 2], [0, 0], [0, 0]],
        "hands": [hand.split() for hand in hands],
        "stock": [],
    }
    counts = [
        len(position(options={"jokers": True, "joker_chemistry": on}, **facts).state.distinct_actions(0))
        for on in (False, True)
    ]
    assert counts == [5, 6]


def test_names_and_numbers_of_the_table_in_2_1():
    assert [int(rules.points(parse_card(rank + "C"))) for rank in "23456789TJQKA"] == [
        2,
        3,
        4,
        5,
        6,
        7,
        8,
        9,
        10,
        10,
        10,
        10,
        11,
    ]
    assert [int(rules.points(parse_card(joker))) for joker in ("XR", "XB")] == [0, 0]
