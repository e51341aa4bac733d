"""Section 4 of docs/rules/hockey.md: every ruling by its number, at the table."""

from collections import Counter
from itertools import pairwise

import pytest

from engines.api import CHANCE, NO_SIDE, OVER, IllegalMove
from engines.cards import card_text, parse_card
from engines.hockey import codec, commentary
from engines.hockey.moves import MOVES
from engines.hockey.options import PRESETS, complete_options
from engines.rng import Rng, permutation
from tests.engines.names import FOUR
from tests.hockey.table import CALLS, Table, hockey, hockey_for, quiet_period, random_game

WILD_2_J = {"wild_ranks": ["2", "J"]}


def before_the_cut(preset: str = "standard", **changes) -> Table:
    return Table(codec.load_state({"node": "cut", "options": PRESETS[preset] | changes}))


def cut(table: Table, first: str, second: str) -> None:
    """Seat 0 cuts the first card, seat 1 the second."""
    cards = [parse_card(first), parse_card(second)]
    table.state.deal_order(cards + [card for card in range(52) if card not in cards])


def end_of_period_3(score: tuple[int, int], preset: str = "standard", **changes) -> Table:
    """One card before the end of regulation, dealt by the last seat."""
    plays = PRESETS[preset]["seats"] * sum(PRESETS[preset]["deals"])
    options = PRESETS[preset] | changes
    return Table(
        codec.load_state(
            {"options": options, "period": 3, "played": quiet_period(plays - 1), "goals": [score, [0, 0], [0, 0]]}
        )
    )


@pytest.mark.parametrize(
    ("first", "second", "winner"), [("KS", "AC", 1), ("AC", "2S", 0), ("TD", "9H", 0), ("JC", "QC", 1)]
)
def test_ruling_1_the_higher_cut_wins_ace_high(first, second, winner):
    table = before_the_cut()
    cut(table, first, second)
    assert (table.node(), table.state.to_act()) == ("choose_dealer", winner)


def test_ruling_1_equal_ranks_cut_again_whatever_their_suits():
    table = before_the_cut()
    cut(table, "9S", "9C")
    assert (table.node(), table.state.to_act(), table.event_types()) == ("cut", CHANCE, ["cut"])


@pytest.mark.parametrize("dealer", [0, 1])
def test_ruling_2_the_winner_of_the_cut_names_either_dealer(dealer):
    table = before_the_cut()
    cut(table, "2C", "3C")
    assert codec.list_moves(table.state, 1) == [
        {"type": "choose_dealer", "seat": 0},
        {"type": "choose_dealer", "seat": 1},
    ]
    table.state.apply(1, *codec.decode_move(table.state, 1, {"type": "choose_dealer", "seat": dealer}))
    assert (table.state.dealer, table.node(), table.state.ply) == (dealer, "shuffle", 1)


def test_ruling_2_a_random_dealer_skips_cut_and_choice():
    table = before_the_cut(first_dealer="random")
    table.state.deal_order([1, 0])
    assert (table.state.dealer, table.node(), table.state.ply) == (1, "shuffle", 0)


def test_ruling_3_jack_on_a_jack_is_a_new_breakaway_never_a_goal():
    table = hockey(hands=["9 J 2", "9 J 3"])
    assert table.play("A9 B9 AJ BJ") == ["plays", "breakaway", "breakaway", "breakaway"]
    assert (table.holder(), table.score()) == ("B", (0, 0))


def test_ruling_4_a_wild_card_by_the_holder_renews_the_breakaway_and_scores_nothing():
    table = hockey_for("AJ B7 AJ B8 A2 B9 A9", **WILD_2_J)
    assert table.play("AJ B7 AJ B8 A2") == ["breakaway", "shoots", "breakaway", "shoots", "breakaway"]
    assert (table.holder(), table.score()) == ("A", (0, 0))
    assert table.play("B9 A9") == ["shoots", "scores"]


def test_ruling_5_a_wild_card_opens_a_breakaway_on_the_empty_table():
    table = hockey(hands=["J", ""])
    assert table.sees(0)["table_empty"]
    assert table.play("AJ") == ["breakaway"]
    assert table.holder() == "A"


def test_ruling_6_after_a_goal_nobody_is_on_breakaway_and_the_scoring_card_can_be_matched():
    table = hockey(hands=["J 6", "6 6"])
    assert table.play("AJ B6 A6") == ["breakaway", "shoots", "scores"]
    assert (table.holder(), table.top()) == ("-", "6")
    assert table.play("B6") == ["breakaway"]


