"""The match options of section 1, their presets, and the sizes of small games."""

import re

import pytest

from engines.api import CHANCE, OVER, InvalidOption
from engines.ice_cold_ice_hockey.options import (
    OPTIONS,
    PRESETS,
    STANDARD,
    Sizes,
    dump_options,
    options_from,
)
from engines.ice_cold_ice_hockey.rules.flow import IceColdFlow
from engines.ice_cold_ice_hockey.texts import card_text
from engines.rng import Rng, permutation
from tests.engines.examples import rules_table, rules_text
from tests.ice_cold_ice_hockey.table import random_game


def test_options_are_those_of_section_1():
    rows = rules_table("ice_cold_ice_hockey", "1. Match and options")
    assert [row["option"] for row in rows] == ["home side", "periods", "tie rule", "deck file"]
    assert list(OPTIONS) == list(STANDARD) == ["home", "periods", "tie_rule", "deck"]
    rules = re.findall(r"([a-z_]+) \(", rows[2]["values"])
    assert (
        OPTIONS["tie_rule"].schema()["enum"] == rules == [row["tie rule"] for row in end_of_the_game()[:1]] + rules[1:]
    )


def end_of_the_game() -> list[dict[str, str]]:
    return rules_table("ice_cold_ice_hockey", "15. End of the game")


def test_every_tie_rule_has_a_preset():
    assert {preset["tie_rule"] for preset in PRESETS.values()} == {row["tie rule"] for row in end_of_the_game()}


def test_the_sizes_are_those_of_the_document():
    text = re.sub(r"\s+", " ", rules_text("ice_cold_ice_hockey"))
    sizes = Sizes()
    assert f"{sizes.late_cards} or fewer cards left in the deck" in text
    assert f"{sizes.overtime_cards} cards are used, the other {64 - sizes.overtime_cards} are set aside" in text
    assert (sizes.passes, sizes.hand, sizes.hand_limit, sizes.overtime_hand) == (2, 5, 10, 6)


SMALL = {
    "cards": (1, 2, 3, 15, 17, 20, 26, 33, 34, 45, 49, 62),
    "sizes": Sizes(passes=1, hand=2, hand_limit=4, overtime_hand=2),
}


def test_small_games_play_by_the_same_rules():
    for tie_rule in ("tie", "ot", "ot_shootout", "playoff"):
        for seed in range(20):
            state, rng = IceColdFlow(options_from({"periods": 1, "tie_rule": tie_rule}, **SMALL)), Rng(f"small {seed}")
            while state.to_act() != OVER:
                if state.to_act() == CHANCE:
                    state.deal(permutation(rng, state.shuffle_needed()))
                    continue
                actions = state.legal_actions(state.to_act())
                state.apply(state.to_act(), actions[rng.below(len(actions))])
            assert state.winner() >= 0 or tie_rule in ("tie", "ot")
    assert dump_options(options_from({}, **SMALL))["deck"] == [card_text(card) for card in SMALL["cards"]]


@pytest.mark.parametrize(
    ("sizes", "says"),
    [
        (Sizes(hand_limit=5), "a base hand and the card of an extra skater must fit"),
        (Sizes(hand_limit=6), "a base hand and the card of an extra skater must fit"),
        (Sizes(overtime_cards=20), "two hands of 10 leave none of 20 cards to be turned over"),
    ],
)
def test_sizes_that_leave_no_cards_are_refused(sizes, says):
    with pytest.raises(InvalidOption, match=says):
        options_from({}, sizes=sizes)


@pytest.mark.parametrize("sizes", [Sizes(hand_limit=7), Sizes(overtime_cards=21)])
def test_sizes_that_leave_one_card_are_played_with(sizes):
    assert options_from({}, sizes=sizes).hand_limit == sizes.hand_limit


def test_the_home_side_is_whose_letter_is_h():
    for home in (0, 1):
        table = random_game("home", until="attack", home=home)
        face_off = next(
            int(event["card"])
            for event in table.events()
            if event["type"] == "turns_over" and event["for"] == "face_off"
        )
        if table.state.deck.mark[face_off] == 0:
            assert table.state.control == (home if face_off % 2 else 1 - home)
