"""Section 4 of docs/rules/blades-of-steel.md: every ruling by its number, at the table."""

import pytest

from engines.api import CHANCE, NO_SIDE, OVER, IllegalMove
from engines.blades_of_steel import codec, commentary
from engines.blades_of_steel.options import STANDARD
from engines.cards import CARD_TEXTS
from tests.blades_of_steel.table import Table, blades, new_table, random_game
from tests.engines.names import NAMES


def shot_at(shot: str, hand: str = "", stack: str = "", **changes) -> Table:
    """Seat 0 has shot; seat 1 is asked, with these cards."""
    table = blades(hand=shot, other=hand, other_stack=stack, **changes)
    table.play(f"shoot {shot}")
    assert table.node() == "answer"
    return table


def blocks(table: Table) -> list[str]:
    return [option.removeprefix("block ") for option in table.options() if option != "no_block"]


def test_ruling_1_any_pair_is_above_any_three_cards_on_both_sides():
    assert blocks(shot_at("QH KH AH", "2C 2S")) == ["hand 2C 2S"]
    assert blocks(shot_at("2D 2H", "QC KC AC")) == ["hand AC"]  # the flush does not, the ace of it does
    assert blocks(shot_at("TD JH QD", "2S 3S 4S")) == ["hand 2S 3S 4S"]  # a flush is above a high card


def test_ruling_2_equal_levels_compare_the_highest_card_only():
    assert blocks(shot_at("TD JH KH", "2C 3C KS")) == ["hand 2C 3C KS"]
    assert blocks(shot_at("TD JH KH", "2C 3C QS")) == []


def test_ruling_2_with_compare_all_levels_1_and_2_are_compared_card_by_card():
    assert blocks(shot_at("TD JH KH", "2C TC KS", compare="all")) == []
    assert blocks(shot_at("TD JH KH", "2C QC KS", compare="all")) == ["hand 2C KS QC"]
    assert blocks(shot_at("2H JH KH", "3S JS KS", compare="all")) == ["hand 3S JS KS"]
    assert blocks(shot_at("7D 7H", "7C 7S", compare="all")) == ["hand 7C 7S"]  # pairs as before


@pytest.mark.parametrize("compare", ["top", "all"])
def test_ruling_3_a_star_goalie_stops_every_breakaway_whatever_its_second_card(compare):
    for second in "23456789TJQK":
        assert blocks(shot_at(f"{second}H AH", "AS", compare=compare)) == ["hand AS"]


def test_ruling_4_two_red_aces_are_a_one_timer():
    table = shot_at("AD AH", "AC AS", "KC KS")
    assert table.events()[0]["kind"] == "one_timer"
    assert blocks(table) == ["hand AC", "hand AS", "hand AC AS"]


def test_ruling_5_the_level_depends_on_the_number_of_cards():
    assert shot_at("2H AH", "2C").events()[0]["kind"] == "breakaway"
    assert shot_at("2H 3H AH", "2C").events()[0]["kind"] == "flush"
    assert shot_at("2H 3D AH", "2C").events()[0]["kind"] == "high_card"


def test_ruling_6_both_red_nines_are_the_great_one_and_with_a_third_card_a_high_card():
    table = blades(hand="9D 9H 2D", other="2C")
    table.play("shoot 9D 9H")
    assert (table.events()[0]["kind"], table.event_types()[1]) == ("great_one", "scores")
    assert shot_at("2D 9D 9H", "2C").events()[0]["kind"] == "high_card"
    black = shot_at("8D 8H", "9C 9S").play("block hand 9C 9S")
    assert black[0] == "blocked"  # black nines are a star defence


@pytest.mark.parametrize("shot", ["4H KH", "9D AH", "9H KD", "KD AH"])
def test_ruling_7_two_red_cards_that_are_no_combination_cannot_be_played(shot):
    table = blades(hand=f"{shot} 2C")
    assert table.options() == ["stack 2C", "change_lines"]
    with pytest.raises(IllegalMove, match=f"{shot} is not a shot: three red cards, two of one rank"):
        table.play(f"shoot {shot}")


