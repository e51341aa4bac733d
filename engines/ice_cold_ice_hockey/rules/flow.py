"""The rules of Ice Cold Ice Hockey: docs/rules/ice-cold-ice-hockey.md as a state machine. Compiled; no text, no JSON,
no randomness.

This module is section 6: it asks, carries out the pending work, settles, and keeps the clock (10, 13, 15). For the
other sections see ``state``.
"""

from librt.vecs import vec
from mypy_extensions import i64

from engines.api import CHANCE, NO_SIDE, OVER, State
from engines.buffers import Actions
from engines.ice_cold_ice_hockey.rules.attack import (
    answer,
    ask_ice_discard,
    ask_touch_up,
    attack,
    chase,
    decide_touch_up,
    deep_check,
    defence_effect,
    empty_net_check,
    fill_attacks,
    flip,
    move_puck,
    take_flipped,
    to_centre,
)
from engines.ice_cold_ice_hockey.rules.checks import behind_the_play, cheap_shot, face_off, fight, foul, loose_puck
from engines.ice_cold_ice_hockey.rules.deck import CARD_ROOM, CENTRE, NO_CARD
from engines.ice_cold_ice_hockey.rules.goalies import asks_pull, asks_return, bring_back, discards_for_skater, pull
from engines.ice_cold_ice_hockey.rules.numbers import (
    ANSWER,
    ASK_ATTACK,
    ASK_ICE_DISCARD,
    ASK_TOUCH_UP,
    ASKED_RETURN,
    ATTACK,
    BEHIND_THE_PLAY,
    CHASE,
    CHEAP_SHOT,
    DEAL,
    DECLINE,
    DEEP_CHECK,
    DEFENCE_EFFECT,
    DEFENSIVE_MODE_TAKE,
    DISCARD,
    DISCARDS,
    DRAW,
    DRAW_BONUS,
    EMPTY_NET_CHECK,
    FACE_OFF,
    FIGHT,
    FLIP,
    FOUL,
    GAME_OVER,
    GOALIE_PULL,
    GOALIE_RETURN,
    HIDDEN,
    ICE_DISCARD,
    KEEP,
    KEEP_IN_NET,
    LEAVE,
    LOOSE_PUCK,
    MAJOR_INSIDE,
    MAJOR_OUTSIDE,
    MAJOR_RESULT,
    MOMENTUM_DRAW,
    MOMENTUM_TRIM,
    MOVE_PUCK,
    NO_ANSWER,
    NO_SHOT,
    OT,
    OT_SHOOTOUT,
    OVERTIME_START,
    PENALTY_SHOT,
    PERIOD_END,
    PERIOD_START,
    PLAYOFF,
    POWER_PLAY_RESULT,
    POWER_PLAY_SHOT,
    PULL,
    RESERVE,
    RETURN_GOALIE,
    SECOND_PASS,
    SECOND_PASS_STARTS,
    SERVE,
    SHOOTOUT,
    SHOOTOUT_START,
    SHOT,
    SHUFFLE,
    SKATER_DISCARD,
    STAY_OUT,
    STAYS_OUT,
    STOP_DRAWING,
    TAKE,
    TAKE_FACE_OFF,
    TIE,
    TIME_EXPIRES,
    TO_CENTRE,
    TOUCH_UP,
    TOUCH_UP_PUCK,
    WORKING,
)
from engines.ice_cold_ice_hockey.rules.penalties import (
    are_due,
    delay,
    fall_due,
    major_inside,
    major_outside,
    major_result,
    power_play_result,
    power_play_shot,
    serve,
)
from engines.ice_cold_ice_hockey.rules.shots import penalty_shot, shoot, shoot_out
from engines.ice_cold_ice_hockey.rules.state import IceColdState
from engines.ice_cold_ice_hockey.rules.windows import fill_answers


