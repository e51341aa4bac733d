"""The numbers that the rules of Ice Cold Ice Hockey work with, and their names: what cards show, nodes, actions,
pending work, events. Imported as ``n``. Compiled.
"""

from typing import Final

from mypy_extensions import i64

# -- cards (sections 3, 5, 8 and 9); zones are read from the player who uses the card

DECK_SIZE: Final[i64] = 64
CARD_ROOM: Final[i64] = 65
"""Length of a vector by ID."""
NO_CARD: Final[i64] = 0

DEFENSIVE_ZONE: Final[i64] = 0
CENTRE: Final[i64] = 1
OFFENSIVE_ZONE: Final[i64] = 2
NO_ZONE: Final[i64] = -1
ZONE_LETTERS: Final = "DCO"

PASS: Final[i64] = 0
SKATE: Final[i64] = 1
INSIDE_SHOT: Final[i64] = 2
DEFENCE: Final[i64] = 3
KEPT_IN: Final[i64] = 4
OS_BLOCKED: Final[i64] = 5
IS_BLOCKED: Final[i64] = 6
KIND_NAMES: Final = ("pass", "skate", "inside_shot", "defence", "kept_in", "os_blocked", "is_blocked")

# Icons: the kinds that may be played on top of a card, a bit each.
ON_PASS: Final[i64] = 1
ON_SKATE: Final[i64] = 2
ON_INSIDE_SHOT: Final[i64] = 4
ON_DEFENCE: Final[i64] = 8
ON_PENALTY_DEFENCE: Final[i64] = 16
ON_IS_BLOCK: Final[i64] = 32
ICON_NAMES: Final = ("pass", "skate", "inside_shot", "defence", "penalty_defence", "is_block")
FRESH: Final[i64] = 64
"""The ``top`` of a fresh sequence (7.2): any Pass or Skate, no Inside Shot."""

# What follows a defensive card (8.3).
NO_OUTCOME: Final[i64] = 0
GAIN: Final[i64] = 1
LOOSE: Final[i64] = 2
STOP: Final[i64] = 3
OUTCOME_NAMES: Final = ("", "gain", "loose", "stop")

# Shot results (9.3).
NO_RESULT: Final[i64] = -1
GOAL: Final[i64] = 0
SUPER_SAVE: Final[i64] = 1
SAVE_DEF: Final[i64] = 2
SAVE_OFF: Final[i64] = 3
SAVE_FO: Final[i64] = 4
SAVE_REBOUND: Final[i64] = 5
WIDE_DEF: Final[i64] = 6
POST: Final[i64] = 7
XBAR: Final[i64] = 8
RESULT_NAMES: Final = (
    *("GOAL", "SUPER_SAVE", "SAVE_DEF", "SAVE_OFF", "SAVE_FO", "SAVE_REBOUND", "WIDE_DEF", "POST"),
    "XBAR",
)
# The rest of a result where only part of its line counts (4, 11.5, 11.6), and the goal that a tag gives to the team
# that did not shoot.
SHORT_HANDED_GOAL: Final[i64] = 9
SAVE: Final[i64] = 10
WIDE: Final[i64] = 11
COUNTED_NAMES: Final = (*RESULT_NAMES, "SHORT_HANDED_GOAL", "SAVE", "WIDE")
NO_TAG: Final[i64] = 0
PPG: Final[i64] = 1
SHG: Final[i64] = 2
TAG_NAMES: Final = ("", "PPG", "SHG")

HOME: Final[i64] = 0
VISITOR: Final[i64] = 1
LETTERS: Final = "HV"

# Marks of a check (5.1).
NO_MARK: Final[i64] = 0
OFFSIDE_MARK: Final[i64] = 1
PENALTY_MARK: Final[i64] = 2
FIGHT_MARK: Final[i64] = 3
MARK_NAMES: Final = ("none", "offside", "penalty_10_40", "fight")

# -- the course of the game

# The tie rules of section 1.
TIE: Final[i64] = 0
OT: Final[i64] = 1
OT_SHOOTOUT: Final[i64] = 2
PLAYOFF: Final[i64] = 3

