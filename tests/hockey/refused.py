"""Refused options, positions, observations and moves, and the texts of the refusals."""

from engines.hockey.options import PRESETS
from tests.hockey.table import hockey_for

OPTIONS = [
    ({"deals": [5, 5]}, "options.deals", "2 seats x 10 cards make 20 of the 52 cards: the deals must add up to 26"),
    ({"overtime_deals": [27]}, "options.overtime_deals[0]", "27 is out of range; allowed is 1 to 26"),
    ({"overtime_deals": [25]}, "options.overtime_deals", "the deals must add up to 26"),
    ({"seats": 4}, "options.deals", "4 seats x 26 cards make 104 of the 52 cards: the deals must add up to 13"),
    (
        {"starting_pile": 4},
        "options.deals",
        "and a starting pile of 4 make 56 of the 52 cards: the deals must add up to 24",
    ),
    ({"deals": [26, 0]}, "options.deals[1]", "0 is out of range"),
    ({"deals": []}, "options.deals", "0 items"),
    ({"wild_ranks": ["J", "J"]}, "options.wild_ranks[1]", "is listed twice"),
    ({"wild_ranks": ["1"]}, "options.wild_ranks[0]", "not one of 2, 3"),
    ({"calls": 1}, "options.calls", "1 is not true or false"),
    ({"periods": 6}, "options.periods", "1 to 5"),
    ({"seats": 3}, "options.seats", "not one of 2, 4"),
    ({"jokers": True}, "options.jokers", "unknown field; known are seats"),
]
POSITIONS = [
    ({"hands": [["2C"], ["2C"]]}, "must lie in one place"),
    ({"hands": [["2C"], None], "played": ["2C"]}, "must lie in one place"),
    ({"hands": [["2C"], ["2D"]], "stock": ["3C"]}, "must lie in one place"),
    ({"format": 99}, "format: 99 cannot be read; known is 2"),
]
PLAYED = [{"seat": 0, "card": "7C"}, {"seat": 1, "card": "7D"}]
BY_HAND = {"seat": 0, "dealer": 1, "played": PLAYED, "hand": ["2C", "9H", "JD", "QS"]}
PILE = {
    "options": PRESETS["wiggum"],
    "dealer": 1,
    "seat": 0,
    "starting_pile": ["5C", "9C", "KC", "7H"],
    "hand": ["2C", "9H", "JD", "QS"],
}
OVERTIME = {"seat": 0, "dealer": 1, "period": 4, "goals": [[1, 1], [0, 0], [0, 0], [0, 0]]}
SHORT_OVERTIME_DEALS = PILE | {
    "options": PRESETS["wiggum"] | {"overtime_deals": [2] * 12},
    "period": 3,
    "goals": [[0, 0]] * 3,
    "played": [{"seat": turn % 2, "card": card} for turn, card in enumerate(("3H", "6D", "8C", "TS", "3D", "6C"))],
    "hand": ["9H"],
}
CUT = {"seat": 0, "node": "cut"}
LARGE_DEAL = PILE | {
    "options": PRESETS["wiggum"] | {"deals": [15, 9]},
    "hand": [f"{rank}{suit}" for rank in "2346" for suit in "CDHS"][:15],
}
OBSERVATIONS = [
    (BY_HAND, {"hand": ["2C", "9H", "JD"]}, "hand", "3 cards; after 2 plays, in deal 1, seat 0 holds 4"),
    (BY_HAND, {"hand": ["2C", "9H", "JD", "2C"]}, "hand[3]", "'2C' is listed twice"),
    (BY_HAND, {"hand": ["2C", "9H", "JD", "7C"]}, "hand[3]", "7C is at played[0] already"),
    (BY_HAND, {"hand": ["2C", "9H", "JD", "1Q"]}, "hand[3]", "'1Q' is not a card; write rank then suit"),
    (BY_HAND, {"played": [PLAYED[0], PLAYED[0]]}, "played[1]", "7C is at played[0] already"),
    (BY_HAND, {"played": [PLAYED[1]]}, "played[0].seat", "1; seats play in turn, after dealer 1, so it was 0"),
    (BY_HAND, {"played": [{"card": "7C"}]}, "played[0].seat", "this field is missing"),
    (BY_HAND, {"seat": 2}, "seat", "2; the seats are 0 to 1"),
    (BY_HAND, {"seat": None}, "hand", "4 cards; a spectator holds none"),
    (BY_HAND, {"dealer": None}, "dealer", "null; this period is dealt by one of the seats 0 to 1"),
    (BY_HAND, {"dealer": 3}, "dealer", "3; this period is dealt by one of the seats 0 to 1"),
    (BY_HAND, {"holder": 0}, "holder", "0 does not follow from the rest, which makes it 1"),
    (BY_HAND, {"top": "7C"}, "top", "'7C' does not follow from the rest, which makes it '7D'"),
    (BY_HAND, {"table_empty": True}, "table_empty", "which makes it false"),
    (BY_HAND, {"undealt": 40}, "undealt", "40 does not follow from the rest, which makes it 42"),
    (BY_HAND, {"hand_sizes": [5, 4]}, "hand_sizes", "which makes it [4, 4]"),
    (BY_HAND, {"to_play": 1}, "to_play", "which makes it 0"),
    (BY_HAND, {"pile_size": 3}, "pile_size", "which makes it 2"),
    (BY_HAND, {"score": [1, 0]}, "score", "which makes it [0, 0]: goals is missing"),
    (BY_HAND, {"goals": [[1, 0]]}, "goals", "[[1, 0]] does not follow from the rest, which makes it [[0, 0]]"),
    (BY_HAND, {"safe_ranks": [["1"], []]}, "safe_ranks[0][0]", "'1' is not one of 2, 3"),
    (
        BY_HAND,
        {"period": 2, "goals": [[0, 0]]},
        "goals",
        "1 periods; in period 2 there are 2, the present one included",
    ),
    (BY_HAND, {"period": 5}, "period", "5; with these options it is 1 to 4, overtime included"),
    (BY_HAND, {"period": 4, "options": {"overtime": "none"}}, "period", "with these options it is 1 to 3"),
    (BY_HAND, {"ply": 9}, "ply", "9; the periods and the cards played make 2"),
    (BY_HAND, {"ply": 1}, "ply", "1; the periods and the cards played make 2"),
    (BY_HAND, {"node": "cut", "period": 1}, "period", "1; at the node cut no period has begun"),
    ({"seat": 0, "node": "cut", "period": 0}, {"dealer": 0}, "dealer", "0; no period has begun, so there is none"),
    (
        BY_HAND,
        {"node": "game_over"},
        "node",
        "game_over; after 2 plays, in deal 1, there are cards to play, so it is play",
    ),
    (BY_HAND, {"node": "shuffle"}, "hand", "the cards of a period are not yet dealt, so there is none"),
    (
        BY_HAND,
        {"chooser": 1, "options": {"first_dealer": "random"}},
        "chooser",
        "with first_dealer random no seat chooses",
    ),
    (BY_HAND, {"options": {"deals": [5]}}, "options.deals", "the deals must add up to 26"),
    (BY_HAND, {"starting_pile": ["3C", "4C", "5C", "6C"]}, "starting_pile", "with these options no pile is laid out"),
    (BY_HAND, {"colour": "red"}, "colour", "unknown field"),
    (CUT, {"chooser": 1}, "chooser", "1; the cut is yet to come, so it is null"),
    (CUT, {"node": "choose_dealer"}, "chooser", "null; at the node choose_dealer it is the winner of the cut, 0 or 1"),
    (
        BY_HAND | {"played": []},
        {"node": "starting_pile", "hand": ["2C", "9H", "JD", "QS", "KS"]},
        "node",
        "starting_pile; with these options no pile is laid out",
    ),
    (PILE, {"starting_pile": []}, "starting_pile", "0 cards; with these options the pile began with 4"),
    (PILE, {"starting_pile": ["5C", "9C", "KC", "KD"]}, "starting_pile", "would have been dealt again"),
    (PILE, {"refused": ["3C", "3D", "3S"]}, "refused", "would not have been refused: four cards at a time"),
    (PILE, {"refused": ["3C", "4D", "8S", "TC"]}, "refused", "with a wild rank or two equal ranks"),
    (PILE, {"refused": ["3C", "3D", "8S", "9H"]}, "refused[3]", "9H was dealt in the first hands"),
    (PILE, {"refused": ["3C", "3D", "8S", "8S"]}, "refused[3]", "'8S' is listed twice"),
    (SHORT_OVERTIME_DEALS, {"refused": ["4C", "4D", "8S", "9H"]}, "refused[3]", "9H was dealt in the first hands"),
    (
        LARGE_DEAL,
        {"refused": [f"{rank}{suit}" for rank in "8JTQA" for suit in "CDHS"]},
        "refused",
        "24 cards with the starting pile; after the first hands only 22 are undealt",
    ),
    (CUT, {"ply": 1}, "ply", "1; the periods and the cards played make 0"),
    (OVERTIME, {"goals": [[1, 0], [0, 0], [0, 0], [0, 0]]}, "goals", "is not a tie, and only a tie leads to overtime"),
]
DEALER_0 = {"seat": 1, "dealer": 0, "hand": ["2C", "9H", "JD", "QS", "KS"], "ply": 1}
OVERTIME_WITH_HAND = OVERTIME | {"hand": ["2C", "9H", "JD", "QS"]}
BASES = (BY_HAND, BY_HAND | {"ply": 3}, PILE, SHORT_OVERTIME_DEALS, LARGE_DEAL, OVERTIME_WITH_HAND, CUT, DEALER_0)
ASKED = hockey_for("A7").state
"""A position in which seat 0 is asked for a move."""
MOVES = [
    ({"type": "play"}, "move.card: this field is missing"),
    ({"type": "play", "card": "1Q"}, "move.card: '1Q' is not a card; write rank then suit, as in QH or TD"),
    ({"type": "play", "card": "XR"}, "move.card: 'XR' is not a card"),
    ({"type": "play", "card": "7C", "seat": 0}, "move.seat: unknown field; known are card"),
    ({"type": "choose_dealer", "seat": True}, "move.seat: true is not a whole number"),
    ({"type": "pass"}, "move.type: 'pass' is not a move of this game; known are choose_dealer, play"),
    ({}, "move.type: this field is missing; known types are choose_dealer, play"),
    ("play", "move: 'play' is not an object"),
]
