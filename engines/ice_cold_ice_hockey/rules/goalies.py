"""Pulling the goalie, and how the extra skater comes and goes (10.5, 14.2, 14.3). Compiled."""

from mypy_extensions import i64

from engines.ice_cold_ice_hockey.rules import numbers as n
from engines.ice_cold_ice_hockey.rules.state import IceColdState


def may_pull(state: IceColdState, seat: i64) -> bool:
    """14.2: late in the third period, trailing, with the puck at centre ice or in the team's offensive zone."""
    if state.stock_size > state.options.late_cards or state.goalie_out[seat] == 1 or not state.trails(seat):
        return False
    return state.period == state.options.periods and state.is_last_pass() and state.zone_for(seat) != n.DEFENSIVE_ZONE


def pull(state: IceColdState, seat: i64) -> None:
    """The goalie leaves; the team that goes on from here draws up to the new base (ruling 57)."""
    state.goalie_out[seat] = 1
    state.emit(n.PULLS_GOALIE, seat)


def bring_back(state: IceColdState, seat: i64) -> bool:
    """The goalie returns: one card goes if one was drawn for it (10.5). True if the team is asked which."""
    state.goalie_out[seat] = 0
    state.stoppage |= n.RETURNED << seat
    state.emit(n.RETURNS_GOALIE, seat)
    if state.skater_card[seat] == 1 and state.is_above_base(seat):
        state.ask(n.SKATER_DISCARD, seat)
        return True
    state.skater_card[seat] = 0
    return False


def asks_return(state: IceColdState, is_face_off: bool) -> bool:
    """14.3: a goalie must return if the team no longer trails or the face-off is in its own zone, otherwise it may.
    True if a seat is asked.
    """
    seat: i64
    for seat in range(2):
        if state.goalie_out[seat] == 0:
            continue
        if not state.trails(seat) or (is_face_off and state.zone_for(seat) == n.DEFENSIVE_ZONE):
            if bring_back(state, seat):
                return True
        elif (state.stoppage >> seat) & n.ASKED_RETURN == 0:
            state.stoppage |= n.ASKED_RETURN << seat
            state.ask(n.GOALIE_RETURN, seat)
            return True
    return False


def asks_pull(state: IceColdState) -> bool:
    """14.3: before a face-off the goalie may be pulled, but not at the stoppage at which it has just returned."""
    seat: i64
    for seat in range(2):
        if (state.stoppage >> seat) & (n.ASKED_PULL | n.RETURNED) == 0 and may_pull(state, seat):
            state.stoppage |= n.ASKED_PULL << seat
            state.ask(n.GOALIE_PULL, seat)
            return True
    return False


def discards_for_skater(state: IceColdState, seat: i64) -> None:
    """After the discard of 10.5: the return of a goalie needs only this one; for a delay SETTLE asks again."""
    if state.extra != seat:
        state.skater_card[seat] = 0
