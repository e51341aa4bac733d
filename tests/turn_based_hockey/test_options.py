"""The switches of 2.5: held to the table of docs/rules/turn-based-hockey.md; small packs that are or are not a game."""

import pytest

from engines.api import CHANCE, OVER, InvalidOption
from engines.cards import parse_card
from engines.declared import completed
from engines.rng import Rng
from engines.turn_based_hockey import codec
from engines.turn_based_hockey.options import SWITCHES, dump_options, options_from
from engines.turn_based_hockey.rules import TurnBasedHockeyState
from tests.engines.table import step
from tests.turn_based_hockey.table import FLOWS

TWELVE = ["AC", "KC", "QC", "9C", "7C", "4C", "AD", "KD", "JD", "8D", "6D", "3D", "2H", "5S"]


@pytest.mark.parametrize("flow", FLOWS)
def test_options_come_back_from_the_engine(flow):
    assert dump_options(options_from(FLOWS[flow])) == {"options": FLOWS[flow]}
    assert completed(SWITCHES, FLOWS[flow]) == FLOWS[flow]


def test_a_small_pack_is_a_small_game_by_the_same_rules():
    """One period of seven cards each; a tie goes to an overtime for which the whole pack is shuffled again."""
    options = options_from({}, [parse_card(card) for card in TWELVE], periods=1)
    assert (int(options.hand_size), options.overtime_needs_shuffle) == (7, True)
    nodes = set()
    for seed in range(30):
        state, rng = TurnBasedHockeyState(options), Rng(f"small {seed}")
        assert (state.to_act(), state.shuffle_needed()) == (CHANCE, 14)
        while state.to_act() != OVER:
            step(state, rng)
            dumped = codec.dump_state(state)
            assert codec.dump_state(codec.load_state(dumped)) == dumped
            nodes.add(dumped["node"])
        assert 1 <= state.period <= 2
    assert nodes == {
        "face_off",
        "lineup_first",
        "lineup_second",
        "lineup_both",
        "overtime_deal",
        "shootout",
        "game_over",
    }


def test_a_hand_may_be_larger_than_the_periods_take():
    state = TurnBasedHockeyState(options_from({}, periods=2, hand_size=20))
    state.deal_order(range(52))
    assert [int(hand.size) for hand in state.hands] == [20, 20]
    assert codec.dump_state(codec.load_state(codec.dump_state(state))) == codec.dump_state(state)


@pytest.mark.parametrize(
    ("options", "size", "field", "says"),
    [
        ({}, {"deck": TWELVE, "periods": 2}, "deck", "14 cards; two hands of 14 are dealt from it"),
        ({}, {"periods": 4}, "periods", "4 is out of range; allowed is 1 to 3"),
        ({}, {"hand_size": 20}, "hand_size", "20 cards; 3 periods take 21 of each seat"),
        ({"jokers": True}, {"deck": TWELVE, "periods": 1}, "deck", "it holds both jokers where jokers is on"),
        ({}, {"deck": [*TWELVE, "XR"], "periods": 1}, "deck", "and none where it is off"),
        (
            {},
            {"deck": [rank + suit for rank in "TJQK" for suit in "CDHS"], "periods": 1},
            "deck",
            "no shootout would end",
        ),
    ],
)
def test_a_pack_that_is_no_game_is_refused(options, size, field, says):
    deck = [parse_card(card) for card in size["deck"]] if "deck" in size else None
    with pytest.raises(InvalidOption) as refused:
        options_from(options, deck, size.get("periods", 3), size.get("hand_size"))
    assert refused.value.field == field
    assert says in str(refused.value)
