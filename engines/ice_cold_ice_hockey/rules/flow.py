"""The rules of Ice Cold Ice Hockey: docs/rules/ice-cold-ice-hockey.md as a state machine. Compiled; no text, no JSON,
no randomness.

This module is section 6: it asks the seats, does the pending work, settles, and keeps the clock (10, 13, 15). For the
other sections see ``state``.
"""

from librt.vecs import vec
from mypy_extensions import i64

from engines.api import CHANCE, NO_SIDE, OVER, State, Unseen
from engines.buffers import Actions
from engines.ice_cold_ice_hockey.rules import (
    attack,
    checks,
    goalies,
    information,
    numbers as n,
    penalties,
    shots,
    windows,
)
from engines.ice_cold_ice_hockey.rules.state import IceColdState
from engines.rng import Rng


class IceColdFlow(IceColdState):
    """A state of Ice Cold Ice Hockey with its rules; the other modules of this folder are functions of the state."""

    # -- whose turn

    def to_act(self) -> i64:
        if self.node < n.ATTACK:
            return CHANCE
        return OVER if self.node == n.GAME_OVER else self.seat

    # -- decisions (16.1)

    def fill_actions(self, seat: i64, actions: Actions) -> i64:
        if seat != self.to_act() or seat < 0:
            return 0
        node = self.node
        if node == n.ATTACK:
            return attack.fill_attacks(self, actions)
        if node == n.TOUCH_UP:
            return fill_two(actions, n.TOUCH_UP_PUCK, n.TAKE_FACE_OFF)
        if node == n.MOMENTUM_DRAW:
            return fill_two(actions, n.DRAW, n.STOP_DRAWING)
        if node == n.DEFENSIVE_MODE_TAKE:
            return fill_two(actions, n.TAKE, n.LEAVE)
        if node == n.GOALIE_RETURN:
            return fill_two(actions, n.RETURN_GOALIE, n.STAY_OUT)
        if node == n.GOALIE_PULL:
            return fill_two(actions, n.PULL, n.KEEP_IN_NET)
        if node in (n.MOMENTUM_TRIM, n.SKATER_DISCARD):
            return self._fill_discards(actions)
        if node == n.ICE_DISCARD:
            count = self._fill_discards(actions)
            actions[count] = n.KEEP
            return count + 1
        count = windows.fill_answers(self, actions, n.ANSWER)
        actions[count] = n.DECLINE
        return count + 1

    def _fill_discards(self, actions: Actions) -> i64:
        hand = self.hands[self.seat]
        i: i64
        for i in range(hand.size):
            actions[i] = n.DISCARD + hand.cards[i]
        return hand.size

    def apply(self, seat: i64, action: i64) -> None:
        self.ply += 1
        node = self.node
        self.node = n.WORKING
        self.seat = NO_SIDE
        if node == n.ATTACK:
            attack.announce(self, action)
        elif action == n.DECLINE:
            self.emit(n.NO_ANSWER, seat)
        elif action < n.DISCARD:
            attack.answer(self, node, seat, action - n.ANSWER)
        elif action < n.DECLINE:
            self._discard(node, seat, action - n.DISCARD)
        else:
            self._decide(node, seat, action)
        self._go_on()

    def _discard(self, node: i64, seat: i64, card: i64) -> None:
        self.lay_down(seat, card)
        self.emit(n.DISCARDS, seat, card)
        if node == n.SKATER_DISCARD:
            goalies.discards_for_skater(self, seat)
        elif node == n.MOMENTUM_TRIM and self.awards[0] >= 2:  # one bonus card less, never below none (ruling 46)
            self.awards[0] -= 2

    def _decide(self, node: i64, seat: i64, action: i64) -> None:
        if node == n.TOUCH_UP:
            attack.decide_touch_up(self, action)
        elif action == n.DRAW:
            self.push(n.DRAW_BONUS)
        elif action == n.STOP_DRAWING:
            self._drop_award()
        elif action == n.TAKE:
            attack.take_flipped(self, seat)
        elif action == n.RETURN_GOALIE:
            goalies.bring_back(self, seat)
        elif action == n.STAY_OUT:
            self.emit(n.STAYS_OUT, seat)
        elif action == n.PULL:
            self.stoppage |= n.ASKED_RETURN << seat
            goalies.pull(self, seat)

    # -- the pending work

    def _go_on(self) -> None:
        """Do the pending work, last first, and then SETTLE, until a seat is asked, a shuffle is needed or the game is
        over.
        """
        while self.node == n.WORKING:
            if self.work_size == 0:
                self._settle()
            else:
                self.work_size -= 1
                self._do(self.work[self.work_size])

    def _do(self, work: i64) -> None:
        if work == n.MOVE_PUCK:
            attack.move_puck(self)
        elif work == n.SHOT:
            shots.shoot(self)
        elif work == n.LOOSE_PUCK:
            checks.loose_puck(self)
        elif work == n.FACE_OFF:
            checks.face_off(self)
        elif work == n.DEFENCE_EFFECT:
            attack.defence_effect(self)
        elif work == n.CHASE:
            checks.chase(self)
        elif work == n.DEEP_CHECK:
            attack.deep_check(self)
        elif work == n.TO_CENTRE:
            attack.to_centre(self)
        elif work == n.FOUL:
            checks.foul(self)
        elif work == n.BEHIND_THE_PLAY:
            checks.behind_the_play(self)
        elif work == n.POWER_PLAY_SHOT:
            penalties.power_play_shot(self)
        elif work == n.POWER_PLAY_RESULT:
            penalties.power_play_result(self)
        elif work == n.SERVE:
            penalties.serve(self)
        elif work == n.ASK_TOUCH_UP:
            attack.ask_touch_up(self)
        elif work == n.FIGHT:
            checks.fight(self)
        elif work == n.CHEAP_SHOT:
            checks.cheap_shot(self)
        elif work == n.PENALTY_SHOT:
            shots.penalty_shot(self)
        elif work == n.FLIP:
            attack.flip(self)
        elif work == n.ASK_ICE_DISCARD:
            attack.ask_ice_discard(self)
        elif work == n.EMPTY_NET_CHECK:
            attack.empty_net_check(self)
        elif work == n.MAJOR_OUTSIDE:
            penalties.major_outside(self)
        elif work == n.MAJOR_INSIDE:
            penalties.major_inside(self)
        elif work == n.MAJOR_RESULT:
            penalties.major_result(self)
        elif work == n.DRAW_BONUS:
            self._draw_bonus()
        else:
            assert work == n.ASK_ATTACK
            self._refill(self.control)  # a goalie just pulled means one more card at once; no shuffle: in the last pass
            self._ask_attack()

    # -- SETTLE (6); its steps are idempotent, so it starts from the first one each time

    def _settle(self) -> None:
        if self.time_expired:
            self._end_period()
        elif self._skater_is_asked() or self._waits_to_refill():
            return
        elif self.award_count > 0:
            self._pay()
        elif self._is_played_out():
            self._end_period()
        elif penalties.are_due(self):
            penalties.fall_due(self)
        elif self.control != NO_SIDE:
            self._ask_attack()
        elif not goalies.asks_return(self, True) and not goalies.asks_pull(self):
            self.push(n.FACE_OFF)

    def _skater_is_asked(self) -> bool:
        """Step 1: an extra skater comes or stays for a delay, or leaves, with the cards above the base hand (10.5)."""
        if self.penalty_count > 0 and not penalties.are_due(self):
            penalties.delay(self)
            return False
        seat = self.extra
        if seat == NO_SIDE:
            return False
        if self.goalie_out[seat] == 0:
            if self.hands[seat].size > self.normal_hand():
                self.ask(n.SKATER_DISCARD, seat)
                return True
            self.skater_card[seat] = 0
        self.extra = NO_SIDE
        return False

    def _waits_to_refill(self) -> bool:
        """Step 2: both teams draw up to their base hands in the order of 10.2. True if a shuffle comes first."""
        return self._refill(1 - self.last_to_draw) or self._refill(self.last_to_draw)

    def _refill(self, seat: i64) -> bool:
        """Draw up to the base hand, in the last pass as far as there are cards. True if a shuffle comes first."""
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
            self.ask(n.MOMENTUM_TRIM, 1 - seat)
        elif self.awards[0] >= 2 and self.hands[seat].size < self.options.hand_limit and self.can_draw():
            self.ask(n.MOMENTUM_DRAW, seat)
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
            self.push(n.DRAW_BONUS)
            return
        self.draw(self.awards[0] & 1)
        self.awards[0] -= 2

    def _is_played_out(self) -> bool:
        """13.2: the last pass has no cards left, and both hands are below base (ruling 50)."""
        return self.stock_size == 0 and self.hands[0].size < self.base(0) and self.hands[1].size < self.base(1)

    def _ask_attack(self) -> None:
        """ATTACK. Without a card at centre ice the period is over (ruling 56)."""
        seat = self.control
        if self.zone == n.CENTRE and self.hands[seat].size == 0:
            self.time_expired = True
        else:
            self.ask(n.ATTACK, seat)

    # -- periods and the end (13, 15)

    def _end_period(self) -> None:
        """Pending penalties are served first (13.3); then the period is over."""
        self.time_expired = True
        self.extra = NO_SIDE
        if self.penalty_count > 0:
            penalties.fall_due(self)
            return
        options = self.options
        if self.log is not None:
            self.log.append((int(n.PERIOD_END), int(self.period), int(self.totals[0]), int(self.totals[1])))
        if self.period < options.periods:
            self.node = n.SHUFFLE
        elif self.totals[0] != self.totals[1] or options.tie_rule == n.TIE:
            self.end_game()
        elif options.tie_rule == n.PLAYOFF or self.period == options.periods:
            self.node = n.SHUFFLE
        elif options.tie_rule == n.OT_SHOOTOUT:
            self.node = n.SHOOTOUT
            self.emit(n.SHOOTOUT_START)
        else:
            assert options.tie_rule == n.OT
            self.end_game()

    # -- chance

    def shuffle_needed(self) -> i64:
        if self.node == n.SECOND_PASS or self.node == n.RESERVE:
            return self.discard_count
        return len(self.deck.cards)

    def deal(self, order: vec[i64]) -> None:
        node = self.node
        if node == n.SHOOTOUT:
            shots.shoot_out(self, order)
            return
        self.node = n.WORKING
        if node == n.SHUFFLE:
            self._clear_table()
            self._start_period(order)
        elif node == n.SECOND_PASS:
            self.pass_number += 1
            self.emit(n.SECOND_PASS_STARTS, self.discard_count)
            self.make_deck_of_discards(order)
        else:
            self.time_expired = True
            self.emit(n.TIME_EXPIRES, self.discard_count)
            self.make_deck_of_discards(order)
        self._go_on()

    def _clear_table(self) -> None:
        """Reset everything but the score, which alone carries over to a new period (10.3)."""
        self.pass_number = 1
        self.time_expired = False
        self.stop_at_centre()
        self.discard_count = 0
        self.attacker = NO_SIDE
        self.played = n.NO_CARD
        self.answer = n.NO_CARD
        self.answerer = NO_SIDE
        self.shot = n.NO_SHOT
        self.award_count = 0
        self.stoppage = 0
        i: i64
        for i in range(n.CARD_ROOM):
            self.places[i] = n.HIDDEN
        for i in range(2):
            self.hands[i].size = 0
            self.goalie_out[i] = 0
            self.skater_card[i] = 0

    def _start_period(self, order: vec[i64]) -> None:
        """Deal base hands, Home first (ruling 65); in the 5-minute overtime some cards are set aside unseen (ruling
        62).
        """
        self.period += 1
        self.emit(n.OVERTIME_START if self.is_overtime() else n.PERIOD_START, self.period)
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
            self.log.append((int(n.DEAL), int(seat), *[int(hand.cards[i]) for i in range(hand.size)]))

    # -- copies, and what a seat knows

    def redeal(self, seat: i64, rng: Rng | None, unseen: Unseen) -> None:
        information.redeal(self, seat, rng, unseen)

    def clone(self) -> State:
        copy = IceColdFlow(self.options)
        copy.copy_from(self)
        return copy


def fill_two(actions: Actions, first: i64, second: i64) -> i64:
    """Write a choice between two actions."""
    actions[0] = first
    actions[1] = second
    return 2
