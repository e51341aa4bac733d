"""Cards turned over as checks, and the fouls and fights that they decide (sections 5 and 12, 11.1). Compiled."""

from typing import Final

from mypy_extensions import i64

from engines.api import NO_SIDE
from engines.ice_cold_ice_hockey.rules import numbers as n
from engines.ice_cold_ice_hockey.rules.state import IceColdState, penalty_code

BEHIND_LOW: Final[i64] = 10
BEHIND_HIGH: Final[i64] = 40
"""IDs that call a penalty behind the play."""
CLEAR_CHANCE: Final[i64] = 9
"""IDs up to this make a foul on a clear chance a penalty shot, and a puck shot at the empty net a goal."""


def face_off(state: IceColdState) -> None:
    """The team of the letter takes control of the puck (section 2)."""
    state.stoppage = 0
    _puck_to_letter(state, n.FACE_OFF)


def loose_puck(state: IceColdState) -> None:
    """The team of the letter takes control of the puck where it is (8.3)."""
    _puck_to_letter(state, n.LOOSE_PUCK)


def chase(state: IceColdState) -> None:
    """The team of the letter takes control of the puck in the dumper's offensive zone (7.7)."""
    _puck_to_letter(state, n.CHASE)


def _puck_to_letter(state: IceColdState, work: i64) -> None:
    card = state.turn_for_check(work)
    if card == n.NO_CARD:
        return
    show_letter(state, card, work)
    if stops_play(state, card):
        return
    state.gain(state.team_of(card))
    look_behind_the_play(state, card)


def show_letter(state: IceColdState, card: i64, use: i64) -> None:
    """The card of an H/V check: its mark counts, and its letter unless the mark voids it (5.1)."""
    if state.log is not None:
        mark = state.deck.mark[card]
        is_void = mark == n.OFFSIDE_MARK or mark == n.FIGHT_MARK
        state.show(card, use, NO_SIDE if is_void else state.team_of(card), mark)


def stops_play(state: IceColdState, card: i64) -> bool:
    """Apply an Offside or a Fight: play stops and the letter is ignored (5.1)."""
    mark = state.deck.mark[card]
    if mark == n.OFFSIDE_MARK:
        state.emit(n.OFFSIDE)
        state.stop_at_centre()
        return True
    if mark == n.FIGHT_MARK:
        state.stop()
        state.push(n.FIGHT)
        return True
    return False


def look_behind_the_play(state: IceColdState, card: i64) -> None:
    """Penalty 10-40: the letter is decided, next is the check of 5.2 (ruling 4)."""
    if state.deck.mark[card] == n.PENALTY_MARK:
        state.push(n.BEHIND_THE_PLAY)


def behind_the_play(state: IceColdState) -> None:
    """5.2: an ID of 10 to 40 is a minor on the team of the letter; a card that shows the mark itself continues the
    chain (ruling 5).
    """
    card = state.turn_for_result(n.BEHIND_THE_PLAY)
    if card == n.NO_CARD:
        return
    is_called = BEHIND_LOW <= card <= BEHIND_HIGH
    mark = n.PENALTY_MARK if state.deck.mark[card] == n.PENALTY_MARK else n.NO_MARK  # ruling 6
    state.show(card, n.BEHIND_THE_PLAY, state.team_of(card) if is_called else NO_SIDE, mark)
    if is_called:
        call_penalty(state, state.team_of(card), card, False)
    else:
        state.emit(n.NO_PENALTY)
    look_behind_the_play(state, card)


def call_penalty(state: IceColdState, seat: i64, card: i64, major: bool) -> None:
    """Add a penalty on ``seat`` to the list, called by the ID of ``card``."""
    code = penalty_code(seat, card, major)
    state.penalties[state.penalty_count] = code
    state.penalty_count += 1
    state.emit(n.PENALTY, code)


def foul(state: IceColdState) -> None:
    """11.1: one card serves as the test for a penalty shot, the letter of the loose puck, the test of the penalty
    range, and a mark (ruling 8).
    """
    card = state.turn_for_result(n.FOUL)
    if card == n.NO_CARD:
        return
    if _is_clear_chance(state, card):
        _give_penalty_shot(state, card, n.FOUL)
        return
    show_letter(state, card, n.FOUL)
    is_stopped = stops_play(state, card)
    if not is_stopped:
        state.gain(state.team_of(card))
    if state.deck.calls_minor(state.answer, card):
        call_penalty(state, state.answerer, card, False)
    else:
        state.emit(n.NO_PENALTY)
    if not is_stopped:
        look_behind_the_play(state, card)


def cheap_shot(state: IceColdState) -> None:
    """12.2: an ID check for a penalty shot, a major or a minor; no letter, no mark (ruling 41)."""
    card = state.turn_for_result(n.CHEAP_SHOT)
    if card == n.NO_CARD:
        return
    if _is_clear_chance(state, card):
        _give_penalty_shot(state, card, n.CHEAP_SHOT)
        return
    state.show(card, n.CHEAP_SHOT)
    if state.deck.calls_major(state.answer, card):
        call_penalty(state, state.answerer, card, True)
    elif state.deck.calls_minor(state.answer, card):
        call_penalty(state, state.answerer, card, False)
    else:
        state.emit(n.NO_PENALTY)


def _is_clear_chance(state: IceColdState, card: i64) -> bool:
    """A foul on a clear chance, with an ID of 1 to 9 (ruling 25)."""
    return state.deck.may_give_penalty_shot[state.played] == 1 and card <= CLEAR_CHANCE


def _give_penalty_shot(state: IceColdState, card: i64, use: i64) -> None:
    """Nothing else on the card counts."""
    state.show(card, use)
    state.emit(n.PENALTY_SHOT_CALLED, 1 - state.answerer)
    state.stop()
    state.push(n.PENALTY_SHOT)


def fight(state: IceColdState) -> None:
    """12.3: an ID check against the ranges of the Fight card; play is stopped. Without a card neither team wins (5,
    ruling 54).
    """
    deck = state.deck
    if not state.can_draw():
        state.emit(n.FIGHT_DRAWN)
        return
    card = state.turn_for_check(n.FIGHT)
    if card == n.NO_CARD:
        return
    state.show(card, n.FIGHT)
    home = state.options.home
    if deck.fight_home.has(card):
        state.emit(n.FIGHT_WON, home)
        state.earn(home, deck.fight_bonus)
    elif deck.fight_visitor.has(card):
        state.emit(n.FIGHT_WON, 1 - home)
        state.earn(1 - home, deck.fight_bonus)
    else:
        state.emit(n.FIGHT_DRAWN)