def test_ruling_7_top_and_holder_carry_over_to_the_next_deal():
    table = hockey_for("A4 BJ / A4 B4")
    table.play("A4 BJ /")
    assert (table.holder(), table.top(), table.state.pile_size) == ("B", "J", 2)
    assert table.play("A4 B4") == ["shoots", "scores"]


def test_ruling_7_safeties_do_not_carry_over_to_the_next_deal():
    table = hockey_for("A3 B9 / A5 B5 A3")
    assert table.play("A3 B9 / A5 B5 A3")[-1] == "shoots"


def test_ruling_7_nothing_carries_over_to_the_next_period():
    table = Table(codec.load_state({"played": quiet_period(51), "holder": 0}))
    table.play("BA")
    seen = table.sees(0)
    assert (table.node(), seen["holder"], seen["top"], seen["pile_size"], seen["safe_ranks"]) == (
        "shuffle",
        None,
        None,
        0,
        [[], []],
    )


def test_ruling_8_the_deal_goes_round_into_overtime_so_the_dealer_of_period_2_deals_it():
    dealers = [1]
    for period in (1, 2, 3):
        table = Table(
            codec.load_state(
                {"period": period, "dealer": dealers[-1], "played": quiet_period(51), "goals": [[0, 0]] * period}
            )
        )
        table.play(f"{'AB'[dealers[-1]]}A")
        dealers.append(int(table.state.dealer))
    assert dealers == [1, 0, 1, 0]
    assert table.event_types()[-1] == "overtime_start"


def test_ruling_9_overtime_deals_four_cards_and_six_at_last():
    table = end_of_period_3((2, 2))
    table.play("BA")
    assert table.event_types()[-1] == "overtime_start"
    assert table.sees(0)["deals"] == [4, 4, 4, 4, 4, 6]
    table.deal([])
    assert table.sees(0)["hand_sizes"] == [4, 4]


def test_ruling_9_overtime_ends_on_the_first_goal_with_the_rest_unplayed():
    table = end_of_period_3((2, 2))
    table.play("BA")
    table.deal(["4", "J 4"])
    assert table.play("BJ A4 B4")[-1] == "scores"
    assert (table.state.to_act(), table.state.winner(), table.state.undealt()) == (OVER, 1, 44)


def test_ruling_10_scoreless_overtime_is_a_draw():
    table = Table(codec.load_state({"period": 4, "played": quiet_period(51), "goals": [[1, 1]]}))
    table.play("BA")
    assert (table.state.to_act(), table.state.winner()) == (OVER, NO_SIDE)


def test_ruling_10_without_overtime_a_tie_is_a_draw_after_regulation():
    table = end_of_period_3((2, 2), overtime="none")
    table.play("BA")
    assert (table.state.to_act(), table.state.winner(), table.score()) == (OVER, NO_SIDE, (2, 2))


def test_ruling_11_original_jacks_are_ordinary_and_may_score():
    table = hockey("original", hands=["9 J", "9 J"])
    assert table.play("A9 B9 AJ BJ") == ["plays", "breakaway", "shoots", "scores"]


def test_ruling_11_original_scorer_is_on_breakaway_but_the_pile_stays_and_can_be_matched():
    table = hockey("original", hands=["9 4 4", "9 4"])
    assert table.play("A9 B9 A4 B4")[-1] == "scores"
    assert (table.holder(), table.top(), table.state.pile_size) == ("B", "4", 4)
    assert table.play("A4") == ["breakaway"]
    assert table.holder() == "A"


def test_ruling_12_a_plain_third_match_only_cancels_and_the_fourth_opens_a_breakaway():
    table = hockey("third_match_cancels", hands=["9 9", "9 9"])
    assert table.play("A9 B9 A9") == ["plays", "breakaway", "blocks"]
    assert table.holder() == "-"
    assert table.play("B9") == ["breakaway"]


def test_ruling_12_a_jack_still_steals_also_on_a_jack():
    table = hockey("third_match_cancels", hands=["J J", "J"])
    assert table.play("AJ BJ AJ") == ["breakaway"] * 3
    assert table.holder() == "A"


