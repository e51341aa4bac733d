"""Hockey in JSON: states, observations from outside, moves, and the refusals of those that do not fit."""

import json

import pytest

from engines.api import SPECTATOR, IllegalMove, InvalidObservation, observe
from engines.hockey import codec
from engines.hockey.options import PRESETS
from engines.rng import Rng
from tests.engines.table import step
from tests.hockey.refused import OVERTIME
from tests.hockey.table import Table, hockey, hockey_for, quiet_period, random_game


def seen_by(seat: int, preset: str = "standard", seed: str = "codec", plays: int = 12, **changes) -> dict:
    """What a seat sees after some plays of a random game, with changes."""
    table = random_game(PRESETS[preset], seed, until="play")
    rng = Rng(seed)
    for _ in range(plays):
        step(table.state, rng)
    return json.loads(json.dumps(codec.dump_observation(observe(table.state, seat)))) | changes


# -- states


def test_a_state_is_readable_json():
    table = hockey(hands=["7 J", "7"])
    table.play("A7 B7")
    state = codec.dump_state(table.state)
    assert (state["format"], state["node"], state["dealer"], state["period"], state["ply"]) == (2, "play", 1, 1, 2)
    assert (state["holder"], state["top"], state["pile_size"], state["goals"]) == (1, "7D", 2, [[0, 0]])
    assert state["played"] == ["7C", "7D"]
    assert [len(hand) for hand in state["hands"]] == [4, 4]
    assert len(state["stock"]) == 42
    assert "deck" not in state


def test_a_small_pack_stands_in_the_state():
    state = codec.load_state({"options": {"deals": [2, 2]}, "deck": ["2C", "2D", "3C", "3D", "4C", "4D", "JC", "JD"]})
    assert codec.dump_state(state)["deck"] == ["2C", "2D", "3C", "3D", "4C", "4D", "JC", "JD"]
    assert codec.dump_state(state)["hands"] == [["2C", "2D"], ["3C", "3D"]]


def test_an_empty_position_is_the_first_play_of_a_standard_game():
    table = Table(codec.load_state({}))
    assert (table.node(), table.state.to_act(), table.state.dealer, table.state.ply) == ("play", 0, 1, 0)
    assert [len(table.hand(seat)) for seat in (0, 1)] == [5, 5]
    assert table.state.undealt() == 42


def test_cards_played_give_top_holder_safeties_goals_and_turn():
    table = Table(codec.load_state({"played": ["3C", "9C", "5C", "5D", "8C", "8D"]}))
    assert (table.top(), table.holder(), table.score(), table.state.to_act(), table.state.ply) == (
        "8",
        "-",
        (0, 1),
        0,
        6,
    )
    assert table.sees(0)["safe_ranks"] == [["3"], ["5", "9"]]
    assert table.sees(0)["hand_sizes"] == [2, 2]


def test_a_position_may_say_who_holds_and_what_lies_there():
    table = Table(codec.load_state({"played": ["3C", "9C"], "holder": 0, "top": "3C", "goals": [[2, 0]]}))
    assert (table.holder(), table.top(), table.score()) == ("A", "3", (2, 0))


# -- observations


def test_what_a_seat_was_shown_can_be_sent_back_with_its_hand():
    table = random_game(PRESETS["standard"], "send back", until="play")
    seen = observe(table.state, 0)
    sent = {"seat": 0, **codec.table(seen), **codec.private(seen)}
    assert codec.dump_observation(codec.load_observation(sent)) == codec.dump_observation(seen)


def test_an_observation_by_hand_needs_only_what_cannot_be_worked_out():
    played = [{"seat": 0, "card": "7C"}, {"seat": 1, "card": "7D"}]
    seen = codec.dump_observation(
        codec.load_observation({"seat": 0, "dealer": 1, "played": played, "hand": ["9H", "JD", "2C", "QS"]})
    )
    assert (seen["holder"], seen["top"], seen["hand_sizes"], seen["undealt"], seen["to_play"], seen["ply"]) == (
        1,
        "7D",
        [4, 4],
        42,
        0,
        2,
    )
    assert seen["hand"] == ["2C", "9H", "JD", "QS"]


def test_the_order_of_hand_and_safeties_does_not_matter():
    seen = seen_by(0)
    shuffled = seen | {"hand": seen["hand"][::-1], "safe_ranks": [ranks[::-1] for ranks in seen["safe_ranks"]]}
    assert codec.dump_observation(codec.load_observation(shuffled)) == seen


def test_a_spectator_sees_the_table_and_no_hand():
    seen = seen_by(SPECTATOR)
    assert seen["seat"] is None
    assert "hand" not in seen
    assert codec.load_observation(seen).seat == SPECTATOR


