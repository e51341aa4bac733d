"""Actions of the team in control (section 7, 14.1), and the effects of answers to them (8.3). Compiled.

Actions: a card's ID plays it, ``DUMP_CENTER + ID`` discards it for a dump to centre, and so on; moves without a card
follow.
"""

from mypy_extensions import i64

from engines.api import NO_SIDE
from engines.buffers import Actions
from engines.ice_cold_ice_hockey.rules import numbers as n
from engines.ice_cold_ice_hockey.rules.checks import CLEAR_CHANCE, look_behind_the_play, show_letter, stops_play
from engines.ice_cold_ice_hockey.rules.goalies import may_pull, pull
from engines.ice_cold_ice_hockey.rules.penalties import block
from engines.ice_cold_ice_hockey.rules.state import IceColdState
from engines.ice_cold_ice_hockey.rules.windows import asks, destination

# -- options by zone (7.1)


def fill_attacks(state: IceColdState, actions: Actions) -> i64:
    """Write the attack decisions of the team in control, ascending; return how many."""
    seat = state.control
    zone = state.zone_for(seat)
    count = _fill_playable(state, actions, zone)
    if zone == n.DEFENSIVE_ZONE:
        count = _fill_cards(state, actions, count, n.DUMP_CENTER)
        actions[count] = n.DUMP_DEEP
        return count + 1
    if zone == n.CENTRE:
        count = _fill_cards(state, actions, count, n.DUMP_IN)
        if may_stay_back(state):
            count = _fill_cards(state, actions, count, n.DEFENSIVE_MODE)
    else:
        actions[count] = n.OUTSIDE_SHOT
        count += 1
    if may_pull(state, seat):
        actions[count] = n.PULL_GOALIE
        count += 1
    return count


def _fill_playable(state: IceColdState, actions: Actions, zone: i64) -> i64:
    """Each Pass, Skate or Inside Shot that may be played now: first a Pass or a Skate, then what the icons of the top
    card allow (7.2, 7.3).
    """
    hand, deck = state.hands[state.control], state.deck
    # these icons are bits of kinds
    kinds = n.ON_PASS | n.ON_SKATE if state.top == n.FRESH else state.top & (n.ON_PASS | n.ON_SKATE | n.ON_INSIDE_SHOT)
    count: i64 = 0
    i: i64
    for i in range(hand.size):
        card = hand.cards[i]
        actions[count] = card  # stays if it is playable: as in `insert`, no branch depends on a card
        count += (kinds >> deck.kind[card]) & (deck.zones[card] >> zone) & 1
    return count


def _fill_cards(state: IceColdState, actions: Actions, start: i64, first_action: i64) -> i64:
    hand = state.hands[state.control]
    i: i64
    for i in range(hand.size):
        actions[start + i] = first_action + hand.cards[i]
    return start + hand.size


def may_stay_back(state: IceColdState) -> bool:
    """14.1: defensive mode is for a team that leads, at centre ice, without momentum cards."""
    seat = state.control
    return state.trails(1 - seat) and not state.is_above_base(seat)


# -- the decision


