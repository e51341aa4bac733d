"""Turn-Based Hockey in JSON: states, observations from outside, moves and what is said about those that do not fit."""

import json
import re
from typing import Any

import jsonschema
import pytest

from engines.api import SPECTATOR, IllegalMove, InvalidMove, InvalidObservation, observe
from engines.fields import check_move
from engines.turn_based_hockey import codec
from engines.turn_based_hockey.moves import MOVES
from tests.engines.examples import rules_text
from tests.engines.refusals import assert_refused
from tests.turn_based_hockey.table import Table, after_period, before_secret_lineups, position, random_game, tbh

ONE, TWO = "5C KH QH 7D AS KS", "2D 4D 9S JC TC 9C"
NAMES = ("LW", "C", "RW", "LD", "G", "RD")


def seen_by(seat: int, table: Table) -> dict[str, Any]:
    return json.loads(json.dumps(codec.dump_observation(observe(table.state, seat))))


# -- states


def test_a_state_is_readable_json():
    table = tbh(f"JD {ONE}", f"3S {TWO}")
    table.face_off("JD", "3S")
    table.line_up(1, TWO)
    state = codec.dump_state(table.state)
    assert (state["format"], state["node"], state["period"], state["ply"], state["goals"]) == (
        1,
        "lineup_second",
        1,
        2,
        [[0, 0]],
    )
    assert state["played"] == [{"face_off": ["JD", "3S"], "lineups": [[], TWO.split()]}]
    assert [len(hand) for hand in state["hands"]] == [20, 14]
    assert len(state["stock"]) == 10
    assert not {"deck", "periods", "hand_size"} & set(state)


def test_a_secret_choice_stands_in_the_state():
    table = tbh("JD", "3S")
    table.move(0, {"type": "face_off", "card": "JD"})
    assert codec.dump_state(table.state)["played"][0]["face_off"] == ["JD", None]


def test_an_empty_position_is_the_first_face_off_of_a_standard_game():
    table = position()
    assert (table.node(), table.asked(), table.state.ply, table.sees(0)["hand_sizes"], table.sees(0)["stock"]) == (
        "face_off",
        [0, 1],
        0,
        [21, 21],
        10,
    )


def test_a_position_may_say_what_the_goals_are():
    table = position(period=3, goals=[[2, 1], [0, 1]])
    assert (table.score(), table.node(), table.sees(0)["hand_sizes"], table.state.ply) == (
        (2, 2),
        "face_off",
        [7, 7],
        4,
    )


@pytest.mark.parametrize(
    ("facts", "says"),
    [
        ({"hands": [["2C"], ["2C"]]}, "must lie in one place"),
        (
            {"node": "lineup_first", "played": [{"face_off": ["3S", "3D"]}]},
            "after a tied face-off neither seat sets up first",
        ),
        ({"stock": ["2C"]}, "must lie in one place"),
        ({"format": 99}, "format: 99 cannot be read; known is 1"),
    ],
)
def test_an_impossible_position_is_not_loaded(facts, says):
    with pytest.raises(ValueError, match=says):
        codec.load_state(facts)


# -- observations


def test_what_a_seat_was_shown_can_be_sent_back_with_its_cards():
    for node in ("face_off", "lineup_first", "lineup_second", "lineup_both", "game_over"):
        table = random_game({}, "send back 4", until=node)
        seen = observe(table.state, 1)
        sent = {"seat": 1, **codec.table(seen), **codec.private(seen)}
        assert codec.dump_observation(codec.load_observation(sent)) == codec.dump_observation(seen)


def test_an_observation_by_hand_needs_only_what_cannot_be_worked_out():
    table = tbh(f"8H {ONE}", f"3S {TWO}")
    table.face_off("8H", "3S")
    table.line_up(1, TWO)
    seen = seen_by(0, table)
    by_hand = {"seat": 0, "hand": seen["hand"], "played": [{"face_off": ["8H", "3S"], "lineups": [None, TWO.split()]}]}
    assert codec.dump_observation(codec.load_observation(by_hand)) == seen


def test_a_played_out_period_leads_to_the_next_face_off_without_saying_so():
    table = after_period(1, 1, 1)
    seen = seen_by(0, table)
    by_hand = {"seat": 0, "hand": seen["hand"], "played": seen["played"][:1]}
    assert codec.dump_observation(codec.load_observation(by_hand)) == seen


def test_the_order_of_the_hand_does_not_matter():
    seen = seen_by(0, tbh())
    assert codec.dump_observation(codec.load_observation(seen | {"hand": seen["hand"][::-1]})) == seen


