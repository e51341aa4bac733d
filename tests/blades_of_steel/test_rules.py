"""Blades of Steel as played: the acceptance examples of docs/rules/blades-of-steel.md, its bounds and its game."""

import re
from functools import cache
from itertools import combinations
from statistics import fmean

import pytest

from engines.api import CHANCE, NO_SIDE, OVER, IllegalMove
from engines.blades_of_steel import codec, rules
from engines.blades_of_steel.moves import MOVES, combination
from engines.blades_of_steel.rules import BLOCK_KINDS, SHOT_KINDS
from engines.cards import CARD_TEXTS
from engines.rng import Rng
from tests.blades_of_steel.policies import POLICIES, play
from tests.blades_of_steel.table import Table, blades, move, new_table
from tests.engines.examples import Example, acceptance_examples, rules_table, rules_text
from tests.engines.table import step

EXAMPLES = {example.id: example for example in acceptance_examples("blades_of_steel")}


def numbered(first: int, last: int) -> list[Example]:
    return [EXAMPLES[f"B{number:02}"] for number in range(first, last + 1)]


def named(example: Example) -> str:
    return example.id


def test_all_examples_are_found():
    assert list(EXAMPLES) == [f"B{number:02}" for number in range(1, 47)]


# -- shot against block


def kind(names: tuple[str, ...], cards: str) -> str:
    return names[rules.level_of(rules.strength(combination(cards.split()), False))]


def outcome(shot: str, block: str, source: str, **changes: str) -> str:
    """What comes of a shot and an answer to it, in the words of the examples."""
    spare = "7C"  # so that a seat has a decision
    hand, stack = (spare, block) if source == "stack" else (f"{block} {spare}", "")
    table = blades(hand=f"{shot} 7S", other=hand, other_stack=stack, **changes)
    try:
        table.play(f"shoot {shot}")
    except IllegalMove:
        return "illegal_shot"
    if table.event_types()[-1] == "scores":
        return "no_window" if block else "goal"
    if not block:
        return "goal" if table.play("no_block") == ["scores"] else "?"
    try:
        table.play(f"block {source} {block}")
    except IllegalMove as refused:
        return "too_weak" if "does not stop" in str(refused) else "illegal_block"
    return table.event_types()[-1]


@pytest.mark.parametrize("source", ["hand", "stack"])
@pytest.mark.parametrize("example", numbered(1, 29), ids=named)
def test_acceptance_example_of_a_shot_and_a_block(example, source):
    """B01 to B29: ``shot | block (or -) | kinds | result``."""
    shot, block, *kinds, result = example.fields
    shot, block = shot.removeprefix("shot "), block.removeprefix("block ").replace("-", "")
    assert outcome(shot, block, source) == result
    names = (kinds or [""])[0].replace("-", "").split(" v ")
    assert ([kind(SHOT_KINDS, shot)] if result != "illegal_shot" else [""])[0] == names[0]
    if len(names) > 1:
        assert kind(BLOCK_KINDS, block) == names[1]


@pytest.mark.parametrize("example", numbered(30, 32), ids=named)
def test_acceptance_example_of_the_compare_switch(example):
    """B30 to B32: the result under both values."""
    switch, shot, block, *results = example.fields
    assert switch == "compare=all"
    for result in results:
        expected, value = result.split(" under ")
        assert outcome(shot.removeprefix("shot "), block.removeprefix("block "), "hand", compare=value) == expected


# -- options


@pytest.mark.parametrize("example", numbered(33, 39), ids=named)
def test_acceptance_example_of_legal_actions(example):
    """B33 to B39: numbers by type, and the shots of two cards."""
    hand, counts, pairs = example.fields
    options = [option.split() for option in blades(hand=hand.removeprefix("hand ")).options()]
    numbers = {name: sum(option[0].startswith(name) for option in options) for name in ("stack", "shoot", "change")}
    assert numbers | {"total": len(options)} == {
        name: int(number) for name, number in re.findall(r"(\w+) (\d+)", counts)
    }
    shots = {"+".join(option[1:]) for option in options if option[0] == "shoot" and len(option) == 3}
    assert shots == set(pairs.removeprefix("shots of two: ").replace("none", "").split())


