"""Section 18 of docs/rules/ice-cold-ice-hockey.md: every ruling by its number, at the table. H is Home, V Visitor."""

import pytest

from engines.api import observe
from engines.fields import ANNOUNCER, PLAYER
from engines.ice_cold_ice_hockey.deck_file import BUILT_IN, DECK_FILES, register_deck
from engines.ice_cold_ice_hockey.events import EVENTS
from engines.ice_cold_ice_hockey.rules.state import penalty_code, shots_of
from engines.ice_cold_ice_hockey.table import codec
from engines.rng import Rng
from tests.engines.table import step
from tests.ice_cold_ice_hockey.table import LATE, Table, game, penalty, random_game, texts

NO_BLOCKS = "62 63"
INSIDE = ["inside_shot"]


def face_off_somewhere(deck: str, puck: str = "stopped V DZ", **more) -> Table:
    """A face-off in V's zone shows the first card."""
    table = game(node="goalie_pull", asked=0, puck=puck, keep=deck, **more)
    table.turn(deck).play("H keep_in_net")
    return table


def power_plays_of(*penalties: dict, deck: str = "", v: str = "", **more) -> Table:
    """Play has stopped with these penalties pending."""
    return face_off_somewhere(deck, penalties=list(penalties), v=v, **more)


def end_of_pass(**more) -> Table:
    """The deck of the last pass is empty."""
    return game(deck_size=0, **{"pass": 2} | more)


def deal_first(table: Table, *cards: int) -> Table:
    """Shuffle the discards so that these come first."""
    discards = [int(card) for card in table.state.discards][: int(table.state.discard_count)]
    first = [discards.index(card) for card in cards]
    table.state.deal_order(first + [place for place in range(len(discards)) if place not in first])
    return table


def pass_time(table: Table) -> Table:
    """A seat that is asked about bonus cards or goalies does nothing."""
    right = {"momentum_draw": "stop", "goalie_return": "stay_out", "goalie_pull": "keep_in_net", "ice_discard": "keep"}
    while table.asked().split()[-1] in right:
        letter, node = table.asked().split()
        table.play(f"{letter} {right[node]}")
    return table


# -- checks


def test_ruling_1_marks_count_on_face_offs_and_loose_pucks():
    assert "offside" in face_off_somewhere("9").event_types()
    table = game(h="15", v="45", keep="18")
    table.turn("18").play("H play 15", "V answer 45")
    assert ("offside" in table.event_types(), table.face_offs()) == (True, ["CI"])


def test_ruling_2_offside_is_a_face_off_at_centre_ice_from_any_zone_and_at_centre_ice_costs_a_card():
    assert face_off_somewhere("9").face_offs() == ["?", "CI"]
    assert face_off_somewhere("9", "stopped CI").face_offs() == ["?", "CI"]
    assert len(face_off_somewhere("9 18 32").turned()) == 4


def test_ruling_3_on_a_deep_dump_the_puck_is_still_in_the_dumpers_zone():
    table = game(puck="H DZ", discards="48", keep="27 30")
    table.turn("27 30").play("H dump_deep")
    assert (table.turned()[:2], table.face_offs()) == ([(27, "deep_dump"), (30, "fight")], ["H DZ"])
    table = game(puck="H DZ", discards="48", keep="14 25 16")
    table.turn("14 25 16").play("H dump_deep")
    assert ("penalties_cancelled" in table.event_types(), table.face_offs()) == (True, ["H DZ"])


def test_ruling_3_with_the_right_letter_the_puck_is_moved_before_penalties_are_looked_at():
    table = game(puck="H DZ", discards="48", keep="25 15")
    table.turn("25 15").play("H dump_deep")
    assert (table.asked(), table.puck(), table.facts()["extra_skater"]) == ("V attack", "V DZ", 1)


def test_ruling_4_the_letter_settles_control_before_the_penalty():
    table = game(h="60", keep="14 20")
    table.turn("14 20").play("H dump_in 60")
    assert table.event_types().index("controls") < table.event_types().index("penalty")


def test_ruling_5_the_chain_goes_on_from_any_marked_card_called_or_not():
    table = game(h="60", keep="25 61 6 20")
    table.turn("25 61 6 20").play("H dump_in 60")
    assert ([card for card, use in table.turned() if use == "behind_the_play"], table.penalties()) == (
        [61, 6, 20],
        [("V", 20)],
    )


@pytest.mark.parametrize("card", [18, 27])
def test_ruling_6_offside_and_fight_mean_nothing_in_the_chain(card):
    table = game(h="60", keep=f"25 {card}")
    table.turn(f"25 {card}").play("H dump_in 60")
    assert (table.penalties(), "offside" in table.event_types(), len(table.turned())) == (
        [("HV"[card % 2 == 0], card)],
        False,
        2,
    )


def test_ruling_7_marks_do_not_count_on_id_checks_and_results():
    table = game(puck="H OZ", discards="62", keep="9")
    table.turn("9").play("H outside_shot")
    assert ("offside" in table.event_types(), table.face_offs()) == (False, ["V DZ"])
    table = game(h="25", v="64", keep="9")
    table.turn("9").play("H play 25", "V answer 64")
    assert ("offside" in table.event_types(), table.earned()) == (False, [("H", 2)])
    table = power_plays_of(penalty("V", 20), deck="6 9", discards=NO_BLOCKS)
    assert ([use for _, use in table.turned()][:2], table.penalties()) == (["power_play"] * 2, [])


def test_ruling_8_a_foul_check_is_letter_then_range_then_mark():
    table = game(h="15", v="47", keep="25 60")
    table.turn("25 60").play("H play 15", "V answer 47")
    assert (table.puck(), table.penalties(), table.turned()) == (
        "H OZ",
        [("V", 25)],
        [(25, "foul"), (60, "behind_the_play")],
    )
    table = game(h="15", v="47", keep="27 30")
    table.turn("27 30").play("H play 15", "V answer 47")
    assert (table.turned()[1], table.penalties(), table.power_plays()) == ((30, "fight"), [("V", 27)], [("H", 2)])


def test_ruling_9_the_letter_of_a_marked_card_matters_in_a_chain():
    rows = DECK_FILES[BUILT_IN].rows
    assert not [row for row in rows if row["hv"] not in "HV"]
    assert {row["hv"] for row in rows if row["hv_event"] in ("offside", "fight")} == {"H", "V"}