def test_ruling_7_the_same_holds_for_blocks():
    table = shot_at("2D 3D 4H", "KC QS 2C")
    for cards in ("KC", "KC QS", "2C"):
        with pytest.raises(IllegalMove, match="is not a block"):
            table.play(f"block hand {cards}")


def test_ruling_8_any_black_cards_may_be_stacked():
    table = blades(hand="KC 4S", other="2C")
    assert set(table.options()) == {"stack KC", "stack 4S", "stack 4S KC", "change_lines"}
    assert table.play("stack 4S KC") == ["stacks_defence"]


def test_ruling_9_only_the_cards_used_are_turned_up():
    table = shot_at("2D 3D 4H", "", "AS 2C 3C")
    table.play("block stack AS")
    assert table.truth()["stacks"][1] == ["2C", "3C"]
    assert table.events(viewer=0)[-1]["cards"] == ["AS"]


def test_ruling_10_an_unused_stack_stays_face_down_after_a_goal():
    table = shot_at("2D 2H", "", "AS 2C 3C")
    assert table.play("no_block") == ["scores"]
    assert (table.sees(0)["stack_sizes"], table.truth()["stacks"][1]) == ([0, 3], ["2C", "3C", "AS"])
    assert not {"AS", "2C", "3C"} & set(str(table.events(viewer=0)).replace("'", " ").split())


def test_ruling_11_the_old_stack_is_discarded_openly_even_if_it_was_better():
    table = blades(hand="2C 4D 5D", other="2S", stack="AC AS")
    assert table.play("stack 2C") == ["stack_discarded", "stacks_defence"]
    assert table.events(viewer=1)[0] == {
        "type": "stack_discarded",
        "seat": 0,
        "count": 2,
        "top": "AS",
        "cards": ["AC", "AS"],
    }
    assert table.truth()["stacks"][0] == ["2C"]
    assert table.sees(1)["discards"][-2:] == ["AC", "AS"]


def test_ruling_12_a_block_comes_from_one_source():
    table = shot_at("7D 7H", "8C", "8S")
    assert blocks(table) == []
    with pytest.raises(IllegalMove, match="8S is not in your hand, which is 8C: all cards must come from there"):
        table.play("block hand 8C 8S")


def test_ruling_12_one_block_answers_a_shot():
    table = shot_at("7D 7H", "8C 8S KC KS")
    table.play("block hand 8C 8S")
    assert (table.node(), table.state.to_act()) == ("action", 1)


def test_ruling_13_blocking_is_optional_and_blocks_that_fail_are_not_offered():
    table = shot_at("7D 7H", "8C 8S 6C 6S")
    assert table.options() == ["no_block", "block hand 8C 8S"]
    assert table.play("no_block") == ["scores"]


def test_ruling_14_the_defender_draws_only_at_the_start_of_the_own_turn():
    table = shot_at("7D 7H", "8C 8S 2C 3C 4C 5C")
    table.play("block hand 8C 8S")
    assert table.sees()["hand_sizes"] == [0, 6]  # seat 1 has drawn two, for its own turn; seat 0 waits
    table.play("stack 2C")
    assert table.sees()["hand_sizes"] == [6, 5]


def test_ruling_15_first_turns_need_no_draw():
    table = random_game("ruling 15", until="action")
    assert (table.sees()["hand_sizes"], table.sees()["draw_pile"]) == ([6, 6], 40)
    table.play("change_lines")
    assert (table.sees()["hand_sizes"][int(table.state.seat)], table.sees()["draw_pile"]) == (6, 40)


def test_ruling_16_the_pack_is_over_when_the_last_card_completes_the_hand():
    table = blades(hand="2C 3C", other="2D 3D 4D 5D", draw_pile=2, overtime="none")
    assert table.play("stack 2C")[-2:] == ["pack_out", "game_over"]
    assert (table.sees()["hand_sizes"], table.state.to_act()) == ([1, 6], OVER)


