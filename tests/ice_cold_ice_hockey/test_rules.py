"""Section 19 of docs/rules/ice-cold-ice-hockey.md: every acceptance example by its id, at the table. H is Home, V
Visitor.
"""

import pytest

from engines.ice_cold_ice_hockey.rules.state import IceColdState
from tests.ice_cold_ice_hockey.table import LATE, Table, game, ids, penalty

E1 = {"h": "51 45 12 15 23"}
E2 = {**E1, "v": "42 47 49 5 33"}


def numbered(option: str, cards: str) -> list[str]:
    return [f"{option} {card}" for card in sorted(ids(cards))]


# -- passes and skates


def test_e1_opening_options():
    table = game(**E1)
    assert table.options() == ["play 12", "play 15", *numbered("dump_in", "51 45 12 15 23")]


def test_e2_a_pass_answered_by_a_steal():
    table = game(**E2)
    table.play("H play 15")
    assert (table.asked(), table.answers()) == ("V defend", {47, 49})
    table.play("V answer 49")
    assert (table.asked(), table.puck(), table.top(), table.turned(), table.drawn()) == (
        "V attack",
        "V CI",
        "pass skate",
        [],
        "HV",
    )
    assert not {"play 33", "play 5"} & set(table.options())
    assert {"dump_in 33", "dump_in 5"} <= set(table.options())


def test_e3_the_same_pass_declined():
    table = game(**E2)
    table.play("H play 15", "V decline")
    assert (table.asked(), table.puck(), table.top(), table.drawn()) == ("H attack", "H OZ", "pass skate defence", "H")
    assert "outside_shot" in table.options()
    assert not [(option, card) for option in table.options() for card in range(31, 41) if option == f"play {card}"]


def fouled(deck: str, **more) -> Table:
    table = game(**E2, **more)
    table.turn(deck).play("H play 15", "V answer 47")
    return table


def test_e4_fouled_in_range_with_the_puck_is_a_power_play_at_once():
    table = fouled("34")
    assert (table.penalties(), table.power_plays(), table.drawn(), table.state.zone) == (
        [("V", 34)],
        [("H", 3)],
        "HV",
        2,
    )
    assert table.asked() == "V power_play_response"


def test_e4_fouled_in_range_without_the_puck_is_a_delayed_penalty():
    table = fouled("31")
    assert (table.asked(), table.puck(), table.top(), table.hands()) == ("H attack", "H OZ", "fresh", (6, 5))
    assert (table.penalties(), table.facts()["penalties"]) == ([("V", 31)], [penalty("V", 31)])


def test_e4_fouled_out_of_range_is_a_loose_puck():
    table = fouled("43")
    assert (table.asked(), table.puck(), table.top(), table.hands(), table.penalties()) == (
        "H attack",
        "H OZ",
        "fresh",
        (5, 5),
        [],
    )


def test_e4_fouled_with_an_offside_mark_is_a_face_off_at_centre_ice():
    table = fouled("58")
    assert (table.face_offs(), table.penalties()) == (["CI"], [])


def test_e4_fouled_in_range_with_an_offside_mark_is_a_power_play():
    table = fouled("18")
    assert (table.penalties(), table.power_plays(), table.face_offs()) == ([("V", 18)], [("H", 1)], [])


def test_e5_a_skate_is_answered_in_the_current_zone():
    table = game(h="26", v="51 45 42 63 48")
    table.play("H play 26")
    assert table.answers() == {51, 42}
    table.play("V answer 51")
    assert table.puck() == "V CI"
    table = game(h="26", v="51 45 42 63 48")
    table.play("H play 26", "V decline")
    assert table.puck() == "H OZ"


def test_e6_chase_and_set_up():
    table = game(h="20 33 5 8 47")
    table.turn("11").play("H dump_in 5")
    assert (table.asked(), table.puck(), table.top(), table.drawn()) == ("H attack", "H OZ", "fresh", "H")
    assert {"play 20", "outside_shot"} <= set(table.options())
    assert "play 33" not in table.options()
    table.play("H play 20")
    assert (table.asked(), table.top(), table.drawn()) == ("H attack", "inside_shot", "HH")
    assert {"play 33", "outside_shot"} <= set(table.options())
    assert not [
        option
        for option in table.options()
        if option.startswith("play") and table.state.deck.kind[int(option.split()[1])] != 2
    ]