# -- sequence and defence


def test_ruling_10_against_a_pass_the_puck_moves_first_unless_it_is_stolen():
    for answer, zone in (("58", "end_1"), ("49", "centre")):
        table = game(h="15", v=f"{answer} 60")
        table.play("H play 15", f"V answer {answer}")
        assert table.facts()["zone"] == zone
    table = game(h="26", v="51")
    table.play("H play 26", "V answer 51")
    assert table.facts()["zone"] == "centre"


@pytest.mark.parametrize(("card", "deck"), [("44", "8"), ("64", "30")])
def test_ruling_11_a_cheap_shot_or_fight_on_a_pass_is_followed_by_a_face_off_at_the_destination(card, deck):
    table = game(h="15", v=card, keep=deck)
    table.turn(deck).play("H play 15", f"V answer {card}")
    assert pass_time(table).face_offs() == ["V DZ"]


def test_ruling_12_the_counter_is_judged_in_the_current_zone_and_may_be_any_d_card():
    table = game(h="15 52 56 57 60", v="50")
    table.play("H play 15", "V answer 50")
    assert (table.asked(), table.answers()) == ("H counter", {52, 56, 57, 60})
    table.play("H answer 56")
    assert (table.asked(), table.top()) == ("H attack", "inside_shot")


def test_ruling_12_a_counter_that_shows_d_can_be_countered():
    lines = deck_csv().splitlines()
    lines[52] = lines[52].replace(",O,,pass|skate,", ",O,,pass|skate|defence,")
    register_deck("counter", "\n".join(lines))
    table = game(h="15 52", v="50 59", keep="60", options={"deck": "counter"})
    table.play("H play 15", "V answer 50", "H answer 52")
    assert (table.asked(), 59 in table.answers()) == ("V counter", True)
    table.turn("60").play("V answer 59")
    assert [use for _, use in table.turned()] == ["loose_puck"]


def deck_csv() -> str:
    header = "id,name,kind,zones,destination,follow_ons,flags,os_result,is_result,hv,hv_event,facts"
    return "\n".join([header, *(",".join(row.values()) for row in DECK_FILES[BUILT_IN].rows)])


def test_ruling_13_a_big_hit_leaves_a_loose_puck():
    table = game(h="26", v="43", keep="11")
    table.turn("11").play("H play 26", "V answer 43")
    assert (table.turned(), table.earned()) == ([(11, "loose_puck")], [("V", 2)])


def test_ruling_14_dumps_and_outside_shots_are_open_in_mid_sequence():
    for puck, option in (
        ("H DZ", "dump_deep"),
        ("H DZ", "dump_center 60"),
        ("H CI", "dump_in 60"),
        ("H OZ", "outside_shot"),
    ):
        assert option in game(h="60", puck=puck, follow_ons=["skate"]).options()


def test_ruling_15_no_inside_shot_after_winning_the_puck():
    shots = "31 32 33"
    table = game(h=f"60 {shots}", keep="11")
    table.turn("11").play("H dump_in 60")
    assert not shots_offered(table)
    table = game(h=f"48 {shots}", puck="V DZ")
    table.play("V dump_deep", "H answer 48")
    assert (table.puck(), shots_offered(table)) == ("H OZ", False)
    assert shots_offered(game(h=shots, puck="H OZ", follow_ons=INSIDE))


def shots_offered(table: Table) -> bool:
    return any(f"play {card}" in table.options() for card in range(31, 41))


def test_ruling_16_crosshairs_are_used_at_once_or_lost_and_void_at_centre_ice():
    table = game(h="30 33 10 13", puck="H DZ")
    table.play("H play 30", "V decline")
    assert (table.puck(), table.top(), shots_offered(table)) == ("H CI", "pass inside_shot defence", False)
    table.play("H play 10", "V decline")
    assert (table.puck(), shots_offered(table)) == ("H OZ", False)


def test_ruling_17_a_stoppage_or_a_change_of_control_makes_the_sequence_fresh_but_for_cards_that_gain_control():
    assert face_off_somewhere("11").top() == "fresh"
    table = game(h="15", v="45", keep="12")
    table.turn("12").play("H play 15", "V answer 45")
    assert table.top() == "fresh"
    table = game(h="26", v="51")
    table.play("H play 26", "V answer 51")
    assert table.top() == "pass skate"


def test_ruling_18_kept_in_answers_dump_outs_before_any_check_and_nothing_else():
    table = game(h="3 60", v="48", puck="H DZ")
    table.play("H dump_deep")
    assert (table.asked(), table.answers(), table.turned()) == ("V keep_in", {48}, [])
    table.play("V answer 48")
    assert (table.puck(), table.turned(), table.drawn()) == ("V OZ", [], "V")
    table = game(h="3 60", v="48", puck="H DZ")
    table.play("H play 3")
    assert table.asked() == "H ice_discard"
    table = game(h="60", v="48", keep="12")
    table.turn("12").play("H dump_in 60")
    assert table.asked() == "V attack"


def test_ruling_19_ice_the_puck_is_a_pass_that_nobody_answers():
    assert "play 3" in game(h="3", puck="H DZ").options()
    assert "play 3" in game(h="3", puck="H DZ", follow_ons=["pass"]).options()
    assert "play 3" not in game(h="3", puck="H DZ", follow_ons=["skate"]).options()
    assert "play 3" not in game(h="3", puck="H CI").options()
    table = game(h="3", puck="H DZ")
    table.play("H play 3")
    assert table.asked().startswith("H")


def test_ruling_20_at_most_one_card_is_discarded_with_an_icing_before_refilling_and_the_face_off():
    table = game(h="3 60", puck="H DZ")
    table.play("H play 3", "H discard 60")
    assert (
        table.event_types().index("discards")
        < table.event_types().index("draws")
        < table.event_types().index("turns_over")
    )
    assert table.event_types().count("discards") == 1


def test_ruling_20_the_last_card_may_be_discarded_and_without_one_nobody_is_asked():
    table = game(h="3", sizes=(2, 5), puck="H DZ")
    table.play("H play 3")
    assert table.asked() == "H ice_discard"
    table = game(h="3", sizes=(1, 5), puck="H DZ")
    table.play("H play 3")
    assert "ice_discard" not in table.asked()


