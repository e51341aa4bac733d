"""Card Hockey in JSON: states, observations from outside, moves, and the refusals of those that do not fit."""

import json
from typing import Any

import pytest

from engines.api import OVER, SPECTATOR, IllegalMove, InvalidObservation, observe
from engines.card_hockey import VARIANT, codec
from engines.card_hockey.options import STANDARD
from engines.rng import Rng
from tests.card_hockey.refused import FIRST, OVER_IN_SHOOTOUT, SECOND, SHOOTOUT
from tests.card_hockey.table import card_hockey, cards_of, new_game, random_game
from tests.engines.table import step

# -- states


def test_a_state_is_readable_json():
    table = card_hockey("9H:5S 2D:6C")
    table.flip(2)
    state = codec.dump_state(table.state)
    assert (state["format"], state["node"], state["period"], state["ply"], state["turns_played"]) == (
        2,
        "flip",
        1,
        2,
        2,
    )
    assert (state["puck"], state["faced"], state["cards"]) == ("N", [["9H", "5S"], ["2D", "6C"]], ["2D", "6C"])
    assert (state["held_deuces"], state["serve"], state["goals"]) == (["2D", None], [2, 0], [[0, 0]])
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
        "cards": [],
        "faced": [],
        "held_deuces": [[], []],
        "serve": [0, 0],
        "carried": [0, 0],
        "deck_sizes": [26, 26],
        "goal_cards": [[], []],
        "goals": [[0, 0]],
        "score": [0, 0],
        "shootout_winner": None,
    }


def test_a_position_with_cards_turned_has_no_turns_carried_in_unless_it_says_so():
    table, rng = random_game(STANDARD, "carried", until="flip"), Rng("turns")
    while int(table.state.turns) < 3:
        step(table.state, rng)
    state = codec.dump_state(table.state)
    assert state["faced"] != []
    del state["carried"]
    assert codec.dump_state(codec.load_state(state))["carried"] == [0, 0]


def test_a_small_pack_stands_in_the_state():
    pack = ["2D", "3C", "3D", "KC"]
    state = codec.dump_state(codec.load_state({"deck": pack}))
    assert (sorted(state["deck"]), state["decks"]) == (pack, [["2D", "3D"], ["3C", "KC"]])


def test_a_small_state_is_small():
    table = random_game(STANDARD, "size", until="shuffle")
    assert len(json.dumps(codec.dump_state(table.state), separators=(",", ":"))) < 1300


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
    assert (seen["held_deuces"], seen["serve"]) == ([["2D"], []], [2, 0])
    assert (seen["turn"], seen["ply"], seen["deck_sizes"], seen["cards"]) == (4, 3, [23, 23], ["2D", "6C"])


def test_from_period_2_on_what_was_brought_along_is_needed():
    seen = codec.dump_observation(codec.load_observation(SECOND))
    assert (seen["puck"], seen["score"], seen["serve"], seen["held_deuces"]) == ("N", [2, 1], [0, 0], [[], []])
    assert (seen["turn"], seen["deck_sizes"]) == (32, [22, 23])
    assert seen["goal_cards"] == [["JD", "KH"], ["AS"]]


def test_turns_played_may_be_given_by_turn_or_ply():
    without = {name: value for name, value in SECOND.items() if name != "turns_played"}
    for given in ({"turn": 32}, {"ply": 31}):
        assert codec.load_observation(without | given).known.turns == 31


def test_a_shootout_is_seen_by_those_who_watch():
    assert codec.load_observation(SHOOTOUT).seat == SPECTATOR
    over = codec.load_observation(OVER_IN_SHOOTOUT)
    assert (codec.table(over)["shootout_winner"], over.known.to_act()) == (0, OVER)


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


def test_turns_of_earlier_periods_may_be_more_than_those_of_this_one():
    for base, change, says in (
        (FIRST, {"turn": 5}, "turn: 5; with 3 turns here, the number of turns played is 3"),
        (SECOND, {"turns_played": 1}, "turns_played: 1; with 2 turns here, the number of turns played is 2 or more"),
    ):
        with pytest.raises(InvalidObservation) as refused:
            codec.load_observation(base | change)
        assert str(refused.value) == f"observation.{says}"


def test_in_a_shootout_no_more_turns_are_faced_than_the_decks_have_cards():
    small = {"deck": ["3D", "4D", "KD", "3C", "4C", "KC"], "options": {"periods": 1}, "period": 1, "goals": [[0, 0]]}
    faced = [["3D", "3C"], ["4D", "4C"], ["KD", "KC"]]
    shootout = {"seat": 0, "node": "shootout_shuffle", "shootout": True, "turns_played": 6} | small
    with pytest.raises(InvalidObservation, match="faced: 4 turns; the decks had to be shuffled again after 3 of them"):
        codec.load_observation(shootout | {"node": "shootout_flip", "faced": [*faced, faced[0]], "turns_played": 9})


# -- moves


def test_the_one_move_is_listed_for_those_who_may_flip():
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


def test_the_record_names_the_author_and_where_the_text_stands():
    assert "Catherine C. McGeoch" in VARIANT.credits
    assert "hockeyhaiku.com" in VARIANT.credits