def test_e6_a_chase_that_is_lost():
    table = game(h="20 33 5 8 47")
    table.turn("12").play("H dump_in 5")
    assert (table.asked(), table.puck()) == ("V attack", "V DZ")


def great_pass(answer: str) -> Table:
    table = game(h="2", v="56 45", puck="H DZ")
    table.play("H play 2")
    assert table.answers() >= {56, 45}
    table.play(answer)
    return table


def test_e7_a_great_pass_stolen_at_its_origin():
    table = great_pass("V answer 56")
    assert (table.asked(), table.puck(), table.top(), table.drawn()) == ("V attack", "V OZ", "inside_shot", "HV")
    assert "outside_shot" in table.options()
    assert not [
        option for option in table.options() if option.startswith("play") and not (31 <= int(option.split()[1]) <= 40)
    ]


def test_e7_a_great_pass_body_checked_at_its_destination():
    table = great_pass("V answer 45")
    assert table.turned()[0][1] == "loose_puck"
    assert table.puck() in ("V DZ", "H OZ")


def test_e7_a_great_pass_declined_gives_no_inside_shot():
    table = great_pass("V decline")
    assert (table.puck(), table.top()) == ("H OZ", "pass skate defence")
    assert "outside_shot" in table.options()


BREAKAWAY = "56 46 57 44 43"


def test_e8_a_breakaway_skate_is_fouled_where_the_puck_is():
    table = game(h="21", v=BREAKAWAY, puck="H DZ")
    table.play("H play 21")
    assert table.answers() == {57, 44}


def test_e9_a_breakaway_pass_is_fouled_at_its_destination():
    table = game(h="4", v=BREAKAWAY, puck="H DZ")
    table.play("H play 4")
    assert table.answers() == {46, 57, 44}


def countered(answer: str) -> Table:
    table = game(h="15 52 45 3 5", v="50")
    table.play("H play 15", "V answer 50")
    assert (table.asked(), table.answers()) == ("H counter", {52})
    table.play(answer)
    return table


def test_e10_a_counter():
    table = countered("H answer 52")
    assert (table.asked(), table.puck(), table.top(), table.drawn()) == ("H attack", "H OZ", "pass skate", "VHH")


def test_e10_a_counter_declined():
    table = countered("H decline")
    assert (table.asked(), table.puck(), table.top()) == ("V attack", "V DZ", "pass skate defence")


# -- dumps and face-offs


def test_e11_icing_is_touched_up_or_called():
    for choice, puck in (("touch_up", "V DZ"), ("take_face_off", "")):
        table = game(puck="H DZ")
        hand = table.hand("H")
        table.turn("16").play("H dump_deep", "V decline")
        assert (table.asked(), table.options()) == ("V touch_up", ["touch_up", "take_face_off"])
        table.play(f"V {choice}")
        assert table.hand("H") == hand
        assert table.face_offs() == ([] if puck else ["H DZ"])
        assert table.puck() == puck or not puck


def test_e11_the_right_letter_is_no_icing():
    table = game(puck="H DZ")
    table.turn("15").play("H dump_deep", "V decline")
    assert (table.asked(), table.puck()) == ("V attack", "V DZ")


def test_e12_icing_with_a_penalty():
    table = game(puck="H DZ")
    table.turn("14 20").play("H dump_deep", "V decline")
    assert (table.penalties(), table.power_plays(), "touches_up" in table.event_types()) == (
        [("V", 20)],
        [("H", 2)],
        False,
    )
    assert table.asked() == "V power_play_response"


def test_e13_kept_in():
    table = game(h="3", v="48", puck="H DZ")
    table.play("H dump_center 3", "V answer 48")
    assert (table.asked(), table.puck(), table.top(), table.drawn()) == ("V attack", "V OZ", "pass skate", "HV")
    assert "outside_shot" in table.options()
    assert not [shot for shot in range(31, 41) if f"play {shot}" in table.options()]


def test_e13_no_window_once_the_card_is_discarded():
    table = game(h="3", discards="48", puck="H DZ")
    table.play("H dump_center 3")
    assert (table.asked(), table.puck(), table.top()) == ("V attack", "V CI", "fresh")


def face_off_in_v_dz(deck: str) -> Table:
    """V lets an icing stand that V itself has made: the face-off is in V's zone."""
    table = game(puck="V DZ")
    table.turn(f"15 {deck}").play("V dump_deep", "H decline", "H take_face_off")
    return table


