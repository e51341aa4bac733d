"""Blades of Steel in JSON: states, observations from outside, moves and what is said about those that do not fit."""

import json

import pytest

from engines.api import SPECTATOR, IllegalMove, InvalidMove, InvalidObservation, observe
from engines.blades_of_steel import codec
from engines.blades_of_steel.options import small_deck
from engines.cards import CARD_TEXTS, DECK_SIZE, card_text
from tests.blades_of_steel.table import Table, blades, new_table, random_game
from tests.engines.refusals import assert_refused

# -- states


def test_a_state_is_readable_json():
    table = blades(hand="7D 7H 2C", other="8C 8S 3C", stack="KS", draw_pile=30)
    table.play("shoot 7H 7D")
    state = table.truth()
    assert (state["format"], state["node"], state["to_move"], state["overtime"], state["ply"]) == (1, "answer", 0, 0, 1)
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


@pytest.mark.parametrize(
    "position",
    [
        {"hands": [["2C"], ["2C"]]},
        {"hands": [["2C"], None], "discards": ["2C"]},
        {"hands": [["2C"], ["2D"]], "stock": ["3C"]},
        {"format": 99},
        {"stacks": [["2D"], []]},
        {"stacks": [["2C", "3C", "4C", "5C"], []]},
    ],
)
def test_an_impossible_position_is_not_loaded(position):
    with pytest.raises(
        ValueError,
        match=r"must lie in one place|format: 99 cannot be read; known is 1|cannot be stacked: one to three black",
    ):
        codec.load_state(position)


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


BY_HAND = {
    "seat": 0,
    "hand": ["2C", "4H", "9D", "JS", "QH", "AS"],
    "stack": ["8C"],
    "hand_sizes": [6, 3],
    "stack_sizes": [1, 2],
    "goal_piles": [[["7D", "7H"]], []],
    "discards": ["3C", "KH", "5D"],
}


def test_an_observation_by_hand_needs_only_what_cannot_be_worked_out():
    seen = codec.dump_observation(codec.load_observation(BY_HAND))
    assert (seen["node"], seen["to_move"], seen["score"], seen["draw_pile"]) == ("action", 0, [1, 0], 35)
    assert (seen["discard_size"], seen["ply"], seen["overtime"]) == (3, 0, 0)
    first = {"seat": 1, "hand": ["2C", "4H", "9D", "JS", "QH", "AS"], "hand_sizes": [6, 6]}
    assert codec.dump_observation(codec.load_observation(first))["draw_pile"] == 40
    seen = codec.dump_observation(codec.load_observation(ANSWER | {"shot": ["KH", "2H", "3D"]}))
    assert (seen["to_move"], seen["to_answer"], seen["shot"], seen["shot_kind"]) == (
        0,
        1,
        ["2H", "3D", "KH"],
        "high_card",
    )


def test_the_order_of_hand_stack_and_shot_does_not_matter():
    seen = codec.dump_observation(codec.load_observation(BY_HAND))
    shuffled = BY_HAND | {"hand": BY_HAND["hand"][::-1], "goal_piles": [[["7H", "7D"]], []]}
    assert codec.dump_observation(codec.load_observation(shuffled)) == seen


def test_a_spectator_sees_the_table_and_no_cards_of_a_hand():
    seen = random_game("spectator", until="action").sees(SPECTATOR)
    assert seen["seat"] is None
    assert "hand" not in seen
    assert codec.load_observation(seen).seat == SPECTATOR


