"""Refused options, positions, observations and moves, and the texts of the refusals."""

from tests.card_hockey.table import card_hockey

OPTIONS = [
    ({"flip_mode": "one"}, "options.flip_mode", "options.flip_mode: 'one' is not one of both, either, auto"),
    ({"periods": 6}, "options.periods", "options.periods: 6 is out of range; allowed is 1 to 5"),
    ({"penalty_turns": 0}, "options.penalty_turns", "options.penalty_turns: 0 is out of range; allowed is 1 to 4"),
    ({"shootout": 1}, "options.shootout", "options.shootout: 1 is not true or false"),
    ({"overtime": True}, "options.overtime", "options.overtime: unknown field; known are flip_mode, shootout"),
]
POSITIONS = [
    ({"decks": [["9H", "9H"], ["5S"]]}, "every card must lie in one place"),
    ({"decks": [["5S"], ["9H"]]}, "and with its own seat"),
    ({"decks": [["KH"], ["5S"]], "goal_cards": [["KH"], []]}, "every card must lie in one place"),
    ({"held_deuces": ["2D", None]}, "a seat holds a deuce just as long as it has turns to serve"),
    ({"serve": [0, 2]}, "a seat holds a deuce just as long as it has turns to serve"),
    ({"options": {"flip_mode": "auto"}}, "with flip_mode auto no turn waits to be flipped"),
    ({"format": 99}, "99 cannot be read; known is 2"),
]
SECOND = {
    "seat": 0,
    "period": 2,
    "goals": [[2, 1], [0, 0]],
    "goal_cards": [["KH", "JD"], ["AS"]],
    "turns_played": 31,
    "carried": [1, 0],
    "faced": [["2D", "5S"], ["8H", "3C"]],
}
SHOOTOUT = {"seat": None, "node": "shootout_flip", "period": 3, "goals": [[1, 1], [0, 0], [1, 1]], "turns_played": 82}
OVER_IN_SHOOTOUT = SHOOTOUT | {
    "node": "game_over",
    "shootout": True,
    "faced": [["9H", "4S"], ["AH", "3S"]],
    "turns_played": 84,
}
BREAK = SECOND | {"faced": [], "held_deuces": [["2D"], []], "turns_played": 29}
FIRST = {"seat": 0, "faced": [["9H", "5S"], ["QH", "9S"], ["2D", "6C"]]}
OBSERVATIONS = [
    (
        FIRST,
        {"faced": [["9H", "5S"], ["9H", "6S"]]},
        "faced[1][0]",
        "9H is not in the deck: it was turned over before in this period",
    ),
    (FIRST, {"faced": [["9H", "5D"]]}, "faced[0][1]", "5D is not a card of black's"),
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
    (FIRST, {"held_deuces": [["2H"], []]}, "held_deuces", 'which makes it [["2D"], []]'),
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
    (FIRST, {"cards": ["2D"]}, "cards", "1 card; both seats have turned one over, or neither"),
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
    (SECOND, {"goal_cards": [["KH", "TD"], ["AS"]]}, "goal_cards[0]", "TD is not an honour of red's"),
    (SECOND, {"goal_cards": [["KH", "JC"], ["AS"]]}, "goal_cards[0]", "JC is not an honour of red's"),
    (
        SECOND,
        {"goals": [[9, 1], [0, 0]]},
        "goal_cards[0]",
        "2 cards not faced in this period; the goals before it make 9",
    ),
    (SECOND, {"carried": [3, 0]}, "carried[0]", "3; into this period it is at most 2"),
    (SECOND, {"carried": [4, 0]}, "carried[0]", "4 is out of range; allowed is 0 to 3"),
    (SECOND, {"carried": [0, 1]}, "faced[0][1]", "'5S'; with 1 turns carried it is the deuce that black serves"),
    (
        SECOND,
        {"carried": [1, 0], "faced": []},
        "held_deuces[0]",
        "null; with 1 turns carried it is the deuce that red serves",
    ),
    (SECOND, {"carried": [2, 0]}, "faced[1][0]", "8H; red was serving a penalty and faced 2D again"),
    (SHOOTOUT, {"goals": [[1, 1], [0, 0], [1, 2]]}, "goals", "is not a tie, and only a tie leads to the shootout"),
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
BASES = (FIRST, SECOND, BREAK, SHOOTOUT, OVER_IN_SHOOTOUT)
ASKED = card_hockey("9H:5S").state
"""A position in which seat 0 is asked for a move."""
MOVES = [
    ({"type": "flip"}, "move.turn: this field is missing"),
    ({"type": "flip", "turn": "1"}, "move.turn: '1' is not a whole number"),
    ({"type": "flip", "turn": 0}, "move.turn: 0 is out of range; allowed is 1 to 9999"),
    ({"type": "flip", "turn": True}, "move.turn: true is not a whole number"),
    ({"type": "flip", "turn": 1, "card": "9H"}, "move.card: unknown field; known are turn"),
    ({"type": "pass"}, "move.type: 'pass' is not a move of this game; known are flip"),
    ({}, "move.type: this field is missing; known types are flip"),
    ("flip", "move: 'flip' is not an object"),
]