class IceColdFlow(IceColdState):
    """A state of Ice Cold Ice Hockey that goes on by the rules: the other modules of this folder work on the state
    alone.
    """

    # -- whose turn

    def to_act(self) -> i64:
        if self.node < ATTACK:
            return CHANCE
        return OVER if self.node == GAME_OVER else self.seat

    # -- decisions (16.1)

    def fill_actions(self, seat: i64, actions: Actions) -> i64:
        if seat != self.to_act() or seat < 0:
            return 0
        node = self.node
        if node == ATTACK:
            return fill_attacks(self, actions)
        if node == TOUCH_UP:
            return fill_two(actions, TOUCH_UP_PUCK, TAKE_FACE_OFF)
        if node == MOMENTUM_DRAW:
            return fill_two(actions, DRAW, STOP_DRAWING)
        if node == DEFENSIVE_MODE_TAKE:
            return fill_two(actions, TAKE, LEAVE)
        if node == GOALIE_RETURN:
            return fill_two(actions, RETURN_GOALIE, STAY_OUT)
        if node == GOALIE_PULL:
            return fill_two(actions, PULL, KEEP_IN_NET)
        if node in (MOMENTUM_TRIM, SKATER_DISCARD):
            return self._fill_discards(actions)
        if node == ICE_DISCARD:
            count = self._fill_discards(actions)
            actions[count] = KEEP
            return count + 1
        count = fill_answers(self, actions, ANSWER)
        actions[count] = DECLINE
        return count + 1

    def _fill_discards(self, actions: Actions) -> i64:
        hand = self.hands[self.seat]
        i: i64
        for i in range(hand.size):
            actions[i] = DISCARD + hand.cards[i]
        return hand.size

    def apply(self, seat: i64, action: i64) -> None:
        self.ply += 1
        node = self.node
        self.node = WORKING
        self.seat = NO_SIDE
        if node == ATTACK:
            attack(self, action)
        elif action == DECLINE:
            self.emit(NO_ANSWER, seat)
        elif action < DISCARD:
            answer(self, node, seat, action - ANSWER)
        elif action < DECLINE:
            self._discard(node, seat, action - DISCARD)
        else:
            self._decide(node, seat, action)
        self._go_on()

    def _discard(self, node: i64, seat: i64, card: i64) -> None:
        self.lay_down(seat, card)
        self.emit(DISCARDS, seat, card)
        if node == SKATER_DISCARD:
            discards_for_skater(self, seat)
        elif node == MOMENTUM_TRIM and self.awards[0] >= 2:  # one bonus card less, never below none (ruling 46)
            self.awards[0] -= 2

    def _decide(self, node: i64, seat: i64, action: i64) -> None:
        if node == TOUCH_UP:
            decide_touch_up(self, action)
        elif action == DRAW:
            self.push(DRAW_BONUS)
        elif action == STOP_DRAWING:
            self._drop_award()
        elif action == TAKE:
            take_flipped(self, seat)
        elif action == RETURN_GOALIE:
            bring_back(self, seat)
        elif action == STAY_OUT:
            self.emit(STAYS_OUT, seat)
        elif action == PULL:
            self.stoppage |= ASKED_RETURN << seat
            pull(self, seat)

    # -- the pending work

    def _go_on(self) -> None:
        """Do what is pending, last first, and then SETTLE, until a seat is asked, a shuffle is needed or the game is
        over.
        """
        while self.node == WORKING:
            if self.work_size == 0:
                self._settle()
            else:
                self.work_size -= 1
                self._do(self.work[self.work_size])

    def _do(self, work: i64) -> None:
        if work == MOVE_PUCK:
            move_puck(self)
        elif work == SHOT:
            shoot(self)
        elif work == LOOSE_PUCK:
            loose_puck(self)
        elif work == FACE_OFF:
            face_off(self)
        elif work == DEFENCE_EFFECT:
            defence_effect(self)
        elif work == CHASE:
            chase(self)
        elif work == DEEP_CHECK:
            deep_check(self)
        elif work == TO_CENTRE:
            to_centre(self)
        elif work == FOUL:
            foul(self)
        elif work == BEHIND_THE_PLAY:
            behind_the_play(self)
        elif work == POWER_PLAY_SHOT:
            power_play_shot(self)
        elif work == POWER_PLAY_RESULT:
            power_play_result(self)
        elif work == SERVE:
            serve(self)
        elif work == ASK_TOUCH_UP:
            ask_touch_up(self)
        elif work == FIGHT:
            fight(self)
        elif work == CHEAP_SHOT:
            cheap_shot(self)
        elif work == PENALTY_SHOT:
            penalty_shot(self)
        elif work == FLIP:
            flip(self)
        elif work == ASK_ICE_DISCARD:
            ask_ice_discard(self)
        elif work == EMPTY_NET_CHECK:
            empty_net_check(self)
        elif work == MAJOR_OUTSIDE:
            major_outside(self)
        elif work == MAJOR_INSIDE:
            major_inside(self)
        elif work == MAJOR_RESULT:
            major_result(self)
        elif work == DRAW_BONUS:
            self._draw_bonus()
        else:
            assert work == ASK_ATTACK
            self._ask_attack()

    # -- SETTLE (6); what it has done already it finds done, so it starts from its first step each time

    def _settle(self) -> None:
        if self.time_expired:
            self._end_period()
        elif self._skater_is_asked() or self._waits_to_refill():
            return
        elif self.award_count > 0:
            self._pay()
        elif self._is_played_out():
            self._end_period()
        elif are_due(self):
            fall_due(self)
        elif self.control != NO_SIDE:
            self._ask_attack()
        elif not asks_return(self, True) and not asks_pull(self):
            self.push(FACE_OFF)

    def _skater_is_asked(self) -> bool:
        """Step 1: an extra skater comes or stays for a delay, or leaves, taking the cards above the base hand along
        (10.5).
        """
        if self.penalty_count > 0 and not are_due(self):
            delay(self)
            return False
        seat = self.extra
        if seat == NO_SIDE:
            return False
        if self.goalie_out[seat] == 0:
            if self.hands[seat].size > self.normal_hand():
                self.ask(SKATER_DISCARD, seat)
                return True
            self.skater_card[seat] = 0
        self.extra = NO_SIDE
        return False

    def _waits_to_refill(self) -> bool:
        """Step 2: both teams draw up to their base hands in the order of 10.2. True if a shuffle comes first."""
        return self._refill(1 - self.last_to_draw) or self._refill(self.last_to_draw)

    def _refill(self, seat: i64) -> bool:
        """Draw up to the base hand, as far as the last pass has cards. True if a shuffle comes first."""
        hand, base = self.hands[seat], self.base(seat)
        while hand.size < base:
            if self.stock_size == 0:
                return self.waits_for_second_pass()
            self.draw(seat)
        return False

    def _pay(self) -> None:
        """The first award of 10.3: the opponent goes down to its base, then the team may draw card by card (rulings 46
        and 47).
        """
        seat = self.awards[0] & 1
        if self.is_above_base(1 - seat):
            self.ask(MOMENTUM_TRIM, 1 - seat)
        elif self.awards[0] >= 2 and self.hands[seat].size < self.options.hand_limit and self.can_draw():
            self.ask(MOMENTUM_DRAW, seat)
        else:
            self._drop_award()

    def _drop_award(self) -> None:
        self.award_count -= 1
        i: i64
        for i in range(self.award_count):
            self.awards[i] = self.awards[i + 1]

    def _draw_bonus(self) -> None:
        """One bonus card on top of the hand (ruling 45)."""
        if self.waits_for_second_pass():
            self.push(DRAW_BONUS)
            return
        self.draw(self.awards[0] & 1)
        self.awards[0] -= 2

    def _is_played_out(self) -> bool:
        """13.2: in the last pass the deck is empty and both hands are below base (ruling 50)."""
        if self.stock_size > 0 or not self.is_last_pass():
            return False
        return self.hands[0].size < self.base(0) and self.hands[1].size < self.base(1)

    def _ask_attack(self) -> None:
        """ATTACK; a goalie just pulled means a card more at once. Without any card at centre ice the period is over
        (ruling 56).
        """
        seat = self.control
        if self._refill(seat):
            self.push(ASK_ATTACK)
        elif self.zone == CENTRE and self.hands[seat].size == 0:
            self.expire()
        else:
            self.ask(ATTACK, seat)

    # -- periods and the end (13, 15)

    def _end_period(self) -> None:
        """Pending penalties are served first (13.3); then the period is over."""
        self.time_expired = True
        self.extra = NO_SIDE
        if self.penalty_count > 0:
            fall_due(self)
            return
        options = self.options
        if self.log is not None:
            self.log.append((int(PERIOD_END), int(self.period), int(self.totals[0]), int(self.totals[1])))
        if self.period < options.periods:
            self.node = SHUFFLE
        elif self.totals[0] != self.totals[1] or options.tie_rule == TIE:
            self.end_game()
        elif options.tie_rule == PLAYOFF or self.period == options.periods:
            self.node = SHUFFLE
        elif options.tie_rule == OT_SHOOTOUT:
            self.node = SHOOTOUT
            self.emit(SHOOTOUT_START)
        else:
            assert options.tie_rule == OT
            self.end_game()

    # -- chance

    def shuffle_needed(self) -> i64:
        if self.node == SECOND_PASS or self.node == RESERVE:
            return self.discard_count
        return len(self.deck.cards)

    def deal(self, order: vec[i64]) -> None:
        node = self.node
        if node == SHOOTOUT:
            shoot_out(self, order)
            return
        self.node = WORKING
        if node == SHUFFLE:
            self._clear_table()
            self._start_period(order)
        elif node == SECOND_PASS:
            self.pass_number += 1
            self.emit(SECOND_PASS_STARTS, self.discard_count)
            self.make_deck_of_discards(order)
        else:
            self.expire()
            self.emit(TIME_EXPIRES, self.discard_count)
            self.make_deck_of_discards(order)
        self._go_on()

    def _clear_table(self) -> None:
        """Nothing carries over to a new period but the score (10.3)."""
        self.pass_number = 1
        self.time_expired = False
        self.stop_at_centre()
        self.discard_count = 0
        self.attacker = NO_SIDE
        self.played = NO_CARD
        self.answer = NO_CARD
        self.answerer = NO_SIDE
        self.shot = NO_SHOT
        self.award_count = 0
        self.stoppage = 0
        i: i64
        for i in range(CARD_ROOM):
            self.places[i] = HIDDEN
        for i in range(2):
            self.hands[i].size = 0
            self.goalie_out[i] = 0
            self.skater_card[i] = 0

    def _start_period(self, order: vec[i64]) -> None:
        """Deal base hands, Home first (ruling 65); in the 5-minute overtime some cards are set aside unseen (ruling
        62).
        """
        self.period += 1
        self.emit(OVERTIME_START if self.is_overtime() else PERIOD_START, self.period)
        cards = self.deck.cards
        used: i64 = self.options.overtime_cards if self.is_short_overtime() else len(cards)
        home = self.options.home
        size = self.normal_hand()
        i: i64
        for i in range(size):
            self.hands[home].add(cards[order[i]])
            self.hands[1 - home].add(cards[order[size + i]])
        self.stock_size = used - 2 * size
        for i in range(self.stock_size):
            self.stock[self.stock_size - 1 - i] = cards[order[2 * size + i]]
        self.aside_size = len(cards) - used
        for i in range(self.aside_size):
            self.aside[i] = cards[order[used + i]]
        self.last_to_draw = 1 - home
        if self.log is not None:
            self._log_hand(home)
            self._log_hand(1 - home)

    def _log_hand(self, seat: i64) -> None:
        hand = self.hands[seat]
        if self.log is not None:
            self.log.append((int(DEAL), int(seat), *[int(hand.cards[i]) for i in range(hand.size)]))

    # -- copies

    def clone(self) -> State:
        copy = IceColdFlow(self.options)
        copy.copy_from(self)
        return copy


def fill_two(actions: Actions, first: i64, second: i64) -> i64:
    """Write a choice between two actions."""
    actions[0] = first
    actions[1] = second
    return 2
