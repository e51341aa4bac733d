"""Card Hockey in JSON: states, observations from outside, moves and what is said about those that do not fit."""

import json
from typing import Any

import pytest

from engines.api import OVER, SPECTATOR, IllegalMove, InvalidMove, InvalidObservation, observe
from engines.card_hockey import VARIANT, codec
from engines.card_hockey.options import STANDARD
from engines.rng import Rng
from tests.card_hockey.table import card_hockey, cards_of, new_game, random_game
from tests.engines.refusals import assert_refused
from tests.engines.table import step

# -- states


def test_a_state_is_readable_json():
    table = card_hockey("9H:5S 2D:6C")
    table.flip(2)
    state = codec.dump_state(table.state)
    assert (state["format"], state["node"], state["period"], state["ply"], state["turns_played"]) == (
        1,
        "flip",
        1,
        2,
        2,
    )
    assert (state["puck"], state["faced"], state["cards"]) == ("N", [["9H", "5S"], ["2D", "6C"]], ["2D", "6C"])
    assert (state["held"], state["serve"], state["goals"]) == (["2D", None], [2, 0], [[0, 0]])
    assert [len(deck) for deck in state["decks"]] == [24, 24]
    assert "deck" not in state


def test_an_empty_position_is_the_first_face_off():
    state = codec.load_state({})
    assert codec.dump_state(state)["decks"] == [cards_of(0), cards_of(1)]
    assert codec.table(observe(state, 0)) == {
        "node": "flip",
        "period": 1,
        "periods": 3,
        "shootout": False,
        "turn": 1,
        "turns_played": 0,
        "ready": [False, False],
        "puck": "N",
        "ends_switched": False,
        "cards": [None, None],
        "faced": [],
        "held": [None, None],
        "serve": [0, 0],
        "carried": [0, 0],
        "deck_sizes": [26, 26],
        "goal_cards": [[], []],
        "goals": [[0, 0]],
        "score": [0, 0],
        "shootout_winner": None,
    }


def test_a_small_pack_stands_in_the_state():
    pack = ["2D", "3C", "3D", "KC"]
    state = codec.dump_state(codec.load_state({"deck": pack}))
    assert (sorted(state["deck"]), state["decks"]) == (pack, [["2D", "3D"], ["3C", "KC"]])


def test_a_small_state_is_small():
    table = random_game(STANDARD, "size", until="shuffle")
    assert len(json.dumps(codec.dump_state(table.state), separators=(",", ":"))) < 1300


@pytest.mark.parametrize(
    ("position", "says"),
    [
        ({"decks": [["9H", "9H"], ["5S"]]}, "every card must lie in one place"),
        ({"decks": [["5S"], ["9H"]]}, "and with its own seat"),
        ({"decks": [["KH"], ["5S"]], "goal_cards": [["KH"], []]}, "every card must lie in one place"),
        ({"held": ["2D", None]}, "a seat holds a deuce just as long as it has turns to serve"),
        ({"serve": [0, 2]}, "a seat holds a deuce just as long as it has turns to serve"),
        ({"options": {"flip_mode": "auto"}}, "with flip_mode auto no turn waits to be flipped"),
        ({"format": 99}, "99 cannot be read; known is 1"),
    ],
)
def test_an_impossible_position_is_not_loaded(position, says):
    with pytest.raises(ValueError, match=says):
        codec.load_state(position)


# -- observations


def seen_in(seed: str, period: int = 1, turns: int = 12, **changes: Any) -> dict[str, Any]:
    """What seat 0 sees some turns into a period of a random game."""
    table, rng = new_game(**changes), Rng(seed)
    while table.sees()["period"] < period or len(table.sees()["faced"]) < turns:
        step(table.state, rng)
    return json.loads(json.dumps(codec.dump_observation(observe(table.state, 0))))


def test_what_a_seat_was_shown_can_be_sent_back():
    seen = seen_in("send back", period=3)
    table = {field: seen[field] for field in codec.table_field.fields}
    assert codec.dump_observation(codec.load_observation({"seat": 0, **table})) == seen


def test_an_observation_by_hand_needs_only_what_cannot_be_worked_out():
    seen = codec.dump_observation(
        codec.load_observation({"seat": 1, "faced": [["9H", "5S"], ["QH", "9S"], ["2D", "6C"]]})
    )
    assert (seen["puck"], seen["score"], seen["goal_cards"]) == ("D", [1, 0], [["QH"], []])
    assert (seen["held"], seen["serve"]) == (["2D", None], [2, 0])
    assert (seen["turn"], seen["ply"], seen["deck_sizes"], seen["cards"]) == (4, 3, [23, 23], ["2D", "6C"])


