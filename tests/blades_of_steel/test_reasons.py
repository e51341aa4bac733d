"""Why a move of Blades of Steel is better than another: each text is checked against what the seat sees."""

from itertools import combinations

import pytest

from ai.reasons import contrast
from engines import VARIANTS
from engines.api import CHANCE, OVER, observe
from engines.blades_of_steel import codec
from engines.blades_of_steel.packed_cards import join_cards
from engines.blades_of_steel.rules import ACTION, level_of, strength
from engines.cards import CARD_TEXTS, DECK_SIZE, parse_card
from engines.rng import Rng, permutation
from tests.blades_of_steel.table import FLOWS, new_table
from tests.engines.table import step

GAME = VARIANTS["blades_of_steel"]
PAIRS = 25
"""Pairs of moves, in each decision."""
LEVELS = ("", "high_card", "flush", "star_defence", "star_goalie")


@pytest.mark.parametrize("changes", [{}, *FLOWS.values()], ids=str)
def test_a_reason_is_short_true_and_never_that_of_the_other_move(changes):
    rng, french = Rng(f"reasons {changes}"), GAME.phrases("fr")
    said = set()
    for _ in range(8):
        state = new_table(**changes).state
        while (seat := int(state.to_act())) != OVER:
            actions = state.distinct_actions(seat) if seat != CHANCE else []
            for _ in range(PAIRS if len(actions) > 1 else 0):
                one, other = (actions[place] for place in permutation(rng, len(actions))[:2])
                reason = contrast(GAME.key, state, seat, [one], [other])
                assert reason != contrast(GAME.key, state, seat, [other], [one])
                assert max(len(reason), len(french.translate(reason))) <= 90
                seen = codec.dump_observation(observe(state, seat))
                moves = [codec.encode_actions(state, seat, [action]) for action in (one, other)]
                assert is_true(reason, seen, *moves, state, one), (reason, moves, seen)
                said.add(reason.phrase)
            step(state, rng)
    assert len(said) >= 16


def is_true(reason, seen, move, other, state, action):
    """Whether what the reason says of the move, rather than of the other, follows from what the seat sees."""
    mine, others = (set(one.get("cards", [])) for one in (move, other))
    numbers = {name: value for name, value in reason.values.items() if isinstance(value, int)}
    sizes = {"mine": len(mine), "others": len(others)}
    aces = len(unseen(seen) & {"AC", "AS"})
    hand, rivals = len(seen["hand"]), 1 - seen["seat"]
    are_shots = move["type"] == other["type"] == "shoot"
    is_harder = not are_shots or best_of(mine, red=True) > best_of(others, red=True)
    match reason.phrase:
        case "stops_it":
            return numbers == {"count": len(mine)} and saves(state, action)
        case "keeps_for_later":
            return numbers == {"count": len(others - mine)} and not saves(state, action)
        case "unstoppable":
            return mine == {"9D", "9H"}
        case "no_ace_left":
            return aces == 0 and is_harder and best_of(mine, red=True)[0] == 4
        case "ace_stops":
            return numbers == {"aces": aces} and is_harder and best_of(mine, red=True)[0] == 4
        case "pairs_stop":
            level, top = best_of(mine, red=True)
            ranks = [rank for place, rank in enumerate("23456789TJQKA") if top <= place < 12]
            pairs = [rank for rank in ranks if {rank + "C", rank + "S"} <= unseen(seen)]
            return numbers == {"aces": aces, "pairs": len(pairs)} and is_harder and level == 3
        case "flush_is_higher":
            return len({card[1] for card in mine}) == 1 < len({card[1] for card in others})
        case "last_turn":
            return numbers == {"count": seen["draw_pile"]} and is_last(state, action)
        case "against_it":
            against = {"hand": seen["hand_sizes"][rivals], "stack": seen["stack_sizes"][rivals]}
            return numbers == against and move["type"] == "shoot"
        case "other_stops_nothing":
            return lays(reason, mine) and best_of(others)[0] == 0
        case "lays_and_keeps":
            return numbers == {"count": hand - len(mine)} and lays(reason, mine)
        case "higher_block":
            return lays(reason, mine) and best_of(mine)[0] > best_of(others)[0]
        case "is_higher":
            is_shot = move["type"] == "shoot"
            (level, top), (other_level, other_top) = (best_of(cards, red=is_shot) for cards in (mine, others))
            named = [reason.values[name].phrase for name in ("rank", "other")]
            is_named = named == [f"the.{'23456789TJQKA'[place]}" for place in (top, other_top)]
            return is_named and level == other_level and top > other_top
        case "new_hand":
            return numbers == {"mine": hand, "others": len(others)} and move["type"] == "change_lines"
        case "from_hand":
            return numbers == {"count": len(seen["stack"])} and (move["from"], other["from"]) == ("hand", "stack")
        case "from_stack":
            return numbers == {"count": hand} and (move["from"], other["from"]) == ("stack", "hand")
        case "uses_fewer":
            return numbers == sizes and len(mine) < len(others)
        case "uses_more":
            return numbers == sizes and others < mine
        case "keeps":
            return reason.values["card"].phrase in {f"the.{card}" for card in others - mine}
    return False


def unseen(seen):
    """The cards that the seat has neither in its hand or stack, nor has seen go."""
    names = ("hand", "stack", "shot", "discards", "remembered", "hidden_lines", "hidden_stacks")
    known = {card for name in names for card in seen[name] or []}
    known |= {card for piles in seen["goal_piles"] for shot in piles for card in shot}
    return {*CARD_TEXTS[:DECK_SIZE]} - known


def best_of(cards, red=False):
    """Level and highest rank of the best combination among the cards; of a shot all of them count."""
    held = sorted(parse_card(card) for card in cards)
    groups = [held] if red else [group for size in (1, 2, 3) for group in combinations(held, size)]
    value = max(strength(join_cards(*group), False) for group in groups)
    return int(level_of(value)), int(value >> 8 & 15)


def lays(reason, cards):
    """Whether the cards hold the block that the reason names, or none."""
    level = best_of(cards)[0]
    return reason.values["lays"].phrase == f"lays.{LEVELS[level] if level else 'bluff'}"


def saves(state, action):
    """Whether the answer keeps the shot out."""
    after = state.clone()
    after.apply(int(state.to_act()), action)
    return after.score(0) + after.score(1) == state.score(0) + state.score(1)


def is_last(state, action):
    """Whether the seat has no further action in this pack, however it goes on."""
    seat, pack = int(state.to_act()), int(state.overtime)
    for number in range(20):
        after, rng = state.clone(), Rng(f"last {number}")
        after.apply(seat, action)
        while after.to_act() != OVER and int(after.overtime) == pack and after.to_act() != CHANCE:
            if after.to_act() == seat and after.node == ACTION:
                return False
            step(after, rng)
    return True