def test_ruling_13_a_kept_breakaway_is_stolen_like_any_other():
    table = hockey("goal_is_breakaway", hands=["J 6 K", "6 6 K"])
    assert table.play("AJ B6 A6") == ["breakaway", "shoots", "scores"]
    assert table.holder() == "A"
    assert table.play("B6 AK BK") == ["breakaway", "shoots", "scores"]


def test_ruling_14_stockham_a_block_gives_no_shot():
    table = hockey("stockham", hands=["5 5 8", "J 5 J"])
    assert table.play("A5 B5 A5") == ["plays", "breakaway", "blocks"]
    assert table.holder() == "-"
    assert table.play("BJ A8 BJ") == ["breakaway", "shoots", "breakaway"]  # an automatic shot, and a new one, no goal


def test_ruling_14_stockham_a_jack_blocks_a_shot_and_a_goal_is_no_shot():
    table = hockey("stockham", hands=["3 J Q", "3 Q"])
    assert table.play("A3 B3 AJ") == ["plays", "breakaway", "blocks"]
    table = hockey("stockham", hands=["3 Q", "3 Q"])
    assert table.play("A3 B3 AQ BQ")[-1] == "scores"
    assert table.holder() == "-"


def test_ruling_14_stockham_overtime_is_the_standard_one():
    assert (
        PRESETS["stockham"]["overtime_deals"] == PRESETS["standard"]["overtime_deals"] == PRESETS["stockham"]["deals"]
    )


def test_ruling_15_clears_after_the_rank_was_played_in_this_deal_and_left():
    table = hockey_for("A3 B9 A5 B5 A3")
    assert table.play("A3 B9 A5 B5 A3")[-1] == "clears"


def test_ruling_15_a_rank_that_was_matched_at_once_is_no_safety():
    table = hockey_for("A3 B3 A9 B5 A5 BJ A3")
    assert table.play("A3 B3 A9 B5 A5 BJ A3")[-1] == "shoots"


def test_ruling_15_a_wild_card_is_no_match_so_the_rank_below_it_is_safe():
    table = hockey_for("A3 BJ A3")
    assert table.play("A3 BJ A3")[-1] == "clears"


def test_ruling_15_a_rank_known_to_be_exhausted_is_no_safety():
    plays = "A3 B3 A4 B3 / A9 BJ A3"
    assert hockey_for(plays).play(plays)[-1] == "shoots"  # the fourth three could not be safer


def test_ruling_15_with_four_seats_only_the_next_seat_counts():
    table = hockey_for("A3 B8 C4 D9 A9 B9 C3", "partnership")
    assert table.play("A3 B8 C4 D9 A9 B9 C3")[-1] == "shoots"  # the partner of C played a three, C did not


def test_ruling_15_nothing_is_safe_where_a_wild_card_may_score():
    plays = "A3 B9 AT BJ A3"
    assert hockey_for(plays).play(plays)[-1] == "clears"
    assert hockey_for(plays, wild_scores=True).play(plays)[-1] == "shoots"


def test_ruling_15_a_card_that_was_removed_with_the_pile_is_no_safety():
    plays = "A5 B5 A9 B2 AJ B5"
    assert hockey_for(plays, clear_pile=True).play(plays) == [
        "plays",
        "breakaway",
        "shoots",
        "miss",
        "breakaway",
        "shoots",
    ]
    plays = "A5 B9 A2 BJ A5"
    assert hockey_for(plays, clear_pile=True).play(plays)[-1] == "clears"  # this five stayed on the table


def test_ruling_15_the_call_is_the_same_whatever_the_other_hands_hold():
    plays = "A3 B9 A5 B5 A3"
    for hands in (["3 5 3", "9 5 3 3"], ["3 5 3", "9 5 K Q"]):
        assert hockey(hands=hands).play(plays)[-1] == "clears"


DISTANCES = """78=post 32=post A2=post 2A=post AK=post KA=post 9T=post
46=save A3=save 3A=save AQ=save QA=save TQ=save K2=miss 2K=miss 7T=miss A4=miss"""


@pytest.mark.parametrize("distance", DISTANCES.split())
def test_ruling_16_the_post_is_one_rank_away_a_save_two(distance):
    (top, card), call = distance.split("=")
    table = hockey(hands=[f"J {card}", top])
    assert table.play(f"AJ B{top} A{card}") == ["breakaway", "shoots", call]