# Nodes: chance, then the decisions of 16.1 in its order, then the end. No seat is asked at WORKING.
SHUFFLE: Final[i64] = 0
SECOND_PASS: Final[i64] = 1
RESERVE: Final[i64] = 2
SHOOTOUT: Final[i64] = 3
ATTACK: Final[i64] = 4
DEFEND: Final[i64] = 5
COUNTER: Final[i64] = 6
INSIDE_SHOT_RESPONSE: Final[i64] = 7
OUTSIDE_SHOT_RESPONSE: Final[i64] = 8
KEEP_IN: Final[i64] = 9
TOUCH_UP: Final[i64] = 10
ICE_DISCARD: Final[i64] = 11
POWER_PLAY_RESPONSE: Final[i64] = 12
MOMENTUM_TRIM: Final[i64] = 13
MOMENTUM_DRAW: Final[i64] = 14
SKATER_DISCARD: Final[i64] = 15
DEFENSIVE_MODE_TAKE: Final[i64] = 16
GOALIE_RETURN: Final[i64] = 17
GOALIE_PULL: Final[i64] = 18
GAME_OVER: Final[i64] = 19
WORKING: Final[i64] = -1
NODE_NAMES: Final = (
    *("shuffle", "second_pass", "reserve", "shootout", "attack", "defend", "counter", "inside_shot_response"),
    *("outside_shot_response", "keep_in", "touch_up", "ice_discard", "power_play_response", "momentum_trim"),
    *("momentum_draw", "skater_discard", "defensive_mode_take", "goalie_return", "goalie_pull", "game_over"),
)

# Actions. Those below CARD_ACTIONS are one of these numbers and the ID of a card.
PLAY: Final[i64] = 0
DUMP_CENTER: Final[i64] = 100
DUMP_IN: Final[i64] = 200
DEFENSIVE_MODE: Final[i64] = 300
ANSWER: Final[i64] = 400
DISCARD: Final[i64] = 500
CARD_ACTIONS: Final[i64] = 600
DUMP_DEEP: Final[i64] = 600
OUTSIDE_SHOT: Final[i64] = 601
PULL_GOALIE: Final[i64] = 602
DECLINE: Final[i64] = 603
TOUCH_UP_PUCK: Final[i64] = 604
TAKE_FACE_OFF: Final[i64] = 605
KEEP: Final[i64] = 606
DRAW: Final[i64] = 607
STOP_DRAWING: Final[i64] = 608
TAKE: Final[i64] = 609
LEAVE: Final[i64] = 610
RETURN_GOALIE: Final[i64] = 611
STAY_OUT: Final[i64] = 612
PULL: Final[i64] = 613
KEEP_IN_NET: Final[i64] = 614

# Kinds of pending work. When there is none, SETTLE of section 6 follows.
ASK_ATTACK: Final[i64] = 0
MOVE_PUCK: Final[i64] = 1
TO_CENTRE: Final[i64] = 2
DEEP_CHECK: Final[i64] = 3
CHASE: Final[i64] = 4
FLIP: Final[i64] = 5
EMPTY_NET_CHECK: Final[i64] = 6
ASK_ICE_DISCARD: Final[i64] = 7
ASK_TOUCH_UP: Final[i64] = 8
DEFENCE_EFFECT: Final[i64] = 9
FACE_OFF: Final[i64] = 10
LOOSE_PUCK: Final[i64] = 11
BEHIND_THE_PLAY: Final[i64] = 12
FOUL: Final[i64] = 13
CHEAP_SHOT: Final[i64] = 14
FIGHT: Final[i64] = 15
PENALTY_SHOT: Final[i64] = 16
SHOT: Final[i64] = 17
SERVE: Final[i64] = 18
POWER_PLAY_SHOT: Final[i64] = 19
POWER_PLAY_RESULT: Final[i64] = 20
MAJOR_OUTSIDE: Final[i64] = 21
MAJOR_INSIDE: Final[i64] = 22
MAJOR_RESULT: Final[i64] = 23
DRAW_BONUS: Final[i64] = 24
WORK_NAMES: Final = (
    *("attack", "move_puck", "to_centre", "deep_check", "chase", "flip", "empty_net_check", "ice_discard", "touch_up"),
    *("defence_effect", "face_off", "loose_puck", "behind_the_play", "foul", "cheap_shot", "fight", "penalty_shot"),
    *("shot", "serve", "power_play_shot", "power_play_result", "major_outside", "major_inside", "major_result"),
    "draw_bonus",
)