SECOND = {
    "seat": 0,
    "period": 2,
    "goals": [[2, 1], [0, 0]],
    "goal_cards": [["KH", "JD"], ["AS"]],
    "turns_played": 31,
    "carried": [1, 0],
    "faced": [["2D", "5S"], ["8H", "3C"]],
}


def test_from_period_2_on_what_was_brought_along_is_needed():
    seen = codec.dump_observation(codec.load_observation(SECOND))
    assert (seen["puck"], seen["score"], seen["serve"], seen["held"]) == ("N", [2, 1], [0, 0], [None, None])
    assert (seen["turn"], seen["deck_sizes"]) == (32, [22, 23])
    assert seen["goal_cards"] == [["JD", "KH"], ["AS"]]


def test_turns_played_may_be_told_by_turn_or_ply():
    without = {name: value for name, value in SECOND.items() if name != "turns_played"}
    for told in ({"turn": 32}, {"ply": 31}):
        assert codec.load_observation(without | told).known.turns == 31


SHOOTOUT = {"seat": None, "node": "shootout_flip", "period": 3, "goals": [[1, 1], [0, 0], [1, 1]], "turns_played": 82}
OVER_IN_SHOOTOUT = SHOOTOUT | {
    "node": "game_over",
    "shootout": True,
    "faced": [["9H", "4S"], ["AH", "3S"]],
    "turns_played": 84,
}
BREAK = SECOND | {"faced": [], "held": ["2D", None], "turns_played": 29}
FIRST = {"seat": 0, "faced": [["9H", "5S"], ["QH", "9S"], ["2D", "6C"]]}


def test_a_shootout_is_seen_by_those_who_watch():
    assert codec.load_observation(SHOOTOUT).seat == SPECTATOR
    over = codec.load_observation(OVER_IN_SHOOTOUT)
    assert (codec.table(over)["shootout_winner"], over.known.to_act()) == (0, OVER)


