"""What the team in control does (section 7, 14.1), and what an answer to it does (8.3). Compiled.

Actions: a card's ID plays it, ``DUMP_CENTER + ID`` discards it for a dump to centre, and so on; moves without a card follow.
"""

from typing import Final

from mypy_extensions import i64

from engines.api import NO_SIDE
from engines.buffers import Actions
from engines.ice_cold_ice_hockey.rules.checks import CLEAR_CHANCE, look_behind_the_play, stops_play
from engines.ice_cold_ice_hockey.rules.deck import (
    CENTRE,
    DEFENCE,
    DEFENSIVE_ZONE,
    GAIN,
    INSIDE_SHOT,
    LOOSE,
    NO_CARD,
    NO_MARK,
    PASS,
)
from engines.ice_cold_ice_hockey.rules.goalies import may_pull, pull
from engines.ice_cold_ice_hockey.rules.penalties import block
from engines.ice_cold_ice_hockey.rules.state import (
    ANSWERS,
    ASK_ATTACK,
    ASK_ICE_DISCARD,
    ASK_TOUCH_UP,
    CHASE,
    CHEAP_SHOT,
    COUNTER,
    DEEP_CHECK,
    DEFENCE_EFFECT,
    DEFEND,
    DEFENSIVE_MODE_TAKE,
    DUMPS_DEEP,
    DUMPS_IN,
    DUMPS_TO_CENTRE,
    EMPTY_NET_CHECK,
    FIGHT,
    FLIP,
    FOUL,
    ICE_DISCARD,
    ICES,
    ICING,
    INSIDE,
    INSIDE_SHOT_RESPONSE,
    KEEP_IN,
    LEAVES_PUCK,
    LOOSE_PUCK,
    MOVE_PUCK,
    NO_SHOT,
    OUTSIDE,
    OUTSIDE_SHOT_RESPONSE,
    PASSES,
    POWER_PLAY_RESPONSE,
    SHOOTS_INSIDE,
    SHOOTS_OUTSIDE,
    SHOT,
    SHOWN,
    SKATES,
    STAYS_BACK,
    TAKES,
    TO_CENTRE,
    TOUCH_UP,
    TOUCHES_UP,
    Match,
)
from engines.ice_cold_ice_hockey.rules.windows import asks, destination, may_be_played

PLAY: Final[i64] = 0
DUMP_CENTER: Final[i64] = 100
DUMP_IN: Final[i64] = 200
DEFENSIVE_MODE: Final[i64] = 300
ANSWER: Final[i64] = 400
DISCARD: Final[i64] = 500
CARD_ACTIONS: Final[i64] = 600
"""Actions below this number are one of the above and a card."""
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


# -- options by zone (7.1)


def fill_attacks(match: Match, actions: Actions) -> i64:
    """Write the attack decisions of the team in control, ascending; return how many."""
    seat = match.control
    hand = match.hands[seat]
    zone = match.zone_for(seat)
    count: i64 = 0
    i: i64
    for i in range(hand.size):
        if may_be_played(match, hand.cards[i]):
            actions[count] = hand.cards[i]
            count += 1
    if zone == DEFENSIVE_ZONE:
        count = _fill_cards(match, actions, count, DUMP_CENTER)
        actions[count] = DUMP_DEEP
        return count + 1
    if zone == CENTRE:
        count = _fill_cards(match, actions, count, DUMP_IN)
        if may_stay_back(match):
            count = _fill_cards(match, actions, count, DEFENSIVE_MODE)
    else:
        actions[count] = OUTSIDE_SHOT
        count += 1
    if may_pull(match, seat):
        actions[count] = PULL_GOALIE
        count += 1
    return count


def _fill_cards(match: Match, actions: Actions, start: i64, first_action: i64) -> i64:
    hand = match.hands[match.control]
    i: i64
    for i in range(hand.size):
        actions[start + i] = first_action + hand.cards[i]
    return start + hand.size


def may_stay_back(match: Match) -> bool:
    """14.1: defensive mode is for a team that leads, at centre ice, without momentum cards."""
    seat = match.control
    return match.trails(1 - seat) and not match.is_above_base(seat)


