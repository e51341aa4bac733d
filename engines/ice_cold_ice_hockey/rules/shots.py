"""Shots and what follows them (section 9), penalty shots (11.7) and the shootout (15). Compiled."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from engines.ice_cold_ice_hockey.rules.deck import (
    GOAL,
    NO_CARD,
    ON_INSIDE_SHOT,
    ON_PASS,
    ON_SKATE,
    POST,
    PPG,
    SAVE_DEF,
    SAVE_FO,
    SAVE_OFF,
    SAVE_REBOUND,
    SHG,
    SUPER_SAVE,
    WIDE_DEF,
    XBAR,
)
from engines.ice_cold_ice_hockey.rules.state import (
    FOR_INSIDE,
    FOR_OUTSIDE,
    FOR_REBOUND,
    HITS_CROSSBAR,
    HITS_POST,
    INSIDE,
    LOOSE_PUCK,
    OUTSIDE,
    PENALTY_SHOT,
    REBOUND,
    SAVES,
    SHOOTOUT_SHOT,
    SHOOTS_WIDE,
    SHOT,
    SUPER_SAVE_BONUS,
    Match,
)

SHORT_HANDED_GOAL: Final[i64] = 9
"""A result beside those of the deck: a goal for the team that did not shoot."""
AFTER_A_REBOUND_OFF: Final[i64] = ON_PASS | ON_SKATE | ON_INSIDE_SHOT
"""What may be played after a Save-OFF."""
CLEAN_SHOT: Final[i64] = 25
"""IDs up to this are goals in a penalty shot and in the shootout."""
SHOOTOUT_ROUND: Final[i64] = 6
"""Shots before a shootout can be decided."""


def shoot(match: Match) -> None:
    """Turn over a card and play on from its result (9.1 to 9.3)."""
    use = FOR_OUTSIDE if match.shot == OUTSIDE else FOR_INSIDE if match.shot == INSIDE else FOR_REBOUND
    card = match.turn_for_result(SHOT, use)
    if card == NO_CARD:
        return
    result = result_of(match, card, match.shot, match.goalie_out[match.attacker] == 1)
    count_result(match, result)
    play_on(match, result)


def result_of(match: Match, card: i64, shot: i64, tags_count: bool) -> i64:
    """Read the line of the card: the inside line, too, for an outside shot at an empty net (14.4); tags only where they count."""
    deck = match.deck
    if shot == OUTSIDE and match.goalie_out[1 - match.attacker] == 0:
        result = deck.os_result[card]
        tag = deck.os_tag[card]
    else:
        result = deck.is_result[card]
        tag = deck.is_tag[card]
    if tags_count and tag == PPG:
        return GOAL
    if tags_count and tag == SHG:
        return SHORT_HANDED_GOAL
    return result


def count_result(match: Match, result: i64) -> None:
    """What a result is worth whatever comes after it: goals, shots on goal, the bonus of a Super Save."""
    shooter = match.attacker
    if result == GOAL:
        match.score_goal(shooter)
    elif result == SHORT_HANDED_GOAL:
        match.score_goal(1 - shooter)
    elif result == WIDE_DEF:
        match.emit(SHOOTS_WIDE, shooter)
    elif result == POST:
        match.emit(HITS_POST, shooter)
    elif result == XBAR:
        match.emit(HITS_CROSSBAR, shooter)
    else:
        match.shots_on_goal[shooter] += 1
        match.emit(SAVES, 1 - shooter, result)
        if result == SUPER_SAVE:
            match.earn(1 - shooter, SUPER_SAVE_BONUS)


def play_on(match: Match, result: i64) -> None:
    """What follows a result: the last column of 9.3. Once time has expired that is ignored, what stands after the hyphen too (4)."""
    if result in (GOAL, SHORT_HANDED_GOAL):
        match.stop_at_centre()
    elif match.time_expired or result in (SUPER_SAVE, SAVE_FO):
        match.stop()
    elif result in (SAVE_DEF, WIDE_DEF):
        match.gain(1 - match.attacker)
    elif result == SAVE_OFF:
        match.gain(match.attacker, AFTER_A_REBOUND_OFF)
    elif result == SAVE_REBOUND:
        match.shot = REBOUND
        match.push(SHOT)
    else:
        match.push(LOOSE_PUCK)


def penalty_shot(match: Match) -> None:
    """11.7, by the team that was fouled."""
    card = match.turn_for_result(PENALTY_SHOT)
    if card == NO_CARD:
        return
    shooter = 1 - match.answerer
    match.stop()
    match.zone = match.own_end(match.answerer)
    if card <= CLEAN_SHOT:
        match.score_goal(shooter)
        match.stop_at_centre()
    else:
        match.shots_on_goal[shooter] += 1
        match.emit(SAVES, match.answerer, SAVE_FO)


def is_shootout_decided(match: Match) -> bool:
    """Three cards each, then pairs until a pair decides (15, ruling 64)."""
    shots = match.shootout_shots
    return shots >= SHOOTOUT_ROUND and shots & 1 == 0 and match.shootout_goals[0] != match.shootout_goals[1]


def shoot_out(match: Match, order: vec[i64]) -> None:
    """Turn over the shuffled cards, Visitor first, until the shootout is decided or the deck has run out."""
    cards = match.deck.cards
    i: i64
    for i in range(len(cards)):
        card = cards[order[i]]
        shooter = 1 - match.options.home if match.shootout_shots & 1 == 0 else match.options.home
        match.shootout_shots += 1
        if card <= CLEAN_SHOT:
            match.shootout_goals[shooter] += 1
        if match.log is not None:
            match.emit(SHOOTOUT_SHOT, shooter, card)
        if is_shootout_decided(match):
            match.totals[0 if match.shootout_goals[0] > match.shootout_goals[1] else 1] += 1
            match.end_game()
            return