def test_a_spectator_sees_the_table_and_no_hand():
    table = tbh()
    table.move(1, {"type": "face_off", "card": table.hand(1)[0]})
    seen = seen_by(SPECTATOR, table)
    assert (seen["seat"], seen["committed"]) == (None, [False, True])
    assert not {"hand", "commitment"} & set(seen)
    assert codec.load_observation(seen).seat == SPECTATOR


HAND = [
    "2C",
    "3C",
    "4C",
    "5C",
    "6C",
    "7C",
    "8C",
    "9C",
    "TC",
    "JC",
    "QC",
    "KC",
    "AC",
    "2D",
    "3D",
    "4D",
    "5D",
    "6D",
    "7D",
    "8D",
    "9D",
]
FIRST = {"seat": 0, "hand": HAND}
TIED = {"face_off": ["9D", "9S"], "lineups": [None, None]}
SECRET = {"seat": 0, "hand": HAND[:20], "played": [TIED]}
LOST = {"face_off": ["9D", "TS"], "lineups": [None, None]}
OPEN_SECOND = {
    "seat": 1,
    "hand": HAND[:20],
    "played": [{"face_off": ["TS", "AD"], "lineups": [["2S", "3S", "4S", "5S", "6S", "7S"], None]}],
}
OVER = [
    {"face_off": ["AD", "TS"], "lineups": [["KS", "AS", "QS", "2H", "KD", "TD"], ["2C", "3D", "2S", "3C", "4D", "3S"]]},
    {"face_off": ["6D", "6S"], "lineups": [["KH", "AH", "QH", "4H", "JD", "QD"], ["4C", "5D", "4S", "5C", "7D", "5S"]]},
]
REFUSED = [
    (FIRST, {"hand": HAND[:20]}, "hand", "20 cards; at the node face_off of period 1 seat 0 holds 21"),
    (FIRST, {"hand": [*HAND[:20], "2C"]}, "hand[20]", "'2C' is listed twice"),
    (FIRST, {"hand": [*HAND[:20], "1Q"]}, "hand[20]", "'1Q' is not a card; write rank then suit"),
    (FIRST, {"hand": [*HAND[:20], "XR"]}, "hand[20]", "XR is not in the pack"),
    (FIRST, {"seat": 2}, "seat", "2 is out of range; allowed is 0 to 1"),
    (FIRST, {"seat": None}, "hand", "21 cards; a spectator holds none"),
    (
        FIRST,
        {"commitment": ["KS"]},
        "commitment[0]",
        "KS is not in the hand; a chosen card stays there until it is laid open",
    ),
    (
        FIRST,
        {"commitment": ["2C", "3C"]},
        "commitment",
        "2 cards; at the node face_off of period 1 seat 0 can have chosen 1",
    ),
    (
        FIRST,
        {"commitment": ["2C"], "committed": [True, True]},
        "committed",
        "both seats have chosen; then the choices would be open",
    ),
    (FIRST, {"commitment": ["2C"], "committed": [False, False]}, "committed", "which makes it [true, false]"),
    (FIRST, {"committed": [True, False]}, "committed", "which makes it [false, false]"),
    (FIRST, {"period": 2}, "period", "2 does not follow from the rest, which makes it 1"),
    (FIRST, {"node": "lineup_both"}, "node", "'lineup_both' does not follow from the rest, which makes it 'face_off'"),
    (FIRST, {"node": "deal"}, "hand", "21 cards; at the node deal of period 0 seat 0 holds 0"),
    (FIRST, {"stock": 12}, "stock", "12 does not follow from the rest, which makes it 10"),
    (FIRST, {"ply": 3}, "ply", "3 does not follow from the rest, which makes it 0"),
    (FIRST, {"score": [1, 0]}, "score", "which makes it [0, 0]"),
    (FIRST, {"goals": [[1, 0]]}, "goals", "[[1, 0]] does not follow from the rest, which makes it [[0, 0]]"),
    (FIRST, {"options": {"jokers": "no"}}, "options.jokers", "'no' is not true or false"),
    (FIRST, {"options": {"joker": True}}, "options.joker", "unknown field"),
    (
        FIRST,
        {"shootout": {"rounds": 1, "cards": ["2S", "3S"]}},
        "shootout.rounds",
        "1; the game has not come to a shootout",
    ),
    (
        FIRST,
        {"shootout": {"rounds": 0, "cards": ["2S", "3S"]}},
        "shootout.cards",
        "2 cards; it holds those of the last round",
    ),
    (FIRST, {"colour": "red"}, "colour", "unknown field"),
    (FIRST, {"deck": HAND}, "deck", "21 cards; two hands of 21 are dealt from it"),
    (SECRET, {"played": [TIED | {"lineups": [None, HAND[:6]]}]}, "played[0].lineups", "both are opened together"),
    (
        SECRET,
        {"played": [TIED | {"face_off": None, "lineups": [None, HAND[:6]]}]},
        "played[0].lineups",
        "line-ups without a face-off",
    ),
    (SECRET, {"played": [TIED | {"face_off": ["2C", "2S"]}]}, "hand[0]", "2C is at played[0].face_off[0] already"),
    (SECRET, {"played": [TIED, TIED]}, "played[0]", "period 1 is not played out, so no other follows it"),
    (
        SECRET,
        {"played": [LOST | {"lineups": [None, HAND[:6]]}]},
        "played[0].lineups",
        "seat 1 won the face-off, so seat 0 sets up first",
    ),
    (SECRET, {"commitment": HAND[:7]}, "commitment", "7 items; allowed is 0 to 6"),
    (SECRET, {"face_off_winner": 0}, "face_off_winner", "0 does not follow from the rest, which makes it null"),
    (OPEN_SECOND, {"hand": HAND[:14]}, "hand", "14 cards; at the node lineup_second of period 1 seat 1 holds 20"),
    (
        OPEN_SECOND,
        {"commitment": HAND[:6]},
        "commitment",
        "6 cards; at the node lineup_second of period 1 seat 1 can have chosen 5",
    ),
    (OPEN_SECOND, {"setting_up": 0}, "setting_up", "0 does not follow from the rest, which makes it 1"),
    (FIRST, {"played": [*OVER, TIED]}, "played[2]", "there is no period 3: the game was over after period 2 at 4-0"),
    ({"seat": 0, "hand": []}, {"played": [*OVER]}, "hand", "0 cards; at the node game_over of period 2 seat 0 holds 7"),
]