@pytest.mark.parametrize("example", numbered(40, 46), ids=named)
def test_acceptance_example_of_legal_answers(example):
    """B40 to B46: the options of the defender, all of them in an open window."""
    shot, hand, stack, options = (field.split(" ", 1)[1] for field in example.fields)
    hand, stack = hand.removeprefix("hand").replace("-", "").strip(), stack.replace("-", "").strip()
    table = blades(hand=shot, other=hand, other_stack=stack)
    table.play(f"shoot {shot}")
    assert (table.node(), table.state.to_act()) == ("answer", 1)
    assert [
        option.replace("block ", "").replace(" ", ":", 1).replace(" ", "+") for option in table.options()
    ] == options.split()


# -- positions


def test_b50_a_block_from_the_stack_leaves_the_rest_of_it_and_nobody_draws():
    table = blades(hand="7D 7H 2H 3H", other="2D 3D 4C", other_stack="8C 8S 3C")
    before = table.sees()["discards"]
    assert table.play("shoot 7D 7H", "block stack 8C 8S")[:2] == ["shoots", "blocked"]
    seen = table.sees(0)
    assert seen["discards"] == [*before, "7D", "7H", "8C", "8S"]
    assert (seen["stack_sizes"], seen["hand_sizes"][0]) == ([0, 1], 2)
    assert table.truth()["stacks"] == [[], ["3C"]]
    assert "3C" not in str(seen["discards"][-4:]) + str(table.events(viewer=0))


def test_b51_a_new_stack_sends_the_old_one_to_the_discards():
    table = blades(hand="4C 5C 6C 7H 8H 9H", other="2D", stack="2C 3S")
    before = table.sees()["discards"]
    assert table.play("stack 4C 5C 6C") == ["stack_discarded", "stacks_defence"]
    seen = table.sees(1)
    assert seen["discards"] == [*before, "2C", "3S"]
    assert (seen["stack_sizes"][0], seen["hand_sizes"][0]) == (3, 3)


@pytest.mark.parametrize(("stack", "node"), [("", "scores"), ("KS", "answer")])
def test_b52_after_a_line_change_only_a_stack_opens_the_window(stack, node):
    table = blades(hand="2C 3C 4D 5D 6D 7D", other="2H 3D 4H", stack=stack, draw_pile=10)
    table.play("change_lines")
    assert table.state.sides[0].hand_size() == 0
    table.play("shoot 2H 3D 4H")
    if node == "scores":
        assert (table.event_types()[-1], table.score(), table.state.to_act()) == ("scores", (0, 1), 0)
    else:
        assert (table.node(), table.options()) == ("answer", ["no_block"])


def last_draws(draw_pile: int, **changes: str) -> Table:
    """Seat 0 changes lines; seat 1 holds three cards and draws from what is left."""
    table = blades(
        hand="2C 3C", other="2D 3D 4H", draw_pile=draw_pile, draws="5D 6D 7H 8H"[: 3 * draw_pile - 1], **changes
    )
    table.play("change_lines")
    return table


def test_b53_the_pack_is_over_when_the_pile_is_empty_even_if_the_hand_is_full():
    table = last_draws(3, overtime="none")
    assert table.event_types()[1:] == ["pack_out", "game_over"]
    assert (table.state.to_act(), table.sees()["hand_sizes"], table.state.ply) == (OVER, [0, 6], 1)
    table = last_draws(4)
    assert (table.state.to_act(), table.sees()["hand_sizes"][1], table.sees()["draw_pile"]) == (1, 6, 1)


@pytest.mark.parametrize("move", ["change_lines", "shoot 2D 3D 4H"])
def test_b54_with_finish_turn_the_last_drawer_acts_and_may_be_answered(move):
    table = blades(
        hand="2C 3C",
        other="2D 3D 4H",
        stack="KS",
        draw_pile=2,
        draws="5D 6D",
        deck_end="finish_turn",
        overtime="none",
    )
    table.play("stack 3C")
    assert (table.node(), table.state.to_act(), table.sees()["hand_sizes"]) == ("action", 1, [1, 5])
    before = table.sees()["discard_size"]
    table.play(move)
    if move == "change_lines":
        assert table.sees()["discard_size"] == before + 5
    else:
        assert (table.node(), table.state.to_act()) == ("answer", 0)
        table.play("no_block")
        assert table.score() == (0, 1)
    assert table.event_types()[-2:] == ["pack_out", "game_over"]