REFUSED = [
    (
        FIRST,
        {"faced": [["9H", "5S"], ["9H", "6S"]]},
        "faced[1][0]",
        "9H is not in the deck: it was turned over before in this period",
    ),
    (FIRST, {"faced": [["9H", "5D"]]}, "faced[0][1]", "5D is no card of black's"),
    (FIRST, {"faced": [["9H"]]}, "faced[0]", "1 items; allowed is 2"),
    (FIRST, {"faced": [["9H", "1S"]]}, "faced[0][1]", "'1S' is not a card"),
    (FIRST, {"faced": [["2D", "5S"], ["3D", "6S"]]}, "faced[1][0]", "3D; red was serving a penalty and faced 2D again"),
    (
        FIRST,
        {"faced": [["2D", "5S"], ["2D", "6S"], ["2D", "7S"], ["2D", "8S"]]},
        "faced[3][0]",
        "2D is not in the deck",
    ),
    (FIRST, {"puck": "N"}, "puck", "'N' does not follow from the rest, which makes it 'D'"),
    (FIRST, {"score": [0, 0]}, "score", "[0, 0] does not follow from the rest, which makes it [1, 0]"),
    (FIRST, {"serve": [1, 0]}, "serve", "which makes it [2, 0]"),
    (FIRST, {"held": ["2H", None]}, "held", 'which makes it ["2D", null]'),
    (
        FIRST,
        {"goal_cards": [["KH"], []]},
        "goal_cards[0]",
        "1 cards not faced in this period; the goals before it make 0",
    ),
    (FIRST, {"goal_cards": [[], []]}, "goal_cards", 'which makes it [["QH"], []]'),
    (FIRST, {"goals": [[2, 0]]}, "goals", "[[2, 0]] does not follow from the rest, which makes it [[1, 0]]"),
    (FIRST, {"goals": [[1, 0], [0, 0]]}, "goals", "2 periods; in period 1 there are 1, the present one included"),
    (FIRST, {"deck_sizes": [26, 23]}, "deck_sizes", "which makes it [23, 23]"),
    (FIRST, {"turn": 5}, "turn", "5; with 3 turns here, the number of turns played is 3"),
    (FIRST, {"turns_played": 2}, "turns_played", "2; with 3 turns here, the number of turns played is 3"),
    (FIRST, {"turn": 4, "ply": 4}, "ply", "4; with flip_mode both these turns make 3"),
    (FIRST, {"options": {"flip_mode": "auto"}}, "node", "flip; with flip_mode auto no turn waits to be flipped"),
    (
        FIRST,
        {"node": "shuffle"},
        "faced",
        "3 turns; at the node shuffle the decks are yet to be shuffled, so there is none",
    ),
    (FIRST, {"node": "game_over"}, "node", "game_over; after the 3 turns of `faced` it is flip"),
    (FIRST, {"node": "shootout_flip"}, "period", "1; with these options it is 3"),
    (FIRST, {"node": "resolve"}, "node", "'resolve' is not one of shuffle, flip"),
    (
        FIRST,
        {"shootout": True, "period": 3, "options": {"shootout": False}},
        "shootout",
        "with these options there is no shootout",
    ),
    (FIRST, {"ready": [True, True]}, "ready", "a seat is ready only while it waits for the other, with flip_mode both"),
    (FIRST, {"ready": [True, False], "options": {"flip_mode": "either"}}, "ready", "with flip_mode both"),
    (FIRST, {"cards": ["2D", "6S"]}, "cards", 'which makes it ["2D", "6C"]'),
    (FIRST, {"carried": [1, 0]}, "carried[0]", "1; into this period it is at most 0"),
    (FIRST, {"seat": 2}, "seat", "2 is out of range; allowed is 0 to 1"),
    (FIRST, {"deck": ["3D", "JH"]}, "deck", "0 black cards; each colour needs one from three to ten"),
    (FIRST, {"options": {"periods": 9}}, "options.periods", "9 is out of range"),
    (FIRST, {"period": 4}, "period", "4; with these options it is 1 to 3"),
    (FIRST, {"hand": ["9H"]}, "hand", "allowed is 0"),
    (SECOND, {"turns_played": None}, "turns_played", "null is not a whole number"),
    (
        SECOND,
        {"goal_cards": [["KH"], ["AS"]]},
        "goal_cards[0]",
        "1 cards not faced in this period; the goals before it make 2",
    ),
    (SECOND, {"goal_cards": [["KH", "TD"], ["AS"]]}, "goal_cards[0]", "TD is no honour of red's"),
    (SECOND, {"goal_cards": [["KH", "JC"], ["AS"]]}, "goal_cards[0]", "JC is no honour of red's"),
    (
        SECOND,
        {"goals": [[9, 1], [0, 0]]},
        "goal_cards[0]",
        "2 cards not faced in this period; the goals before it make 9",
    ),
    (SECOND, {"carried": [3, 0]}, "carried[0]", "3; into this period it is at most 2"),
    (SECOND, {"carried": [4, 0]}, "carried[0]", "4 is out of range; allowed is 0 to 3"),
    (SECOND, {"carried": [0, 1]}, "faced[0][1]", "'5S'; with 1 turns carried it is the deuce that black serves"),
    (SECOND, {"carried": [1, 0], "faced": []}, "held[0]", "null; with 1 turns carried it is the deuce that red serves"),
    (SECOND, {"carried": [2, 0]}, "faced[1][0]", "8H; red was serving a penalty and faced 2D again"),
    (SHOOTOUT, {"goals": [[1, 1], [0, 0], [1, 2]]}, "goals", "is no tie, and only a tie leads to the shootout"),
    (SHOOTOUT, {"options": {"shootout": False}}, "node", "with these options there is no shootout"),
    (SHOOTOUT, {"carried": [0, 2]}, "carried[1]", "2; into this period it is at most 0"),
    (
        SHOOTOUT,
        {"goal_cards": [["KH"], []]},
        "goal_cards[0]",
        "1 cards not faced in this period; the goals before it make 0",
    ),
    (
        SHOOTOUT,
        {"faced": [["AH", "3S"], ["9H", "4S"]], "turns_played": 84},
        "faced",
        "2 turns; the game was over after 1 of them",
    ),
    (
        SHOOTOUT,
        {"faced": [["AH", "3S"]], "turns_played": 83},
        "node",
        "shootout_flip; after the 1 turns of `faced` it is game_over",
    ),
    (OVER_IN_SHOOTOUT, {"shootout_winner": 1}, "shootout_winner", "1 does not follow from the rest, which makes it 0"),
    (
        OVER_IN_SHOOTOUT,
        {"node": "shootout_shuffle", "faced": [], "shootout_winner": 1},
        "shootout_winner",
        "which makes it null",
    ),
]


@pytest.mark.parametrize(
    ("base", "change", "field", "says"), REFUSED, ids=lambda part: part if isinstance(part, str) else ""
)
def test_an_impossible_observation_is_refused_naming_field_and_what_would_add_up(base, change, field, says):
    assert_refused(codec, base | change, field, says)


