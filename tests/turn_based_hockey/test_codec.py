"""Turn-Based Hockey in JSON: states, observations from outside, moves, and the refusals of those that do not fit."""

import json
import re
from typing import Any

import jsonschema
import pytest

from engines.api import SPECTATOR, IllegalMove, InvalidObservation, observe
from engines.fields import check_move
from engines.turn_based_hockey import codec
from engines.turn_based_hockey.moves import MOVES
from engines.turn_based_hockey.rules import PLACE_NAMES
from tests.engines.examples import rules_text
from tests.turn_based_hockey.refused import HAND
from tests.turn_based_hockey.table import Table, after_period, before_secret_lineups, position, random_game, tbh

ONE, TWO = "5C KH QH 7D AS KS", "2D 4D 9S JC TC 9C"


def seen_by(seat: int, table: Table) -> dict[str, Any]:
    return json.loads(json.dumps(codec.dump_observation(observe(table.state, seat))))


# -- states


def test_a_state_is_readable_json():
    table = tbh(f"JD {ONE}", f"3S {TWO}")
    table.face_off("JD", "3S")
    table.line_up(1, TWO)
    state = codec.dump_state(table.state)
    assert (state["format"], state["node"], state["period"], state["ply"], state["goals"]) == (
        2,
        "lineup_second",
        1,
        2,
        [[0, 0]],
    )
    assert state["played_periods"] == [{"face_off": ["JD", "3S"], "lineups": [[], TWO.split()]}]
    assert [len(hand) for hand in state["hands"]] == [20, 14]
    assert len(state["stock"]) == 10
    assert not {"deck", "periods", "hand_size"} & set(state)


def test_a_secret_choice_stands_in_the_state():
    table = tbh("JD", "3S")
    table.move(0, {"type": "face_off", "card": "JD"})
    assert codec.dump_state(table.state)["played_periods"][0]["face_off"] == ["JD", None]


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
    by_hand = {
        "seat": 0,
        "hand": seen["hand"],
        "played_periods": [{"face_off": ["8H", "3S"], "lineups": [[], TWO.split()]}],
    }
    assert codec.dump_observation(codec.load_observation(by_hand)) == seen


def test_a_played_out_period_leads_to_the_next_face_off_without_saying_so():
    table = after_period(1, 1, 1)
    seen = seen_by(0, table)
    by_hand = {"seat": 0, "hand": seen["hand"], "played_periods": seen["played_periods"][:1]}
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


def to_the_end_of_overtime(**changes: Any) -> Table:
    """Really played, from the deal to a tie after overtime."""
    for seed in range(300):
        table = random_game(changes, f"overtime {seed}", until="shootout")
        if table.node() == "shootout" and table.state.period == 4:
            return table
    raise AssertionError("no game came to a shootout")


@pytest.mark.parametrize(
    ("cards", "says"), [(["8H", "8H"], "'8H' is listed twice"), (["8H", "XR"], "XR is not in the pack")]
)
def test_a_round_of_the_shootout_has_two_cards_of_the_pack(cards, says):
    table = to_the_end_of_overtime()
    table.draw("8H", "8D")
    seen = seen_by(SPECTATOR, table)
    with pytest.raises(InvalidObservation) as refused:
        codec.load_observation(seen | {"shootout_cards": cards})
    assert refused.value.args[0] == f"observation.shootout_cards[1]: {says}"


@pytest.mark.parametrize("jokers", [False, True])
def test_overtime_and_shootout_can_be_observed_from_outside(jokers):
    table = to_the_end_of_overtime(jokers=jokers)
    for cards in (("8H", "8D"), ("8H", "3D")):
        table.draw(*cards)
        for seat in (0, 1, SPECTATOR):
            seen = seen_by(seat, table)
            assert codec.dump_observation(codec.load_observation(seen)) == seen
    assert (seen["node"], seen["shootout_rounds"], seen["shootout_cards"]) == ("game_over", 2, ["8H", "3D"])
    wrong = seen | {
        "played_periods": [*seen["played_periods"][:3], seen["played_periods"][3] | {"face_off": ["2C", "3C"]}]
    }
    with pytest.raises(InvalidObservation, match="2C 3C; overtime has no face-off, so it is null"):
        codec.load_observation(wrong)


# -- moves


def test_a_lineup_has_one_form():
    table = before_secret_lineups(ONE, TWO)
    move = {"type": "lineup", "cards": ONE.split()}
    assert codec.encode_actions(table.state, 0, codec.decode_move(table.state, 0, move)) == move


def test_the_moves_of_the_document_fit_the_forms_and_their_schemas():
    written = re.findall(r'`({"type":.*?})`', rules_text("turn_based_hockey"))
    moves = [json.loads(move) for move in written]
    assert [move["type"] for move in moves] == [field.type for field in MOVES] == ["face_off", "lineup"]
    for move in moves:
        jsonschema.validate(move, check_move(MOVES, move).schema())
    for wrong in (HAND[:5], dict.fromkeys(PLACE_NAMES, "2C"), "2C"):
        with pytest.raises(jsonschema.ValidationError):
            jsonschema.validate({"type": "lineup", "cards": wrong}, MOVES[1].schema())


def test_a_card_that_is_not_in_the_hand_is_refused_with_the_own_hand():
    table = tbh(" ".join(HAND), "KS")
    with pytest.raises(
        IllegalMove, match=r"KS is not in your hand, which is 2C 2D 3C .* AC: choose from it"
    ) as refused:
        table.move(0, {"type": "face_off", "card": "KS"})
    assert refused.value.rule == "2.3"


def test_whose_turn_it_is_is_shown_without_a_card():
    table = tbh("JD", "3S")
    with pytest.raises(IllegalMove, match=r"^you are asked for a face_off: a card of the hand, in secret$"):
        table.line_up(0, ONE)
    table.face_off("JD", "3S")
    with pytest.raises(IllegalMove, match=r"^seat 1 is asked for a lineup: six cards of the hand$") as refused:
        table.line_up(0, ONE)
    assert refused.value.rule == "2.3"


def test_a_refusal_is_the_same_whatever_the_other_seat_has_chosen():
    refusals = set()
    for card in ("3S", "KS"):
        table = tbh("JD", "3S KS")
        table.move(1, {"type": "face_off", "card": card})
        for move in ({"type": "face_off", "card": card}, {"type": "lineup", "cards": ONE.split()}):
            with pytest.raises(IllegalMove) as refused:
                table.move(0, move)
            refusals.add(str(refused.value).replace(card, "?"))
    assert len(refusals) == 2


@pytest.mark.parametrize("until", ["deal", "overtime_deal", "shootout", "game_over"])
def test_where_no_seat_is_asked_a_move_is_refused(until):
    table = position(node=until, **({} if until == "deal" else {"period": 4, "goals": [[1, 1], [0, 0], [0, 0]]}))
    says = "the game is over" if until == "game_over" else "no seat is asked now: cards are yet to be dealt"
    for seat in (0, 1):
        with pytest.raises(IllegalMove, match=says):
            table.move(seat, {"type": "face_off", "card": "7C"})
        assert codec.list_moves(table.state, seat) == []
        assert codec.describe_choice(table.state, seat) is None