@pytest.mark.parametrize("deck", ["14 20", "18", "27"])
def test_ruling_21_no_touch_up_after_a_penalty_or_a_stoppage(deck):
    table = game(puck="H DZ", discards="48", keep=deck)
    table.turn(deck).play("H dump_deep")
    assert "touch_up" not in table.asked()


def test_ruling_21_the_wrong_letter_is_seen_before_the_choice_also_when_a_mark_called_nothing():
    table = game(puck="H DZ", discards="48", keep="14 45")
    table.turn("14 45").play("H dump_deep")
    assert (table.asked(), table.turned()) == ("V touch_up", [(14, "deep_dump"), (45, "behind_the_play")])


def test_ruling_22_a_rebound_is_immediate_and_cannot_be_blocked():
    table = game(v="62 63", puck="H OZ", keep="3 7")
    table.turn("3 7").play("H outside_shot", "V decline")
    assert ([use for _, use in table.turned()[:2]], table.event_types().count("no_answer")) == (
        ["outside_shot", "rebound"],
        1,
    )


def test_ruling_23_a_fouled_inside_shot_is_not_resolved():
    table = game(h="39", v="46", puck="H OZ", follow_ons=INSIDE, keep="51")
    table.turn("51").play("H play 39", "V answer 46")
    assert (table.turned(), table.facts()["shots_on_goal"]) == ([(51, "foul")], [0, 0])


def test_ruling_24_one_answer_to_an_inside_shot():
    table = game(h="39", v="46 63", puck="H OZ", follow_ons=INSIDE, keep="12")
    table.play("H play 39")
    assert table.answers() == {46, 63}
    table.turn("12").play("V answer 63")
    assert (table.turned(), table.asked()) == ([(12, "loose_puck")], "V attack")


def test_ruling_24_a_foul_on_a_shot_is_not_countered_whatever_it_shows():
    lines = deck_csv().splitlines()
    lines[46] = lines[46].replace(",DC,,,", ",DC,,defence,")
    register_deck("fouls", "\n".join(lines))
    table = game(h="39 52", v="46", puck="H OZ", follow_ons=INSIDE, keep="51", options={"deck": "fouls"})
    assert table.state.deck.shows_defence(46)
    table.turn("51").play("H play 39", "V answer 46")
    assert (table.asked(), table.turned()) == ("H attack", [(51, "foul")])


# -- penalties


def test_ruling_25_an_id_of_1_to_9_sets_letter_range_and_mark_aside():
    table = game(h="40", v="57", puck="H OZ", follow_ons=INSIDE, keep="9 30")
    table.turn("9 30").play("H play 40", "V answer 57")
    assert ("penalty_shot" in table.event_types(), "offside" in table.event_types(), table.penalties()) == (
        True,
        False,
        [],
    )
    table = game(h="40", v="44", puck="H OZ", follow_ons=INSIDE, keep="6 30")
    table.turn("6 30").play("H play 40", "V answer 44")
    assert (table.earned(), table.turned(), table.penalties()) == (
        [("H", 2)],
        [(6, "cheap_shot"), (30, "penalty_shot")],
        [],
    )


def test_ruling_25_only_on_a_clear_chance():
    table = game(h="15", v="57", keep="7")
    table.turn("7").play("H play 15", "V answer 57")
    assert "penalty_shot" not in table.event_types()


def test_ruling_25_a_penalty_shot_may_be_the_first_card_of_the_new_deck():
    table = game(h="39", v="46", puck="H OZ", follow_ons=INSIDE, deck_size=1, keep="7")
    table.turn("7").play("H play 39", "V answer 46")
    assert (table.asked(), table.facts()["pending"]) == ("second_pass", ["penalty_shot"])
    deal_first(table, 22)
    assert (table.turned(), table.score()) == ([(7, "foul"), (22, "penalty_shot")], (1, 0))


def test_ruling_26_a_penalty_shot_goal_is_a_goal_in_every_respect():
    table = game(h="39", v="46", puck="H OZ", follow_ons=INSIDE, keep="7 22")
    table.turn("7 22").play("H play 39", "V answer 46")
    assert (table.earned(), table.facts()["shots_on_goal"], table.facts()["goals"]) == ([("H", 3)], [1, 0], [[1, 0]])
    assert pass_time(table).face_offs() == ["CI"]


def test_ruling_27_a_whistle_ends_a_delay_and_the_power_play_replaces_the_face_off():
    table = game(
        puck="H OZ", discards=NO_BLOCKS, penalties=[penalty("V", 20)], extra_skater=0, sizes=(6, 5), keep="7 5 6"
    )
    table.turn("6").play("H outside_shot")  # Save-FO
    assert table.asked() == "H skater_discard"
    table.turn("5").play(f"H discard {table.hand('H')[0]}")
    assert (table.power_plays(), table.face_offs()[:0]) == ([("H", 2)], [])


def in_a_delay(*pending: dict, h: str = "", v: str = "", **more) -> Table:
    """H has the puck and an extra skater."""
    return game(h=h, v=v, penalties=list(pending) or [penalty("V", 20)], extra_skater=0, sizes=(6, 5), **more)


def test_ruling_28_further_fouls_join_the_list_and_fouls_of_both_are_netted_together():
    table = in_a_delay(h="15", v="47", keep="31")
    table.turn("31").play("H play 15", "V answer 47")
    assert (table.facts()["penalties"], table.asked()) == ([penalty("V", 20), penalty("V", 31)], "H attack")
    table = in_a_delay(h="60", keep="25 15")
    table.turn("25 15").play("H dump_in 60")
    assert (table.penalties(), "penalties_cancelled" in table.event_types(), table.power_plays()) == (
        [("H", 15)],
        True,
        [],
    )


def test_ruling_38_penalties_that_leave_a_power_play_are_not_called_cancelled():
    """Two minors on V and one on H: one power play for H, and no text says that penalties cancel each other."""
    table = in_a_delay(penalty("V", 20), penalty("V", 31), h="60", keep="25 15")
    table.turn("25 15").play("H dump_in 60")
    while table.asked().endswith("skater_discard"):
        table.play(f"H discard {table.hand('H')[0]}")
    assert (table.penalties(), "penalties_cancelled" in table.event_types(), table.power_plays()) == (
        [("H", 15)],
        False,
        [("H", 3)],
    )