def test_the_bases_of_the_refused_observations_are_accepted():
    for base in (FIRST, SECOND, BREAK, SHOOTOUT, OVER_IN_SHOOTOUT):
        assert codec.load_observation(base)


def test_a_period_that_is_played_out_goes_on_elsewhere():
    faced = [
        list(pair) for pair in zip(cards_of(0)[4:] + cards_of(0)[2:4], cards_of(1)[4:] + cards_of(1)[2:4], strict=True)
    ]
    assert codec.load_observation({"seat": 0, "faced": faced[:23]})
    pack = sorted({card for pair in faced[:3] for card in pair} | {"JD", "JC"})
    with pytest.raises(InvalidObservation, match="faced: 5 turns; the period was over after 4 of them"):
        codec.load_observation({"seat": 0, "deck": pack, "faced": [*faced[:3], ["JD", "JC"], faced[0]]})
    with pytest.raises(InvalidObservation, match="node: flip; after the 4 turns of `faced` it is shuffle"):
        codec.load_observation({"seat": 0, "deck": pack, "faced": [*faced[:3], ["JD", "JC"]]})


@pytest.mark.parametrize(
    "nonsense", [None, 3, "seat", [], {}, {"seat": True}, {"seat": 0, "faced": "7C"}, {"seat": 0, "options": []}]
)
def test_nonsense_is_no_observation(nonsense):
    with pytest.raises(InvalidObservation, match=r"^observation"):
        codec.load_observation(nonsense)


def test_every_single_change_of_a_number_is_noticed():
    seen = seen_in("numbers", period=2)
    for field in ("periods", "turn", "turns_played", "ply"):
        with pytest.raises(InvalidObservation):
            codec.load_observation(seen | {field: seen[field] + 1})
    for field in ("serve", "carried", "deck_sizes", "score"):
        for seat in (0, 1):
            changed = [count + (other == seat) for other, count in enumerate(seen[field])]
            with pytest.raises(InvalidObservation):
                codec.load_observation(seen | {field: changed})


# -- moves


def test_the_one_move_is_listed_for_whoever_may_flip():
    table = card_hockey("9H:5S", turns_played=16)
    assert [codec.list_moves(table.state, seat) for seat in (0, 1)] == [[{"type": "flip", "turn": 17}]] * 2
    table.state.apply(0, 0)
    assert [codec.list_moves(table.state, seat) for seat in (0, 1)] == [[], [{"type": "flip", "turn": 17}]]
    assert codec.list_moves(table.state, SPECTATOR) == []


@pytest.mark.parametrize("turn", [1, 16, 18, 9999])
def test_a_flip_of_another_turn_is_refused_with_the_present_one(turn):
    table = card_hockey("9H:5S", turns_played=16)
    with pytest.raises(IllegalMove, match=f"^turn {turn} is not the present one: flip with turn 17$") as refused:
        codec.decode_move(table.state, 0, {"type": "flip", "turn": turn})
    assert refused.value.rule == "3.2"


def test_before_the_shuffle_and_after_the_end_nobody_is_asked():
    with pytest.raises(IllegalMove, match="the decks are yet to be shuffled"):
        codec.decode_move(new_game().state, 0, {"type": "flip", "turn": 1})
    with pytest.raises(IllegalMove, match="the game is over") as refused:
        codec.decode_move(random_game(STANDARD, "over").state, 0, {"type": "flip", "turn": 90})
    assert refused.value.rule == "2.4"


@pytest.mark.parametrize(
    ("move", "says"),
    [
        ({"type": "flip"}, "move.turn: this field is missing"),
        ({"type": "flip", "turn": "1"}, "move.turn: '1' is not a whole number"),
        ({"type": "flip", "turn": 0}, "move.turn: 0 is out of range; allowed is 1 to 9999"),
        ({"type": "flip", "turn": True}, "move.turn: true is not a whole number"),
        ({"type": "flip", "turn": 1, "card": "9H"}, "move.card: unknown field; known are turn"),
        ({"type": "pass"}, "move.type: 'pass' is not a move of this game; known are flip"),
        ({}, "move.type: this field is missing; known types are flip"),
        ("flip", "move: 'flip' is not an object"),
    ],
)
def test_a_move_that_is_not_understood_is_refused_with_its_field(move, says):
    with pytest.raises(InvalidMove) as refused:
        codec.decode_move(card_hockey("9H:5S").state, 0, move)
    assert str(refused.value).startswith(says)
    assert refused.value.field == says.partition(":")[0]


def test_the_record_names_the_author_and_where_the_text_stands():
    assert "Catherine C. McGeoch" in VARIANT.credits
    assert "hockeyhaiku.com" in VARIANT.credits
