"""Pulling the goalie, and how the extra skater comes and goes (10.5, 14.2, 14.3). Compiled."""

from mypy_extensions import i64

from engines.ice_cold_ice_hockey.rules.deck import DEFENSIVE_ZONE
from engines.ice_cold_ice_hockey.rules.state import (
    ASKED_PULL,
    ASKED_RETURN,
    GOALIE_PULL,
    GOALIE_RETURN,
    PULLS_GOALIE,
    RETURNED,
    RETURNS_GOALIE,
    SKATER_DISCARD,
    Match,
)


def may_pull(match: Match, seat: i64) -> bool:
    """14.2: late in the third period, trailing, the puck at centre ice or in the own offensive zone."""
    if match.stock_size > match.options.late_cards or match.goalie_out[seat] == 1 or not match.trails(seat):
        return False
    return match.period == match.options.periods and match.is_last_pass() and match.zone_for(seat) != DEFENSIVE_ZONE


def pull(match: Match, seat: i64) -> None:
    """The goalie leaves; whoever goes on from here draws up to the new base (ruling 57)."""
    match.goalie_out[seat] = 1
    match.emit(PULLS_GOALIE, seat)


def bring_back(match: Match, seat: i64) -> bool:
    """The goalie returns: one card goes if one was drawn for it (10.5). True if the team is asked which."""
    match.goalie_out[seat] = 0
    match.stoppage |= RETURNED << seat
    match.emit(RETURNS_GOALIE, seat)
    if match.skater_card[seat] == 1 and match.is_above_base(seat):
        match.ask(SKATER_DISCARD, seat)
        return True
    match.skater_card[seat] = 0
    return False


def asks_return(match: Match, is_face_off: bool) -> bool:
    """14.3: a goalie must return if the team no longer trails or the face-off is in its own zone, else it may. True if a seat is asked."""
    seat: i64
    for seat in range(2):
        if match.goalie_out[seat] == 0:
            continue
        if not match.trails(seat) or (is_face_off and match.zone_for(seat) == DEFENSIVE_ZONE):
            if bring_back(match, seat):
                return True
        elif (match.stoppage >> seat) & ASKED_RETURN == 0:
            match.stoppage |= ASKED_RETURN << seat
            match.ask(GOALIE_RETURN, seat)
            return True
    return False


def asks_pull(match: Match) -> bool:
    """14.3: before a face-off the goalie may be pulled, but not at the stoppage at which it has just returned."""
    seat: i64
    for seat in range(2):
        if (match.stoppage >> seat) & (ASKED_PULL | RETURNED) == 0 and may_pull(match, seat):
            match.stoppage |= ASKED_PULL << seat
            match.ask(GOALIE_PULL, seat)
            return True
    return False


def discards_for_skater(match: Match, seat: i64) -> None:
    """After the discard of 10.5: for a goalie it was the only one, for a delay SETTLE asks on."""
    if match.extra != seat:
        match.skater_card[seat] = 0