def announce(state: IceColdState, action: i64) -> None:
    """Announce the action; windows and all its other consequences are pending work."""
    seat = state.control
    if action == n.PULL_GOALIE:  # does not use up the action
        pull(state, seat)
        state.push(n.ASK_ATTACK)
        return
    state.attacker = seat
    state.played = n.NO_CARD
    state.answer = n.NO_CARD
    state.answerer = NO_SIDE
    state.last_to_draw = 1 - seat
    state.shot = n.NO_SHOT
    if action < n.DUMP_CENTER:
        _play(state, seat, action)
    elif action < n.DUMP_IN:  # 7.5
        state.lay_down(seat, action - n.DUMP_CENTER)
        state.emit(n.DUMPS_TO_CENTRE, seat, action - n.DUMP_CENTER)
        state.push(n.TO_CENTRE)
        asks(state, n.KEEP_IN, 1 - seat)
    elif action < n.DEFENSIVE_MODE:  # 7.7
        state.lay_down(seat, action - n.DUMP_IN)
        state.emit(n.DUMPS_IN, seat, action - n.DUMP_IN)
        state.zone = state.own_end(1 - seat)
        state.push(n.CHASE)
    elif action < n.ANSWER:  # 14.1
        state.lay_down(seat, action - n.DEFENSIVE_MODE)
        state.emit(n.STAYS_BACK, seat, action - n.DEFENSIVE_MODE)
        state.zone = state.own_end(1 - seat)
        state.push(n.FLIP)
    elif action == n.DUMP_DEEP:  # 7.6
        state.emit(n.DUMPS_DEEP, seat)
        state.push(n.DEEP_CHECK)
        asks(state, n.KEEP_IN, 1 - seat)
    else:  # 9.1
        state.shot = n.OUTSIDE
        state.emit(n.SHOOTS_OUTSIDE, seat)
        state.push(n.SHOT)
        asks(state, n.OUTSIDE_SHOT_RESPONSE, 1 - seat)


def _play(state: IceColdState, seat: i64, card: i64) -> None:
    """7.4 and 9.2: the card is on the discard pile; the puck does not move yet."""
    deck = state.deck
    state.lay_down(seat, card)
    state.played = card
    if deck.ices[card] == 1:
        state.emit(n.ICES, seat, card)
        state.stop()
        state.push(n.ASK_ICE_DISCARD)
        if state.goalie_out[1 - seat] == 1:
            state.push(n.EMPTY_NET_CHECK)
    elif deck.kind[card] == n.INSIDE_SHOT:
        state.shot = n.INSIDE
        state.emit(n.SHOOTS_INSIDE, seat, card)
        state.push(n.SHOT)
        asks(state, n.INSIDE_SHOT_RESPONSE, 1 - seat)
    else:
        state.emit(n.PASSES if deck.kind[card] == n.PASS else n.SKATES, seat, card)
        state.push(n.MOVE_PUCK)
        if deck.shows_defence(card):
            asks(state, n.DEFEND, 1 - seat)


# -- its consequences


def move_puck(state: IceColdState) -> None:
    """7.4 step 3: the Pass or Skate is completed."""
    seat = state.attacker
    end = destination(state)
    state.zone = end if seat == 0 else 2 - end
    state.gain(seat, state.deck.follow_ons[state.played])


def to_centre(state: IceColdState) -> None:
    """7.5: the opponent controls the puck at centre ice."""
    state.zone = n.CENTRE
    state.gain(1 - state.attacker)


def deep_check(state: IceColdState) -> None:
    """7.6: the puck gets out, or it is icing; at an empty net a low ID is a goal (14.4, ruling 43)."""
    dumper = state.attacker
    other = 1 - dumper
    card = state.turn_for_check(n.DEEP_CHECK)
    if card == n.NO_CARD:
        return
    show_letter(state, card, n.DEEP_CHECK)
    if stops_play(state, card):
        return
    state.called_before = state.penalty_count
    if state.team_of(card) == dumper:
        state.zone = state.own_end(other)
        state.gain(other)
    elif state.goalie_out[other] == 0:
        state.emit(n.ICING, dumper)
        state.stop()
        state.push(n.ASK_TOUCH_UP)
    else:
        shoot_at_empty_net(state, card)
    look_behind_the_play(state, card)


def shoot_at_empty_net(state: IceColdState, card: i64) -> None:
    """14.4: an ID of 1 to 9 is a goal, any other is icing without touch-up."""
    state.stop()
    if card <= CLEAR_CHANCE:
        state.score_goal(state.attacker)
        state.stop_at_centre()
    else:
        state.emit(n.ICING, state.attacker)


