"""Refused options, positions, observations and moves, and the texts of the refusals."""

from engines.cards import CARD_TEXTS, DECK_SIZE
from tests.blades_of_steel.table import blades

OPTIONS = [
    ({"deck_end": "late"}, "options.deck_end", "'late' is not one of immediate, finish_turn"),
    ({"compare": None}, "options.compare", "null is not one of top, all"),
    ({"stack_spend": True}, "options.stack_spend", "true is not one of used, whole"),
    ({"weak_blocks": "on"}, "options.weak_blocks", "'on' is not true or false"),
    ({"discards": "top"}, "options.discards", "'top' is not one of open, top_only"),
    ({"overtime": "once"}, "options.overtime", "'once' is not one of sudden_death, none"),
    ({"overtime_limit": 0}, "options.overtime_limit", "0 is out of range; allowed is 1 to 20"),
    ({"overtime_limit": 21}, "options.overtime_limit", "1 to 20"),
    ({"jokers": True}, "options.jokers", "unknown field; known are deck_end"),
]
POSITIONS = [
    ({"hands": [["2C"], ["2C"]]}, "must lie in one place"),
    ({"hands": [["2C"], None], "discards": ["2C"]}, "must lie in one place"),
    ({"hands": [["2C"], ["2D"]], "stock": ["3C"]}, "must lie in one place"),
    ({"format": 99}, "format: 99 cannot be read; known is 2"),
    ({"stacks": [["2D"], []]}, "cannot be stacked: one to three black"),
    ({"stacks": [["2C", "3C", "4C", "5C"], []]}, "cannot be stacked: one to three black"),
]
BY_HAND = {
    "seat": 0,
    "hand": ["2C", "4H", "9D", "JS", "QH", "AS"],
    "stack": ["8C"],
    "hand_sizes": [6, 3],
    "stack_sizes": [1, 2],
    "goal_piles": [[["7D", "7H"]], []],
    "discards": ["3C", "KH", "5D"],
}
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
DEALT = {"seat": 0, "hand": BY_HAND["hand"], "hand_sizes": [6, 6]}
CUT = {"seat": 0, "node": "cut", "hand_sizes": [0, 0]}
BETWEEN = {"seat": 0, "node": "deal", "to_move": 1, "overtime_pack": 1, "ply": 20, "hand_sizes": [0, 0]}
ONE_LEFT = DEALT | {"hand_sizes": [6, 2], "discards": [card for card in FULL_PILE if card not in DEALT["hand"]]}
ONE_LEFT |= {"stack_sizes": [0, 2]}
LATE = OVER | {"node": "action", "hand_sizes": [1, 3], "stack_sizes": [0, 3], "discards": FULL_PILE}
LATE |= {"options": {"deck_end": "finish_turn"}}
LAST_ANSWER = {"seat": 1, "node": "answer", "shot": ["2H", "2D"], "hand": ["8C"], "hand_sizes": [4, 1]}
LAST_ANSWER |= {"discards": ["4C", "5C", "6C", "7C"], "stack": ["8S"], "stack_sizes": [0, 1]}
OT_WON = OVER | {"overtime_pack": 1, "goal_piles": [[["7D", "7H"]], []], "discards": FULL_PILE[:10]}
OT_TIED = OVER | {"overtime_pack": 5, "discards": FULL_PILE}
OBSERVATIONS = [
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
    (BY_HAND, {"overtime_pack": 6}, "overtime_pack", "6; with these options it is at most 5"),
    (
        BY_HAND,
        {"overtime_pack": 1, "options": {"overtime": "none"}},
        "overtime_pack",
        "1; with these options it is at most 0",
    ),
    (BY_HAND, {"overtime_pack": 1}, "goal_piles", "1-0 in overtime; its first goal ends the game"),
    (
        BY_HAND,
        {"overtime_pack": 1, "score": [2, 0], "goal_piles": [[], []]},
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
    (
        BY_HAND,
        {"node": "action", "shot": ["2H", "2D"]},
        "shot",
        "2H 2D; at the node action no shot waits for an answer",
    ),
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
    (ONE_LEFT, {"hand": BY_HAND["hand"][:5], "hand_sizes": [5, 3]}, "hand_sizes[0]", "5; the seat to move has drawn"),
    (LATE, {"hand": [], "hand_sizes": [0, 3], "discards": ["2C", *FULL_PILE]}, "hand_sizes[0]", "so it holds 1 to 6"),
    (OT_WON, {"goal_piles": [[["7D", "7H"], ["8D", "8H"]], []]}, "goal_piles", "2-0 in overtime; its first goal ends"),
    (
        OT_WON,
        {"discards": [card for card in FULL_PILE if card not in ("7D", "7H")]},
        "draw_pile",
        "0; the pack was over before the goal",
    ),
    (OT_TIED, {"overtime_pack": 4}, "node", "game_over; at 0-0 another overtime follows"),
    (
        {"seat": 0, "node": "cut", "hand_sizes": [0, 0]},
        {"ply": 3},
        "ply",
        "3; before the first deal no decision was made",
    ),
]
HAND = "4H KH 9D 2C KC AS"
DRAWN = OVER | {"discards": FULL_PILE, "options": {"overtime": "none"}}
BASES = (BY_HAND, TOP_ONLY, ANSWER, DRAWN, DEALT, CUT, BETWEEN, ONE_LEFT, LATE, LAST_ANSWER, OT_WON, OT_TIED)
ASKED = blades(hand=HAND).state
"""A position in which seat 0 is asked for a move."""
MOVES = [
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
]