# Kinds of shot. OUTSIDE and INSIDE also name the line of the card and the block that answers it.
NO_SHOT: Final[i64] = 0
OUTSIDE: Final[i64] = 1
INSIDE: Final[i64] = 2
REBOUND: Final[i64] = 3
SHOT_NAMES: Final = ("", "outside", "inside", "rebound")

# Places that all seats know a card to be in.
HIDDEN: Final[i64] = 0
DISCARDED: Final[i64] = 1
HELD: Final[i64] = 2
"""In a hand, or set aside, since the deck was last reshuffled: it was not among the discards then."""
SHOWN: Final[i64] = 3
"""``SHOWN + seat``: taken in defensive mode into the hand of that seat."""

# Bits of ``stoppage``: what has been settled at the present stoppage, for seat 0; shift by the seat.
ASKED_RETURN: Final[i64] = 1
RETURNED: Final[i64] = 4
ASKED_PULL: Final[i64] = 16

# Events, declared in ``events`` in this order: the course of the game, what the players do, cards turned over, what
# follows.
PERIOD_START: Final[i64] = 0
OVERTIME_START: Final[i64] = 1
DEAL: Final[i64] = 2
SECOND_PASS_STARTS: Final[i64] = 3
TIME_EXPIRES: Final[i64] = 4
PERIOD_END: Final[i64] = 5
SHOOTOUT_START: Final[i64] = 6
SHOOTOUT_SHOT: Final[i64] = 7
GAME_ENDS: Final[i64] = 8
PASSES: Final[i64] = 9
SKATES: Final[i64] = 10
ICES: Final[i64] = 11
SHOOTS_INSIDE: Final[i64] = 12
SHOOTS_OUTSIDE: Final[i64] = 13
DUMPS_TO_CENTRE: Final[i64] = 14
DUMPS_DEEP: Final[i64] = 15
DUMPS_IN: Final[i64] = 16
STAYS_BACK: Final[i64] = 17
PULLS_GOALIE: Final[i64] = 18
RETURNS_GOALIE: Final[i64] = 19
STAYS_OUT: Final[i64] = 20
ANSWERS: Final[i64] = 21
NO_ANSWER: Final[i64] = 22
TOUCHES_UP: Final[i64] = 23
LEAVES_PUCK: Final[i64] = 24
DISCARDS: Final[i64] = 25
DRAWS: Final[i64] = 26
TAKES: Final[i64] = 27
TURNS_OVER: Final[i64] = 28
CONTROLS: Final[i64] = 29
OFFSIDE: Final[i64] = 30
ICING: Final[i64] = 31
FIGHT_WON: Final[i64] = 32
FIGHT_DRAWN: Final[i64] = 33
PENALTY: Final[i64] = 34
NO_PENALTY: Final[i64] = 35
DELAYED: Final[i64] = 36
CANCELLED: Final[i64] = 37
WIPED_OUT: Final[i64] = 38
POWER_PLAY_STARTS: Final[i64] = 39
PENALTY_SHOT_CALLED: Final[i64] = 40
SCORES: Final[i64] = 41
SAVES: Final[i64] = 42
SHOOTS_WIDE: Final[i64] = 43
HITS_POST: Final[i64] = 44
HITS_CROSSBAR: Final[i64] = 45
EARNS: Final[i64] = 46

# The purpose of a check: the second number of TURNS_OVER, where it is not the number of the work.
FOR_REBOUND: Final[i64] = 100
FOR_OUTSIDE: Final[i64] = 101
FOR_INSIDE: Final[i64] = 102

HAND_ROOM: Final[i64] = 16
WORK_ROOM: Final[i64] = 16
PENALTY_ROOM: Final[i64] = 128
AWARD_ROOM: Final[i64] = 32
MAX_PERIODS: Final[i64] = 6
"""Periods with their own count of goals: five of regulation, and all overtime together."""
GOAL_BONUS: Final[i64] = 3
SUPER_SAVE_BONUS: Final[i64] = 2
MAJOR_CARDS: Final[i64] = 3
MAJOR_SHOTS: Final[i64] = 6
"""Shots of the power play of a major, as a scoreboard counts them: two for each card."""
FIVE_MINUTES: Final[i64] = 1
"""Passes of the 5-minute overtime."""