def test_b55_the_first_goal_of_overtime_ends_the_match():
    piles = [[["2D", "3D", "4H"], ["5D", "6D", "7D"]], [["2H", "3H", "4D"], ["5H", "6H", "7H"]]]
    table = blades(hand="2C 3C", other="8C", draw_pile=3, position={"goal_piles": piles})
    assert table.play("change_lines")[-2:] == ["pack_out", "overtime_start"]
    assert (table.node(), table.state.to_act(), table.state.overtime, table.score()) == ("cut", CHANCE, 1, (2, 2))
    table.start_pack("AC", "2C", order="9D 2C 9H 3C")
    assert table.play("shoot 9D 9H") == ["shoots", "scores", "game_over"]
    assert (table.state.to_act(), table.score(), table.state.winner()) == (OVER, (3, 2), 0)


def test_b56_an_overtime_without_a_goal_is_a_draw_at_the_limit():
    table = blades(hand="2C 3C", other="8C", draw_pile=3, position={"overtime_pack": 1}, overtime_limit=1)
    assert table.play("change_lines")[-2:] == ["pack_out", "game_over"]
    assert (table.state.to_act(), table.state.winner(), table.state.returns()) == (OVER, NO_SIDE, [0.0, 0.0])
    assert table.events()[-1] == {"type": "game_over", "winner": None, "score": [0, 0]}


def test_b57_the_first_turn_begins_without_a_draw_and_a_block_is_drawn_for_later():
    table = new_table()
    table.start_pack("KC", "QC", order="2D 9S TD 8S 4D 7S 2H 2S 3H 3S 4H 4S")
    assert (table.state.to_act(), table.sees()["hand_sizes"], table.sees()["draw_pile"]) == (0, [6, 6], 40)
    table.play("shoot 2D 4D 3H", "block hand 7S 8S 9S")
    assert (table.state.to_act(), table.sees()["hand_sizes"], table.sees()["draw_pile"]) == (1, [3, 6], 37)


def test_b58_the_great_one_scores_without_a_window_past_both_black_aces():
    table = blades(hand="9D 9H 2C", other="AC AS")
    assert table.play("shoot 9D 9H") == ["shoots", "scores"]
    assert table.state.to_act() == 1
    assert table.options()[-1] == "change_lines"


# -- bounds (3.4)


def bounds(column: str) -> dict[str, int]:
    return {row[""]: int(row[column]) for row in rules_table("blades_of_steel", "3.4 Bounds")}


@pytest.mark.parametrize("deck_end", ["immediate", "finish_turn"])
def test_random_games_keep_the_bounds_of_3_4(deck_end):
    most, rng = bounds(deck_end), Rng(f"bounds {deck_end}")
    for number in range(60):
        table = new_table(deck_end=deck_end, weak_blocks=number % 3 == 0, overtime_limit=1 + number % 5)
        while table.state.to_act() != OVER:
            before = table.state.overtime, table.state.ply
            if table.state.to_act() >= 0:
                assert len(table.state.legal_actions(table.state.to_act())) <= (42 if table.node() == "action" else 28)
            step(table.state, rng)
            if table.state.overtime != before[0]:
                assert table.node() == "cut"
        turns = [event for event in table.event_types() if event in ("stacks_defence", "shoots", "changes_lines")]
        packs = 1 + int(table.state.overtime)
        assert len(turns) <= packs * most["turns in one pack, at most"]
        assert table.state.ply <= packs * most["decisions in one pack, at most"]


@cache
def longest(pile: int, hands: tuple[int, int], finish_turn: bool) -> tuple[int, int]:
    """Most turns and most decisions from here on, the first hand to draw and move; colours and stacks are left out."""
    drawn = min(pile, 6 - hands[0])
    left, held = pile - drawn, hands[0] + drawn
    if left == 0 and not finish_turn:
        return 0, 0
    ends = []
    for spent in range(1, held + 1):
        for answered in (-1, *range(min(hands[1], 3) + 1)) if spent in (2, 3) and hands[1] else (-1,):
            # -1: no shot, or no window
            after = (hands[1] - max(answered, 0), held - spent)
            turns, decisions = (0, 0) if left == 0 else longest(left, after, finish_turn)
            ends.append((1 + turns, 1 + (answered >= 0) + decisions))
    return max(turns for turns, _ in ends), max(decisions for _, decisions in ends)