def test_ruling_29_a_goal_with_the_extra_skater_wipes_out_all_pending_minors():
    table = in_a_delay(
        penalty("V", 20), penalty("V", 31), h="33", puck="H OZ", follow_ons=INSIDE, discards="63", keep="10"
    )
    table.turn("10").play("H play 33")
    assert (table.score(), table.facts()["penalties"]) == ((1, 0), [])
    assert pass_time(table).power_plays() == []


def test_ruling_30_extra_skaters_are_not_added_up():
    table = in_a_delay(**LATE, deck_size=15, puck="H CI")
    table.play("H pull_goalie")
    assert (table.facts()["base_hands"], table.hands()) == ([6, 5], (6, 5))


def test_ruling_30_after_a_delay_the_hand_goes_down_to_base_momentum_cards_included():
    table = game(h="60", penalties=[penalty("V", 20)], extra_skater=0, sizes=(9, 5), keep="12")
    table.turn("12").play("H dump_in 60")  # V gains control
    for left in (7, 6, 5):
        assert (table.asked(), table.facts()["base_hands"]) == ("H skater_discard", [5, 5])
        table.play(f"H discard {table.hand('H')[0]}")
        assert len(table.hand("H")) == left
    assert table.power_plays() == [("H", 2)]


def test_ruling_30_when_a_delay_is_over_no_card_counts_as_drawn_for_it():
    table = in_a_delay(h="60", keep="12", skater_cards=[True, False])
    table.turn("12").play("H dump_in 60")  # V gains control
    assert (table.asked(), len(table.hand("H")), table.facts()["skater_cards"]) == (
        "V power_play_response",
        5,
        [False, False],
    )
    late = {"penalties": [penalty("V", 20)], "extra_skater": 0, "skater_cards": [True, False]}
    table = game(h="60", sizes=(7, 5), keep="12", **late)
    table.turn("12").play("H dump_in 60", f"H discard {table.hand('H')[0]}")
    assert table.facts()["skater_cards"] == [False, False]


@pytest.mark.parametrize(("drew", "asked"), [(True, True), (False, False)])
def test_ruling_30_a_returning_goalie_costs_one_card_only_if_one_was_drawn_for_it(drew, asked):
    late = {**LATE, "goals": [[2, 2], [0, 0], [0, 0]]}
    table = face_off_somewhere(
        "", "stopped CI", goalies_out=[True, False], skater_cards=[drew, False], sizes=(8, 5), deck_size=10, **late
    )
    assert (table.asked() == "H skater_discard", len(table.hand("H")), table.facts()["base_hands"]) == (
        asked,
        8,
        [5, 5],
    )
    if asked:
        table.play(f"H discard {table.hand('H')[0]}")
    assert (len(table.hand("H")), table.facts()["skater_cards"]) == (7 if asked else 8, [False, False])


def test_ruling_31_tags_do_not_count_in_a_delay():
    table = in_a_delay(puck="H OZ", discards=NO_BLOCKS, keep="14")
    table.turn("14").play("H outside_shot")
    assert table.score() == (0, 0)


def test_ruling_32_hands_are_refilled_before_the_power_play():
    table = power_plays_of(penalty("V", 20), sizes=(5, 3))
    types = table.event_types()
    assert types.count("draws") == 2
    assert "power_play" not in types[: types.index("draws")]


def test_ruling_33_before_the_last_shot_only_the_save_of_a_super_save_counts():
    table = power_plays_of(penalty("V", 34), deck="2 45 36", discards=NO_BLOCKS)
    assert (table.earned(), [card for card, _ in table.turned()]) == ([("V", 2)], [2, 45, 36])
    table.play("V stop")
    assert table.face_offs() == ["V DZ"]


def test_ruling_34_a_block_uses_up_its_shot_and_only_the_last_one_leaves_a_loose_puck():
    table = power_plays_of(penalty("V", 20), v="62", discards="63", deck="36")
    table.play("V answer 62")
    assert table.turned()[0] == (36, "power_play")
    table = power_plays_of(penalty("V", 15), v="63", deck="12")
    table.play("V answer 63")
    assert table.turned() == [(12, "loose_puck")]


def test_ruling_35_a_rebound_after_the_last_shot_is_even_strength():
    table = power_plays_of(penalty("V", 15), deck="1 3", discards=NO_BLOCKS)
    assert (table.score(), table.puck()) == ((0, 0), "V DZ")


def test_ruling_36_a_first_digit_over_4_counts_as_4():
    shots = {
        card: int(shots_of(penalty_code(0, card, False)))
        for card in (1, 3, 4, 5, 9, 10, 19, 20, 29, 30, 40, 49, 50, 64)
    }
    assert shots == {1: 1, 3: 3, 4: 4, 5: 4, 9: 4, 10: 1, 19: 1, 20: 2, 29: 2, 30: 3, 40: 4, 49: 4, 50: 4, 64: 4}


def test_ruling_37_between_consecutive_power_plays_there_is_neither_face_off_nor_refill():
    both = penalty("V", 15), penalty("V", 16)
    table = power_plays_of(*both, deck="10 20", discards=NO_BLOCKS)
    assert (table.score(), table.earned(), table.face_offs()) == ((2, 0), [("H", 3), ("H", 3)], [])
    table = power_plays_of(*both, v="63", deck="36")
    table.play("V answer 63")
    assert (
        table.power_plays(),
        table.turned()[0],
        table.event_types().index("draws") > table.event_types().index("saves"),
    ) == (
        *([("H", 1), ("H", 1)], (36, "power_play")),
        True,
    )
    table = power_plays_of(*both, deck="1 36", discards=NO_BLOCKS)  # the rebound of the first is not carried into play
    assert [use for _, use in table.turned()] == ["power_play", "power_play", "face_off"]


def test_ruling_38_unequal_minors_give_one_power_play_worth_most_shots():
    table = power_plays_of(penalty("V", 15), penalty("V", 31), penalty("H", 40), penalty("V", 20))
    assert (table.facts()["serving"], table.facts()["to_serve"]) == (penalty("V", 31), [])


def test_ruling_38_counts_the_minors_of_either_side():
    table = power_plays_of(penalty("H", 15), penalty("V", 40), penalty("H", 31), penalty("H", 62, True))
    assert (table.facts()["serving"], table.facts()["to_serve"]) == (penalty("H", 31), [penalty("H", 62, True)])
    table = power_plays_of(penalty("V", 20), penalty("H", 40), penalty("V", 25))  # the first of equals
    assert (table.facts()["serving"], table.facts()["to_serve"]) == (penalty("V", 20), [])