TOP_ONLY = {
    "seat": 0,
    "options": {"discards": "top_only"},
    "hand": ["2C", "4H", "9D", "JS", "QH", "AS"],
    "hand_sizes": [6, 3],
    "discards": ["KH"],
    "remembered": ["5D"],
    "hidden_lines": ["3C"],
    "hidden_stacks": ["6S"],
    "hidden_discards": [{"lines": 1, "stacks": 1}, {"lines": 2, "stacks": 1}],
}
ANSWER = {"seat": 1, "node": "answer", "shot": ["2H", "3D", "KH"], "hand": ["8C", "8S"], "hand_sizes": [3, 2]}
ANSWER |= {"discards": ["4C", "5C", "6C", "4D", "5D", "6D"]}
OVER = {"seat": 0, "node": "game_over", "hand": ["2C"], "hand_sizes": [1, 6]}
FULL_PILE = [card for card in CARD_TEXTS[:DECK_SIZE] if card != "2C"][: 52 - 7]
BLACKS = [card for card in CARD_TEXTS[:DECK_SIZE] if card[1] in "CS"]
REFUSED = [
    (BY_HAND, {"hand": BY_HAND["hand"][:5]}, "hand", "5 cards; hand_sizes[0] is 6"),
    (BY_HAND, {"stack": []}, "stack", "0 cards; stack_sizes[0] is 1"),
    (BY_HAND, {"stack": ["8H"]}, "stack[0]", "8H is red; only black cards are stacked"),
    (BY_HAND, {"hand": [*BY_HAND["hand"][:5], "2C"]}, "hand[5]", "'2C' is listed twice"),
    (BY_HAND, {"hand": [*BY_HAND["hand"][:5], "3C"]}, "hand[5]", "3C is at discards[0] already"),
    (BY_HAND, {"hand": [*BY_HAND["hand"][:5], "7D"]}, "hand[5]", "7D is at goal_piles[0][0][0] already"),
    (BY_HAND, {"hand": [*BY_HAND["hand"][:5], "1Q"]}, "hand[5]", "'1Q' is not a card; write rank then suit"),
    (BY_HAND, {"hand_sizes": [6, 7]}, "hand_sizes[1]", "7; a hand has at most 6 cards"),
    (
        BY_HAND,
        {"hand_sizes": [6, 6]},
        "hand_sizes[1]",
        "6; only at the first turn of a pack has this seat not spent a card",
    ),
    (
        BY_HAND,
        {"hand": BY_HAND["hand"][:5], "hand_sizes": [5, 3]},
        "hand_sizes[0]",
        "5; the seat to move has drawn, so it holds 6",
    ),
    (BY_HAND, {"seat": None, "to_move": 0}, "hand", "6 cards; a spectator holds none"),
    (BY_HAND, {"seat": 2}, "seat", "2 is out of range"),
    (BY_HAND, {"to_move": None}, "to_move", "null; at the node action it is the turn of seat 0 or 1"),
    (BY_HAND, {"score": [2, 0]}, "score", "[2, 0]; in regulation all goals lie in the goal piles, which makes it 1-0"),
    (BY_HAND, {"score": [0, 0]}, "goal_piles", "1-0 in this pack alone; the score is 0-0"),
    (BY_HAND, {"overtime": 6}, "overtime", "6; with these options it is at most 5"),
    (BY_HAND, {"overtime": 1, "options": {"overtime": "none"}}, "overtime", "1; with these options it is at most 0"),
    (BY_HAND, {"overtime": 1}, "goal_piles", "1-0 in overtime; its first goal ends the game"),
    (
        BY_HAND,
        {"overtime": 1, "score": [2, 0], "goal_piles": [[], []]},
        "score",
        "it was 2-0 before this overtime, and only a tie leads",
    ),
    (
        BY_HAND,
        {"goal_piles": [[["7D", "8H"]], []]},
        "goal_piles[0][0]",
        "'7D 8H' is not a shot: a combination of two or three red cards",
    ),
    (BY_HAND, {"goal_piles": [[["7C", "7S"]], []]}, "goal_piles[0][0]", "'7C 7S' is not a shot"),
    (BY_HAND, {"draw_pile": 36}, "draw_pile", "36 does not follow from the rest, which makes it 35"),
    (BY_HAND, {"discard_size": 4}, "discard_size", "4 does not follow from the rest, which makes it 3"),
    (BY_HAND, {"to_answer": 1}, "to_answer", "1 does not follow from the rest, which makes it null"),
    (BY_HAND, {"shot_kind": "flush"}, "shot_kind", "which makes it null"),
    (BY_HAND, {"shot": ["2H", "2D"]}, "shot", "2H 2D; at the node action no shot waits for an answer"),
    (BY_HAND, {"remembered": ["2D"]}, "remembered", '["2D"]; the discards are open, so there is none'),
    (
        BY_HAND,
        {"hidden_discards": [{"lines": 0, "stacks": 0}, {"lines": 1, "stacks": 0}]},
        "hidden_discards",
        "the discards are open",
    ),
    (BY_HAND, {"options": {"discards": "top_only"}}, "discards", "3 cards; with these options only the top is seen"),
    (BY_HAND, {"node": "cut", "to_move": 0}, "to_move", "0; at the node cut it is no seat's turn, so it is null"),
    (BY_HAND, {"node": "deal"}, "hand_sizes", "[6, 3]; at the node deal all cards are in the pack"),
    (BY_HAND, {"options": {"compare": "some"}}, "options.compare", "'some' is not one of top, all"),
    (BY_HAND, {"colour": "red"}, "colour", "unknown field"),
    (BY_HAND, {"deck": ["2C", "3C", "4H"], "hand_size": 1}, "goal_piles[0][0][0]", "7D is not in the pack"),
    (BY_HAND, {"deck": ["2C", "3C"], "hand_size": 1}, "hand_size", "two hands of 1 leave nothing to draw from 2 cards"),
    (
        BY_HAND,
        {"discards": [], "goal_piles": [[], []], "hand_sizes": [6, 0]},
        "hand_sizes",
        "leave 43 to draw, 3 more than after the deal",
    ),
    (
        {"seat": 0, "hand": BY_HAND["hand"]},
        {"hand_sizes": [6, 5]},
        "hand_sizes",
        "leave 41 to draw, 1 more than after the deal",
    ),
    (ANSWER, {"shot": []}, "shot", "'' is not a shot"),
    (ANSWER, {"shot": ["9D", "9H"]}, "shot", "9D 9H; the Great One is not to be answered"),
    (ANSWER, {"hand": [], "hand_sizes": [3, 0]}, "shot", "2H 3D KH; seat 1 has no cards, so no answer is waited for"),
    (ANSWER, {"hand_sizes": [4, 2]}, "hand_sizes[0]", "4; the seat to move has drawn, so it holds 3 after a shot of 3"),
    (ANSWER, {"shot_kind": "flush"}, "shot_kind", "'flush' does not follow from the rest, which makes it 'high_card'"),
    (TOP_ONLY, {"hidden_lines": []}, "hidden_lines", "0 cards; hidden_discards[0].lines is 1"),
    (TOP_ONLY, {"hidden_stacks": ["6H"]}, "hidden_stacks[0]", "6H is red; only black cards are stacked"),
    (TOP_ONLY, {"discards": []}, "discards", "0 cards; 6 lie covered, so there is a top"),
    (TOP_ONLY, {"discard_size": 6}, "discard_size", "6 does not follow from the rest, which makes it 7"),
    (OVER, {"discards": FULL_PILE[:10]}, "node", "game_over; there are 35 cards to draw, so the game goes on"),
    (OVER, {"discards": FULL_PILE}, "node", "game_over; at 0-0 another overtime follows"),
    (
        OVER,
        {"discards": FULL_PILE, "node": "action"},
        "draw_pile",
        "0; that ended the pack, so no seat acts at the node action",
    ),
    (
        OVER,
        {"discards": FULL_PILE, "to_move": 1},
        "to_move",
        "1; at the node game_over it is no seat's turn, so it is null",
    ),
    (
        {"seat": 0, "node": "cut", "hand_sizes": [0, 0]},
        {"ply": 3},
        "ply",
        "3; before the first deal no decision was made",
    ),
]