def test_ruling_17_the_cards_played_are_open_to_everybody():
    table = hockey(hands=["7 4", "9"])
    table.play("A7 B9 A4")
    assert table.sees(0)["played"] == table.sees(1)["played"] == table.sees(-3)["played"]
    assert [(play["seat"], play["card"][0]) for play in table.sees(0)["played"]] == [(0, "7"), (1, "9"), (0, "4")]


def test_ruling_18_breakaways_and_goals_need_no_claim():
    assert [field.type for field in MOVES] == ["choose_dealer", "play"]
    table = hockey(hands=["J 6", "6"])
    assert table.play("AJ B6 A6")[-1] == "scores"


def test_ruling_19_any_card_may_be_played_instead_of_a_match():
    table = hockey(hands=["7", "7 J 2"])
    table.play("A7")
    assert len(codec.list_moves(table.state, 1)) == 5
    assert table.play("B2") == ["plays"]


def test_ruling_20_partnership_deals_from_the_left_of_the_dealer_and_the_partner_finishes():
    table = before_the_cut("partnership")
    cut(table, "2C", "3C")
    table.state.apply(1, *codec.decode_move(table.state, 1, {"type": "choose_dealer", "seat": 2}))
    table.state.deal_order(range(52))
    assert [card_text(table.hand(seat)[0]) for seat in (3, 0, 1, 2)] == ["2C", "2D", "2H", "2S"]
    assert (table.state.to_act(), table.sees(0)["hand_sizes"], table.sees(0)["deals"]) == (3, [5] * 4, [5, 4, 4])
    passed = hockey("partnership", hands=["7", "7", "4", "4"])
    assert passed.play("A7 B7 C4 D4") == ["plays", "breakaway", "shoots", "scores"]
    assert passed.score() == (0, 1)


def test_ruling_21_the_third_equal_card_steals_the_pass_and_is_called_a_check():
    table = hockey("partnership", hands=["7", "7", "7", "7"])
    assert table.play("A7 B7 C7") == ["plays", "breakaway", "breakaway"]
    assert table.holder() == "AC"
    assert (
        commentary.event_text(table.events()[-1], PRESETS["partnership"], FOUR)
        == "Eva plays the seven of hearts. Check! Pass!"
    )
    table.play("D7")
    assert (
        commentary.event_text(table.events()[-1], PRESETS["partnership"], FOUR)
        == "Jan plays the seven of spades. Rumble! Pass!"
    )


def test_ruling_22_seats_0_and_1_cut_and_name_themselves_or_the_next_seat():
    table = before_the_cut("partnership")
    cut(table, "2C", "3C")
    assert codec.list_moves(table.state, 1) == [
        {"type": "choose_dealer", "seat": 1},
        {"type": "choose_dealer", "seat": 2},
    ]
    with pytest.raises(IllegalMove, match="1 or 2"):
        codec.decode_move(table.state, 1, {"type": "choose_dealer", "seat": 0})


def test_ruling_22_partnership_overtime_is_dealt_5_4_4_and_ends_on_the_first_goal():
    table = end_of_period_3((1, 1), "partnership")
    table.play("DA")
    assert (table.sees(0)["deals"], table.state.dealer) == ([5, 4, 4], 0)
    table.deal(["", "J", "4", "4"])
    table.play("BJ C4 D4")
    assert (table.state.to_act(), table.state.winner()) == (OVER, 1)


def test_ruling_23_hands_stay_while_the_centre_is_dealt_anew():
    table = random_game(PRESETS["wiggum"], "ruling 23", until="starting_pile")
    hands = [table.hand(seat) for seat in (0, 1)]
    stock = [card_text(table.state.stock[i]) for i in range(8, 52)]
    pair = next([i, j] for i in range(44) for j in range(i) if stock[i][0] == stock[j][0])
    table.state.deal_order(pair + [i for i in range(44) if i not in pair])
    assert (table.event_types()[-1], table.node(), table.state.to_act()) == (
        "starting_pile_redealt",
        "starting_pile",
        CHANCE,
    )
    assert [table.hand(seat) for seat in (0, 1)] == hands
    assert table.sees(1)["refused"] == sorted(table.events()[-1]["cards"], key=parse_card)