def test_e14_marks_on_face_offs():
    table = face_off_in_v_dz("9")
    assert table.face_offs() == ["?", "CI"]
    table = face_off_in_v_dz("27 12")
    assert ("H", 2) in table.earned()
    assert table.turned()[1:] == [(27, "face_off"), (12, "fight")]
    table.play("H stop")
    assert table.face_offs()[-1] == "V DZ"


def chased(deck: str, later: str = "", **more) -> Table:
    """V dumps in."""
    table = game(v="38", puck="V CI", keep=f"{deck} {later}", **more)
    table.turn(deck).play("V dump_in 38")
    return table


def test_e15_one_minor_each_cancels():
    table = chased("14 25 16")
    assert (table.penalties(), "penalties_cancelled" in table.event_types(), table.power_plays()) == (
        [("H", 25), ("V", 16)],
        True,
        [],
    )
    assert (table.drawn()[:1], table.face_offs()) == ("V", ["H DZ"])


def test_e15_two_minors_are_delayed_and_then_served_in_the_order_called():
    table = chased("14 25 15", "5 8 10 36", discards="63 48")
    assert (table.asked(), table.puck(), table.hands(), table.facts()["base_hands"]) == (
        "V attack",
        "V OZ",
        (5, 6),
        [5, 6],
    )
    table.turn("5").play("V outside_shot", "H decline")  # wide: H gains control, V goes down to five
    assert table.asked() == "V skater_discard"
    table.turn("").play(f"V discard {table.hand('V')[0]}")
    assert (table.facts()["serving"], table.facts()["to_serve"]) == (penalty("H", 25), [penalty("H", 15)])
    table.turn("8 36").play("H decline")
    assert table.power_plays() == [("V", 2), ("V", 1)]
    assert table.facts()["power_plays"] == [0, 2]


def test_e15_no_penalty_without_range_and_mark():
    table = chased("14 45")
    assert (table.asked(), table.puck(), table.penalties()) == ("V attack", "V OZ", [])


def test_e15_the_chain_goes_on_without_a_penalty():
    table = chased("14 61 20")
    assert (table.penalties(), table.power_plays()) == ([("V", 20)], [("H", 2)])


# -- power plays


def power_play(card: int, deck: str = "", v: str = "", **more) -> Table:
    """H has a power play called by ``card``; the window of the first shot, if it opens."""
    table = game(v=v, puck="stopped CI", node="goalie_pull", asked=0, keep=deck, penalties=[penalty("V", card)], **more)
    table.turn(deck).play("H keep_in_net")
    return table


def declined(card: int, deck: str, **more) -> Table:
    """Neither team blocks: both block cards are discarded."""
    return power_play(card, deck, discards="62 63", **more)


@pytest.mark.parametrize(
    ("deck", "score", "shots", "face_off"),
    [
        ("5 8 36", (0, 0), [2, 0], "V DZ"),
        ("5 8 10", (1, 0), [2, 0], "CI"),
        ("14", (1, 0), [1, 0], "CI"),
        ("44 5 36", (0, 1), [1, 1], "V DZ"),
        ("5 8 25", (0, 1), [1, 1], "CI"),
        ("5 8 1 10", (1, 0), [3, 0], "CI"),
        ("5 8 1 3", (0, 0), [3, 0], "V DZ"),
    ],
)
def test_e16_a_power_play_of_three_shots(deck, score, shots, face_off):
    table = declined(34, deck)
    assert (table.score(), table.facts()["shots_on_goal"]) == (score, shots)
    if table.asked().endswith("momentum_draw"):
        assert table.earned() == [("HV"[score.index(1)], 3)]
        table.play(f"{table.asked()[0]} stop")
    if deck == "5 8 1 3":
        assert (table.asked(), table.puck()) == ("V attack", "V DZ")
    else:
        assert table.face_offs() == [face_off]
    assert table.power_plays() == [("H", 3)]


def test_e16_a_rebound_after_the_last_shot_is_no_power_play_goal():
    assert declined(34, "5 8 1 10").facts()["power_play_goals"] == [0, 0]
    assert declined(34, "5 8 10").facts()["power_play_goals"] == [1, 0]


