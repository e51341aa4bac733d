"""Penalties and power plays (section 11). Compiled."""

from mypy_extensions import i64

from engines.api import NO_SIDE
from engines.ice_cold_ice_hockey.rules import numbers as n
from engines.ice_cold_ice_hockey.rules.goalies import asks_return
from engines.ice_cold_ice_hockey.rules.shots import (
    count_result,
    counted,
    play_on,
    reads_inside,
    result_of,
    show_results,
)
from engines.ice_cold_ice_hockey.rules.state import IceColdState, is_major, penalised, shots_of
from engines.ice_cold_ice_hockey.rules.windows import asks

# -- delayed or due (11.2)


def are_due(state: IceColdState) -> bool:
    """True if pending penalties are due: play is stopped, or a penalised team has control, which is so if both are
    penalised.
    """
    if state.penalty_count == 0:
        return False
    if state.control == NO_SIDE:
        return True
    i: i64
    for i in range(state.penalty_count):
        if penalised(state.penalties[i]) == state.control:
            return True
    return False


def delay(state: IceColdState) -> None:
    """Only the team without the puck is penalised: the other plays on with an extra skater."""
    if state.extra != state.control:
        state.extra = state.control
        state.emit(n.DELAYED, state.control)


# -- which are served (11.3)


def fall_due(state: IceColdState) -> None:
    """Play is stopped; net the minors, then put the remaining ones and the majors on the list of power plays (rulings
    38, 39 and 42).
    """
    state.stop()
    minors_0 = _count_minors(state, 0)
    minors_1 = _count_minors(state, 1)
    state.to_serve_count = 0
    if minors_0 == 0 or minors_1 == 0:
        _serve_all(state, False)
    elif minors_0 > minors_1:
        _serve_longest(state, 0)
    elif minors_1 > minors_0:
        _serve_longest(state, 1)
    _serve_all(state, True)
    state.penalty_count = 0
    if state.to_serve_count > 0:
        state.push(n.SERVE)
    else:  # as many minors on each side, and no major
        state.emit(n.CANCELLED)


def _count_minors(state: IceColdState, seat: i64) -> i64:
    count: i64 = 0
    i: i64
    for i in range(state.penalty_count):
        if penalised(state.penalties[i]) == seat and not is_major(state.penalties[i]):
            count += 1
    return count


def _serve_all(state: IceColdState, majors: bool) -> None:
    i: i64
    for i in range(state.penalty_count):
        if is_major(state.penalties[i]) == majors:
            _will_serve(state, state.penalties[i])


def _serve_longest(state: IceColdState, seat: i64) -> None:
    """Serve a minor of the team with more of them: the one with the most shots, the first of equals."""
    longest: i64 = 0
    i: i64
    for i in range(state.penalty_count):
        code = state.penalties[i]
        if penalised(code) == seat and not is_major(code) and shots_of(code) > shots_of(longest):
            longest = code
    _will_serve(state, longest)


def _will_serve(state: IceColdState, code: i64) -> None:
    state.to_serve[state.to_serve_count] = code
    state.to_serve_count += 1


# -- power plays (11.5)


def serve(state: IceColdState) -> None:
    """Start the next power play; a pulled goalie may return first (14.3)."""
    state.push(n.SERVE)
    if asks_return(state, False):
        return
    state.work_size -= 1
    code = state.to_serve[0]
    state.to_serve_count -= 1
    i: i64
    for i in range(state.to_serve_count):
        state.to_serve[i] = state.to_serve[i + 1]
    seat = penalised(code)
    state.serving = code
    state.attacker = 1 - seat
    state.zone = state.own_end(seat)
    state.shot_number = 0
    state.stoppage = 0
    state.power_plays[1 - seat] += 1
    state.emit(n.POWER_PLAY_STARTS, code)
    state.push(n.MAJOR_OUTSIDE if is_major(code) else n.POWER_PLAY_SHOT)


def is_outside(shots: i64, number: i64) -> bool:
    """True if shot ``number``, from 0, is an outside shot (11.4): of one IS; two OS IS; three OS OS IS; four OS IS OS
    IS.
    """
    if shots == 4:
        return number & 1 == 0
    return number + 1 < shots