def empty_net_check(state: IceColdState) -> None:
    """14.4: Ice the Puck towards an empty net is an ID check."""
    card = state.turn_for_result(n.EMPTY_NET_CHECK)
    if card != n.NO_CARD:
        state.show(card, n.EMPTY_NET_CHECK)
        shoot_at_empty_net(state, card)


def ask_ice_discard(state: IceColdState) -> None:
    """7.4: the player of Ice the Puck may discard a card in order to draw two (ruling 20)."""
    if state.hands[state.attacker].size > 0 and not state.time_expired:
        state.ask(n.ICE_DISCARD, state.attacker)


def ask_touch_up(state: IceColdState) -> None:
    """7.6: after the wrong letter the opponent decides, unless the check called a penalty (ruling 21)."""
    if state.penalty_count == state.called_before and not state.time_expired:
        state.ask(n.TOUCH_UP, 1 - state.attacker)


def decide_touch_up(state: IceColdState, action: i64) -> None:
    """Touch up and play on, or a face-off in the dumper's zone."""
    seat = 1 - state.attacker
    if action == n.TAKE_FACE_OFF:
        state.emit(n.LEAVES_PUCK, seat)
        return
    state.emit(n.TOUCHES_UP, seat)
    state.zone = state.own_end(seat)
    state.gain(seat)


def flip(state: IceColdState) -> None:
    """14.1 steps 2 to 6: no chase; the top card may be a mark, or a defence card that may be taken (ruling 60)."""
    other = 1 - state.attacker
    if not state.can_draw():
        state.gain(other)
        return
    card = state.turn_for_check(n.FLIP)
    if card == n.NO_CARD:
        return
    state.show(card, n.FLIP, NO_SIDE, state.deck.mark[card])
    if stops_play(state, card):
        return
    state.gain(other)
    if state.deck.mark[card] == n.NO_MARK and state.deck.kind[card] == n.DEFENCE:
        state.ask(n.DEFENSIVE_MODE_TAKE, state.attacker)
    else:
        look_behind_the_play(state, card)


def take_flipped(state: IceColdState, seat: i64) -> None:
    """14.1 step 4: the card that was turned up goes into the hand, and all seats have seen it."""
    state.discard_count -= 1
    card = state.discards[state.discard_count]
    state.hands[seat].add(card)
    state.places[card] = n.SHOWN + seat
    state.emit(n.TAKES, seat, card)


# -- answers (8.3)


def answer(state: IceColdState, node: i64, seat: i64, card: i64) -> None:
    """A card prevents what would come next and has its own effect, unless it is countered (8.4)."""
    deck = state.deck
    state.work_size -= 1
    state.lay_down(seat, card)
    state.emit(n.ANSWERS, seat, card)
    state.last_to_draw = seat
    if node == n.POWER_PLAY_RESPONSE:
        block(state)
        return
    if node == n.DEFEND and deck.kind[state.played] == n.PASS and deck.steals[card] == 0:  # ruling 10
        end = destination(state)
        state.zone = end if state.attacker == 0 else 2 - end
    state.answer = card
    state.answerer = seat
    state.push(n.DEFENCE_EFFECT)
    if (node in (n.DEFEND, n.COUNTER)) and deck.shows_defence(card):
        asks(state, n.COUNTER, 1 - seat)


def defence_effect(state: IceColdState) -> None:
    """The table in 8.3."""
    deck = state.deck
    card = state.answer
    seat = state.answerer
    if deck.big_hit[card] > 0:
        state.earn(seat, deck.big_hit[card])
    if deck.outcome[card] == n.GAIN:
        state.gain(seat, deck.follow_ons[card])
    elif deck.outcome[card] == n.LOOSE:
        state.push(n.FOUL if deck.may_be_penalised[card] == 1 else n.LOOSE_PUCK)
    else:
        state.stop()
        if deck.cheap_shot[card] > 0:
            state.earn(1 - seat, deck.cheap_shot[card])
            state.push(n.CHEAP_SHOT)
        else:
            state.push(n.FIGHT)
