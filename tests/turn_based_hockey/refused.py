"""Refused options, positions, observations and moves, and the texts of the refusals."""

from tests.turn_based_hockey.table import tbh

OPTIONS = [
    ({"jokers": 2}, "options.jokers", "2 is not true or false"),
    ({"compare": "value"}, "options.compare", "'value' is not one of points, rank, points_then_rank"),
    ({"periods": 2}, "options.periods", "unknown field; known are jokers, compare"),
]
POSITIONS = [
    ({"hands": [["2C"], ["2C"]]}, "must lie in one place"),
    (
        {"node": "lineup_first", "played_periods": [{"face_off": ["3S", "3D"]}]},
        "after a tied face-off neither seat sets up first",
    ),
    ({"stock": ["2C"]}, "must lie in one place"),
    ({"format": 99}, "format: 99 cannot be read; known is 2"),
]
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
TIED = {"face_off": ["9D", "9S"], "lineups": [[], []]}
SECRET = {"seat": 0, "hand": HAND[:20], "played_periods": [TIED]}
LOST = {"face_off": ["9D", "TS"], "lineups": [[], []]}
OPEN_SECOND = {
    "seat": 1,
    "hand": HAND[:20],
    "played_periods": [{"face_off": ["TS", "AD"], "lineups": [["2S", "3S", "4S", "5S", "6S", "7S"], []]}],
}
OVER = [
    {"face_off": ["AD", "TS"], "lineups": [["KS", "AS", "QS", "2H", "KD", "TD"], ["2C", "3D", "2S", "3C", "4D", "3S"]]},
    {"face_off": ["6D", "6S"], "lineups": [["KH", "AH", "QH", "4H", "JD", "QD"], ["4C", "5D", "4S", "5C", "7D", "5S"]]},
]
OBSERVATIONS = [
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
    (
        FIRST,
        {"node": "deal", "hand": [], "played_periods": [TIED]},
        "played_periods",
        "1 periods; at the node deal no period has begun, so there is none",
    ),
    (FIRST, {"node": "deal"}, "hand", "21 cards; at the node deal of period 0 seat 0 holds 0"),
    (FIRST, {"stock": 12}, "stock", "12 does not follow from the rest, which makes it 10"),
    (FIRST, {"ply": 3}, "ply", "3 does not follow from the rest, which makes it 0"),
    (FIRST, {"score": [1, 0]}, "score", "which makes it [0, 0]"),
    (FIRST, {"goals": [[1, 0]]}, "goals", "[[1, 0]] does not follow from the rest, which makes it [[0, 0]]"),
    (FIRST, {"options": {"jokers": "no"}}, "options.jokers", "'no' is not true or false"),
    (FIRST, {"options": {"joker": True}}, "options.joker", "unknown field"),
    (
        FIRST,
        {"shootout_rounds": 1, "shootout_cards": ["2S", "3S"]},
        "shootout_rounds",
        "1; the game has not come to a shootout",
    ),
    (
        FIRST,
        {"shootout_cards": ["2S", "3S"]},
        "shootout_cards",
        "2 cards; it holds those of the last round",
    ),
    (FIRST, {"colour": "red"}, "colour", "unknown field"),
    (FIRST, {"deck": HAND}, "deck", "21 cards; two hands of 21 are dealt from it"),
    (
        SECRET,
        {"played_periods": [TIED | {"lineups": [[], HAND[:6]]}]},
        "played_periods[0].lineups",
        "both are opened together",
    ),
    (
        SECRET,
        {"played_periods": [TIED | {"lineups": [[], HAND[:5]]}]},
        "played_periods[0].lineups[1]",
        "5 cards; a line-up has 6, or none while it is not open",
    ),
    (
        SECRET,
        {"played_periods": [TIED | {"face_off": None, "lineups": [[], HAND[:6]]}]},
        "played_periods[0].lineups",
        "line-ups without a face-off",
    ),
    (
        SECRET,
        {"played_periods": [TIED | {"face_off": ["2C", "2S"]}]},
        "hand[0]",
        "2C is at played_periods[0].face_off[0] already",
    ),
    (
        SECRET,
        {"played_periods": [TIED, TIED]},
        "played_periods[0]",
        "period 1 is not played out, so no other follows it",
    ),
    (
        SECRET,
        {"played_periods": [LOST | {"lineups": [[], HAND[:6]]}]},
        "played_periods[0].lineups",
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
    (
        OPEN_SECOND,
        {"hand": [*HAND[:19], "4S"]},
        "hand[19]",
        "4S is at played_periods[0].lineups[0][2] already",
    ),
    (OPEN_SECOND, {"setting_up": 0}, "setting_up", "0 does not follow from the rest, which makes it 1"),
    (
        FIRST,
        {"played_periods": [*OVER, TIED]},
        "played_periods[2]",
        "there is no period 3: the game was over after period 2 at 4-0",
    ),
    (
        {"seat": 0, "hand": []},
        {"played_periods": [*OVER]},
        "hand",
        "0 cards; at the node game_over of period 2 seat 0 holds 7",
    ),
]
BASES = (FIRST, SECRET, OPEN_SECOND)
ASKED = tbh().state
"""A position in which seat 0 is asked for a move."""
MOVES = [
    ({"type": "face_off"}, "move.card: this field is missing"),
    ({"type": "face_off", "card": "1Q"}, "move.card: '1Q' is not a card; write rank then suit, as in QH or TD"),
    ({"type": "face_off", "card": "7C", "seat": 0}, "move.seat: unknown field; known are card"),
    ({"type": "lineup", "cards": HAND[:5]}, "move.cards: 5 items; allowed is 6"),
    ({"type": "lineup", "cards": [*HAND[:5], "2C"]}, "move.cards[5]: '2C' is listed twice"),
    ({"type": "lineup", "cards": "5C KH QH 7D AS KS"}, "move.cards: '5C KH QH 7D AS KS' is not a list"),
    ({"type": "lineup", "cards": {"LW": "2C"}}, 'move.cards: {"LW": "2C"} is not a list'),
    ({"type": "play", "card": "7C"}, "move.type: 'play' is not a move of this game; known are face_off, lineup"),
    ({}, "move.type: this field is missing; known types are face_off, lineup"),
    ("face_off", "move: 'face_off' is not an object"),
]