def test_ruling_39_majors_are_served_apart_from_the_netting_and_after_the_minors():
    table = power_plays_of(penalty("V", 62, True), penalty("V", 15), penalty("H", 20), penalty("V", 31))
    assert (table.facts()["serving"], table.facts()["to_serve"]) == (penalty("V", 31), [penalty("V", 62, True)])
    table = power_plays_of(penalty("V", 15), penalty("V", 62, True), penalty("H", 20))
    assert table.facts()["serving"] == penalty("V", 62, True)


def test_ruling_39_behind_a_major_another_one_is_served_at_once():
    majors = penalty("V", 62, True), penalty("V", 63, True)
    table = power_plays_of(*majors, discards=NO_BLOCKS, deck="36 35 41 5 8 16")
    assert (table.power_plays(), [use for _, use in table.turned()[:6]]) == (
        [("H", 6), ("H", 6)],
        ["major_penalty"] * 6,
    )
    assert "controls" not in table.event_types()[: table.event_types().index("power_play", 5)]


def test_ruling_40_each_line_of_a_major_is_a_shot_and_each_block_voids_one():
    table = power_plays_of(penalty("V", 62, True), v="62 63", deck="34 36 7")
    assert (table.asked(), table.answers()) == ("V power_play_response", {62})
    table.play("V answer 62")
    assert (table.asked(), table.answers(), table.turned()) == ("V power_play_response", {63}, [])
    table.turn("34 36 7").play("V answer 63")  # nothing left for the windows of the other cards
    assert (table.score(), table.facts()["shots_on_goal"], table.turned()[:3]) == (
        *((0, 0), [4, 0]),
        [(34, "major_penalty"), (36, "major_penalty"), (7, "major_penalty")],
    )


def test_ruling_40_a_void_last_line_is_a_loose_puck_and_each_team_earns_one_bonus():
    table = power_plays_of(penalty("V", 62, True), v="63", discards="62", deck="10 20 36 12")
    table.turn("10").play("V decline")
    table.turn("20").play("V decline")
    assert (table.score(), table.earned()) == ((2, 0), [("H", 3)])
    table.turn("36 12").play("V answer 63")
    assert table.turned()[-2:] == [(36, "major_penalty"), (12, "loose_puck")]
    assert (table.facts()["voided"], table.facts()["paid"], table.facts()["serving"]) == ([], [], None)


def test_ruling_40_a_card_of_a_major_may_come_from_the_new_deck():
    table = power_plays_of(penalty("V", 62, True), deck="36", discards=NO_BLOCKS, deck_size=1)
    assert (table.asked(), table.facts()["pending"], table.facts()["shot_number"]) == (
        "second_pass",
        ["major_result"],
        1,
    )
    deal_first(table, 16)
    assert table.turned() == [(36, "major_penalty"), (16, "major_penalty")]


@pytest.mark.parametrize(("card", "score"), [(34, (2, 1)), (10, (2, 1)), (44, (1, 2))])
def test_ruling_40_in_overtime_a_goal_of_either_line_of_a_major_ends_the_game(card, score):
    overtime = {"period": 4, "goals": [[1, 1], [0, 0], [0, 0], [0, 0]], "options": {"tie_rule": "playoff"}}
    table = power_plays_of(penalty("V", 62, True), deck=str(card), discards=NO_BLOCKS, **overtime)
    assert (table.asked(), table.score(), table.turned(), table.facts()["pending"]) == (
        "game_over",
        score,
        [(card, "major_penalty")],
        [],
    )


def test_ruling_41_a_cheap_shot_has_no_letter_and_no_mark_and_its_victim_is_paid_first():
    table = game(h="26", v="44", keep="27")
    table.turn("27").play("H play 26", "V answer 44")
    assert (table.asked(), "power_play" in table.event_types(), [use for _, use in table.turned()]) == (
        "H momentum_draw",
        False,
        ["cheap_shot"],
    )
    table.play("H stop")
    assert table.power_plays() == [("H", 2)]


def test_ruling_42_a_short_handed_goal_earns_its_bonus_and_both_bonuses_cancel():
    table = power_plays_of(penalty("V", 34), deck="44 8 10", discards=NO_BLOCKS)
    assert (table.score(), table.earned(), table.asked()) == ((1, 1), [("V", 3), ("H", 3)], "V momentum_draw")
    table.play("V draw", "V draw", "V draw")
    assert table.asked() == "V momentum_trim"
    for _ in range(3):
        table.play(f"V discard {table.hand('V')[0]}")
    assert table.hands() == (5, 5)


def test_ruling_43_a_goal_at_the_empty_net_counts_before_a_penalty_mark_and_a_stoppage_cancels_it():
    ahead = {**LATE, "goalies_out": [False, True], "goals": [[2, 1], [0, 0], [0, 0]], "deck_size": 20}
    table = game(keep="6 20", puck="H DZ", **ahead)
    table.turn("6 20").play("H dump_deep")
    assert (table.score(), table.penalties()) == ((3, 1), [("V", 20)])
    assert pass_time(table).power_plays() == [("H", 2)]
    table = game(keep="9", puck="V DZ", **LATE, goalies_out=[True, False], deck_size=20)
    table.turn("9").play("V dump_deep")
    assert (table.score(), "offside" in table.event_types()) == ((1, 2), True)


# -- hands


def test_ruling_44_with_a_counter_the_team_whose_defensive_card_came_last_draws_last():
    table = game(h="15 52", v="50")
    table.play("H play 15", "V answer 50", "H answer 52")
    assert table.drawn() == "VHH"
    table = game(h="15 52", v="50")
    table.play("H play 15", "V answer 50", "H decline")
    assert table.drawn() == "HV"


def test_ruling_45_bonus_cards_come_on_top_of_the_hand():
    table = game(sizes=(5, 6), h="33", puck="H OZ", follow_ons=INSIDE, discards="63", keep="10")
    table.turn("10").play("H play 33", f"V discard {table.hand('V')[0]}", "H draw", "H draw")
    assert table.hands() == (7, 5)


def test_ruling_45_bonus_cards_are_not_drawn_for_a_skater():
    table = game(h="33", puck="H OZ", follow_ons=INSIDE, discards="63", keep="10")
    table.turn("10").play("H play 33", "H draw")
    assert (len(table.hand("H")), table.facts()["skater_cards"]) == (6, [False, False])