def test_ruling_16_with_finish_turn_the_last_drawer_still_acts():
    table = blades(hand="2C 3C", other="2D 3D 4D 5D", draw_pile=2, overtime="none", deck_end="finish_turn")
    table.play("stack 2C")
    assert (table.node(), table.state.to_act(), table.sees()["draw_pile"]) == ("action", 1, 0)
    assert table.play("change_lines") == ["changes_lines", "pack_out", "game_over"]


def test_ruling_17_under_finish_turn_the_last_action_is_made_with_what_is_held():
    table = blades(hand="2C 3C", other="2D", draw_pile=1, draws="3D", overtime="none", deck_end="finish_turn")
    table.play("stack 2C")
    assert table.options() == ["change_lines"]
    assert table.play("change_lines")[-2:] == ["pack_out", "game_over"]
    assert table.sees()["discards"][-2:] == ["2D", "3D"]


@pytest.mark.parametrize("seed", range(5))
def test_ruling_17_under_immediate_whoever_acts_holds_six(seed):
    table = random_game(f"ruling 17 {seed}", until="action")
    while table.state.to_act() != OVER and table.state.overtime == 0:
        if table.node() == "action":
            assert table.sees()["hand_sizes"][table.state.to_act()] == 6
        table.play(table.options()[-1] if table.state.ply % 3 else table.options()[0])


def test_ruling_18_without_red_or_without_black_cards_there_is_still_something_to_do():
    assert {option.split()[0] for option in blades(hand="2C 5C 8S JS QC 3S").options()} == {"stack", "change_lines"}
    assert {option.split()[0] for option in blades(hand="2H 5H 8D JD QH 3D").options()} == {"shoot", "change_lines"}


def test_ruling_19_discards_are_open_and_may_be_inspected():
    table = blades(hand="2C 3H KD", other="2S", stack="4C")
    before = table.sees(1)["discards"]
    table.play("change_lines")
    assert table.sees(1)["discards"] == [*before, "2C", "3H", "KD"]
    assert table.events(viewer=1)[0]["cards"] == ["2C", "3H", "KD"]


def test_ruling_19_with_top_only_the_view_shows_the_top():
    table = blades(hand="2C 3H KD", other="2S", discards="top_only")
    table.play("change_lines")
    seen = table.sees(1)
    assert seen["discards"] == ["KD"]
    assert seen["hidden_discards"] == [{"lines": 2, "stacks": 0}, {"lines": 0, "stacks": 0}]
    assert not {"2C", "3H"} & set(seen["remembered"])
    assert table.sees(0)["hidden_lines"] == ["2C", "3H"]  # its owner knows them


def test_ruling_20_overtime_is_a_whole_new_game_and_its_goal_is_added_to_the_score():
    piles = [[["2D", "3D", "4H"]], [["2H", "3H", "4D"]]]
    table = blades(hand="2C 3C", other="8C", draw_pile=3, position={"goal_piles": piles})
    table.play("change_lines")
    assert (table.node(), table.state.shuffle_needed()) == ("cut", 52)
    table.start_pack("2C", "AC", order="9D 2C 9H")
    assert (table.state.to_act(), table.sees()["overtime_pack"], table.sees()["draw_pile"]) == (1, 1, 40)
    table.play("shoot 9D 9H")
    assert (table.state.winner(), table.score(), table.sees()["goal_piles"]) == (1, (1, 2), [[], [["9D", "9H"]]])


def test_ruling_20_without_overtime_a_tie_is_a_draw():
    table = blades(hand="2C 3C", other="8C", draw_pile=3, overtime="none")
    assert table.play("change_lines") == ["changes_lines", "pack_out", "game_over"]
    assert (table.state.winner(), table.state.to_act()) == (NO_SIDE, OVER)