@pytest.mark.parametrize(
    ("base", "change", "field", "says"), REFUSED, ids=lambda part: part if isinstance(part, str) else ""
)
def test_an_impossible_observation_is_refused_naming_field_and_what_would_add_up(base, change, field, says):
    assert_refused(codec, base | change, field, says)


def test_the_base_of_the_refused_observations_is_accepted():
    drawn = OVER | {"discards": FULL_PILE, "options": {"overtime": "none"}}
    for base in (BY_HAND, TOP_ONLY, ANSWER, drawn):
        assert codec.load_observation(base)


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
    over = {"seat": 0, "node": "game_over", "overtime": 1, "score": [2, 3], "goal_piles": [[], [["9D", "9H"]]]}
    over |= {"hand": ["2C", "3C", "4C", "5C", "6C", "7C"], "hand_sizes": [6, 4]}
    assert codec.dump_observation(codec.load_observation(over))["draw_pile"] == 40
    with pytest.raises(InvalidObservation, match="1-1 in overtime; its first goal ends the game"):
        codec.load_observation(over | {"score": [3, 3], "goal_piles": [[["8D", "8H"]], [["9D", "9H"]]]})


@pytest.mark.parametrize(
    "nonsense",
    [None, 3, "seat", [], {}, {"seat": 0}, {"seat": True, "hand_sizes": [6, 6]}, {"seat": 0, "hand_sizes": 6}],
)
def test_nonsense_is_no_observation(nonsense):
    with pytest.raises(InvalidObservation, match=r"^observation"):
        codec.load_observation(nonsense)


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