def test_ruling_46_all_the_excess_goes_also_if_it_exceeds_the_bonus():
    table = game(h="26", v="43", sizes=(9, 5), keep="11")
    table.turn("11").play("H play 26", "V answer 43")
    discarded = 0
    while table.asked() == "H momentum_trim":
        table.play(f"H discard {table.hand('H')[0]}")
        discarded += 1
    assert (discarded, table.asked(), table.hands()) == (3, "H attack", (5, 5))


def test_ruling_47_bonus_cards_are_drawn_one_by_one():
    table = game(h="33", puck="H OZ", follow_ons=INSIDE, discards="63", keep="10")
    table.turn("10").play("H play 33", "H draw")
    assert (table.asked(), table.options(), table.events()[-1]["card"]) == (
        *("H momentum_draw", ["draw", "stop"]),
        next(event["card"] for event in reversed(table.events()) if event["type"] == "draws"),
    )
    table.play("H stop")
    assert len(table.hand("H")) == 6


def test_ruling_48_a_hand_below_base_is_refilled_and_no_other():
    table = game(h="60", sizes=(7, 5), keep="11")
    table.turn("11").play("H dump_in 60")
    assert (table.hands(), table.drawn()) == ((6, 5), "")


# -- the clock


def test_ruling_49_the_discards_are_shuffled_when_a_card_is_needed_the_one_just_played_included():
    table = game(h="17", puck="H OZ", deck_size=1)
    table.play("H play 17")
    assert (table.asked(), table.facts()["deck_size"], len(table.hand("H"))) == ("H attack", 0, 5)
    table.play("H outside_shot")
    if table.asked() == "V outside_shot_response":
        table.play("V decline")
    assert (table.asked(), table.state.pass_number, "17" in table.facts()["discards"]) == ("second_pass", 1, True)
    deal_first(table, 4)
    assert (table.state.pass_number, table.turned(), "17" in table.facts()["discards"]) == (
        2,
        [(4, "outside_shot")],
        False,
    )


def test_ruling_49_a_bonus_card_waits_for_the_shuffle():
    table = game(h="33", puck="H OZ", follow_ons=INSIDE, discards="63", keep="10", deck_size=2)
    table.turn("10").play("H play 33", "H draw")
    assert (table.asked(), table.facts()["pending"], len(table.hand("H"))) == ("second_pass", ["draw_bonus"], 5)
    deal_first(table)
    assert (table.asked(), len(table.hand("H")), table.facts()["awards"]) == (
        "H momentum_draw",
        6,
        [{"seat": 0, "count": 2}],
    )


def test_ruling_50_a_period_is_over_when_the_deck_is_empty_and_both_hands_are_below_base():
    table = end_of_pass(h="17", puck="H OZ", sizes=(5, 4))
    table.play("H play 17")
    assert table.asked() == "shuffle"
    table = end_of_pass(h="17", puck="H OZ", sizes=(6, 4))
    table.play("H play 17")
    assert table.asked() == "H attack"


def test_ruling_51_fouls_at_the_buzzer_are_judged_by_reserve_draws():
    table = end_of_pass(h="15", v="57")
    table.play("H play 15", "V answer 57")
    assert table.asked() == "reserve"
    deal_first(table, 12, 10)
    assert (table.penalties(), table.power_plays()) == ([("V", 12)], [("H", 1)])
    while table.asked() == "V power_play_response":
        table.play("V decline")
    assert (table.score(), table.event_types()[-1], table.face_offs()) == ((1, 0), "period_end", [])


def test_ruling_51_once_the_clock_has_run_out_no_team_is_asked_about_an_icing():
    table = game(puck="H DZ", discards="48", keep="14", deck_size=1, **{"pass": 2})
    table.turn("14").play("H dump_deep")
    assert table.asked() == "reserve"
    deal_first(table, 45)
    assert (table.turned()[-1], table.event_types()[-1]) == ((45, "behind_the_play"), "period_end")
    table = game(v="3", puck="V DZ", deck_size=0, goalies_out=[True, False], **LATE)
    table.play("V play 3")
    assert (table.asked(), table.facts()["pending"]) == ("reserve", ["empty_net_check", "ice_discard"])
    deal_first(table, 9)
    assert (table.score(), table.event_types()[-1]) == ((1, 3), "game_over")


def test_ruling_52_pending_penalties_are_served_before_the_period_ends():
    table = end_of_pass(h="60", penalties=[penalty("V", 15)], extra_skater=0, sizes=(6, 5))
    table.play("H dump_in 60")
    if table.asked() == "V power_play_response":
        table.play("V decline")
    assert table.asked() == "reserve"
    deal_first(table, 10)
    assert (table.score(), table.power_plays(), table.event_types()[-1]) == ((1, 0), [("H", 1)], "period_end")


def test_ruling_52_the_clock_has_run_out_before_the_penalties_are_served():
    table = end_of_pass(h="60", v="62", penalties=[penalty("V", 20)], extra_skater=0, sizes=(6, 5))
    table.play("H dump_in 60")
    assert (table.asked(), table.facts()["time_expired"]) == ("V power_play_response", True)


def test_ruling_53_a_needed_check_without_a_card_ends_the_period():
    table = end_of_pass(h="15", v="45")
    table.play("H play 15", "V answer 45")
    assert (table.asked(), table.turned(), table.event_types()[-1]) == ("shuffle", [], "period_end")


def test_ruling_54_a_fight_at_the_buzzer_has_no_winner():
    table = end_of_pass(h="25", v="64")
    table.play("H play 25", "V answer 64")
    assert (table.turned(), "fight_drawn" in table.event_types(), table.event_types()[-1]) == ([], True, "period_end")


def test_ruling_54_the_last_card_of_the_deck_decides_a_fight():
    table = game(h="25", v="64", keep="12", deck_size=1, **{"pass": 2})
    table.turn("12").play("H play 25", "V answer 64")
    assert (table.turned(), table.earned()) == ([(12, "fight")], [("H", 2)])


def test_ruling_55_pulling_the_goalie_opens_with_fifteen_cards_left():
    for size, offered in ((16, False), (15, True), (3, True)):
        assert ("pull_goalie" in game(deck_size=size, **LATE).options()) == offered
    assert "pull_goalie" not in game(deck_size=15, **{**LATE, "pass": 1}).options()
    assert "pull_goalie" not in game(deck_size=15, **{**LATE, "period": 2}).options()