def test_ruling_23_starting_piles_are_redealt_about_as_often_as_the_rules_say():
    """About 3.2 attempts on average (rules 3.2), here over 400 periods."""
    attempts, rng = 0, Rng("redeals")
    for seed in range(400):
        table = random_game(PRESETS["wiggum"], f"pile {seed}", until="starting_pile")
        while table.node() == "starting_pile":
            table.state.deal(permutation(rng, table.state.shuffle_needed()))
            attempts += 1
    assert 2.9 < attempts / 400 < 3.5


def test_ruling_24_after_a_clear_the_other_side_plays_to_an_empty_table():
    table = hockey("wiggum", hands=["7 3", "J"], pile="5 9 K 7")
    assert table.play("A7") == ["breakaway"]
    assert (table.holder(), table.top(), table.state.pile_size) == ("A", "-", 0)
    assert table.play("BJ") == ["breakaway"]  # a wild card there is cleared at once
    assert (table.holder(), table.top()) == ("B", "-")


def test_ruling_24_a_third_equal_card_has_nothing_to_match_and_a_goal_leaves_the_table_empty():
    table = hockey("wiggum", hands=["3 3", "3 3"], pile="5 9 K 7")
    assert table.play("A3 B3 A3") == ["plays", "breakaway", "shoots"]
    assert table.play("B3") == ["scores"]
    assert (table.holder(), table.top(), table.state.pile_size) == ("B", "-", 0)


def test_ruling_25_wiggum_overtime_has_a_starting_pile_and_sudden_death():
    position = {"options": PRESETS["wiggum"], "node": "shuffle", "period": 4, "dealer": 1, "goals": [[2, 2]]}
    table = Table(codec.load_state(position))
    assert table.sees(0)["deals"] == [4] * 6
    table.deal(["7 4", "4"])
    assert table.node() == "starting_pile"
    stock = [card_text(table.state.stock[i])[0] for i in range(8, 52)]
    pile = [stock.index(rank) for rank in "59K7"]
    table.state.deal_order(pile + [i for i in range(44) if i not in pile])
    assert table.play("A7 B4 A4") == ["breakaway", "shoots", "scores"]
    assert (table.state.to_act(), table.state.winner()) == (OVER, 0)


@pytest.mark.parametrize("preset", PRESETS)
def test_ruling_26_hands_of_a_deal_are_equal_so_seats_play_strictly_in_turn(preset):
    table = random_game(PRESETS[preset], "ruling 26")
    seats = int(table.state.seats())
    sizes = [event["count"] for event in table.events() if event["type"] == "deal"]
    assert not [i for i in range(0, len(sizes), seats) if len(set(sizes[i : i + seats])) != 1]
    within_a_deal = [
        (one[1], after[1]) for one, after in pairwise(table.state.log) if one[0] < CALLS and after[0] < CALLS
    ]
    assert {(after - before) % seats for before, after in within_a_deal} == {1}


def test_ruling_27_periods_are_played_out_even_when_the_result_is_certain():
    table = Table(codec.load_state({"period": 2, "played": quiet_period(51), "goals": [[20, 0]]}))
    table.play("BA")
    assert (table.node(), table.state.period, table.score()) == ("shuffle", 3, (20, 0))


@pytest.mark.parametrize("preset", ["standard", "partnership"])
def test_ruling_28_every_seat_may_be_drawn_as_the_first_dealer_with_equal_chance(preset):
    rng, dealers = Rng("ruling 28"), Counter()
    for _ in range(400):
        table = before_the_cut(preset, first_dealer="random")
        assert table.state.shuffle_needed() == table.state.seats()
        table.state.deal(permutation(rng, table.state.seats()))
        dealers[int(table.state.dealer)] += 1
        assert table.event_types() == ["dealer_chosen", "period_start"]
    assert sorted(dealers) == list(range(table.state.seats()))
    assert max(dealers.values()) - min(dealers.values()) < 80


def test_ruling_29_a_play_that_only_cancels_does_not_clear_the_pile():
    table = hockey("wiggum", hands=["7 3", "J"], pile="5 9 K 7", wild_counter="cancels")
    table.play("A7")
    assert table.play("BJ") == ["blocks"]
    assert (table.holder(), table.top(), table.state.pile_size) == ("-", "J", 1)


def test_ruling_30_moot_switches_have_their_default():
    assert PRESETS["original"]["wild_counter"] == complete_options({})["wild_counter"] == "steals"
    assert PRESETS["wiggum"]["rematch"] == complete_options({})["rematch"] == "steals"
