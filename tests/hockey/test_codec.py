"""Hockey in JSON: states, observations from outside, moves and what is said about those that do not fit."""

import json

import pytest

from engines.api import SPECTATOR, IllegalMove, InvalidMove, InvalidObservation, observe
from engines.hockey import codec
from engines.hockey.options import PRESETS
from engines.rng import Rng
from tests.engines.refusals import assert_refused
from tests.engines.table import step
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
    assert (state["format"], state["node"], state["dealer"], state["period"], state["ply"]) == (1, "play", 1, 1, 2)
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


@pytest.mark.parametrize(
    "position",
    [
        {"hands": [["2C"], ["2C"]]},
        {"hands": [["2C"], None], "played": ["2C"]},
        {"hands": [["2C"], ["2D"]], "stock": ["3C"]},
        {"format": 99},
    ],
)
def test_an_impossible_position_is_not_loaded(position):
    with pytest.raises(ValueError, match=r"must lie in one place|format: 99 cannot be read; known is 1"):
        codec.load_state(position)


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


PLAYED = [{"seat": 0, "card": "7C"}, {"seat": 1, "card": "7D"}]
BY_HAND = {"seat": 0, "dealer": 1, "played": PLAYED, "hand": ["2C", "9H", "JD", "QS"]}
PILE = {
    "options": PRESETS["wiggum"],
    "dealer": 1,
    "seat": 0,
    "starting_pile": ["5C", "9C", "KC", "7H"],
    "hand": ["2C", "9H", "JD", "QS"],
}
OVERTIME = {"seat": 0, "dealer": 1, "period": 4, "goals": [[1, 1], [0, 0], [0, 0], [0, 0]]}
SHORT_OVERTIME_DEALS = PILE | {
    "options": PRESETS["wiggum"] | {"overtime_deals": [2] * 12},
    "period": 3,
    "goals": [[0, 0]] * 3,
    "played": [{"seat": turn % 2, "card": card} for turn, card in enumerate(("3H", "6D", "8C", "TS", "3D", "6C"))],
    "hand": ["9H"],
}
"""In the last period of regulation: with the short deals of overtime the second one would be under way."""
REFUSED = [
    (BY_HAND, {"hand": ["2C", "9H", "JD"]}, "hand", "3 cards; after 2 plays, in deal 1, seat 0 holds 4"),
    (BY_HAND, {"hand": ["2C", "9H", "JD", "2C"]}, "hand[3]", "'2C' is listed twice"),
    (BY_HAND, {"hand": ["2C", "9H", "JD", "7C"]}, "hand[3]", "7C is at played[0] already"),
    (BY_HAND, {"hand": ["2C", "9H", "JD", "1Q"]}, "hand[3]", "'1Q' is not a card; write rank then suit"),
    (BY_HAND, {"played": [PLAYED[0], PLAYED[0]]}, "played[1]", "7C is at played[0] already"),
    (BY_HAND, {"played": [PLAYED[1]]}, "played[0].seat", "1; seats play in turn, after dealer 1, so it was 0"),
    (BY_HAND, {"played": [{"card": "7C"}]}, "played[0].seat", "this field is missing"),
    (BY_HAND, {"seat": 2}, "seat", "2; the seats are 0 to 1"),
    (BY_HAND, {"seat": None}, "hand", "4 cards; a spectator holds none"),
    (BY_HAND, {"dealer": None}, "dealer", "null; this period is dealt by one of the seats 0 to 1"),
    (BY_HAND, {"dealer": 3}, "dealer", "3; this period is dealt by one of the seats 0 to 1"),
    (BY_HAND, {"holder": 0}, "holder", "0 does not follow from the rest, which makes it 1"),
    (BY_HAND, {"top": "7C"}, "top", "'7C' does not follow from the rest, which makes it '7D'"),
    (BY_HAND, {"table_empty": True}, "table_empty", "which makes it false"),
    (BY_HAND, {"undealt": 40}, "undealt", "40 does not follow from the rest, which makes it 42"),
    (BY_HAND, {"hand_sizes": [5, 4]}, "hand_sizes", "which makes it [4, 4]"),
    (BY_HAND, {"to_play": 1}, "to_play", "which makes it 0"),
    (BY_HAND, {"pile_size": 3}, "pile_size", "which makes it 2"),
    (BY_HAND, {"score": [1, 0]}, "score", "which makes it [0, 0]"),
    (BY_HAND, {"goals": [[1, 0]]}, "goals", "[[1, 0]] does not follow from the rest, which makes it [[0, 0]]"),
    (BY_HAND, {"safe_ranks": [["1"], []]}, "safe_ranks[0][0]", "'1' is not one of 2, 3"),
    (
        BY_HAND,
        {"period": 2, "goals": [[0, 0]]},
        "goals",
        "1 periods; in period 2 there are 2, the present one included",
    ),
    (BY_HAND, {"period": 5}, "period", "5; with these options it is 1 to 4, overtime included"),
    (BY_HAND, {"period": 4, "options": {"overtime": "none"}}, "period", "with these options it is 1 to 3"),
    (BY_HAND, {"ply": 9}, "ply", "9; the periods and the cards played make 2"),
    (BY_HAND, {"node": "cut"}, "period", "1; at the node cut no period has begun"),
    ({"seat": 0, "node": "cut", "period": 0}, {"dealer": 0}, "dealer", "0; no period has begun, so there is none"),
    (
        BY_HAND,
        {"node": "game_over"},
        "node",
        "game_over; after 2 plays, in deal 1, there are cards to play, so it is play",
    ),
    (BY_HAND, {"node": "shuffle"}, "hand", "the cards of a period are not yet dealt, so there is none"),
    (
        BY_HAND,
        {"chooser": 1, "options": {"first_dealer": "random"}},
        "chooser",
        "with first_dealer random no seat chooses",
    ),
    (BY_HAND, {"options": {"deals": [5]}}, "options.deals", "the deals must add up to 26"),
    (BY_HAND, {"starting_pile": ["3C", "4C", "5C", "6C"]}, "starting_pile", "with these options no pile is laid out"),
    (BY_HAND, {"colour": "red"}, "colour", "unknown field"),
    (PILE, {"starting_pile": []}, "starting_pile", "0 cards; with these options the pile began with 4"),
    (PILE, {"starting_pile": ["5C", "9C", "KC", "KD"]}, "starting_pile", "would have been dealt again"),
    (PILE, {"refused": ["3C", "3D", "3S"]}, "refused", "would not have been refused: four cards at a time"),
    (PILE, {"refused": ["3C", "4D", "8S", "TC"]}, "refused", "with a wild rank or two equal ranks"),
    (PILE, {"refused": ["3C", "3D", "8S", "9H"]}, "refused[3]", "9H was dealt in the first hands"),
    (PILE, {"refused": ["3C", "3D", "8S", "8S"]}, "refused[3]", "'8S' is listed twice"),
    (SHORT_OVERTIME_DEALS, {"refused": ["4C", "4D", "8S", "9H"]}, "refused[3]", "9H was dealt in the first hands"),
    (OVERTIME, {"goals": [[1, 0], [0, 0], [0, 0], [0, 0]]}, "goals", "is no tie, and only a tie leads to overtime"),
]