# -- the decision


def attack(match: Match, action: i64) -> None:
    """Announce the action; windows and whatever else it sets off are pending work."""
    seat = match.control
    if action == PULL_GOALIE:  # does not use up the action
        pull(match, seat)
        match.push(ASK_ATTACK)
        return
    match.attacker = seat
    match.played = NO_CARD
    match.answer = NO_CARD
    match.answerer = NO_SIDE
    match.last_to_draw = 1 - seat
    match.shot = NO_SHOT
    if action < DUMP_CENTER:
        _play(match, seat, action)
    elif action < DUMP_IN:  # 7.5
        match.lay_down(seat, action - DUMP_CENTER)
        match.emit(DUMPS_TO_CENTRE, seat, action - DUMP_CENTER)
        match.push(TO_CENTRE)
        asks(match, KEEP_IN, 1 - seat)
    elif action < DEFENSIVE_MODE:  # 7.7
        match.lay_down(seat, action - DUMP_IN)
        match.emit(DUMPS_IN, seat, action - DUMP_IN)
        match.zone = match.own_end(1 - seat)
        match.push(CHASE)
    elif action < ANSWER:  # 14.1
        match.lay_down(seat, action - DEFENSIVE_MODE)
        match.emit(STAYS_BACK, seat, action - DEFENSIVE_MODE)
        match.zone = match.own_end(1 - seat)
        match.push(FLIP)
    elif action == DUMP_DEEP:  # 7.6
        match.emit(DUMPS_DEEP, seat)
        match.push(DEEP_CHECK)
        asks(match, KEEP_IN, 1 - seat)
    else:  # 9.1
        match.shot = OUTSIDE
        match.emit(SHOOTS_OUTSIDE, seat)
        match.push(SHOT)
        asks(match, OUTSIDE_SHOT_RESPONSE, 1 - seat)


def _play(match: Match, seat: i64, card: i64) -> None:
    """7.4 and 9.2: the card lies on the discard pile; the puck does not move yet."""
    deck = match.deck
    match.lay_down(seat, card)
    match.played = card
    if deck.ices[card] == 1:
        match.emit(ICES, seat, card)
        match.stop()
        match.push(ASK_ICE_DISCARD)
        if match.goalie_out[1 - seat] == 1:
            match.push(EMPTY_NET_CHECK)
    elif deck.kind[card] == INSIDE_SHOT:
        match.shot = INSIDE
        match.emit(SHOOTS_INSIDE, seat, card)
        match.push(SHOT)
        asks(match, INSIDE_SHOT_RESPONSE, 1 - seat)
    else:
        match.emit(PASSES if deck.kind[card] == PASS else SKATES, seat, card)
        match.push(MOVE_PUCK)
        if deck.shows_defence(card):
            asks(match, DEFEND, 1 - seat)


# -- what it sets off


def move_puck(match: Match) -> None:
    """7.4 step 3: the Pass or Skate is completed."""
    seat = match.attacker
    end = destination(match)
    match.zone = end if seat == 0 else 2 - end
    match.gain(seat, match.deck.follow_ons[match.played])


def to_centre(match: Match) -> None:
    """7.5: the opponent controls the puck at centre ice."""
    match.zone = CENTRE
    match.gain(1 - match.attacker)


def deep_check(match: Match) -> None:
    """7.6: the puck gets out, or it is icing; at an empty net a low ID is a goal (14.4, ruling 43)."""
    dumper = match.attacker
    other = 1 - dumper
    card = match.turn_for_check(DEEP_CHECK)
    if card == NO_CARD or stops_play(match, card):
        return
    match.called_before = match.penalty_count
    if match.team_of(card) == dumper:
        match.zone = match.own_end(other)
        match.gain(other)
    elif match.goalie_out[other] == 0:
        match.emit(ICING, dumper)
        match.stop()
        match.push(ASK_TOUCH_UP)
    else:
        shoot_at_empty_net(match, card)
    look_behind_the_play(match, card)


def shoot_at_empty_net(match: Match, card: i64) -> None:
    """14.4: an ID of 1 to 9 is a goal, any other an icing that nobody touches up."""
    match.stop()
    if card <= CLEAR_CHANCE:
        match.score_goal(match.attacker)
        match.stop_at_centre()
    else:
        match.emit(ICING, match.attacker)


