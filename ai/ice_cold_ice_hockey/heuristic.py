"""Knowledge of Ice Cold Ice Hockey: docs/rules/ice-cold-ice-hockey.md. Compiled.

All values are in goals. The value of a shot is the exact ratio of its results over the cards that may be turned over;
that of a play is the value of the best plan with the seat's hand, less the chance that it is answered. The values of
kept cards, zones and momentum were fitted to games. The effects of cards are read from the deck. The game's network
decides by these values, and estimates what comes later.
"""

from math import sqrt
from typing import Final

from mypy_extensions import i64

from ai.heuristic import Heuristic, Values, lead_of, payoff_of
from ai.ice_cold_ice_hockey.estimates import (
    LATE,
    MAJOR_SHOTS,
    PLAN_DEPTH,
    View,
    bit_in,
    cards_left,
    cards_left_in_period,
)
from engines.api import OVER, State
from engines.buffers import Actions
from engines.ice_cold_ice_hockey.rules import numbers as n
from engines.ice_cold_ice_hockey.rules.checks import CLEAR_CHANCE
from engines.ice_cold_ice_hockey.rules.penalties import is_outside
from engines.ice_cold_ice_hockey.rules.state import IceColdState, is_major, shots_of
from engines.ice_cold_ice_hockey.rules.windows import acting_zone, destination

VARIANCE: Final = 0.15
VARIANCE_PER_CARD: Final = 0.0174
"""Variance of the goal difference to come, and how it grows with the cards still to be turned over."""
PRIOR_VISITS: Final[i64] = 50
EXPLORATION: Final = 0.02
"""The value of most choices differs by a few hundredths of a goal: with the usual constant visits are spread evenly
and show no difference.
"""


def make() -> Heuristic:
    """Return a new heuristic for Ice Cold Ice Hockey."""
    return IceColdHeuristic()


class IceColdHeuristic(Heuristic):
    """Rates actions by their values."""

    def __init__(self) -> None:
        super().__init__()
        self.slowest_us = 20
        self.prior_visits = PRIOR_VISITS
        self.exploration = EXPLORATION
        self.view: View | None = None  # made when it is needed: every decision has a heuristic of its own

    def spread(self, state: State) -> float:
        assert isinstance(state, IceColdState)
        return 0.0 if state.is_overtime() else sqrt(VARIANCE + VARIANCE_PER_CARD * float(cards_left(state)))

    def rate(self, state: State, seat: i64, actions: Actions, count: i64, values: Values) -> None:
        assert isinstance(state, IceColdState)
        view = self.view or View()
        self.view = view
        view.look(state, seat)
        lead, spread = float(lead_of(state, seat)), self.spread(state)
        i: i64
        for i in range(count):
            values[i] = payoff_of(lead + value_of(view, actions[i]), spread)

    def decides(self, state: State, seat: i64, action: i64) -> float:
        """A check without a card ends the period (13.2), and the third decides unless it is tied."""
        assert isinstance(state, IceColdState)
        if state.stock_size > 0 or not state.is_last_pass() or state.period < state.options.periods:
            return 0.0
        after = state.clone()
        after.apply(seat, action)
        return after.payoff(seat & 1) if after.to_act() == OVER else 0.0


def value_of(view: View, action: i64) -> float:
    """The value, in goals, of an action of the seat that looked last."""
    state, node = view.state, view.state.node
    if node == n.ATTACK:
        return value_of_attack(view, action)
    if node in (n.DEFEND, n.COUNTER):
        return value_of_defence(view, action)
    if node in (n.INSIDE_SHOT_RESPONSE, n.OUTSIDE_SHOT_RESPONSE):
        if action == n.DECLINE:
            return -(view.their_inside if node == n.INSIDE_SHOT_RESPONSE else view.their_outside)
        return value_of_answer(view, action - n.ANSWER, n.DEFENSIVE_ZONE)
    if node == n.KEEP_IN:
        return value_of_keep_in(view, action)
    if node == n.POWER_PLAY_RESPONSE:
        return value_against_power_play(view, action)
    if node == n.TOUCH_UP:
        if action == n.TAKE_FACE_OFF:
            won = view.own_letter * view.plan(n.OFFENSIVE_ZONE, n.FRESH, 0, PLAN_DEPTH)
            return won - (1.0 - view.own_letter) * view.control[0]
        return view.plan(n.DEFENSIVE_ZONE, n.FRESH, 0, PLAN_DEPTH)
    if node == n.MOMENTUM_DRAW:
        return view.bonus if action == n.DRAW else 0.0
    if node == n.DEFENSIVE_MODE_TAKE:
        taken = state.discards[state.discard_count - 1]
        return view.fade * (view.kept[taken] - view.mean) if action == n.TAKE else 0.0
    if node in (n.GOALIE_RETURN, n.GOALIE_PULL):
        return value_of_empty_net(state) if action in (n.STAY_OUT, n.PULL) else 0.0
    # a trim, a skater who leaves, or a card in addition to Ice the Puck
    return 0.0 if action == n.KEEP else -view.cost(action - n.DISCARD)


