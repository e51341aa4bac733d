"""Refused options, positions, observations and moves, and the texts of the refusals."""

from tests.ice_cold_ice_hockey.table import LATE, game, penalty

OPTIONS = [
    ({"home": 2}, "options.home", "options.home: 2 is not one of 0, 1"),
    ({"home": False}, "options.home", "options.home: false is not one of 0, 1"),
    ({"tie_rule": "nhl"}, "options.tie_rule", "options.tie_rule: 'nhl' is not one of tie, ot, ot_shootout, playoff"),
    ({"deck": "mine"}, "options.deck", "options.deck: 'mine' is not a deck; known are reconstruction"),
    ({"deck": 1}, "options.deck", "options.deck: 1 is not a text"),
    ({"periods": 6}, "options.periods", "options.periods: 6 is out of range; allowed is 1 to 5"),
    ({"passes": 2}, "options.passes", "options.passes: unknown field; known are home, periods, tie_rule, deck"),
]
POSITIONS = [
    ({"hands": [["01"], ["01"]]}, "must lie in one place"),
    ({"hands": [["01"], None], "discards": ["01"]}, "must lie in one place"),
    ({"hands": [["01"], ["02"]], "stock": ["03"]}, "must lie in one place"),
    ({"format": 99}, "format: 99 cannot be read; known is 2"),
]
BY_HAND = {
    "seat": 0,
    "hand": ["12", "15", "23", "45", "51"],
    "discards": ["01", "02"],
    "held": [],
    "period": 1,
    "pass": 1,
}
SECOND = BY_HAND | {"pass": 2, "held": ["15", "40", "41"], "held_counts": [1, 2]}
WINDOW = {
    "seat": 1,
    "hand": ["33", "42", "47", "49", "63"],
    "node": "defend",
    "asked": 1,
    "pending": ["move_puck"],
    "attacker": 0,
    "control": 0,
    "played_card": "15",
    "discards": ["15"],
    "hand_sizes": [4, 5],
}
POWER_PLAY = {
    "seat": 1,
    "hand": ["33", "42", "47", "49", "63"],
    "node": "power_play_response",
    "pending": ["power_play_result"],
    "zone": "end_1",
    "serving": penalty("V", 20),
    "shot_kind": "outside",
    "discards": ["20"],
}
TRIM = {
    "seat": 1,
    "hand": ["33", "42", "47", "49", "63", "62"],
    "node": "momentum_trim",
    "awards": [{"seat": 0, "count": 3}],
}
DRAW = {"seat": 0, "hand": ["33", "42", "47", "49", "63"], "node": "momentum_draw", "awards": [{"seat": 0, "count": 3}]}
PULL = {
    "seat": 0,
    "hand": ["33", "42", "47", "49", "63"],
    "node": "goalie_pull",
    **LATE,
    "discards": [f"{card:02}" for card in range(1, 31)],
}
PULL |= {"discards": [*PULL["discards"], *[f"{card:02}" for card in range(50, 62)]]}
RETURN = PULL | {"node": "goalie_return", "goalies_out": [True, False]}
OVERTIME = BY_HAND | {
    "options": {"tie_rule": "ot"},
    "period": 4,
    "goals": [[1, 1], [0, 0], [0, 0], [0, 0]],
    "hand": [*BY_HAND["hand"], "33"],
}
SHUFFLE = {"seat": 0, "node": "shuffle"}
MAJOR = POWER_PLAY | {"pending": ["major_result"], "shot_kind": "inside", "shot_number": 2, "discards": ["62"]}
MAJOR |= {"serving": penalty("V", 62, True)}
SKATER = {"seat": 1, "hand": ["33", "42", "47", "49", "63", "62"], "node": "skater_discard"}
ICE = {"seat": 0, "hand": ["12"], "node": "ice_discard", "attacker": 0, "played_card": "03", "discards": ["03"]}
TAKE = {"seat": 0, "hand": ["12", "15", "23", "45"], "node": "defensive_mode_take", "attacker": 0, "control": 1}
TAKE |= {"zone": "end_1", "discards": ["60", "51"]}
NO_DECK = BY_HAND | {
    "discards": [f"{card:02}" for card in range(1, 65) if card not in (12, 15, 23, 45, 51, 2, 3, 4, 5, 6)]
}
LAST = NO_DECK | {"pass": 2, "hand": ["12"], "discards": [*NO_DECK["discards"], "15", "23", "45", "51"]}
SECOND_PASS = NO_DECK | {"node": "second_pass", "pending": ["draw_bonus"], "awards": [{"seat": 0, "count": 2}]}
OVER = OVERTIME | {"node": "game_over", "goals": [[1, 1], [0, 0], [0, 0], [1, 0]]}
ALL_HELD = SECOND | {"held": ["15", "40", "41", "42", "43", "44"], "held_counts": [1, 5]}
BASES = [BY_HAND, OVERTIME, SECOND, WINDOW, POWER_PLAY, TRIM, DRAW, PULL, RETURN, SHUFFLE, MAJOR, SKATER, ICE, TAKE]
BASES += [NO_DECK, LAST, SECOND_PASS, OVER, ALL_HELD, BY_HAND | {"hand_sizes": [5, 10]}]
OBSERVATIONS = [
    (BY_HAND, {"hand": ["12", "15", "23", "45"]}, "hand_sizes", "4 of seat 0; it is refilled to 5 first"),
    (BY_HAND, {"hand": ["12", "15", "23", "45", "12"]}, "hand[4]", "'12' is listed twice"),
    (BY_HAND, {"hand": ["12", "15", "23", "45", "01"]}, "hand[4]", "01 is at discards[0] already"),
    (BY_HAND, {"hand": ["12", "15", "23", "45", "65"]}, "hand[4]", "'65' is not a card; write two digits, 01 to 64"),
    (BY_HAND, {"hand": ["12", "15", "23", "45", 7]}, "hand[4]", "7 is not a text"),
    (BY_HAND, {"seat": 2}, "seat", "2 is out of range; allowed is 0 to 1"),
    (BY_HAND, {"seat": None}, "hand", "5 cards; a spectator holds none"),
    (BY_HAND, {"hand_sizes": [6, 5]}, "hand_sizes", "6 cards of seat 0; its hand has 5"),
    (BY_HAND, {"hand_sizes": [5, 11]}, "hand_sizes", "11; a hand has at most 10 cards"),
    (BY_HAND, {"deck_size": 50}, "deck_size", "50 does not follow from the rest, which makes it 52"),
    (BY_HAND, {"base_hands": [6, 5]}, "base_hands", "which makes it [5, 5]"),
    (BY_HAND, {"control": 1}, "control", "1; the team that is asked to attack has control, seat 0"),
    (BY_HAND, {"asked": None}, "asked", "null; at the node attack a seat is asked"),
    (BY_HAND, {"node": "game_over", "asked": 0}, "asked", "0; at the node game_over no seat is asked"),
    (BY_HAND, {"held": ["40"]}, "held", "1 cards; the deck has not been reshuffled in this period"),
    (BY_HAND, {"shown": [["40"], []]}, "shown[0][0]", "40 is not in the seat's own hand"),
    (BY_HAND, {"shown": [[], ["12"]]}, "shown[1][0]", "12 is at hand[0] already"),
    (BY_HAND, {"pending": ["shot"]}, "pending", '["shot"]; at the node attack it is []'),
    (
        BY_HAND,
        {"penalties": [penalty("H", 15)]},
        "penalties",
        "they have fallen due, so they are served before anything else",
    ),
    (
        BY_HAND,
        {"penalties": [penalty("V", 15)]},
        "extra_skater",
        "with penalties pending the team in control has it, seat 0",
    ),
    (BY_HAND, {"awards": [{"seat": 0, "count": 3}]}, "awards", "momentum is paid before anything else is asked"),
    (BY_HAND, {"time_expired": True}, "time_expired", "true; the clock has run out, so neither team attacks any more"),
    (BY_HAND, {"pass": 3}, "pass", "3; this period has 2"),
    (BY_HAND, {"period": 0}, "period", "0; before the first period no cards are dealt"),
    (BY_HAND, {"period": 5}, "period", "5; with these options it is 1 to 4, overtime included"),
    (BY_HAND, {"period": 4, "options": {"tie_rule": "tie"}}, "period", "4; with these options it is 1 to 3"),
    (BY_HAND, {"period": 2, "goals": [[0, 0]]}, "goals", "1 periods; in period 2 there are 2"),
    (
        BY_HAND,
        {"period": 4, "goals": [[1, 0], [0, 0], [0, 0], [0, 0]]},
        "goals",
        "is not a tie, and only a tie leads to overtime",
    ),
    (
        BY_HAND,
        {"period": 4, "goals": [[1, 1], [0, 0], [0, 0], [1, 0]]},
        "goals",
        "[1, 0] in overtime; the first goal ends the game",
    ),
    (
        OVERTIME,
        {"goals": [[0, 0], [0, 0], [0, 0], [0, 1]]},
        "goals",
        "[0, 1] in overtime; the first goal ends the game",
    ),
    (BY_HAND, {"score": [1, 0]}, "score", "[1, 0] does not follow from the rest, which makes it [0, 0]"),
    (BY_HAND, {"zone": "home"}, "zone", "'home' is not one of end_0, centre, end_1"),
    (BY_HAND, {"follow_ons": ["goal"]}, "follow_ons[0]", "'goal' is not one of pass, skate"),
    (BY_HAND, {"colour": "red"}, "colour", "unknown field"),
    (BY_HAND, {"options": {"tie_rule": "nhl"}}, "options.tie_rule", "'nhl' is not one of tie, ot"),
    (SECOND, {"held_counts": [1, 1]}, "held_counts", "[1, 1]; 3 cards are held"),
    (SECOND, {"held_counts": [0, 3]}, "held_counts", "0 of seat 0; 1 of its own cards are held"),
    (SECOND, {"held": ["15", "40", "01"]}, "held[1]", "01 is at discards[0] already"),
    (
        SECOND,
        {"held": ["15", "40", "41", "42", "43", "44", "46"], "held_counts": [1, 6]},
        "hand_sizes",
        "0 shown and 6 held are more",
    ),
    (WINDOW, {"attacker": 1}, "attacker", "1; seat 1 is asked to answer the other team"),
    (WINDOW, {"attacker": None}, "attacker", 'null; the pending work ["move_puck"] belongs to an action'),
    (WINDOW, {"played_card": "33"}, "played_card", "the card to be answered is on the discard pile and of the kind"),
    (WINDOW, {"zone": "end_1"}, "zone", "15 cannot be played there"),
    (WINDOW, {"pending": []}, "pending", '[]; at the node defend it is ["move_puck"]'),
    (
        WINDOW,
        {"played_card": "17", "discards": ["17"], "zone": "end_1"},
        "node",
        "defend; seat 1 publicly cannot hold an answer",
    ),
    (POWER_PLAY, {"serving": None}, "serving", 'null; the pending work ["power_play_result"] is part of a power play'),
    (POWER_PLAY, {"serving": penalty("V", 62, True)}, "serving", "is not part of such a power play"),
    (POWER_PLAY, {"serving": penalty("H", 20)}, "asked", "1; the penalised team answers, seat 0"),
    (POWER_PLAY, {"shot_number": 2}, "shot_number", "2; there are 2, counted from 0"),
    (POWER_PLAY, {"shot_kind": "rebound"}, "shot_kind", "'rebound'; on a power play it is outside or inside"),
    (POWER_PLAY, {"discards": ["20", "62"]}, "node", "power_play_response; seat 1 publicly cannot hold an answer"),
    (TRIM, {"hand": ["33", "42", "47", "49", "63"]}, "hand_sizes", "5 of seat 1; that is not above its base"),
    (TRIM, {"awards": []}, "awards", "a team goes down to its base hand when the other is to be paid"),
    (DRAW, {"awards": [{"seat": 0, "count": 0}]}, "awards", "the team that is asked is paid the first award"),
    (PULL, {"pass": 1}, "node", "goalie_pull; late in the last period, trailing"),
    (PULL, {"control": 0}, "control", "0; this is asked only while play is stopped"),
    (RETURN, {"goalies_out": [False, False]}, "goalies_out", "seat 0 is asked, so its goalie is out"),
    (RETURN, {"control": 0}, "control", "0; a goalie returns only while play is stopped"),
    (SECOND, {"shown": [["15"], []]}, "held[0]", "15 is at shown[0] already"),
    (
        BY_HAND,
        {"deck": [f"{card:02}" for card in range(1, 31)], "sizes": {"hand_limit": 7}},
        "hand[3]",
        "45 is not in the pack",
    ),
    (BY_HAND, {"hand_sizes": [5, 4]}, "hand_sizes", "4 of seat 1; it is refilled to 5 first"),
    (SHUFFLE, {"hand_sizes": [0, 1]}, "period", "0; before the first period no cards are dealt"),
    (SHUFFLE, {"shown": [[], ["01"]]}, "period", "0; before the first period no cards are dealt"),
    (SHUFFLE, {"discards": ["01"]}, "period", "0; before the first period no cards are dealt"),
    (SHUFFLE, {"node": "attack", "period": 0}, "period", "0; at the node attack a period has begun"),
    (SHUFFLE, {"asked": 1}, "asked", "1; at the node shuffle no seat is asked"),
    (MAJOR, {"shot_number": 3}, "shot_number", "3; there are 3, counted from 0"),
    (SKATER, {"hand": ["33", "42", "47", "49", "63"]}, "hand_sizes", "5 of seat 1; that is not above its base"),
    (RETURN, {"pending": ["serve"]}, "to_serve", "empty; the pending work is to serve a penalty"),
    (SECOND_PASS, {"awards": []}, "awards", "there is none with cards to draw, and the pending work is to draw one"),
    (SECOND_PASS, {"awards": [{"seat": 0, "count": 0}, {"seat": 0, "count": 1}]}, "awards", "none with cards to draw"),
    (SECOND_PASS, {"discards": ["01"]}, "deck_size", "53 cards; it is reshuffled when it is empty"),
    (SECOND_PASS, {"hand_sizes": [5, 6]}, "hand_sizes", "cards set aside are 1 more than the cards of the game"),
    (SECOND_PASS, {"asked": 1}, "asked", "1; at the node second_pass no seat is asked"),
    (OVER, {"goals": [[1, 1], [0, 0], [0, 0], [2, 0]]}, "goals", "[2, 0] in overtime; the first goal ends the game"),
    (ALL_HELD, {"shown": [[], ["46"]]}, "hand_sizes", "5 of seat 1; 1 shown and 5 held are more"),
    (LAST, {"hand": []}, "hand_sizes", "without a card at centre ice there is no attack"),
    (
        TRIM,
        {"awards": [{"seat": 1, "count": 3}]},
        "awards",
        "a team goes down to its base hand when the other is to be",
    ),
    (
        TRIM,
        {"awards": [{"seat": 1, "count": 3}, {"seat": 0, "count": 3}]},
        "awards",
        "a team goes down to its base hand when the other is to be paid",
    ),
    (DRAW, {"awards": [{"seat": 1, "count": 3}]}, "awards", "the team that is asked is paid the first award"),
    (
        DRAW,
        {"awards": [{"seat": 1, "count": 3}, {"seat": 0, "count": 3}]},
        "awards",
        "the team that is asked is paid the first award",
    ),
    (
        DRAW,
        {"awards": [{"seat": 0, "count": 0}, {"seat": 0, "count": 3}]},
        "awards",
        "the team that is asked is paid the first award, and it has cards left",
    ),
    *(
        (TAKE, change, "control", "in defensive mode the other team has the puck")
        for change in (
            {"control": 0},
            {"control": None},
            {"attacker": 1},
            {"hand": ["12", "15", "23", "45", "33", "34"]},
        )
    ),
    *(
        (TAKE, {"discards": cards}, "discards", "the last card is the one turned up: a defence card without a mark")
        for cards in ([], ["51", "01"], ["51", "58"])
    ),
    (RETURN, {"goals": [[2, 2], [0, 0], [0, 0]]}, "goals", "seat 0 does not trail, so its goalie must return"),
]
ASKED = game().state
"""A position in which seat 0 is asked for a move."""
MOVES = [
    ({"type": "play"}, "move.card: this field is missing"),
    ({"type": "play", "card": "7"}, "move.card: '7' is not a card; write two digits, 01 to 64"),
    ({"type": "play", "card": 7}, "move.card: 7 is not a text"),
    ({"type": "play", "card": "65"}, "move.card: '65' is not a card"),
    ({"type": "decline", "card": "07"}, "move.card: unknown field; there are none"),
    ({"type": "face_off"}, "move.type: 'face_off' is not a move of this game; known are play, dump_center"),
    ({}, "move.type: this field is missing"),
    ("decline", "move: 'decline' is not an object"),
]
