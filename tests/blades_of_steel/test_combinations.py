"""Combinations (2.1) and what is legal, against a second, slower reading of the document, over random switches and
games.
"""

from itertools import combinations
from typing import Any

import pytest

from engines.api import CHANCE, OVER
from engines.blades_of_steel import rules
from engines.blades_of_steel.moves import combination
from engines.blades_of_steel.options import OPTIONS
from engines.blades_of_steel.packed_cards import action_of, cards_of, kind_of, mask_of, number_of
from engines.cards import CARD_TEXTS, DECK_SIZE
from engines.rng import Rng
from tests.blades_of_steel.table import Table, new_table
from tests.engines.examples import rules_table, rules_text
from tests.engines.table import step

RANKS = "23456789TJQKA"
REDS = [card for card in CARD_TEXTS[:DECK_SIZE] if card[1] in "DH"]
BLACKS = [card for card in CARD_TEXTS[:DECK_SIZE] if card[1] in "CS"]


def level(cards: tuple[str, ...]) -> int:
    """The line of the table in 2.1 that fits cards of one colour, 0 if none does."""
    ranks, suits = [card[0] for card in cards], {card[1] for card in cards}
    is_shot = suits <= {"D", "H"}
    if len(cards) == 3:
        return 2 if len(suits) == 1 else 1
    if len(cards) == 2 and ranks[0] == ranks[1]:
        return 5 if ranks[0] == "9" and is_shot else 3
    if is_shot:
        return 4 if len(cards) == 2 and "A" in ranks and len(suits) == 1 else 0
    return 4 if cards in (("AC",), ("AS",)) else 0


def stops(block: tuple[str, ...], shot: tuple[str, ...], compare: str) -> bool:
    """The comparison of 2.1."""
    if level(block) != level(shot):
        return level(block) > level(shot)
    mine, theirs = (sorted((RANKS.index(card[0]) for card in cards), reverse=True) for cards in (block, shot))
    return mine >= theirs if compare == "all" and level(shot) <= 2 else mine[0] >= theirs[0]


def sets_of(cards: list[str], most: int = 3) -> list[tuple[str, ...]]:
    return [group for size in range(1, most + 1) for group in combinations(cards, size)]


def test_levels_are_those_of_the_table_in_2_1():
    rows = rules_table("blades_of_steel", "2.1 Combinations")
    shots = [row["Shot (red cards only)"].split(":")[0] for row in rows]
    blocks = [row["Block (black cards only)"].split(":")[0] for row in rows]
    assert ["", *shots] == list(rules.SHOT_KINDS)
    assert ["", *blocks[:4]] == list(rules.BLOCK_KINDS)
    assert blocks[4] == "-"


@pytest.mark.parametrize("cards", [REDS, BLACKS], ids=["red", "black"])
def test_every_set_of_up_to_three_cards_has_the_level_of_its_line(cards):
    for group in sets_of(cards):
        assert rules.level_of(rules.strength(combination(group), False)) == level(group), group


def test_there_are_as_many_combinations_as_section_6_says():
    text = rules_text("blades_of_steel")
    shots = [level(group) for group in sets_of(REDS)]
    blocks = [level(group) for group in sets_of(BLACKS)]
    one, two, three, four, five = (shots.count(number) for number in (1, 2, 3, 4, 5))
    assert (
        f"There are {one:,} level-1 shots, {two} flushes, {three} one-timers, {four} breakaways, {five} Great One"
    ) in text
    assert f"{blocks.count(3)} star defences, {blocks.count(4)} star goalies" in text


@pytest.mark.parametrize("compare", ["top", "all"])
def test_a_block_stops_a_shot_as_2_1_compares_them(compare):
    rng = Rng(f"stops {compare}")
    shots, blocks = ([group for group in sets_of(cards) if level(group)] for cards in (REDS, BLACKS))
    blocks = [group for group in blocks if len(group) < 3] * 20 + blocks
    shots = [group for group in shots if len(group) < 3] * 20 + shots
    for _ in range(20_000):
        shot, block = shots[rng.below(len(shots))], blocks[rng.below(len(blocks))]
        values = [rules.strength(combination(cards), compare == "all") for cards in (block, shot)]
        assert (values[0] >= values[1]) == stops(block, shot, compare), (shot, block)