def value_of_attack(view: View, action: i64) -> float:
    """The value of an action of the team in control."""
    state = view.state
    zone = state.zone_for(view.seat)
    if action < n.DUMP_CENTER:
        if view.deck.kind[action] == n.INSIDE_SHOT:
            return view.inside_shot(action)
        return view.move(action, zone, bit_in(view.hand, action), PLAN_DEPTH - 1)
    if action < n.DUMP_IN:
        kept_in = view.has[n.KEPT_IN] * view.their_plan(n.OFFENSIVE_ZONE, n.FRESH)
        return -(1.0 - view.has[n.KEPT_IN]) * view.control[n.CENTRE] - kept_in - view.cost(action - n.DUMP_CENTER)
    if action < n.DEFENSIVE_MODE:
        return view.loose[n.OFFENSIVE_ZONE] - view.cost(action - n.DUMP_IN)
    if action < n.ANSWER:
        return -view.control[n.DEFENSIVE_ZONE] + value_of_flip(view) - view.cost(action - n.DEFENSIVE_MODE)
    if action == n.DUMP_DEEP:
        if state.goalie_out[1 - view.seat] == 1:
            return view.deep_dump() + (1.0 - view.own_letter) * view.low * view.goal()
        return view.deep_dump()
    if action == n.OUTSIDE_SHOT:
        return view.outside_shot()
    return view.plan(zone, state.top, 0, PLAN_DEPTH) + value_of_empty_net(state)


def value_of_defence(view: View, action: i64) -> float:
    """The value of an answer to a play, or to an answer."""
    state, follow_ons = view.state, view.deck.follow_ons
    is_counter = state.node == n.COUNTER
    if action == n.DECLINE:
        if is_counter:
            return -view.their_plan(2 - state.zone_for(view.seat), follow_ons[state.answer])
        return -view.their_plan(destination(state), follow_ons[state.played])
    card = action - n.ANSWER
    zone = state.zone_for(view.seat) if is_counter else acting_zone(state, view.seat, card)
    return value_of_answer(view, card, zone)


def value_of_keep_in(view: View, action: i64) -> float:
    """The value of a card that keeps a dumped puck in, and of none."""
    state = view.state
    if action == n.DECLINE:
        if state.work[state.work_size - 1] == n.TO_CENTRE:
            return view.control[n.CENTRE]
        got = view.control[n.DEFENSIVE_ZONE]
        return view.own_letter * max(got, view.loose[n.OFFENSIVE_ZONE]) + (1.0 - view.own_letter) * got
    card = action - n.ANSWER
    used = bit_in(view.hand, card)
    return view.plan(n.OFFENSIVE_ZONE, view.deck.follow_ons[card], used, PLAN_DEPTH) - view.cost(card)


def value_of_answer(view: View, card: i64, zone: i64) -> float:
    """The value of a defensive card of the seat in a zone: the table in 8.3."""
    deck = view.deck
    cost = view.cost(card)
    if deck.outcome[card] == n.GAIN:
        return view.plan(zone, deck.follow_ons[card], bit_in(view.hand, card), PLAN_DEPTH) - cost
    if deck.may_be_penalised[card] == 1:
        return value_of_foul(view, card, zone) - cost
    if deck.outcome[card] == n.LOOSE:
        return view.loose[zone] + float(deck.big_hit[card]) * view.bonus - cost
    return view.loose[zone] + value_of_fight(view) - cost


def value_of_fight(view: View) -> float:
    """The bonus of the winner, by the ranges of 12.3."""
    deck, is_home = view.deck, view.state.options.home == view.seat
    own = deck.fight_home if is_home else deck.fight_visitor
    their = deck.fight_visitor if is_home else deck.fight_home
    won: i64 = 0
    i: i64
    for i in range(view.pool_size):
        if own.has(view.pool[i]):
            won += 1
        elif their.has(view.pool[i]):
            won -= 1
    return float(deck.fight_bonus * won) / float(view.pool_size) * view.bonus if view.pool_size > 0 else 0.0


def value_of_foul(view: View, card: i64, zone: i64) -> float:
    """11.1 and 12.2: over all cards that may be turned over, the loose puck or face-off, less the power play or penalty
    shot.
    """
    state, deck = view.state, view.deck
    stops = deck.cheap_shot[card] > 0
    gives_shot = deck.may_give_penalty_shot[state.played] == 1
    value = 0.0
    i: i64
    for i in range(view.pool_size):
        check = view.pool[i]
        if gives_shot and check <= CLEAR_CHANCE:
            value -= view.clean * view.goal()
        elif deck.calls_major(card, check):
            value -= MAJOR_SHOTS * (view.net_goals(False) + view.net_goals(True))
        elif deck.calls_minor(card, check):
            value -= view.power_play(shots_of(4 * check))
        elif stops:
            value += view.loose[zone]
        else:
            value += view.control[zone] if state.team_of(check) == view.seat else -view.control[2 - zone]
    value = value / float(view.pool_size) if view.pool_size > 0 else 0.0
    return value - float(deck.cheap_shot[card]) * view.bonus


def value_against_power_play(view: View, action: i64) -> float:
    """The cost of the present shot, or of the card that blocks it; then come the shots after it."""
    state = view.state
    scores = view.net_goals(state.shot == n.INSIDE) if action == n.DECLINE else 0.0
    value = -scores * view.goal()
    if not is_major(state.serving):
        shots = shots_of(state.serving)
        miss = 1.0
        number: i64
        for number in range(state.shot_number + 1, shots):
            miss *= 1.0 - scores
            value -= miss * view.net_goals(not is_outside(shots, number)) * view.goal()
    return value if action == n.DECLINE else value - view.cost(action - n.ANSWER)


def value_of_flip(view: View) -> float:
    """14.1: a defence card that is turned up may be taken instead of an unknown one."""
    deck = view.deck
    value = 0.0
    i: i64
    for i in range(view.pool_size):
        card = view.pool[i]
        if deck.kind[card] == n.DEFENCE and deck.mark[card] == n.NO_MARK:
            value += max(0.0, view.kept[card] - view.mean)
    return view.fade * value / float(view.pool_size) if view.pool_size > 0 else 0.0


def value_of_empty_net(state: IceColdState) -> float:
    """Playing without the goalie is only good at the very end."""
    return 0.02 if cards_left_in_period(state) <= LATE else -0.05