def test_e17_blocks_on_a_power_play():
    table = power_play(20, v="62 63")
    assert (table.asked(), table.answers()) == ("V power_play_response", {62})
    table.play("V answer 62")
    assert (table.asked(), table.answers(), table.turned()) == ("V power_play_response", {63}, [])
    table.turn("12").play("V answer 63")
    assert table.turned() == [(12, "loose_puck")]
    assert (table.asked(), table.puck(), table.drawn(), table.facts()["shots_on_goal"]) == (
        "V attack",
        "V DZ",
        "VV",
        [0, 0],
    )


# -- momentum


def permitted(h: str = "33", v: str = "", **more) -> Table:
    """H may play an inside shot."""
    return game(h=h, v=v, puck="H OZ", follow_ons=["inside_shot"], discards="63", **more)


def test_e18_goal_bonus():
    table = permitted()
    table.turn("10").play("H play 33")
    assert (table.asked(), table.score(), table.hands()) == ("H momentum_draw", (1, 0), (5, 5))
    table.play("H draw", "H draw", "H draw")
    assert (table.hands(), table.face_offs()) == ((8, 5), ["CI"])


@pytest.mark.parametrize(("held", "after"), [(8, 7), (7, 6), (6, 5), (5, 5)])
def test_e18_a_momentum_hand_is_not_refilled_until_it_is_below_base(held, after):
    table = game(h="60", sizes=(held, 5), keep="11")
    table.turn("11").play("H dump_in 60")
    assert table.hands() == (after, 5)


@pytest.mark.parametrize(("held", "trimmed", "most"), [(7, 2, 6), (10, 5, 5)])
def test_e19_trim(held, trimmed, most):
    table = permitted(sizes=(5, held))
    table.turn("10").play("H play 33")
    for _ in range(trimmed):
        assert table.asked() == "V momentum_trim"
        table.play(f"V discard {table.hand('V')[0]}")
    drawn = 0
    while table.asked() == "H momentum_draw":
        table.play("H draw")
        drawn += 1
    assert (table.hands(), drawn) == ((most, 5), most - 5)


def test_e20_limit():
    table = game(h="43", sizes=(10, 5), puck="V CI", v="26")
    table.play("V play 26")
    table.turn("13").play("H answer 43")
    assert (table.asked(), table.hands()[0], table.earned()) == ("H momentum_draw", 9, [("H", 2)])
    table.play("H draw")
    assert (table.asked(), table.hands()[0]) == ("H attack", 10)


# -- shots


def shot_from_outside(letter: str, deck: str, **more) -> Table:
    """No window: 62 lies in the discards."""
    table = game(puck=f"{letter} OZ", discards="62", **more)
    table.turn(deck).play(f"{letter} outside_shot")
    return table


def test_e21_super_save():
    table = shot_from_outside("V", "2")
    assert (table.asked(), table.earned(), table.facts()["saves"]) == ("H momentum_draw", [("H", 2)], [1, 0])
    table.play("H stop")
    assert table.face_offs() == ["H DZ"]


def test_e22_rebounds():
    table = shot_from_outside("H", "3 1 5")
    assert (table.score(), table.facts()["shots_on_goal"], "no_answer" in table.event_types()) == (
        (1, 0),
        [3, 0],
        False,
    )
    assert [use for _, use in table.turned()] == ["outside_shot", "rebound", "rebound"]


def test_e23_save_off():
    table = shot_from_outside("H", "4", h="33")
    assert (table.asked(), table.puck(), table.top()) == ("H attack", "H OZ", "pass skate inside_shot")
    assert "play 33" in table.options()


def test_e24_post():
    table = shot_from_outside("H", "45 12")
    assert (table.asked(), table.puck(), table.facts()["shots_on_goal"]) == ("V attack", "V DZ", [0, 0])


# -- fouls and fights


def cheap_shot(deck: str, **more) -> Table:
    table = game(h="15", v="44", keep=deck, **more)
    table.turn(deck.split()[0]).play("H play 15", "V answer 44")
    assert (table.asked(), table.hands(), table.earned()) == ("H momentum_draw", (5, 5), [("H", 2)])
    return table


def test_e25_a_cheap_shot_without_a_penalty():
    table = cheap_shot("8")
    table.play("H stop")
    assert (table.penalties(), table.face_offs()) == ([], ["V DZ"])