def test_ruling_21_a_goalless_overtime_is_followed_by_another_up_to_the_limit():
    for overtime, last in ((1, "overtime_start"), (2, "game_over")):
        table = blades(hand="2C 3C", other="8C", draw_pile=3, position={"overtime_pack": overtime}, overtime_limit=2)
        assert table.play("change_lines")[-1] == last


@pytest.mark.parametrize(
    ("first", "second", "winner"), [("KS", "AC", 1), ("AC", "2S", 0), ("TD", "9H", 0), ("JC", "QC", 1)]
)
def test_ruling_22_the_higher_cut_plays_first(first, second, winner):
    table = new_table()
    table.cut(first, second)
    assert (table.node(), table.state.seat) == ("deal", winner)
    assert table.events() == [{"type": "face_off", "cards": [first, second], "winner": winner}]


def test_ruling_22_equal_ranks_cut_again_and_the_cards_go_back():
    table = new_table()
    table.cut("9S", "9C")
    assert (table.node(), table.state.to_act(), table.event_types()) == ("cut", CHANCE, [])
    table.start_pack("9S", "8C", order="9S 8C")
    assert table.event_types() == ["face_off"]
    assert "9S" in table.truth()["hands"][0]
    assert "8C" in table.truth()["hands"][1]


def test_ruling_23_a_player_sees_the_own_stack_and_nobody_elses():
    table = blades(hand="2C 3C 4D", other="5C 6C", other_stack="7C")
    table.play("stack 2C 3C")
    assert (table.sees(0)["stack"], table.sees(1)["stack"]) == (["2C", "3C"], ["7C"])
    assert "stack" not in table.sees(-3)


WHOLE = {"stack_spend": "whole"}


def test_ruling_24_the_whole_stack_is_one_block_worth_its_best_combination():
    table = shot_at("7D 7H", "", "8C 8S 2C", **WHOLE)
    assert table.options() == ["no_block", "block stack 2C 8C 8S"]
    table.play("block stack 8C 2C 8S")
    blocked = table.events()[1]
    assert (blocked["kind"], blocked["cards"], blocked["from"]) == ("star_defence", ["2C", "8C", "8S"], "stack")
    assert (table.sees()["stack_sizes"], table.sees()["discards"][-5:]) == ([0, 0], ["7D", "7H", "2C", "8C", "8S"])


@pytest.mark.parametrize(
    ("stack", "kind"),
    [
        ("AC AS", "star_goalie"),
        ("2C 3C AS", "star_goalie"),
        ("2S 2C 9S", "star_defence"),
        ("2C 4C 5C", "flush"),
        ("2C 4C 5S", "high_card"),
    ],
)
def test_ruling_24_the_highest_level_counts(stack, kind):
    table = shot_at("2D 3D 4H", "", stack, **WHOLE)
    table.play(f"block stack {stack}")
    assert table.events()[1]["kind"] == kind


def test_ruling_24_it_is_not_offered_if_its_best_combination_does_not_stop_the_shot():
    assert blocks(shot_at("TD TH", "", "8C 8S 2C", **WHOLE)) == []
    assert blocks(shot_at("2D 3D 4H", "", "8C 2C", **WHOLE)) == []
    with pytest.raises(
        IllegalMove, match="8C 8S is a part of your stack, and a block from the stack spends all of it: 2C 8C 8S"
    ):
        shot_at("7D 7H", "", "8C 8S 2C", **WHOLE).play("block stack 8C 8S")


def test_ruling_24_with_weak_blocks_any_combination_in_it_makes_it_an_option():
    assert blocks(shot_at("TD TH", "", "8C 8S 2C", weak_blocks=True, **WHOLE)) == ["stack 2C 8C 8S"]
    assert blocks(shot_at("TD TH", "", "8C 2C", weak_blocks=True, **WHOLE)) == []