def test_three_fields_of_six_bits_hold_any_cards():
    for group in [(), *sets_of(REDS[::3]), *sets_of(BLACKS[-4:])]:
        cards = combination(group)
        assert number_of(cards) == len(group)
        assert [card for card in range(DECK_SIZE) if mask_of(cards) >> card & 1] == sorted(
            CARD_TEXTS.index(card) for card in group
        )
        assert cards_of(action_of(rules.BLOCK_FROM_STACK, cards)) == cards
        assert kind_of(action_of(rules.BLOCK_FROM_STACK, cards)) == rules.BLOCK_FROM_STACK


def expected_options(table: Table, options: dict[str, Any]) -> set[str]:
    """What the seat that is asked may do, from its own cards and the shot."""
    seat = int(table.state.to_act())
    hand, stack = table.truth()["hands"][seat], table.truth()["stacks"][seat]
    blacks, reds = [card for card in hand if card[1] in "CS"], [card for card in hand if card[1] in "DH"]
    if table.node() == "action":
        stacks = {f"stack {' '.join(sorted(group))}" for group in sets_of(blacks)}
        shots = {f"shoot {' '.join(sorted(group))}" for group in sets_of(reds) if level(group)}
        return {"change_lines"} | stacks | shots
    shot = tuple(table.sees()["shot"])
    found = {f"block hand {' '.join(sorted(block))}" for block in good_blocks(blacks, shot, options)}
    from_stack = good_blocks(stack, shot, options)
    if options["stack_spend"] == "used":
        return {"no_block"} | found | {f"block stack {' '.join(sorted(block))}" for block in from_stack}
    return {"no_block"} | found | ({f"block stack {' '.join(sorted(stack))}"} if from_stack else set())


def good_blocks(cards: list[str], shot: tuple[str, ...], options: dict[str, Any]) -> list[tuple[str, ...]]:
    blocks = [group for group in sets_of(cards) if level(group)]
    return [block for block in blocks if options["weak_blocks"] or stops(block, shot, options["compare"])]


def random_switches(seed: int) -> dict[str, Any]:
    """Any combination of the switches."""
    rng = Rng(f"switches {seed}")
    values = {
        name: list(getattr(field, "values", (False, True)))
        for name, field in OPTIONS.items()
        if name != "overtime_limit"
    }
    return {name: choices[rng.below(len(choices))] for name, choices in values.items()}


@pytest.mark.parametrize("seed", range(40))
def test_options_of_a_random_game_are_those_of_the_document(seed):
    """Also: whether a window opens, and what a shot and its answer lead to."""
    options = random_switches(seed)
    table, rng = new_table(**options), Rng(f"options {seed}")
    while table.state.to_act() != OVER:
        if table.state.to_act() == CHANCE:
            step(table.state, rng)
            continue
        assert set(table.options()) == expected_options(table, options)
        before, seat = table.truth(), int(table.state.to_act())
        known = len(table.events())
        step(table.state, rng)
        check_what_happened(before, seat, table.events()[known:], options)


def check_what_happened(
    before: dict[str, Any], seat: int, events: list[dict[str, Any]], options: dict[str, Any]
) -> None:
    types = [event["type"] for event in events]
    if types[0] == "shoots":
        defender = 1 - before["to_move"]
        has_cards = bool(before["hands"][defender] or before["stacks"][defender])
        assert ("scores" not in types) == (has_cards and level(tuple(events[0]["cards"])) < 5)
    if before["node"] == "answer":
        assert seat == 1 - before["to_move"]
        if types[0] in ("blocked", "weak_block"):
            shot, spent = tuple(before["shot"]), events[0]["cards"]
            best = (
                [group for group in sets_of(spent) if level(group)]
                if options["stack_spend"] == "whole"
                else [tuple(spent)]
            )
            best = best if events[0]["from"] == "stack" else [tuple(spent)]
            assert (types[0] == "blocked") == any(stops(block, shot, options["compare"]) for block in best)
            assert max(level(block) for block in best) == rules.BLOCK_KINDS.index(events[0]["kind"])
        assert ("scores" in types) == (types[0] != "blocked")
    if before["node"] == "action" and before["stacks"][seat] and types[-1] == "stacks_defence":
        assert types[0] == "stack_discarded"


def test_the_strength_of_a_combination_does_not_depend_on_how_its_cards_are_named():
    for group in sets_of(REDS[-8:]):
        assert len({combination(order) for order in (group, group[::-1])}) == 1