def test_e25_a_cheap_shot_that_is_a_minor():
    table = cheap_shot("27")
    table.play("H stop")
    assert (table.penalties(), table.power_plays(), table.face_offs()) == ([("V", 27)], [("H", 2)], [])


def test_e25_a_cheap_shot_that_is_a_major():
    table = cheap_shot("62 61 20 36", discards="63")
    table.turn("61 20 36").play("H draw", "H draw")
    assert (table.hands(), table.power_plays()) == ((7, 5), [("H", 6)])
    assert (table.score(), table.earned()) == ((2, 0), [("H", 2), ("H", 3)])
    assert (table.asked(), table.facts()["power_play_goals"]) == ("H momentum_draw", [2, 0])
    table.play("H stop")
    assert table.face_offs() == ["V DZ"]


def fouled_chance(deck: str) -> Table:
    table = game(h="39", v="46", puck="H OZ", follow_ons=["inside_shot"])
    table.turn(deck).play("H play 39", "V answer 46")
    return table


def test_e26_a_penalty_shot_scored():
    table = fouled_chance("7 22")
    assert (table.score(), table.earned(), table.turned()[1]) == ((1, 0), [("H", 3)], (22, "penalty_shot"))
    table.play("H stop")
    assert (table.face_offs(), table.facts()["shots_on_goal"]) == (["CI"], [1, 0])


def test_e26_a_penalty_shot_saved():
    table = fouled_chance("7 26")
    assert (table.score(), table.face_offs(), table.facts()["shots_on_goal"]) == ((0, 0), ["V DZ"], [1, 0])


def test_e26_a_minor_or_none():
    assert fouled_chance("12").power_plays() == [("H", 1)]
    table = fouled_chance("51")
    assert (table.asked(), table.puck(), table.top(), table.facts()["shots_on_goal"]) == (
        "H attack",
        "H OZ",
        "fresh",
        [0, 0],
    )


def test_e27_only_p_cards_foul_a_shot():
    for shot, hand, answers in (
        ("33", "63 46 47 54 57", {63}),
        ("40", "63 46 47 54 57 44 45 50 56 64", {63, 46, 47, 54, 57, 44}),
    ):
        table = game(h=shot, v=hand, sizes=(5, len(ids(hand))), puck="H OZ", follow_ons=["inside_shot"])
        table.play(f"H play {shot}")
        assert (table.asked(), table.answers()) == ("V inside_shot_response", answers)


@pytest.mark.parametrize(("deck", "winner"), [("30", []), ("12", [("H", 2)]), ("45", [("V", 2)])])
def test_e28_fight_card(deck, winner):
    table = game(h="25", v="64")
    table.turn(deck).play("H play 25", "V answer 64")
    assert (table.earned(), table.turned()[0]) == (winner, (int(deck), "fight"))
    if winner:
        table.play(f"{winner[0][0]} stop")
    assert table.face_offs() == ["CI"]


# -- special plays


def test_e29_ice_the_puck():
    for choice, discarded in (("discard 60", 1), ("keep", 0)):
        table = game(h="3 60", puck="H DZ")
        table.play("H play 3")
        assert (table.asked(), table.hands()) == ("H ice_discard", (4, 5))
        table.play(f"H {choice}")
        assert (table.drawn(), table.hands(), table.face_offs()) == ("H" * (1 + discarded), (5, 5), ["H DZ"])


def leading(deck: str, **more) -> Table:
    table = game(h="60", goals=[[2, 1]], keep=deck, **more)
    assert "defensive_mode 60" in table.options()
    table.turn(deck).play("H defensive_mode 60")
    return table


def test_e30_defensive_mode_takes_a_defence_card():
    table = leading("51")
    assert (table.asked(), table.options()) == ("H defensive_mode_take", ["take", "leave"])
    table.play("H take")
    assert (table.asked(), table.puck(), table.hands(), table.drawn()) == ("V attack", "V DZ", (5, 5), "")
    assert table.facts()["shown"] == [["51"], []]


def test_e30_defensive_mode_leaves_a_defence_card():
    table = leading("51")
    table.play("H leave")
    assert (table.puck(), table.hands(), table.drawn(), table.facts()["shown"]) == ("V DZ", (5, 5), "H", [[], []])