@pytest.mark.parametrize(
    ("base", "change", "field", "says"), REFUSED, ids=lambda part: part if isinstance(part, str) else ""
)
def test_an_impossible_observation_is_refused_naming_field_and_what_would_add_up(base, change, field, says):
    assert_refused(codec, {"period": 1, **base, **change} if "node" in change else base | change, field, says)


def test_the_base_of_the_refused_observations_is_accepted():
    overtime = OVERTIME | {"hand": ["2C", "9H", "JD", "QS"]}
    for base in (BY_HAND, PILE, SHORT_OVERTIME_DEALS, overtime):
        assert codec.load_observation(base)


@pytest.mark.parametrize(
    "nonsense", [None, 3, "seat", [], {}, {"seat": True}, {"seat": 0, "played": "7C"}, {"seat": 0, "options": []}]
)
def test_nonsense_is_no_observation(nonsense):
    with pytest.raises(InvalidObservation, match=r"^observation"):
        codec.load_observation(nonsense)


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


def test_another_seats_turn_is_told_without_its_cards():
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


def test_before_the_deal_and_after_the_end_nobody_is_asked():
    for node, says in (("cut", "the cards are yet to be cut or dealt"), ("game_over", "the game is over")):
        state = random_game(PRESETS["standard"], "asked", until=node).state
        with pytest.raises(IllegalMove, match=says):
            codec.decode_move(state, 0, {"type": "play", "card": "7C"})


@pytest.mark.parametrize(
    ("move", "says"),
    [
        ({"type": "play"}, "move.card: this field is missing"),
        ({"type": "play", "card": "1Q"}, "move.card: '1Q' is not a card; write rank then suit, as in QH or TD"),
        ({"type": "play", "card": "XR"}, "move.card: 'XR' is not a card"),
        ({"type": "play", "card": "7C", "seat": 0}, "move.seat: unknown field; known are card"),
        ({"type": "choose_dealer", "seat": True}, "move.seat: true is not a whole number"),
        ({"type": "pass"}, "move.type: 'pass' is not a move of this game; known are choose_dealer, play"),
        ({}, "move.type: this field is missing; known types are choose_dealer, play"),
        ("play", "move: 'play' is not an object"),
    ],
)
def test_a_move_that_is_not_understood_is_refused_with_its_field(move, says):
    with pytest.raises(InvalidMove) as refused:
        codec.decode_move(hockey_for("A7").state, 0, move)
    assert str(refused.value).startswith(says)
    assert refused.value.field == says.partition(":")[0]


# -- events


def test_cards_of_a_deal_are_for_their_owner_only():
    table = random_game(PRESETS["standard"], "redaction", until="play")
    mine, theirs = [event for event in table.events(viewer=0) if event["type"] == "deal"]
    assert mine["cards"] == codec.dump_state(table.state)["hands"][0]
    assert theirs == {"type": "deal", "deal": 1, "seat": 1, "count": 5}
    assert not any("cards" in event for event in table.events(viewer=SPECTATOR) if event["type"] == "deal")


def test_events_have_named_fields():
    table = hockey(hands=["J 6", "6"])
    table.play("AJ B6 A6")
    assert table.events() == [
        {"type": "breakaway", "seat": 0, "card": "JC", "equal_in_a_row": 1},
        {"type": "shoots", "seat": 1, "card": "6D"},
        {"type": "scores", "seat": 0, "card": "6C", "score": [1, 0]},
    ]