def power_play_shot(state: IceColdState) -> None:
    """The window of the next shot (11.5)."""
    state.shot = n.OUTSIDE if is_outside(shots_of(state.serving), state.shot_number) else n.INSIDE
    state.push(n.POWER_PLAY_RESULT)
    asks(state, n.POWER_PLAY_RESPONSE, penalised(state.serving))


def power_play_result(state: IceColdState) -> None:
    """One card, the line for this shot; a goal of the team on the power play ends it."""
    card = state.turn_for_result(n.POWER_PLAY_RESULT)
    if card == n.NO_CARD:
        return
    result = result_of(state.deck, card, reads_inside(state, state.shot), True)
    is_last = state.shot_number + 1 == shots_of(state.serving)
    what_counts = counted(result, is_last and _is_played_on(state))
    show_results(state, card, n.POWER_PLAY_RESULT, what_counts)
    _count(state, what_counts)
    if state.node == n.GAME_OVER:
        return
    if result == n.GOAL or is_last:
        _end_power_play(state)
        if state.to_serve_count == 0:  # ruling 37
            play_on(state, result)
    else:
        state.shot_number += 1
        state.push(n.POWER_PLAY_SHOT)


def _is_played_on(state: IceColdState) -> bool:
    """Whether play goes on from the last result of this power play: no other follows (ruling 37), and time is left."""
    return state.to_serve_count == 0 and not state.time_expired


def _count(state: IceColdState, result: i64) -> None:
    if result == n.GOAL:
        state.power_play_goals[state.attacker] += 1
    count_result(state, result)


def _end_power_play(state: IceColdState) -> None:
    """The team is at full strength again; another power play may follow at once (ruling 37)."""
    state.serving = 0
    state.paid = 0
    state.voided = 0
    state.shot = n.NO_SHOT
    if state.to_serve_count > 0:
        state.push(n.SERVE)


def block(state: IceColdState) -> None:
    """A blocked shot is used up; after the last one the puck is loose (ruling 34). In a major, one line of the next
    card is void (ruling 40).
    """
    if is_major(state.serving):
        state.voided |= state.shot
        state.push(n.MAJOR_INSIDE if state.shot == n.OUTSIDE else n.MAJOR_RESULT)
    elif state.shot_number + 1 < shots_of(state.serving):
        state.shot_number += 1
        state.push(n.POWER_PLAY_SHOT)
    else:
        _lose_puck(state)


def _lose_puck(state: IceColdState) -> None:
    _end_power_play(state)
    if state.to_serve_count == 0:
        state.push(n.LOOSE_PUCK)


# -- majors (11.6)


def major_outside(state: IceColdState) -> None:
    """First window before a card: #62 voids its outside line."""
    state.voided = 0
    state.shot = n.OUTSIDE
    state.push(n.MAJOR_INSIDE)
    asks(state, n.POWER_PLAY_RESPONSE, penalised(state.serving))


def major_inside(state: IceColdState) -> None:
    """Second window: #63 voids its inside line."""
    state.shot = n.INSIDE
    state.push(n.MAJOR_RESULT)
    asks(state, n.POWER_PLAY_RESPONSE, penalised(state.serving))


def major_result(state: IceColdState) -> None:
    """Both lines of one card are shots; only what follows the inside line of the third card is played (ruling 40)."""
    card = state.turn_for_result(n.MAJOR_RESULT)
    if card == n.NO_CARD:
        return
    outside, inside = n.NO_RESULT, n.NO_RESULT
    is_last = state.shot_number + 1 == n.MAJOR_CARDS
    is_blocked = state.voided & n.INSIDE != 0
    result = result_of(state.deck, card, True, True)
    if state.voided & n.OUTSIDE == 0:
        outside = counted(result_of(state.deck, card, reads_inside(state, n.OUTSIDE), True), False)
    is_over = state.is_overtime() and outside in (n.GOAL, n.SHORT_HANDED_GOAL)
    if not is_blocked and not is_over:
        inside = counted(result, is_last and _is_played_on(state))
    show_results(state, card, n.MAJOR_RESULT, outside, inside)
    for what_counts in (outside, inside):
        if what_counts != n.NO_RESULT:
            _count(state, what_counts)
            if state.node == n.GAME_OVER:
                return
    if not is_last:
        state.shot_number += 1
        state.push(n.MAJOR_OUTSIDE)
    elif is_blocked:
        _lose_puck(state)
    else:
        _end_power_play(state)
        if state.to_serve_count == 0:
            play_on(state, result)
