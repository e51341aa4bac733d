"""Shots and what follows them (section 9), penalty shots (11.7) and the shootout (15). Compiled."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from engines.api import NO_SIDE
from engines.ice_cold_ice_hockey.rules import numbers as n
from engines.ice_cold_ice_hockey.rules.deck import Deck
from engines.ice_cold_ice_hockey.rules.state import IceColdState

AFTER_A_REBOUND_OFF: Final[i64] = n.ON_PASS | n.ON_SKATE | n.ON_INSIDE_SHOT
"""What may be played after a Save-OFF."""
CLEAN_SHOT: Final[i64] = 25
"""IDs up to this are goals in a penalty shot and in the shootout."""
SHOOTOUT_ROUND: Final[i64] = 6
"""Shots before a shootout can be decided."""


def shoot(state: IceColdState) -> None:
    """Turn over a card and continue from its result (9.1 to 9.3)."""
    use = n.FOR_OUTSIDE if state.shot == n.OUTSIDE else n.FOR_INSIDE if state.shot == n.INSIDE else n.FOR_REBOUND
    card = state.turn_for_result(n.SHOT)
    if card == n.NO_CARD:
        return
    result = result_of(state.deck, card, reads_inside(state, state.shot), state.goalie_out[state.attacker] == 1)
    what_counts = counted(result, not state.time_expired)
    show_results(state, card, use, what_counts)
    count_result(state, what_counts)
    play_on(state, result)


def reads_inside(state: IceColdState, shot: i64) -> bool:
    """True if the shot reads the inside line: an outside shot does so at an empty net (14.4)."""
    return shot != n.OUTSIDE or state.goalie_out[1 - state.attacker] == 1


def result_of(deck: Deck, card: i64, is_inside: bool, tags_count: bool) -> i64:
    """Read a line of the card, and its tag where tags count."""
    result = deck.is_result[card] if is_inside else deck.os_result[card]
    tag = deck.is_tag[card] if is_inside else deck.os_tag[card]
    if tags_count and tag == n.PPG:
        return n.GOAL
    if tags_count and tag == n.SHG:
        return n.SHORT_HANDED_GOAL
    return result


def counted(result: i64, is_played_on: bool) -> i64:
    """The part of a result that counts: all of it if play goes on from it, otherwise not the part after the hyphen."""
    if is_played_on:
        return result
    if result in (n.SAVE_DEF, n.SAVE_OFF, n.SAVE_FO, n.SAVE_REBOUND):
        return n.SAVE
    return n.WIDE if result == n.WIDE_DEF else result


def show_results(state: IceColdState, card: i64, use: i64, first: i64, second: i64 = n.NO_RESULT) -> None:
    """Log the card that was turned over, with the results that count: up to two in a major."""
    if state.log is not None:
        results = [int(result) for result in (first, second) if result != n.NO_RESULT]
        state.log.append((int(n.TURNS_OVER), int(card), int(use), int(NO_SIDE), int(n.NO_MARK), *results))


def count_result(state: IceColdState, result: i64) -> None:
    """Apply the results: goals, shots on goal, the bonus of a Super Save."""
    shooter = state.attacker
    if result == n.GOAL:
        state.score_goal(shooter)
    elif result == n.SHORT_HANDED_GOAL:
        state.score_goal(1 - shooter)
    elif result in (n.WIDE_DEF, n.WIDE):
        state.emit(n.SHOOTS_WIDE, shooter)
    elif result == n.POST:
        state.emit(n.HITS_POST, shooter)
    elif result == n.XBAR:
        state.emit(n.HITS_CROSSBAR, shooter)
    else:
        _save(state, 1 - shooter, result)
        if result == n.SUPER_SAVE:
            state.earn(1 - shooter, n.SUPER_SAVE_BONUS)


def _save(state: IceColdState, seat: i64, result: i64) -> None:
    """A shot on goal without a goal; at an empty net it is not stopped by a goalie."""
    state.shots_on_goal[1 - seat] += 1
    if state.log is not None:
        state.log.append((int(n.SAVES), int(seat), int(result), int(state.goalie_out[seat])))


def play_on(state: IceColdState, result: i64) -> None:
    """What follows a result: the last column of 9.3. Once time has expired it is ignored, and so is the part after the
    hyphen (4).
    """
    if result in (n.GOAL, n.SHORT_HANDED_GOAL):
        state.stop_at_centre()
    elif state.time_expired or result in (n.SUPER_SAVE, n.SAVE_FO):
        state.stop()
    elif result in (n.SAVE_DEF, n.WIDE_DEF):
        state.gain(1 - state.attacker)
    elif result == n.SAVE_OFF:
        state.gain(state.attacker, AFTER_A_REBOUND_OFF)
    elif result == n.SAVE_REBOUND:
        state.shot = n.REBOUND
        state.push(n.SHOT)
    else:
        state.push(n.LOOSE_PUCK)


def penalty_shot(state: IceColdState) -> None:
    """11.7, by the team that was fouled."""
    card = state.turn_for_result(n.PENALTY_SHOT)
    if card == n.NO_CARD:
        return
    state.show(card, n.PENALTY_SHOT)
    shooter = 1 - state.answerer
    state.zone = state.own_end(state.answerer)
    if card <= CLEAN_SHOT:
        state.score_goal(shooter)
        state.stop_at_centre()
    else:
        _save(state, state.answerer, counted(n.SAVE_FO, not state.time_expired))


def is_shootout_decided(state: IceColdState) -> bool:
    """Three cards each, then pairs until a pair decides (15, ruling 64)."""
    shots = state.shootout_shots
    return shots >= SHOOTOUT_ROUND and shots & 1 == 0 and state.shootout_goals[0] != state.shootout_goals[1]


def shoot_out(state: IceColdState, order: vec[i64]) -> None:
    """Turn over the shuffled cards, Visitor first, until the shootout is decided or the deck is empty."""
    cards = state.deck.cards
    i: i64
    for i in range(len(cards)):
        card = cards[order[i]]
        shooter = 1 - state.options.home if state.shootout_shots & 1 == 0 else state.options.home
        state.shootout_shots += 1
        if card <= CLEAN_SHOT:
            state.shootout_goals[shooter] += 1
        if state.log is not None:
            state.emit(n.SHOOTOUT_SHOT, shooter, card)
        if is_shootout_decided(state):
            state.credit_shootout()
            state.end_game()
            return