@pytest.mark.parametrize(
    ("base", "change", "field", "says"), REFUSED, ids=lambda part: part if isinstance(part, str) else ""
)
def test_an_impossible_observation_is_refused_naming_field_and_what_would_add_up(base, change, field, says):
    assert_refused(codec, base | change, field, says)


def test_the_bases_of_the_refused_observations_are_accepted():
    for base in (FIRST, SECRET, OPEN_SECOND):
        assert codec.load_observation(base)


@pytest.mark.parametrize(
    "nonsense", [None, 3, "seat", [], {}, {"seat": True}, {"seat": 0, "played": "7C"}, {"seat": 0, "options": []}]
)
def test_nonsense_is_no_observation(nonsense):
    with pytest.raises(InvalidObservation, match=r"^observation"):
        codec.load_observation(nonsense)


def to_the_end_of_overtime(**changes: Any) -> Table:
    """Really played, from the deal to a tie after overtime."""
    for seed in range(300):
        table = random_game(changes, f"overtime {seed}", until="shootout")
        if table.node() == "shootout" and table.state.period == 4:
            return table
    raise AssertionError("no game came to a shootout")


@pytest.mark.parametrize("jokers", [False, True])
def test_overtime_and_shootout_can_be_observed_from_outside(jokers):
    table = to_the_end_of_overtime(jokers=jokers)
    for cards in (("8H", "8D"), ("8H", "3D")):
        table.draw(*cards)
        for seat in (0, 1, SPECTATOR):
            seen = seen_by(seat, table)
            assert codec.dump_observation(codec.load_observation(seen)) == seen
    assert (seen["node"], seen["shootout"]) == ("game_over", {"rounds": 2, "cards": ["8H", "3D"]})
    wrong = seen | {"played": [*seen["played"][:3], seen["played"][3] | {"face_off": ["2C", "3C"]}]}
    with pytest.raises(InvalidObservation, match="2C 3C; overtime has no face-off, so it is null"):
        codec.load_observation(wrong)


# -- moves


def test_a_lineup_may_be_an_object_with_the_six_names():
    table = before_secret_lineups(ONE, TWO)
    as_object = {"type": "lineup", "cards": dict(zip(reversed(NAMES), reversed(ONE.split()), strict=True))}
    as_list = {"type": "lineup", "cards": ONE.split()}
    assert codec.decode_move(table.state, 0, as_object) == codec.decode_move(table.state, 0, as_list)
    assert codec.encode_actions(table.state, 0, codec.decode_move(table.state, 0, as_object)) == as_list
    assert check_move(MOVES, as_object).type == "lineup"


