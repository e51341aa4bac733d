"""Blades of Steel in JSON: states, observations from outside, moves, and the refusals of those that do not fit."""

import json

import pytest

from engines.api import SPECTATOR, IllegalMove, InvalidObservation, observe
from engines.blades_of_steel import codec
from engines.cards import CARD_TEXTS, DECK_SIZE, card_text
from tests.blades_of_steel.refused import ANSWER, BY_HAND, FULL_PILE, HAND, OVER
from tests.blades_of_steel.table import Table, blades, new_table, random_game
from tests.engines.table import small_deck

# -- states


def test_a_state_is_readable_json():
    table = blades(hand="7D 7H 2C", other="8C 8S 3C", stack="KS", draw_pile=30)
    table.play("shoot 7H 7D")
    state = table.truth()
    assert (state["format"], state["node"], state["to_move"], state["overtime_pack"], state["ply"]) == (
        2,
        "answer",
        0,
        0,
        1,
    )
    assert (state["shot"], state["hands"], state["stacks"]) == (
        ["7D", "7H"],
        [["2C"], ["3C", "8C", "8S"]],
        [["KS"], []],
    )
    assert (state["score"], state["goal_piles"], len(state["stock"])) == ([0, 0], [[], []], 30)
    assert "deck" not in state
    assert "hand_size" not in state


def test_a_small_game_stands_in_the_state():
    deck = [card_text(card) for card in small_deck("239A", "CD")]
    state = codec.load_state({"deck": deck, "hand_size": 2})
    assert codec.dump_state(state)["deck"] == deck
    assert codec.dump_state(state)["hand_size"] == 2
    assert codec.dump_state(state)["hands"] == [["2C", "2D"], ["3C", "3D"]]
    assert codec.dump_state(codec.load_state(codec.dump_state(state))) == codec.dump_state(state)


def test_an_empty_position_is_the_first_action_of_a_standard_game():
    table = Table(codec.load_state({}))
    assert (table.node(), table.state.to_act(), table.state.ply) == ("action", 0, 0)
    assert (table.sees()["hand_sizes"], table.sees()["draw_pile"]) == ([6, 6], 40)


def test_before_the_deal_the_pack_has_no_order():
    assert new_table().truth()["stock"] == []
    assert new_table().sees()["draw_pile"] == 52


def test_a_state_is_small():
    """For the store: a quarter of a thousand bytes a seat, and nothing that grows with the game."""
    sizes = [len(json.dumps(random_game(f"size {seed}").truth())) for seed in range(20)]
    assert max(sizes) < 1500


# -- observations


def test_what_a_seat_was_shown_can_be_sent_back_with_its_cards():
    table = random_game("send back", until="action")
    table.play("change_lines")
    for seat in (0, 1):
        seen = observe(table.state, seat)
        sent = {"seat": seat, "ply": 1, **codec.table(seen), **codec.private(seen)}
        assert codec.dump_observation(codec.load_observation(sent)) == codec.dump_observation(seen)


def test_a_shot_that_waits_for_an_answer_says_that_the_other_seat_answers():
    without = {field: value for field, value in ANSWER.items() if field != "node"} | {"to_answer": 1}
    loaded, expected = codec.load_observation(without), codec.load_observation(ANSWER)
    assert codec.dump_observation(loaded) == codec.dump_observation(expected)


def test_an_observation_by_hand_needs_only_what_cannot_be_worked_out():
    seen = codec.dump_observation(codec.load_observation(BY_HAND))
    assert (seen["node"], seen["to_move"], seen["score"], seen["draw_pile"]) == ("action", 0, [1, 0], 35)
    assert (seen["discard_size"], seen["ply"], seen["overtime_pack"]) == (3, 0, 0)
    first = {"seat": 1, "hand": ["2C", "4H", "9D", "JS", "QH", "AS"], "hand_sizes": [6, 6]}
    assert codec.dump_observation(codec.load_observation(first))["draw_pile"] == 40
    seen = codec.dump_observation(codec.load_observation(ANSWER | {"shot": ["KH", "2H", "3D"]}))
    assert (seen["to_move"], seen["to_answer"], seen["shot"], seen["shot_kind"]) == (
        0,
        1,
        ["2H", "3D", "KH"],
        "high_card",
    )