def empty_net_check(match: Match) -> None:
    """14.4: Ice the Puck towards an empty net is an ID check."""
    card = match.turn_for_result(EMPTY_NET_CHECK)
    if card != NO_CARD:
        shoot_at_empty_net(match, card)


def ask_ice_discard(match: Match) -> None:
    """7.4: the player of Ice the Puck may discard a card, so as to draw two (ruling 20)."""
    if match.hands[match.attacker].size > 0 and not match.time_expired:
        match.ask(ICE_DISCARD, match.attacker)


def ask_touch_up(match: Match) -> None:
    """7.6: after the wrong letter the opponent decides, unless the check called a penalty (ruling 21)."""
    if match.penalty_count == match.called_before and not match.time_expired:
        match.ask(TOUCH_UP, 1 - match.attacker)


def decide_touch_up(match: Match, action: i64) -> None:
    """Touch up and play on, or a face-off in the dumper's zone."""
    seat = 1 - match.attacker
    if action == TAKE_FACE_OFF:
        match.emit(LEAVES_PUCK, seat)
        return
    match.emit(TOUCHES_UP, seat)
    match.zone = match.own_end(seat)
    match.gain(seat)


def chase(match: Match) -> None:
    """7.7: the team of the letter controls the puck in the dumper's offensive zone."""
    card = match.turn_for_check(CHASE)
    if card == NO_CARD or stops_play(match, card):
        return
    match.gain(match.team_of(card))
    look_behind_the_play(match, card)


def flip(match: Match) -> None:
    """14.1 steps 2 to 6: no chase; the top card may be a mark, or a defence card for the taking (ruling 60)."""
    other = 1 - match.attacker
    if not match.can_draw():
        match.gain(other)
        return
    card = match.turn_for_check(FLIP)
    if card == NO_CARD or stops_play(match, card):
        return
    match.gain(other)
    if match.deck.mark[card] == NO_MARK and match.deck.kind[card] == DEFENCE:
        match.ask(DEFENSIVE_MODE_TAKE, match.attacker)
    else:
        look_behind_the_play(match, card)


def take_flipped(match: Match, seat: i64) -> None:
    """14.1 step 4: the card that was turned up goes into the hand, and everybody has seen it."""
    match.discard_count -= 1
    card = match.discards[match.discard_count]
    match.hands[seat].add(card)
    match.places[card] = SHOWN + seat
    match.emit(TAKES, seat, card)


# -- answers (8.3)


def answer(match: Match, node: i64, seat: i64, card: i64) -> None:
    """A card prevents what was to come next, and has its own effect, unless it is countered (8.4)."""
    deck = match.deck
    match.work_size -= 1
    match.lay_down(seat, card)
    match.emit(ANSWERS, seat, card)
    match.last_to_draw = seat
    if node == POWER_PLAY_RESPONSE:
        block(match)
        return
    if node == DEFEND and deck.kind[match.played] == PASS and deck.steals[card] == 0:  # ruling 10
        end = destination(match)
        match.zone = end if match.attacker == 0 else 2 - end
    match.answer = card
    match.answerer = seat
    match.push(DEFENCE_EFFECT)
    if (node in (DEFEND, COUNTER)) and deck.shows_defence(card):
        asks(match, COUNTER, 1 - seat)


def defence_effect(match: Match) -> None:
    """The table in 8.3."""
    deck = match.deck
    card = match.answer
    seat = match.answerer
    if deck.big_hit[card] > 0:
        match.earn(seat, deck.big_hit[card])
    if deck.outcome[card] == GAIN:
        match.gain(seat, deck.follow_ons[card])
    elif deck.outcome[card] == LOOSE:
        match.push(FOUL if deck.may_be_penalised[card] == 1 else LOOSE_PUCK)
    else:
        match.stop()
        if deck.cheap_shot[card] > 0:
            match.earn(1 - seat, deck.cheap_shot[card])
            match.push(CHEAP_SHOT)
        else:
            match.push(FIGHT)
