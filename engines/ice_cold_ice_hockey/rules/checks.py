"""Cards turned over as checks, and the fouls and fights they decide (sections 5 and 12, 11.1). Compiled."""

from typing import Final

from mypy_extensions import i64

from engines.ice_cold_ice_hockey.rules.deck import FIGHT_MARK, NO_CARD, OFFSIDE_MARK, PENALTY_MARK
from engines.ice_cold_ice_hockey.rules.state import (
    BEHIND_THE_PLAY,
    CHEAP_SHOT,
    FACE_OFF,
    FIGHT,
    FIGHT_DRAWN,
    FIGHT_WON,
    FOUL,
    LOOSE_PUCK,
    NO_PENALTY,
    OFFSIDE,
    PENALTY,
    PENALTY_SHOT,
    PENALTY_SHOT_CALLED,
    Match,
    penalty_code,
)

BEHIND_LOW: Final[i64] = 10
BEHIND_HIGH: Final[i64] = 40
"""IDs that call a penalty behind the play."""
CLEAR_CHANCE: Final[i64] = 9
"""IDs up to this make a foul on a clear chance a penalty shot, and a puck shot at the empty net a goal."""


def face_off(match: Match) -> None:
    """The team of the letter controls the puck (section 2)."""
    match.stoppage = 0
    _puck_to_letter(match, FACE_OFF)


def loose_puck(match: Match) -> None:
    """The team of the letter controls the puck where it lies (8.3)."""
    _puck_to_letter(match, LOOSE_PUCK)


def _puck_to_letter(match: Match, work: i64) -> None:
    card = match.turn_for_check(work)
    if card == NO_CARD or stops_play(match, card):
        return
    match.gain(match.team_of(card))
    look_behind_the_play(match, card)


def stops_play(match: Match, card: i64) -> bool:
    """Obey an Offside or a Fight: play stops and the letter is ignored (5.1)."""
    mark = match.deck.mark[card]
    if mark == OFFSIDE_MARK:
        match.emit(OFFSIDE)
        match.stop_at_centre()
        return True
    if mark == FIGHT_MARK:
        match.stop()
        match.push(FIGHT)
        return True
    return False


def look_behind_the_play(match: Match, card: i64) -> None:
    """Penalty 10-40: the letter has decided, now comes the check of 5.2 (ruling 4)."""
    if match.deck.mark[card] == PENALTY_MARK:
        match.push(BEHIND_THE_PLAY)


def behind_the_play(match: Match) -> None:
    """5.2: an ID of 10 to 40 is a minor on the team of the letter; from a card that shows the mark itself the chain goes on (ruling 5)."""
    card = match.turn_for_result(BEHIND_THE_PLAY)
    if card == NO_CARD:
        return
    if BEHIND_LOW <= card <= BEHIND_HIGH:
        call_penalty(match, match.team_of(card), card, False)
    else:
        match.emit(NO_PENALTY)
    look_behind_the_play(match, card)


def call_penalty(match: Match, seat: i64, card: i64, major: bool) -> None:
    """Put a penalty on ``seat`` on the list, called by the ID of ``card``."""
    code = penalty_code(seat, card, major)
    match.penalties[match.penalty_count] = code
    match.penalty_count += 1
    match.emit(PENALTY, code)


def foul(match: Match) -> None:
    """11.1: one card is the test for a penalty shot, the letter of the loose puck, the test of the penalty range, and a mark (ruling 8)."""
    card = match.turn_for_result(FOUL)
    if card == NO_CARD or _gives_penalty_shot(match, card):
        return
    is_stopped = stops_play(match, card)
    if not is_stopped:
        match.gain(match.team_of(card))
    if match.deck.calls_minor(match.answer, card):
        call_penalty(match, match.answerer, card, False)
    else:
        match.emit(NO_PENALTY)
    if not is_stopped:
        look_behind_the_play(match, card)


def cheap_shot(match: Match) -> None:
    """12.2: an ID check for a penalty shot, a major or a minor; no letter, no mark (ruling 41)."""
    card = match.turn_for_result(CHEAP_SHOT)
    if card == NO_CARD or _gives_penalty_shot(match, card):
        return
    if match.deck.calls_major(match.answer, card):
        call_penalty(match, match.answerer, card, True)
    elif match.deck.calls_minor(match.answer, card):
        call_penalty(match, match.answerer, card, False)
    else:
        match.emit(NO_PENALTY)


def _gives_penalty_shot(match: Match, card: i64) -> bool:
    """A foul on a clear chance, with an ID of 1 to 9: nothing else on the card counts (ruling 25)."""
    if match.deck.may_give_penalty_shot[match.played] == 0 or card > CLEAR_CHANCE:
        return False
    match.emit(PENALTY_SHOT_CALLED, 1 - match.answerer)
    match.stop()
    match.push(PENALTY_SHOT)
    return True


def fight(match: Match) -> None:
    """12.3: an ID check against the ranges of the Fight card; play is stopped. Without a card nobody wins (5, ruling 54)."""
    deck = match.deck
    if not match.can_draw():
        match.emit(FIGHT_DRAWN)
        return
    card = match.turn_for_check(FIGHT)
    if card == NO_CARD:
        return
    home = match.options.home
    if deck.fight_home.has(card):
        match.emit(FIGHT_WON, home)
        match.earn(home, deck.fight_bonus)
    elif deck.fight_visitor.has(card):
        match.emit(FIGHT_WON, 1 - home)
        match.earn(1 - home, deck.fight_bonus)
    else:
        match.emit(FIGHT_DRAWN)