def test_e30_defensive_mode_without_a_choice():
    table = leading("30")
    assert (table.asked(), table.puck(), table.drawn()) == ("V attack", "V DZ", "H")
    table = leading("52 45")
    assert (table.asked(), table.puck(), table.drawn(), table.turned()) == (
        *("V attack", "V DZ", "H"),
        [(52, "defensive_mode"), (45, "behind_the_play")],
    )


def test_e30_defensive_mode_is_for_a_team_that_leads_without_momentum():
    assert "defensive_mode" not in str(game(goals=[[1, 1]]).options())
    assert "defensive_mode" not in str(game(goals=[[2, 1]], sizes=(6, 5)).options())


def test_who_pulls_the_goalie_still_acts_when_no_card_is_left_for_the_extra_skater():
    """14.2: then both hands are below base, which is the end of a period (13.2) only after the action."""
    table = game(deck_size=0, sizes=(5, 3), **LATE)
    table.play("H pull_goalie")
    assert table.asked() == "H attack"


def test_e31_pulling_the_goalie():
    assert "pull_goalie" not in game(deck_size=16, **LATE).options()
    assert "pull_goalie" not in game(deck_size=15, puck="H DZ", **LATE).options()
    assert "pull_goalie" in game(deck_size=15, **LATE).options()
    table = game(deck_size=15, h="33", puck="H OZ", follow_ons=["inside_shot"], keep="10", **LATE)
    table.play("H pull_goalie")
    assert (table.asked(), table.hands(), table.facts()["goalies_out"]) == ("H attack", (6, 5), [True, False])
    table.turn("10").play("H play 33")
    while table.asked() == "H momentum_draw":
        table.play("H draw")
    assert (table.asked(), table.hands()[0], table.score(), "returns_goalie" in table.event_types()) == (
        "H skater_discard",
        9,
        (2, 2),
        True,
    )
    table.play(f"H discard {table.hand('H')[0]}")
    assert (table.hands()[0], table.face_offs(), table.facts()["goalies_out"]) == (8, ["CI"], [False, False])


EMPTY_NET = {**LATE, "goalies_out": [True, False], "deck_size": 12}


def test_e32_an_outside_shot_at_the_empty_net():
    table = game(puck="V OZ", keep="5", **EMPTY_NET)
    table.turn("5").play("V outside_shot")
    assert table.score() == (1, 3)


@pytest.mark.parametrize(("deck", "score", "face_off"), [("7", (1, 3), "CI"), ("15", (1, 2), "V DZ")])
def test_e32_a_deep_dump_at_the_empty_net(deck, score, face_off):
    table = game(puck="V DZ", keep=deck, **EMPTY_NET)
    table.turn(deck).play("V dump_deep")
    assert table.score() == score
    play_to_face_off(table)
    assert (table.face_offs()[0], "touches_up" in table.event_types()) == (face_off, False)


def play_to_face_off(table: Table) -> None:
    """Draw nothing, leave goalies as they are."""
    while not table.face_offs():
        right = {
            "momentum_draw": "stop",
            "goalie_return": "stay_out",
            "goalie_pull": "keep_in_net",
            "ice_discard": "keep",
        }
        letter, node = table.asked().split()
        table.play(f"{letter} {right[node]}")


def test_e32_a_deep_dump_past_the_empty_net():
    table = game(puck="V DZ", keep="16", **EMPTY_NET)
    table.turn("16").play("V dump_deep")
    assert (table.asked(), table.puck()) == ("H attack", "H DZ")


def test_e32_ice_the_puck_at_the_empty_net():
    table = game(v="3", puck="V DZ", keep="9", **EMPTY_NET)
    table.turn("9").play("V play 3")
    assert (table.asked(), table.score()) == ("V ice_discard", (1, 3))
    play_to_face_off(table)
    assert table.face_offs() == ["CI"]


@pytest.mark.parametrize(("deck", "score"), [("14", (2, 2)), ("44", (1, 3))])
def test_e32_tags_count_for_the_team_with_the_extra_skater(deck, score):
    table = game(puck="H OZ", keep=deck, **EMPTY_NET)
    table.turn(deck).play("H outside_shot")
    assert table.score() == score


# -- the clock


def at_the_end(**more) -> Table:
    return game(deck_size=0, puck="H OZ", **{"pass": 2}, **more)


def test_e33_an_empty_deck_does_not_end_the_period_while_one_team_is_at_base():
    table = at_the_end(h="17")
    table.play("H play 17")
    assert (table.asked(), table.hands(), table.state.period) == ("H attack", (4, 5), 1)