"""In the last period of regulation: with the short deals of overtime the second one would be under way."""


def test_the_goal_of_overtime_ends_the_game_so_nothing_can_follow_it():
    played = [{"seat": i % 2, "card": card} for i, card in enumerate(["JC", "4C", "4D"])]
    seen = OVERTIME | {"played": played, "hand": ["9H", "8D"]}
    with pytest.raises(InvalidObservation, match="the goal in overtime ended the game, so it is game_over"):
        codec.load_observation(seen)
    with pytest.raises(InvalidObservation, match="4 cards; the goal of card 3 ended the game"):
        codec.load_observation(seen | {"played": [*played, {"seat": 1, "card": "5C"}]})
    over = seen | {"node": "game_over", "goals": [[1, 1], [0, 0], [0, 0], [1, 0]]}
    assert codec.dump_observation(codec.load_observation(over))["score"] == [2, 1]


def test_a_period_that_is_played_out_goes_on_elsewhere():
    played = [{"seat": i % 2, "card": card} for i, card in enumerate(quiet_period())]
    with pytest.raises(InvalidObservation, match="play; all 52 cards of the period are played"):
        codec.load_observation({"seat": 0, "dealer": 1, "played": played})
    with pytest.raises(InvalidObservation, match="game_over; another period follows period 1 at 0-0"):
        codec.load_observation({"seat": 0, "dealer": 1, "played": played, "node": "game_over"})


def test_with_four_seats_the_dealer_follows_from_the_choice():
    seen = seen_by(2, "partnership", chooser=1)
    wrong = {"dealer": 0, "played": [], "hand": [], "period": 1}
    with pytest.raises(InvalidObservation, match="seat 1 named itself or the next seat"):
        codec.load_observation({"seat": 2, "options": seen["options"], "chooser": 1} | wrong)


def test_every_single_change_of_a_number_is_noticed():
    seen = seen_by(0, "wiggum")
    for field in ("dealer", "period", "periods", "deal", "to_play", "pile_size", "undealt", "ply"):
        with pytest.raises(InvalidObservation):
            codec.load_observation(seen | {field: seen[field] + 1})


# -- moves


def test_a_card_that_is_not_in_the_hand_is_refused_with_the_own_hand():
    table = hockey(hands=["7 J 9 4 2", "3 3 3 3"])
    with pytest.raises(
        IllegalMove, match="3C is not in your hand, which is 2C 4C 7C 9C JC: play any card of it"
    ) as refused:
        codec.decode_move(table.state, 0, {"type": "play", "card": "3C"})
    assert refused.value.rule == "2.3"


def test_another_seats_turn_is_described_without_its_cards():
    table = hockey_for("A7")
    with pytest.raises(IllegalMove, match=r"^seat 0 is asked to play: a card of the hand$"):
        codec.decode_move(table.state, 1, {"type": "play", "card": "7C"})


def test_at_the_wrong_node_the_refusal_says_what_is_asked_now():
    choosing = random_game(PRESETS["standard"], "node", until="choose_dealer").state
    with pytest.raises(IllegalMove, match="you are asked to choose_dealer: who deals the first period") as refused:
        codec.decode_move(choosing, choosing.to_act(), {"type": "play", "card": "7C"})
    assert refused.value.rule == "2.2"
    with pytest.raises(IllegalMove, match="you are asked to play: a card of the hand"):
        codec.decode_move(hockey_for("A7").state, 0, {"type": "choose_dealer", "seat": 0})


def test_before_the_deal_and_after_the_end_no_seat_is_asked():
    for node, says in (("cut", "the cards are yet to be cut or dealt"), ("game_over", "the game is over")):
        state = random_game(PRESETS["standard"], "asked", until=node).state
        with pytest.raises(IllegalMove, match=says):
            codec.decode_move(state, 0, {"type": "play", "card": "7C"})


# -- events


def test_cards_of_a_deal_are_for_their_owner_only():
    table = random_game(PRESETS["standard"], "redaction", until="play")
    mine, theirs = [event for event in table.events(viewer=0) if event["type"] == "deal"]
    assert mine["cards"] == codec.dump_state(table.state)["hands"][0]
    assert theirs == {"type": "deal", "deal": 1, "seat": 1, "count": 5}
    assert not [event for event in table.events(viewer=SPECTATOR) if event["type"] == "deal" and "cards" in event]


def test_events_have_named_fields():
    table = hockey(hands=["J 6", "6"])
    table.play("AJ B6 A6")
    assert table.events() == [
        {"type": "breakaway", "seat": 0, "card": "JC", "equal_in_a_row": 1},
        {"type": "shoots", "seat": 1, "card": "6D"},
        {"type": "scores", "seat": 0, "card": "6C", "score": [1, 0]},
    ]