def test_the_moves_of_the_document_fit_the_forms_and_their_schemas():
    written = re.findall(r'`({"type":.*?})`', rules_text("turn_based_hockey"))
    moves = [json.loads(move) for move in written]
    assert [move["type"] for move in moves] == [field.type for field in MOVES] == ["face_off", "lineup"]
    moves.append({"type": "lineup", "cards": dict(zip(NAMES, moves[1]["cards"], strict=True))})
    for move in moves:
        jsonschema.validate(move, check_move(MOVES, move).schema())
    for wrong in (HAND[:5], {"LW": "2C"}, "2C"):
        with pytest.raises(jsonschema.ValidationError):
            jsonschema.validate({"type": "lineup", "cards": wrong}, MOVES[1].schema())


def test_a_card_that_is_not_in_the_hand_is_refused_with_the_own_hand():
    table = tbh(" ".join(HAND), "KS")
    with pytest.raises(
        IllegalMove, match=r"KS is not in your hand, which is 2C 2D 3C .* AC: choose from it"
    ) as refused:
        table.move(0, {"type": "face_off", "card": "KS"})
    assert refused.value.rule == "2.3"


def test_whose_turn_it_is_is_told_without_a_card():
    table = tbh("JD", "3S")
    with pytest.raises(IllegalMove, match=r"^you are asked for a face_off: a card of the hand, in secret$"):
        table.line_up(0, ONE)
    table.face_off("JD", "3S")
    with pytest.raises(IllegalMove, match=r"^seat 1 is asked for a lineup: six cards of the hand$") as refused:
        table.line_up(0, ONE)
    assert refused.value.rule == "2.3"


def test_a_refusal_is_the_same_whatever_the_other_seat_has_chosen():
    said = set()
    for card in ("3S", "KS"):
        table = tbh("JD", "3S KS")
        table.move(1, {"type": "face_off", "card": card})
        for move in ({"type": "face_off", "card": card}, {"type": "lineup", "cards": ONE.split()}):
            with pytest.raises(IllegalMove) as refused:
                table.move(0, move)
            said.add(str(refused.value).replace(card, "?"))
    assert len(said) == 2


@pytest.mark.parametrize("until", ["deal", "overtime_deal", "shootout", "game_over"])
def test_where_nobody_is_asked_a_move_is_refused(until):
    table = position(node=until, **({} if until == "deal" else {"period": 4, "goals": [[1, 1], [0, 0], [0, 0]]}))
    says = "the game is over" if until == "game_over" else "no seat is asked now: cards are yet to be dealt"
    for seat in (0, 1):
        with pytest.raises(IllegalMove, match=says):
            table.move(seat, {"type": "face_off", "card": "7C"})
        assert codec.list_moves(table.state, seat) == []
        assert codec.describe_choice(table.state, seat) is None


@pytest.mark.parametrize(
    ("move", "says"),
    [
        ({"type": "face_off"}, "move.card: this field is missing"),
        ({"type": "face_off", "card": "1Q"}, "move.card: '1Q' is not a card; write rank then suit, as in QH or TD"),
        ({"type": "face_off", "card": "7C", "seat": 0}, "move.seat: unknown field; known are card"),
        ({"type": "lineup", "cards": HAND[:5]}, "move.cards: 5 items; allowed is 6"),
        ({"type": "lineup", "cards": [*HAND[:5], "2C"]}, "move.cards[5]: '2C' is listed twice"),
        (
            {"type": "lineup", "cards": "5C KH QH 7D AS KS"},
            "move.cards: '5C KH QH 7D AS KS' is neither a list nor an object",
        ),
        ({"type": "lineup", "cards": dict(zip(NAMES[:5], HAND, strict=False))}, "move.cards.RD: this field is missing"),
        ({"type": "lineup", "cards": {"GK": "2C"}}, "move.cards.GK: unknown field; known are LW, C, RW, LD, G, RD"),
        (
            {"type": "lineup", "cards": dict(zip(NAMES, [*HAND[:5], "2C"], strict=True))},
            "move.cards.RD: '2C' is listed twice",
        ),
        ({"type": "play", "card": "7C"}, "move.type: 'play' is not a move of this game; known are face_off, lineup"),
        ({}, "move.type: this field is missing; known types are face_off, lineup"),
        ("face_off", "move: 'face_off' is not an object"),
    ],
)
def test_a_move_that_is_not_understood_is_refused_with_its_field(move, says):
    with pytest.raises(InvalidMove) as refused:
        codec.decode_move(tbh().state, 0, move)
    assert str(refused.value).startswith(says)
    assert refused.value.field == says.partition(": ")[0]