@pytest.mark.parametrize(("card", "score"), [(34, (1, 0)), (3, (0, 0))])
def test_e33_a_shot_without_a_deck_is_a_reserve_draw_and_ends_the_period(card, score):
    table = at_the_end()
    table.play("H outside_shot")
    assert table.asked() == "reserve"
    deal_first(table.state, card)
    assert (table.score(), table.event_types()[-1], table.asked()) == (score, "period_end", "shuffle")
    assert table.turned() == [(card, "outside_shot")]


def deal_first(state: IceColdState, *cards: int) -> None:
    """Shuffle the discards so that these cards come first."""
    discards = [int(card) for card in state.discards][: int(state.discard_count)]
    first = [discards.index(card) for card in cards]
    state.deal_order(first + [place for place in range(len(discards)) if place not in first])


def test_e33_a_check_without_a_deck_ends_the_period():
    table = game(deck_size=0, **{"pass": 2})
    table.play(f"H dump_in {table.hand('H')[0]}")
    assert (table.event_types()[-1], table.turned()) == ("period_end", [])


def delayed(deck: str) -> Table:
    """V has a minor pending, H controls with six cards and shoots."""
    table = permitted(penalties=[penalty("V", 34)], extra_skater=0, sizes=(6, 5))
    table.turn(deck).play("H play 33")
    return table


def test_e34_a_goal_in_a_delay():
    table = delayed("10")
    assert (table.score(), "penalties_wiped_out" in table.event_types(), table.earned()) == ((1, 0), True, [("H", 3)])
    table.play("H stop")
    assert (table.face_offs(), table.power_plays(), table.hands()) == (["CI"], [], (5, 5))


def test_e35_a_delay_ended_by_a_stoppage():
    table = delayed("7")
    assert (table.power_plays(), table.face_offs(), table.hands()) == ([("H", 3)], [], (5, 5))


# -- windows and the end of the game


def test_e36_windows_tell_nothing_of_hands():
    table = game(puck="H OZ", discards="62")
    table.play("H outside_shot")
    assert "outside_shot_response" not in table.asked()
    table = game(h="62", puck="H OZ")
    table.play("H outside_shot")
    assert (table.asked(), table.options()) == ("V outside_shot_response", ["decline"])
    table = game(puck="H OZ", sizes=(5, 0), deck_size=0, **{"pass": 2})
    table.play("H outside_shot")
    assert "outside_shot_response" not in table.asked()


def shootout(*cards: int) -> Table:
    table = Table(game(node="shootout", period=4, goals=[[1, 1], [0, 0], [0, 0], [0, 0]]).state)
    places = [card - 1 for card in cards]
    table.state.deal_order(places + [place for place in range(64) if place not in places])
    return table


def test_e37_shootout():
    table = shootout(30, 12, 25, 60, 41, 9)
    assert (table.asked(), table.score(), table.facts()["shootout_goals"], table.facts()["shootout_shots"]) == (
        "game_over",
        (2, 1),
        [2, 1],
        6,
    )
    shots = [("HV"[event["seat"]], int(event["card"])) for event in table.events() if event["type"] == "shootout_shot"]
    assert shots == [("V", 30), ("H", 12), ("V", 25), ("H", 60), ("V", 41), ("H", 9)]
    table = shootout(30, 12, 25, 60, 41, 49, 26, 3)
    assert (table.score(), table.facts()["shootout_goals"], table.facts()["shootout_shots"]) == ((2, 1), [2, 1], 8)


def test_e38_five_minute_overtime():
    table = game(node="shuffle", period=3, goals=[[1, 1], [0, 0], [0, 0]], **{"pass": 2})
    table.state.deal_order([card for card in range(64) if card not in (4, 9)] + [4, 9])
    assert table.hands() == (6, 6)
    assert (table.facts()["set_aside"], table.facts()["passes"], table.facts()["overtime"]) == (24, 1, True)
    assert table.facts()["deck_size"] + len(table.facts()["discards"]) == 28
    table = game(puck="H OZ", discards="62 63", period=4, goals=[[1, 1], [0, 0], [0, 0], [0, 0]], sizes=(6, 6))
    table.turn("34").play("H outside_shot")
    assert (table.asked(), table.score(), table.earned()) == ("game_over", (2, 1), [])