@pytest.mark.parametrize("deck_end", ["immediate", "finish_turn"])
def test_bounds_of_3_4_are_what_colourless_cards_would_come_to(deck_end):
    most = bounds(deck_end)
    turns, decisions = longest(40, (6, 6), deck_end == "finish_turn")
    assert turns == most["turns in one pack, at most"]
    assert decisions == most["decisions in one pack, at most"]
    assert 6 * decisions == most["decisions in a game with 5 overtime packs, at most"]


def test_most_options_are_those_of_3_4():
    text = rules_text("blades_of_steel").split("### 3.4")[1]
    most_actions, most_of_reds, most_answers = (
        int(n) for n in re.findall(r"(?:at most|give at most) (\d+) ?(?:\(|[.])", text)[:3]
    )
    assert len(blades(hand="QC QS KC KS AC AS").options()) == most_actions == 42
    assert max(len(blades(hand=" ".join(hand)).options()) for hand in red_hands()) == most_of_reds == 28
    table = blades(hand="2D 3D 4H", other="QC QS KC KS AC AS", other_stack="8C 8S 3C")
    table.play("shoot 2D 3D 4H")
    assert len(table.options()) == most_answers == 28


def red_hands() -> list[list[str]]:
    """Hands with many shots of two cards: aces, nines, pairs, and cards of an ace's suit."""
    reds = [card for card in CARD_TEXTS[:52] if card[1] in "DH" and card[0] in "89KA"]
    return [list(hand) for hand in combinations(reds, 6)]


def test_the_longest_game_is_limited_by_overtime():
    """Two players who never shoot: every pack ends, and so do the packs."""
    for limit in (1, 3):
        table, rng = new_table(overtime_limit=limit), Rng("never")
        while table.state.to_act() != OVER:
            if table.state.to_act() == CHANCE:
                step(table.state, rng)
            else:
                table.play("change_lines")
        assert table.event_types().count("face_off") == 1 + limit
        assert (table.score(), table.state.winner()) == ((0, 0), NO_SIDE)


def test_moves_are_those_of_3_2():
    text = rules_text("blades_of_steel").split("\nMoves: ")[1].split("Card order")[0]
    written = [option.replace('"', "") for option in re.findall(r'"type":("\w+")', text)]
    assert written == ["stack", "shoot", "change_lines", "block", "no_block"]
    assert {field.type for field in MOVES} == set(written)


def test_the_order_of_the_cards_in_a_move_has_no_meaning_and_the_canonical_one_is_that_of_the_characters():
    table = blades(hand="9H AH KC AC 2S 3S")
    assert table.decode(0, "shoot AH 9H") == table.decode(0, "shoot 9H AH")
    options = table.options()
    assert "shoot 9H AH" in options
    assert "stack AC KC" in options
    assert not [option for option in options if option.split()[1:] != sorted(option.split()[1:])]
    assert codec.encode_actions(table.state, 0, [table.decode(0, "stack KC AC 2S")]) == move("stack 2S AC KC")


# -- how it plays (6)


@pytest.mark.parametrize(
    "row",
    rules_table("blades_of_steel", "Measured by random play"),
    ids=lambda row: f"{row['deck_end']}-{row['policy']}",
)
def test_games_of_three_policies_come_near_the_table_of_section_6(row):
    """300 games; the tolerances are about three standard errors."""
    policy, rng = POLICIES[row["policy"].strip('"')], Rng(f"{row['deck_end']} {row['policy']}")
    played = [play(new_table(deck_end=row["deck_end"]).state, policy, rng) for _ in range(300)]
    average = {name: float(cell.split(" ")[0]) for name, cell in row.items() if name not in ("deck_end", "policy")}
    assert abs(fmean(game["goals"] for game in played) - average["goals per game, both sides (max)"]) < 0.25
    assert abs(fmean(game["tied"] for game in played) * 100 - average["tied after regulation"]) < 8
    assert abs(fmean(game["turns"] for game in played) - average["turns avg (max)"]) < 0.5
    assert abs(fmean(game["decisions"] for game in played) - average["decisions avg (max)"]) < 0.6
    assert abs(fmean(game["all decisions"] for game in played) - average["with overtime avg (max)"]) < 1.2
    assert max(game["overtimes"] for game in played) <= average["overtime packs, max"] + 1