@pytest.mark.parametrize(("seat", "sizes"), [(0, [1, 0]), (1, [0, 1])])
def test_what_an_observation_leaves_out_of_the_other_seat_is_nothing(seat, sizes):
    """The seat's own stack and its covered discards are counted."""
    own = {"seat": seat, "hand": ["2C", "4H", "9D", "JS", "QH", "AS"], "stack": ["8C"], "hidden_lines": ["3C"]}
    own |= {"options": {"discards": "top_only"}, "hand_sizes": [6, 4][:: 1 - 2 * seat], "discards": ["KH"]}
    seen = codec.dump_observation(codec.load_observation(own))
    assert (seen["stack_sizes"], [side["lines"] for side in seen["hidden_discards"]]) == (sizes, sizes)
    assert (seen["to_move"], seen["score"], seen["draw_pile"]) == (seat, [0, 0], 39)


def test_the_order_of_hand_stack_and_shot_does_not_matter():
    seen = codec.dump_observation(codec.load_observation(BY_HAND))
    shuffled = BY_HAND | {"hand": BY_HAND["hand"][::-1], "goal_piles": [[["7H", "7D"]], []]}
    assert codec.dump_observation(codec.load_observation(shuffled)) == seen


def test_a_spectator_sees_the_table_and_no_cards_of_a_hand():
    seen = random_game("spectator", until="action").sees(SPECTATOR)
    assert seen["seat"] is None
    assert "hand" not in seen
    assert codec.load_observation(seen).seat == SPECTATOR


BLACKS = [card for card in CARD_TEXTS[:DECK_SIZE] if card[1] in "CS"]


def test_more_cards_face_down_than_black_cards_are_unseen_cannot_be():
    discards = BLACKS[:22]
    hand = ["2D", "3D", "4D", "5D", BLACKS[22], BLACKS[23]]
    seen = {"seat": 0, "hand": hand, "hand_sizes": [6, 3], "stack_sizes": [0, 2], "discards": discards}
    assert codec.load_observation(seen)
    with pytest.raises(
        InvalidObservation, match="3 cards face down must be black, and only 2 black cards are unseen"
    ) as refused:
        codec.load_observation(seen | {"stack_sizes": [0, 3]})
    assert refused.value.field == "observation.stack_sizes"


def test_too_many_cards_are_refused_with_their_number():
    with pytest.raises(InvalidObservation, match=r"\[1, 6\] with all other cards make 55 of the 52 cards"):
        codec.load_observation(OVER | {"discards": FULL_PILE, "stack_sizes": [0, 3], "options": {"overtime": "none"}})


def test_the_last_goal_of_overtime_may_lie_in_a_goal_pile():
    over = {"seat": 0, "node": "game_over", "overtime_pack": 1, "score": [2, 3], "goal_piles": [[], [["9D", "9H"]]]}
    over |= {"hand": ["2C", "3C", "4C", "5C", "6C", "7C"], "hand_sizes": [6, 4]}
    assert codec.dump_observation(codec.load_observation(over))["draw_pile"] == 40
    with pytest.raises(InvalidObservation, match="1-1 in overtime; its first goal ends the game"):
        codec.load_observation(over | {"score": [3, 3], "goal_piles": [[["8D", "8H"]], [["9D", "9H"]]]})


def test_every_single_change_of_a_number_is_noticed():
    table = blades(hand="7D 7H 2C 3C 4C 5C", other="8C 8S 3S", stack="KS", draw_pile=30)
    table.play("shoot 7H 7D")
    seen = table.sees(1)
    for field in ("draw_pile", "discard_size", "to_answer", "to_move"):
        for change in (-1, 1):
            with pytest.raises(InvalidObservation):
                codec.load_observation(seen | {field: seen[field] + change})
    for field in ("score", "hand_sizes", "stack_sizes"):
        for place in (0, 1):
            changed = list(seen[field])
            changed[place] += 1
            with pytest.raises(InvalidObservation):
                codec.load_observation(seen | {field: changed})


# -- moves


@pytest.mark.parametrize(
    ("text", "says", "rule"),
    [
        (
            "shoot 4H KH",
            r"4H KH is not a shot: three red cards, two of one rank, or a red ace and one card of its suit",
            "2.1",
        ),
        ("shoot 4H", r"4H is not a shot", "2.1"),
        ("shoot 4H KH 2C", r"2C is black: only red cards shoot", "2.1"),
        (
            "shoot 4H TH 9D",
            r"TH is not in your hand, which is 2C 4H 9D KC KH AS: all cards must come from there",
            "2.3",
        ),
        ("stack 2C 4H", r"4H is red: only black cards are stacked", "2.3"),
        ("stack 3C", r"3C is not in your hand", "2.3"),
        ("no_block", r"you are asked to move: stack, shoot or change_lines", "2.3"),
        ("block hand AS", r"you are asked to move: stack, shoot or change_lines", "2.3"),
    ],
)
def test_an_action_that_cannot_be_made_is_refused_with_what_can(text, says, rule):
    table = blades(hand=HAND, other="3C", draw_pile=30)
    with pytest.raises(IllegalMove, match=says) as refused:
        table.decode(0, text)
    assert refused.value.rule == rule