HAND = "4H KH 9D 2C KC AS"


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


def test_another_seats_turn_is_told_without_its_cards_or_options():
    table = blades(hand="7D 7H 2C", other="AC 6S 5H", draw_pile=30)
    with pytest.raises(IllegalMove, match=r"^seat 0 is asked to move: stack, shoot or change_lines$"):
        table.decode(1, "stack 6S")
    table.play("shoot 7D 7H")
    for text in ("no_block", "block hand AC", "shoot 7D 7H", "change_lines"):
        with pytest.raises(IllegalMove, match=r"^seat 1 is asked to answer the shot: block or no_block$"):
            table.decode(0, text)


def test_before_the_deal_and_after_the_end_nobody_is_asked():
    for node, says in (
        ("cut", "the cards are yet to be cut or dealt"),
        ("deal", "yet to be cut"),
        ("game_over", "the game is over"),
    ):
        table = random_game("asked", until=node)
        with pytest.raises(IllegalMove, match=says):
            table.decode(0, "change_lines")


@pytest.mark.parametrize(
    ("move", "says"),
    [
        ({"type": "stack"}, "move.cards: this field is missing"),
        ({"type": "stack", "cards": []}, "move.cards: 0 items; allowed is 1 to 3"),
        ({"type": "stack", "cards": ["2C", "3C", "4C", "5C"]}, "move.cards: 4 items; allowed is 1 to 3"),
        ({"type": "shoot", "cards": ["9H", "9H"]}, "move.cards[1]: '9H' is listed twice"),
        (
            {"type": "shoot", "cards": ["9H", "1Q"]},
            "move.cards[1]: '1Q' is not a card; write rank then suit, as in QH or TD",
        ),
        ({"type": "shoot", "cards": "9H 9D"}, "move.cards: '9H 9D' is not a list"),
        ({"type": "block", "cards": ["AS"]}, "move.from: this field is missing"),
        ({"type": "block", "from": "pile", "cards": ["AS"]}, "move.from: 'pile' is not one of hand, stack"),
        ({"type": "change_lines", "cards": ["AS"]}, "move.cards: unknown field; there are none"),
        (
            {"type": "pass"},
            "move.type: 'pass' is not a move of this game; known are stack, shoot, change_lines, no_block, block",
        ),
        ({}, "move.type: this field is missing; known types are stack"),
        ("shoot", "move: 'shoot' is not an object"),
    ],
)
def test_a_move_that_is_not_understood_is_refused_with_its_field(move, says):
    with pytest.raises(InvalidMove) as refused:
        codec.decode_move(blades(hand=HAND).state, 0, move)
    assert str(refused.value).startswith(says)
    assert refused.value.field == says.partition(":")[0]


# -- events


def test_events_have_named_fields():
    table = blades(hand="7D 7H 2C", other="8C 8S 3C", stack="KS", draw_pile=30)
    table.play("shoot 7D 7H", "block hand 8C 8S")
    assert table.events() == [
        {"type": "shoots", "seat": 0, "kind": "one_timer", "cards": ["7D", "7H"]},
        {"type": "blocked", "seat": 1, "kind": "star_defence", "from": "hand", "cards": ["8C", "8S"]},
    ]


def test_a_stack_is_told_to_nobody_but_by_its_size():
    table = blades(hand="8C 8S 3C", other="2C", draw_pile=30)
    table.play("stack 8C 8S")
    for viewer in (0, 1, SPECTATOR):
        assert table.events(viewer) == [{"type": "stacks_defence", "seat": 0, "count": 2}]


def test_events_of_the_course_of_the_game():
    table = random_game("course", overtime="none")
    face_off, *_, whistle, over = table.events()
    assert list(face_off) == ["type", "cards", "winner"]
    assert whistle == {"type": "pack_out", "overtime": 0, "score": list(table.score())}
    assert over == {"type": "game_over", "winner": None, "score": [1, 1]}