def test_ruling_25_a_weak_block_is_spent_and_the_goal_stands():
    table = shot_at("TD TH", "8C 8S", weak_blocks=True)
    before = table.sees()["discards"]
    assert table.play("block hand 8C 8S") == ["weak_block", "scores"]
    assert table.events()[1] == {
        "type": "weak_block",
        "seat": 1,
        "kind": "star_defence",
        "from": "hand",
        "cards": ["8C", "8S"],
    }
    seen = table.sees()
    assert (seen["discards"], seen["goal_piles"][0], table.score()) == ([*before, "8C", "8S"], [["TD", "TH"]], (1, 0))


def test_ruling_25_the_great_one_opens_no_window_and_other_sets_remain_impossible():
    table = blades(hand="9D 9H", other="8C 8S AC", weak_blocks=True)
    assert table.play("shoot 9D 9H") == ["shoots", "scores"]
    weak = shot_at("TD TH", "8C 7S 2S", weak_blocks=True)
    assert blocks(weak) == ["hand 2S 7S 8C"]
    with pytest.raises(IllegalMove, match="7S 8C is not a block"):
        weak.play("block hand 7S 8C")


def test_ruling_26_cards_discarded_together_lie_in_canonical_order_first_the_shot_then_the_block():
    table = blades(hand="TD JH KD", other="AC 2C KC", other_stack="")
    table.play("shoot TD JH KD", "block hand AC")
    assert table.sees()["discards"][-4:] == ["JH", "KD", "TD", "AC"]
    lines = blades(hand="TS AC 9H KD QC JD", other="2C")
    lines.play("change_lines")
    assert lines.sees()["discards"][-6:] == ["9H", "AC", "JD", "KD", "QC", "TS"]


def test_ruling_26_with_top_only_the_events_carry_numbers_and_the_last_card():
    table = blades(hand="TS AC 9H", other="2C", stack="2S 3S", discards="top_only")
    table.play("stack TS")
    assert table.events(viewer=1)[0] == {"type": "stack_discarded", "seat": 0, "count": 2, "top": "3S"}
    assert table.events(viewer=0)[0]["cards"] == ["2S", "3S"]
    table = blades(hand="TS AC 9H", other="2C", discards="top_only")
    table.play("change_lines")
    assert table.events(viewer=-3)[0] == {"type": "changes_lines", "seat": 0, "count": 3, "top": "TS"}
    assert table.sees(1)["discards"] == ["TS"]


def test_ruling_27_an_overtime_pack_has_all_52_cards_again():
    piles = [[["2D", "3D", "4H"]], [["2H", "3H", "4D"]]]
    table = blades(
        hand="2C 3C", other="8C 9C", stack="KS", other_stack="QS", draw_pile=3, position={"goal_piles": piles}
    )
    table.play("stack 2C")
    seen = table.sees()
    assert (seen["draw_pile"], seen["discard_size"], seen["stack_sizes"], seen["hand_sizes"]) == (52, 0, [0, 0], [0, 0])
    assert (seen["goal_piles"], table.score()) == ([[], []], (1, 1))
    table.start_pack()
    truth = table.truth()
    assert sorted([*truth["hands"][0], *truth["hands"][1], *truth["stock"]]) == sorted(CARD_TEXTS[:52])
    assert codec.dump_state(table.state)["hidden_stacks"] == [[], []]


@pytest.mark.parametrize(("goals", "words"), [(1, "The pack is out"), (2, "final whistle")])
def test_ruling_28_the_final_whistle_is_called_for_a_pack_that_ends_the_game(goals, words):
    piles = [[["2D", "3D", "4H"]], [["2H", "3H", "4D"], ["5H", "6H", "7D"]][:goals]]
    table = blades(hand="2C 3C", other="8C 9C", draw_pile=3, position={"goal_piles": piles})
    table.play("change_lines")
    out = next(event for event in table.events() if event["type"] == "pack_out")
    assert words in commentary.event_text(out, STANDARD, NAMES)
    assert ("overtime_start" in table.event_types()) == (goals == 1)