@pytest.mark.parametrize(
    ("text", "says", "rule"),
    [
        (
            "block hand 6C 6S",
            r"6C 6S, a star_defence, does not stop the one_timer 7D 7H; "
            r"you may answer with 8C 8S from the stack, no_block",
            "2.1",
        ),
        ("block hand 6C", r"6C is not a block: three black cards, two of one rank, or a black ace alone", "2.1"),
        ("block hand 6C 5H", r"5H is red: only black cards block", "2.1"),
        ("block hand 8C 8S", r"8C is not in your hand, which is 5H 6C 6S", "2.3"),
        ("block stack 6C 6S", r"6C is not in your stack, which is 3C 8C 8S", "2.3"),
        ("stack 6C", r"you are asked to answer the shot: block or no_block", "2.3"),
        ("change_lines", r"you are asked to answer the shot: block or no_block", "2.3"),
    ],
)
def test_an_answer_that_cannot_be_given_is_refused_with_what_can(text, says, rule):
    table = blades(hand="7D 7H 2C", other="6C 6S 5H", other_stack="8C 8S 3C", draw_pile=30)
    table.play("shoot 7D 7H")
    with pytest.raises(IllegalMove, match=says) as refused:
        table.decode(1, text)
    assert refused.value.rule == rule


def test_an_empty_stack_is_named_as_such():
    table = blades(hand="7D 7H 2C", other="6C 6S 5H", draw_pile=30)
    table.play("shoot 7D 7H")
    with pytest.raises(IllegalMove, match="AS is not in your stack, which is empty"):
        table.decode(1, "block stack AS")


def test_another_seats_turn_is_described_without_its_cards_or_options():
    table = blades(hand="7D 7H 2C", other="AC 6S 5H", draw_pile=30)
    with pytest.raises(IllegalMove, match=r"^seat 0 is asked to move: stack, shoot or change_lines$"):
        table.decode(1, "stack 6S")
    table.play("shoot 7D 7H")
    for text in ("no_block", "block hand AC", "shoot 7D 7H", "change_lines"):
        with pytest.raises(IllegalMove, match=r"^seat 1 is asked to answer the shot: block or no_block$"):
            table.decode(0, text)


def test_before_the_deal_and_after_the_end_no_seat_is_asked():
    for node, says in (
        ("cut", "the cards are yet to be cut or dealt"),
        ("deal", "yet to be cut"),
        ("game_over", "the game is over"),
    ):
        table = random_game("asked", until=node)
        with pytest.raises(IllegalMove, match=says):
            table.decode(0, "change_lines")


# -- events


def test_events_have_named_fields():
    table = blades(hand="7D 7H 2C", other="8C 8S 3C", stack="KS", draw_pile=30)
    table.play("shoot 7D 7H", "block hand 8C 8S")
    assert table.events() == [
        {"type": "shoots", "seat": 0, "kind": "one_timer", "cards": ["7D", "7H"]},
        {"type": "blocked", "seat": 1, "kind": "star_defence", "from": "hand", "cards": ["8C", "8S"]},
    ]


def test_of_a_stack_only_the_size_is_shown():
    table = blades(hand="8C 8S 3C", other="2C", draw_pile=30)
    table.play("stack 8C 8S")
    for viewer in (0, 1, SPECTATOR):
        assert table.events(viewer) == [{"type": "stacks_defence", "seat": 0, "count": 2}]


def test_events_of_the_course_of_the_game():
    table = random_game("course", overtime="none")
    face_off, *_, whistle, over = table.events()
    assert list(face_off) == ["type", "cards", "winner"]
    assert whistle == {"type": "pack_out", "overtime_pack": 0, "score": list(table.score())}
    assert over == {"type": "game_over", "winner": None, "score": [1, 1]}


def test_hands_that_a_position_leaves_out_are_dealt_from_the_rest_of_the_pack():
    """The seat that has shot holds as many cards fewer."""
    state = codec.dump_state(codec.load_state({"node": "answer", "to_move": 0, "shot": ["2H", "3D"]}))
    assert [len(hand) for hand in state["hands"]] == [4, 6]
    state = codec.dump_state(codec.load_state({"node": "answer", "to_move": 1, "shot": ["2H", "3D", "KH"]}))
    assert [len(hand) for hand in state["hands"]] == [6, 3]
