"""Penalties and power plays (section 11). Compiled."""

from typing import Final

from mypy_extensions import i64

from engines.api import NO_SIDE
from engines.ice_cold_ice_hockey.rules.deck import GOAL, NO_CARD
from engines.ice_cold_ice_hockey.rules.goalies import asks_return
from engines.ice_cold_ice_hockey.rules.shots import count_result, play_on, result_of
from engines.ice_cold_ice_hockey.rules.state import (
    CANCELLED,
    DELAYED,
    GAME_OVER,
    INSIDE,
    LOOSE_PUCK,
    MAJOR_INSIDE,
    MAJOR_OUTSIDE,
    MAJOR_RESULT,
    NO_SHOT,
    OUTSIDE,
    POWER_PLAY_RESPONSE,
    POWER_PLAY_RESULT,
    POWER_PLAY_SHOT,
    POWER_PLAY_STARTS,
    SERVE,
    Match,
    is_major,
    penalised,
    shots_of,
)
from engines.ice_cold_ice_hockey.rules.windows import asks

MAJOR_CARDS: Final[i64] = 3


# -- delayed or due (11.2)


def are_due(match: Match) -> bool:
    """Tell whether pending penalties fall due: play is stopped, or a penalised team has control, as it does if both are penalised."""
    if match.penalty_count == 0:
        return False
    if match.control == NO_SIDE:
        return True
    i: i64
    for i in range(match.penalty_count):
        if penalised(match.penalties[i]) == match.control:
            return True
    return False


def delay(match: Match) -> None:
    """Only the team without the puck is penalised: the other plays on with an extra skater."""
    if match.extra != match.control:
        match.extra = match.control
        match.emit(DELAYED, match.control)


# -- which are served (11.3)


def fall_due(match: Match) -> None:
    """Play is stopped; net the minors, put what is left of them and then the majors on the list of power plays (rulings 38 and 39)."""
    match.stop()
    minors_0 = _count_minors(match, 0)
    minors_1 = _count_minors(match, 1)
    match.to_serve_count = 0
    if minors_0 == 0 or minors_1 == 0:
        _serve_all(match, False)
    elif minors_0 != minors_1:
        _serve_longest(match, 0 if minors_0 > minors_1 else 1)
    _serve_all(match, True)
    match.penalty_count = 0
    if minors_0 > 0 and minors_1 > 0:
        match.emit(CANCELLED)
    if match.to_serve_count > 0:
        match.push(SERVE)


def _count_minors(match: Match, seat: i64) -> i64:
    count: i64 = 0
    i: i64
    for i in range(match.penalty_count):
        if penalised(match.penalties[i]) == seat and not is_major(match.penalties[i]):
            count += 1
    return count


def _serve_all(match: Match, majors: bool) -> None:
    i: i64
    for i in range(match.penalty_count):
        if is_major(match.penalties[i]) == majors:
            _will_serve(match, match.penalties[i])


def _serve_longest(match: Match, seat: i64) -> None:
    """Of the team with more minors, the one that is worth most shots; the first of equals."""
    longest: i64 = 0
    i: i64
    for i in range(match.penalty_count):
        code = match.penalties[i]
        if penalised(code) == seat and not is_major(code) and (longest == 0 or shots_of(code) > shots_of(longest)):
            longest = code
    _will_serve(match, longest)


def _will_serve(match: Match, code: i64) -> None:
    match.to_serve[match.to_serve_count] = code
    match.to_serve_count += 1


# -- power plays (11.5)


def serve(match: Match) -> None:
    """Start the next power play; a pulled goalie may return first (14.3)."""
    match.push(SERVE)
    if asks_return(match, False):
        return
    match.work_size -= 1
    code = match.to_serve[0]
    match.to_serve_count -= 1
    i: i64
    for i in range(match.to_serve_count):
        match.to_serve[i] = match.to_serve[i + 1]
    seat = penalised(code)
    match.serving = code
    match.attacker = 1 - seat
    match.zone = match.own_end(seat)
    match.shot_number = 0
    match.voided = 0
    match.paid = 0
    match.stoppage = 0
    match.power_plays[1 - seat] += 1
    match.emit(POWER_PLAY_STARTS, code)
    match.push(MAJOR_OUTSIDE if is_major(code) else POWER_PLAY_SHOT)