def test_ruling_56_without_a_card_at_centre_ice_the_period_is_over():
    table = end_of_pass(h="13", sizes=(1, 5))
    table.play("H play 13")
    assert (table.asked(), table.event_types()[-1]) == ("shuffle", "period_end")


# -- late in the game


def test_ruling_57_on_pulling_the_sixth_card_is_drawn_at_once():
    table = game(deck_size=15, **LATE)
    table.play("H pull_goalie")
    assert (table.asked(), table.hands(), table.facts()["skater_cards"]) == ("H attack", (6, 5), [True, False])
    table = face_off_somewhere("", "stopped CI", deck_size=15, **LATE)
    assert table.asked() == "H goalie_pull"
    table.play("H pull")
    assert (
        table.event_types().index("pulls_goalie")
        < table.event_types().index("draws")
        < table.event_types().index("turns_over")
    )


OUT = {**LATE, "goalies_out": [True, False], "goals": [[1, 4], [0, 0], [0, 0]], "sizes": (6, 5), "deck_size": 12}


def test_ruling_58_the_goalie_returns_at_stoppages_only_and_a_goal_while_trailing_forces_nothing():
    table = game(h="33", puck="H OZ", follow_ons=INSIDE, keep="10", **OUT)
    assert "return" not in table.options()
    table.turn("10").play("H play 33")
    assert (table.score(), pass_time_of_awards(table).asked(), table.options()) == (
        (2, 4),
        "H goalie_return",
        ["return", "stay_out"],
    )
    table.play("H stay_out")
    assert table.facts()["goalies_out"] == [True, False]


def test_ruling_58_behind_a_power_play_the_goalie_may_return_again():
    """It is asked before the power play (14.3), and at the stoppage that the goal is."""
    table = face_off_somewhere("5", penalties=[penalty("H", 20)], **OUT)
    table.turn("5").play("H stay_out")
    assert (table.score(), pass_time_of_awards(table).asked()) == ((1, 5), "H goalie_return")


def pass_time_of_awards(table: Table) -> Table:
    while table.asked().endswith("momentum_draw"):
        table.play(f"{table.asked()[0]} stop")
    return table


def test_ruling_58_before_a_power_play_the_goalie_may_return():
    table = face_off_somewhere("", penalties=[penalty("H", 15)], **OUT)
    assert (table.asked(), table.power_plays()) == ("H goalie_return", [])
    table.play("H return")
    assert (table.power_plays(), table.facts()["goalies_out"]) == ([("V", 1)], [False, False])


def test_ruling_58_before_a_power_play_it_need_not_return_to_the_own_zone():
    table = face_off_somewhere("", "stopped H DZ", penalties=[penalty("V", 15)], **OUT)
    assert table.asked() == "H goalie_return"


def test_ruling_58_what_was_settled_at_a_stoppage_is_open_at_the_next():
    table = face_off_somewhere("12", "stopped CI", **OUT)
    table.turn("12").play("H stay_out")
    assert table.facts()["stoppage"] == {"return_asked": [], "returned": [], "pull_asked": []}


def test_ruling_58_a_goalie_must_return_for_a_face_off_in_the_own_zone():
    table = face_off_somewhere("", "stopped H DZ", **OUT)
    assert ("returns_goalie" in table.event_types(), table.face_offs()) == (True, ["H DZ"])


def test_ruling_58_a_goalie_that_has_just_returned_is_not_pulled_at_the_same_stoppage():
    table = face_off_somewhere("", "stopped CI", **OUT)
    table.play("H return")
    assert table.face_offs() == ["CI"]


def test_ruling_59_at_an_empty_net_an_outside_shot_reads_the_inside_line_but_is_blocked_by_62():
    table = game(h="62", puck="V OZ", keep="5", **OUT)
    table.play("V outside_shot")
    assert (table.asked(), table.answers()) == ("H outside_shot_response", {62})
    table.turn("5").play("H decline")
    assert table.score() == (1, 5)
    table = game(puck="V OZ", keep="25", **OUT)
    table.turn("25").play("V outside_shot")  # the tag of the inside line is not V's
    assert table.score() == (1, 4)
    table = face_off_somewhere("5", penalties=[penalty("H", 20)], **OUT)
    table.turn("5").play("H stay_out")
    assert (table.score(), table.facts()["power_play_goals"]) == ((1, 5), [0, 1])


def test_ruling_60_a_marked_card_is_never_taken_and_works_as_in_a_check():
    for deck, face_off in (("58", ["CI"]), ("27 30", ["V DZ"])):
        table = game(h="60", goals=[[2, 1]], keep=deck)
        table.turn(deck).play("H defensive_mode 60")
        assert (table.face_offs(), "takes" in table.event_types()) == (face_off, False)
    table = game(h="60", goals=[[2, 1]], keep="61 20")
    table.turn("61 20").play("H defensive_mode 60")
    assert (table.penalties(), table.power_plays()) == ([("V", 20)], [("H", 2)])


def test_ruling_60_with_the_deck_empty_there_is_no_flip():
    table = end_of_pass(h="60", goals=[[2, 1]])
    table.play("H defensive_mode 60")
    assert (table.asked(), table.puck(), table.turned()) == ("V attack", "V DZ", [])


def test_ruling_61_a_fight_mark_uses_the_ranges_of_the_fight_card_and_no_letter():
    for deck, winner in (
        ("27 24", [("H", 2)]),
        ("27 25", []),
        ("27 39", []),
        ("27 40", [("V", 2)]),
        ("27 63", [("V", 2)]),
    ):
        assert face_off_somewhere(deck).earned() == winner


def test_ruling_62_forty_cards_in_all_and_sudden_death():
    table = overtime("ot")
    facts = table.facts()
    assert (table.hands(), facts["set_aside"], facts["deck_size"] + len(facts["discards"])) == ((6, 6), 24, 28)
    assert facts["passes"] == 1


def overtime(tie_rule: str) -> Table:
    """The deal after a tied third period, without marks on the first card."""
    table = game(
        node="shuffle", period=3, goals=[[1, 1], [0, 0], [0, 0]], options={"tie_rule": tie_rule}, **{"pass": 2}
    )
    table.state.deal_order(sorted(range(64), key=lambda place: table.state.deck.mark[place + 1] != 0))
    return table