def is_outside(shots: i64, number: i64) -> bool:
    """Tell whether shot ``number``, from 0, is an outside shot (11.4): of one IS; two OS IS; three OS OS IS; four OS IS OS IS."""
    if shots == 4:
        return number & 1 == 0
    return number + 1 < shots


def power_play_shot(match: Match) -> None:
    """The window of the next shot (11.5)."""
    match.shot = OUTSIDE if is_outside(shots_of(match.serving), match.shot_number) else INSIDE
    match.push(POWER_PLAY_RESULT)
    asks(match, POWER_PLAY_RESPONSE, penalised(match.serving))


def power_play_result(match: Match) -> None:
    """One card, the line for this shot; a goal of the team on the power play ends it."""
    card = match.turn_for_result(POWER_PLAY_RESULT)
    if card == NO_CARD:
        return
    result = result_of(match, card, match.shot, True)
    _count(match, result)
    if match.node == GAME_OVER:
        return
    is_last = match.shot_number + 1 == shots_of(match.serving)
    if result == GOAL or is_last:
        _end_power_play(match)
        if match.to_serve_count == 0:  # ruling 37
            play_on(match, result)
    else:
        match.shot_number += 1
        match.push(POWER_PLAY_SHOT)


def _count(match: Match, result: i64) -> None:
    if result == GOAL:
        match.power_play_goals[match.attacker] += 1
    count_result(match, result)


def _end_power_play(match: Match) -> None:
    """The team is at full strength again; another power play may follow at once (ruling 37)."""
    match.serving = 0
    match.paid = 0
    match.voided = 0
    match.shot = NO_SHOT
    if match.to_serve_count > 0:
        match.push(SERVE)


def block(match: Match) -> None:
    """A blocked shot is used up; after the last one the puck is loose (ruling 34). On a major a line of the next card is void (40)."""
    if is_major(match.serving):
        match.voided |= match.shot
        match.push(MAJOR_INSIDE if match.shot == OUTSIDE else MAJOR_RESULT)
    elif match.shot_number + 1 < shots_of(match.serving):
        match.shot_number += 1
        match.push(POWER_PLAY_SHOT)
    else:
        _lose_puck(match)


def _lose_puck(match: Match) -> None:
    _end_power_play(match)
    if match.to_serve_count == 0:
        match.push(LOOSE_PUCK)


# -- majors (11.6)


def major_outside(match: Match) -> None:
    """First window before a card: #62 voids its outside line."""
    match.voided = 0
    match.shot = OUTSIDE
    match.push(MAJOR_INSIDE)
    asks(match, POWER_PLAY_RESPONSE, penalised(match.serving))


def major_inside(match: Match) -> None:
    """Second window: #63 voids its inside line."""
    match.shot = INSIDE
    match.push(MAJOR_RESULT)
    asks(match, POWER_PLAY_RESPONSE, penalised(match.serving))


def major_result(match: Match) -> None:
    """Both lines of one card are shots; only what follows the inside line of the third card is played (ruling 40)."""
    card = match.turn_for_result(MAJOR_RESULT)
    if card == NO_CARD:
        return
    if match.voided & OUTSIDE == 0:
        _count(match, result_of(match, card, OUTSIDE, True))
        if match.node == GAME_OVER:
            return
    is_blocked = match.voided & INSIDE != 0
    result = result_of(match, card, INSIDE, True)
    if not is_blocked:
        _count(match, result)
        if match.node == GAME_OVER:
            return
    if match.shot_number + 1 < MAJOR_CARDS:
        match.shot_number += 1
        match.push(MAJOR_OUTSIDE)
    elif is_blocked:
        _lose_puck(match)
    else:
        _end_power_play(match)
        if match.to_serve_count == 0:
            play_on(match, result)