def test_ruling_63_playoff_overtime_is_full_periods_with_sudden_death_and_nobody_pulls():
    table = overtime("playoff")
    assert (table.hands(), table.facts()["set_aside"], table.facts()["passes"], table.facts()["period"]) == (
        (5, 5),
        0,
        2,
        4,
    )
    table = game(
        deck_size=10, period=5, goals=[[1, 1], [0, 0], [0, 0], [0, 0]], options={"tie_rule": "playoff"}, **{"pass": 2}
    )
    assert "pull_goalie" not in table.options()
    table = game(
        puck="H OZ",
        discards="62",
        period=5,
        goals=[[1, 1], [0, 0], [0, 0], [0, 0]],
        options={"tie_rule": "playoff"},
        keep="34",
    )
    table.turn("34").play("H outside_shot")
    assert (table.asked(), table.score()) == ("game_over", (2, 1))


def test_ruling_64_visitor_shoots_first_and_all_six_cards_are_drawn():
    table = game(node="shootout", period=4, goals=[[1, 1], [0, 0], [0, 0], [0, 0]])
    places = [card - 1 for card in (1, 30, 2, 31, 3, 32)]
    table.state.deal_order(places + [place for place in range(64) if place not in places])
    assert (table.facts()["shootout_shots"], table.facts()["shootout_goals"], table.score()) == (6, [0, 3], (1, 2))
    assert [event["seat"] for event in table.events() if event["type"] == "shootout_shot"] == [1, 0] * 3


def test_ruling_64_the_deck_is_shuffled_again_when_it_runs_out():
    """Never with 64 cards, of which an odd number are goals; here two of six are."""
    small = {"deck": texts("1 2 26 27 28 29"), "sizes": {"hand": 1, "overtime_hand": 1, "hand_limit": 2}}
    table = Table(codec.load_state({**small, "node": "shootout", "period": 4}))
    table.state.deal_order([0, 1, 2, 3, 4, 5])
    assert (table.asked(), table.facts()["shootout_shots"], table.facts()["shootout_goals"]) == ("shootout", 6, [1, 1])
    table.state.deal_order([2, 3, 4, 0, 1, 5])
    assert (table.asked(), table.facts()["shootout_shots"], table.score()) == ("game_over", 10, (1, 0))


def test_ruling_65_home_is_dealt_first():
    for home in (0, 1):
        table = Table(codec.load_state({"node": "shuffle", "options": {"home": home}}))
        table.state.deal_order(list(range(64)))
        assert [int(event["cards"][0]) for event in table.events(viewer=home) if "cards" in event] == [1]
        assert table.facts()["last_to_draw"] == 1 - home


# -- service


def test_ruling_66_the_discard_pile_is_open():
    table = random_game("discards", until="momentum_draw")
    seen = [table.facts(viewer)["discards"] for viewer in (0, 1, -3)]
    assert seen[0] == seen[1] == seen[2] != []


def test_ruling_67_windows_open_by_what_is_public():
    """Cards that a seat cannot see are exchanged: if the same ones are then turned over, the same seat is asked the
    same.
    """
    rng = Rng("windows")
    table = random_game("windows", until="attack")
    for _ in range(150):
        seat = table.state.to_act()
        if seat >= 0:
            action = table.state.legal_actions(seat)[0]
            other = observe(table.state, seat).determinize(rng)
            one = table.state.clone()
            one.apply(seat, action)
            other.apply(seat, action)
            drew = codec.dump_state(one)["discards"] == codec.dump_state(other)["discards"]
            assert not drew or (one.to_act(), one.ply) == (other.to_act(), other.ply)
        step(table.state, rng)


def test_ruling_69_in_a_delay_both_teams_may_hold_more_than_five_cards():
    table = in_a_delay(h="26", v="43", keep="11")
    table.turn("11").play("H play 26", "V answer 43", "V draw", "V draw")
    assert (table.asked(), table.hands(), table.facts()["base_hands"]) == ("H attack", (6, 7), [6, 5])


def said(table: Table, kind: str) -> dict:
    """The last event of a kind."""
    return [event for event in table.events() if event["type"] == kind][-1]


def test_ruling_70_what_is_printed_and_does_not_count_is_not_said():
    first_of_two = power_plays_of(penalty("V", 20), deck="3 36", discards=NO_BLOCKS)
    results = [event["results"] for event in first_of_two.events() if event["type"] == "turns_over"]
    assert results[:2] == [["SAVE"], ["SAVE_FO"]]  # the rebound of the first shot is void
    empty = game(puck="V OZ", goalies_out=[True, False], discards=NO_BLOCKS, keep="26", **LATE)
    empty.turn("26").play("V outside_shot")
    shown = said(empty, "turns_over")["results"]
    assert [DECK_FILES[BUILT_IN].rows[25]["is_result"]] == shown  # not the outside line
    chain = face_off_somewhere("14 18 45")
    turned = [event for event in chain.events() if event["type"] == "turns_over"]
    assert [(event["for"], event["team"], event["mark"]) for event in turned[:2]] == [
        ("face_off", 1, "penalty_10_40"),
        ("behind_the_play", 1, "none"),  # its offside is void, its letter names the penalised team
    ]


def test_ruling_70_players_say_what_they_do_and_nobody_what_is_turned_over():
    speakers = {kind.type: kind.speaker for kind in EVENTS}
    assert {speakers[kind] for kind in ("passes", "skates", "shoots_outside", "answers", "no_answer", "saves")} == {
        PLAYER
    }
    assert {speakers[kind] for kind in ("turns_over", "controls", "offside", "penalty", "scores")} == {ANNOUNCER}


def test_ruling_71_the_letter_of_card_1_is_that_of_the_odd_cards():
    rows = DECK_FILES[BUILT_IN].rows
    assert {row["hv"] for row in rows[::2]} == {rows[0]["hv"]} == {"H"}


def test_ruling_68_declining_is_final():
    table = game(h="15", v="47 49", keep="11")
    table.play("H play 15", "V decline")
    assert table.asked() == "H attack"
    table = game(v="48", puck="H DZ", keep="16")
    table.turn("16").play("H dump_deep", "V decline", "V touch_up")
    assert table.asked() == "V attack"
