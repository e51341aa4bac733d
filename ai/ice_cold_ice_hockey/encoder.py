"""The features of Ice Cold Ice Hockey for its networks. Compiled.

Cards have their numbers as features, so a network plays with one deck. The heuristic's estimates are features too, in
steps: chances of unseen cards, shots, and the value of each action in goals, including plans with the seat's hand. When
the heuristic changes, the network has to be trained again.
"""

from typing import Final

from mypy_extensions import i64

from ai.encoder import Covered, Encoder, Features, between, most, network_by, step
from ai.heuristic import lead_of
from ai.ice_cold_ice_hockey.estimates import View, cards_left
from ai.ice_cold_ice_hockey.heuristic import IceColdHeuristic
from ai.ice_cold_ice_hockey.values import ZONES
from engines.api import State
from engines.buffers import MAX_ACTIONS, action_buffer, float_buffer
from engines.hand import Hand
from engines.ice_cold_ice_hockey.options import STANDARD, dump_options
from engines.ice_cold_ice_hockey.rules import numbers as n
from engines.ice_cold_ice_hockey.rules.deck import Deck
from engines.ice_cold_ice_hockey.rules.state import IceColdState, is_major, penalised, shots_of

COVERED: Final = (Covered("standard", [{**STANDARD, "deck": "reconstruction"}], ["home", "tie_rule"]),)
"""One deck, and the sizes of the printed game."""
network_of: Final = network_by(dump_options, COVERED)
NODES: Final[i64] = n.GAME_OVER - n.ATTACK
LEADS: Final[i64] = 9
FEW_LEADS: Final[i64] = 5
TIMES: Final[i64] = 18
FEW_TIMES: Final[i64] = 6
TIE_RULES: Final[i64] = 4
HANDS: Final[i64] = 12
STEPS: Final[i64] = 16
"""Steps of a chance, or of goals."""
KINDS: Final[i64] = 28
"""Number of kinds of actions."""
TOPS: Final[i64] = 9
SCALES: Final[i64] = 18
VALUE_STEPS: Final[i64] = 40
BEHIND: Final[i64] = 20
"""How far the value of an action is below the best, in steps."""
PLACES: Final[i64] = 6
OWN: Final[i64] = 5
"""Where a card is, in addition to the places that all seats know."""

# Blocks of features, in this order.
NODE: Final[i64] = 0
LEAD: Final[i64] = NODE + NODES * ZONES * 3
TIE: Final[i64] = LEAD + LEADS * TIMES
PERIOD: Final[i64] = TIE + TIE_RULES * LEADS * 3
OWN_CARD: Final[i64] = PERIOD + 2 * TIMES
OWN_PLACED: Final[i64] = OWN_CARD + n.CARD_ROOM
OWN_KINDS: Final[i64] = OWN_PLACED + n.CARD_ROOM * ZONES * 3
OTHER_CARD: Final[i64] = OWN_KINDS + 11 * 4
UNSEEN_CARD: Final[i64] = OTHER_CARD + n.CARD_ROOM
SPECIAL: Final[i64] = UNSEEN_CARD + n.CARD_ROOM
HAND_SIZES: Final[i64] = SPECIAL + 3 * PLACES * HANDS
TOP: Final[i64] = HAND_SIZES + HANDS * HANDS
NETS: Final[i64] = TOP + TOPS * ZONES * 3
EXTRA: Final[i64] = NETS + 4 * FEW_LEADS
PENALTIES: Final[i64] = EXTRA + 3
SERVING: Final[i64] = PENALTIES + 2 * 8
PLAYED: Final[i64] = SERVING + 3 * 6
ANSWERED: Final[i64] = PLAYED + NODES * n.CARD_ROOM
AWARD: Final[i64] = ANSWERED + n.CARD_ROOM
DUMPED: Final[i64] = AWARD + 2 * 4
SCALE: Final[i64] = DUMPED + 2
BEST: Final[i64] = SCALE + SCALES * STEPS
POSITIONS: Final[i64] = BEST + NODES * VALUE_STEPS

ACT: Final[i64] = POSITIONS
ACT_CARD: Final[i64] = ACT + KINDS * ZONES * 3
ACT_CARD_ZONE: Final[i64] = ACT_CARD + 6 * n.CARD_ROOM
ACT_LEAD: Final[i64] = ACT_CARD_ZONE + 2 * ZONES * n.CARD_ROOM
ACT_NODE: Final[i64] = ACT_LEAD + KINDS * FEW_LEADS * FEW_TIMES
ACT_BEHIND: Final[i64] = ACT_NODE + KINDS * NODES
ACT_VALUE: Final[i64] = ACT_BEHIND + 4 * BEHIND * 3
ACT_VALUE_LEAD: Final[i64] = ACT_VALUE + 4 * VALUE_STEPS
ACT_SPENT: Final[i64] = ACT_VALUE_LEAD + FEW_LEADS * FEW_TIMES * BEHIND
ACT_HAND: Final[i64] = ACT_SPENT + 11 * 4
FOLLOW: Final[i64] = ACT_HAND + 6 * HANDS
FOLLOW_TOP: Final[i64] = FOLLOW + ZONES * 4 * 2
ANSWERED_BY: Final[i64] = FOLLOW_TOP + 2 * TOPS * ZONES
INPUTS: Final[i64] = ANSWERED_BY + 2 * STEPS


def make() -> Encoder:
    """Return a new encoder for Ice Cold Ice Hockey."""
    return IceColdEncoder()


def time_step(left: i64) -> i64:
    """A step of the number of cards left: the last ones count in pairs."""
    if left <= 15:
        return left // 2 if left > 0 else i64(0)
    return i64(8) if left <= 30 else i64(9) if left <= 54 else most(10 + (left - 54) // 54, 15)


def few_times(left: i64) -> i64:
    """The same with fewer steps."""
    return 0 if left <= 6 else 1 if left <= 15 else 2 if left <= 40 else 3 if left <= 110 else 4 if left <= 220 else 5


def top_step(top: i64) -> i64:
    """What may be played on top, as a number below ``TOPS``."""
    return i64(8) if top == n.FRESH else top & 7


class IceColdEncoder(Encoder):
    """The table, the seat's own cards, chances of the unseen ones, and the heuristic's value of each action."""

    def __init__(self) -> None:
        super().__init__(INPUTS)
        self.heuristic = IceColdHeuristic()
        self.actions = action_buffer()
        self.values = float_buffer(MAX_ACTIONS)
        self.count: i64 = 0
        self.best = 0.0
        self.view: View | None = None
        self.lead: i64 = 0
        self.time: i64 = 0
        self.relation: i64 = 0

    def network(self, state: State) -> str:
        assert isinstance(state, IceColdState)
        return network_of(state.options)

    def encode(self, state: State, seat: i64, features: Features) -> None:
        assert isinstance(state, IceColdState)
        view = self.heuristic.view(state, seat)
        self.view = view
        self._rate(state, view, seat)
        deck, hand, other = state.deck, state.hands[seat], state.hands[1 - seat]
        zone = state.zone_for(seat)
        relation: i64 = 2 if state.control < 0 else 0 if state.control == seat else 1
        node = state.node - n.ATTACK
        features.add(NODE + (ZONES * node + zone) * 3 + relation)
        left = cards_left(state)
        lead = lead_of(state, seat)
        time = time_step(left)
        if state.is_overtime():
            time = 16 if state.is_short_overtime() else 17
        features.add(LEAD + LEADS * time + between(lead, 4))
        stage: i64 = 2 if time >= 16 else 1 if state.period == state.options.periods else 0
        features.add(TIE + (LEADS * stage + between(lead, 4)) * TIE_RULES + state.options.tie_rule)
        last: i64 = 1 if state.is_last_pass() else 0
        features.add(PERIOD + TIMES * last + time_step(state.stock_size))
        self.lead = between(lead, 2)
        self.time = few_times(left)
        self.relation = relation
        self._add_cards(state, seat, deck, hand, other, 3 * zone + relation, features)
        self._add_table(state, seat, node, zone, relation, features)
        self._add_chances(view, features)
        features.add(BEST + VALUE_STEPS * node + step(self.best, -0.3, 0.015, VALUE_STEPS))

    def _rate(self, state: IceColdState, view: View, seat: i64) -> None:
        """Compute the value of each action by the heuristic, in goals."""
        self.count = state.fill_distinct_actions(seat, self.actions)
        i: i64
        for i in range(self.count):
            self.values[i] = self.heuristic.value(state, view, seat, self.actions[i])
            if i == 0 or self.values[i] > self.best:
                self.best = self.values[i]

    def _add_cards(
        self, state: IceColdState, seat: i64, deck: Deck, hand: Hand, other: Hand, place: i64, features: Features
    ) -> None:
        """Where the relevant cards are."""
        view = self.view_of()
        own = view.own
        i: i64
        for i in range(hand.size):
            card = hand.cards[i]
            features.add(OWN_CARD + card)
            features.add(OWN_PLACED + 9 * card + place)
        for i in range(11):
            features.add(OWN_KINDS + 4 * i + most(count_of(hand, i, view), 3))
        for i in range(len(deck.cards)):
            card = deck.cards[i]
            if own[card] == 1:
                continue
            where = state.places[card]
            if where == n.SHOWN + 1 - seat or where == n.HELD:
                features.add(OTHER_CARD + card)
            elif where == n.HIDDEN and deck.kind[card] >= n.INSIDE_SHOT:
                features.add(UNSEEN_CARD + card)
        size = most(other.size, HANDS - 1)
        for i in range(3):
            kind = n.KEPT_IN + i
            where = n.DISCARDED
            if deck.kind_start[kind] < deck.kind_start[kind + 1]:
                card = deck.by_kind[deck.kind_start[kind]]
                where = OWN if own[card] == 1 else state.places[card]
            features.add(SPECIAL + (PLACES * i + where) * HANDS + size)
        features.add(HAND_SIZES + HANDS * most(hand.size, HANDS - 1) + size)

    def _add_table(
        self, state: IceColdState, seat: i64, node: i64, zone: i64, relation: i64, features: Features
    ) -> None:
        """The puck, goalies, penalties and the question to be answered."""
        features.add(TOP + (TOPS * zone + top_step(state.top)) * 3 + relation)
        features.add(NETS + (2 * state.goalie_out[seat] + state.goalie_out[1 - seat]) * FEW_LEADS + self.lead)
        if state.extra >= 0:
            features.add(EXTRA + (0 if state.extra == seat else 1))
        own_shots: i64 = 0
        their_shots: i64 = 0
        i: i64
        for i in range(state.penalty_count):
            if penalised(state.penalties[i]) == seat:
                their_shots += shots_of(state.penalties[i])
            else:
                own_shots += shots_of(state.penalties[i])
        features.add(PENALTIES + most(own_shots, 7))
        features.add(PENALTIES + 8 + most(their_shots, 7))
        if state.node == n.POWER_PLAY_RESPONSE:
            left: i64 = 5
            if not is_major(state.serving):
                left = shots_of(state.serving) - state.shot_number
            features.add(SERVING + 6 * (1 if state.shot == n.OUTSIDE else 0) + most(left, 5))
        elif state.node != n.ATTACK:
            features.add(PLAYED + n.CARD_ROOM * node + state.played)
            if state.node == n.COUNTER:
                features.add(ANSWERED + state.answer)
        if state.award_count > 0:
            features.add(AWARD + 4 * (1 if state.awards[0] & 1 == seat else 0) + most(state.awards[0] >> 1, 3))
        if state.work_size > 0 and state.node != n.ATTACK:
            features.add(DUMPED + (1 if state.work[state.work_size - 1] == n.TO_CENTRE else 0))

    def _add_chances(self, view: View, features: Features) -> None:
        """Chances of the unseen cards."""
        self._add_chance(0, view.own_letter, features)
        self._add_chance(1, view.low, features)
        self._add_chance(2, view.blocks_outside, features)
        self._add_chance(3, view.blocks_inside, features)
        self._add_chance(4, view.keeps_in, features)
        self._add_chance(5, view.has_inside_shot, features)
        self._add_chance(6, view.drawn_inside_shot, features)
        self._add_chance(7, 3.0 * view.counts[n.GOAL], features)
        self._add_chance(8, 3.0 * view.counts[10 + n.GOAL], features)
        zone: i64
        for zone in range(ZONES):
            self._add_chance(9 + zone, view.no_answer[zone] * view.no_steal[zone], features)
            self._add_chance(12 + zone, view.no_foul[zone], features)
        features.add(SCALE + STEPS * 15 + step(view.outside, -0.1, 0.025, STEPS))
        features.add(SCALE + STEPS * 16 + step(view.inside, 0.0, 0.04, STEPS))
        features.add(SCALE + STEPS * 17 + step(view.their_inside, 0.0, 0.04, STEPS))

    def _add_chance(self, scale: i64, chance: float, features: Features) -> None:
        features.add(SCALE + STEPS * scale + step(chance, 0.0, 0.0625, STEPS))

    def view_of(self) -> View:
        """The position of the last ``encode``."""
        view = self.view
        assert view is not None
        return view

    # -- actions

    def encode_action(self, state: State, seat: i64, action: i64, features: Features) -> None:
        assert isinstance(state, IceColdState)
        deck, hand, node = state.deck, state.hands[seat], state.node - n.ATTACK
        zone = state.zone_for(seat)
        kind = kind_of_action(deck, action)
        features.add(ACT + (ZONES * kind + zone) * 3 + self.relation)
        features.add(ACT_LEAD + (FEW_LEADS * kind + self.lead) * FEW_TIMES + self.time)
        features.add(ACT_NODE + NODES * kind + node)
        part: i64 = (
            0
            if state.node == n.ATTACK
            else 1
            if state.node in (n.DEFEND, n.COUNTER)
            else 2
            if action < n.CARD_ACTIONS
            else 3
        )
        value = self._value_of(action)
        behind = self.best - value
        behind_step = step(behind, 0.0, 0.004, 10) if behind < 0.04 else 10 + step(behind, 0.04, 0.02, BEHIND - 10)
        if behind == 0.0:
            features.add(ACT_BEHIND + 4 * BEHIND * 2 + part)
        features.add(ACT_BEHIND + BEHIND * part + behind_step)
        features.add(ACT_BEHIND + 4 * BEHIND + BEHIND * (0 if zone == 0 else 1 if zone == 1 else 2) + behind_step)
        features.add(ACT_VALUE + VALUE_STEPS * part + step(value, -0.3, 0.015, VALUE_STEPS))
        features.add(ACT_VALUE_LEAD + (FEW_TIMES * self.lead + self.time) * BEHIND + behind_step)
        if action >= n.CARD_ACTIONS:
            features.add(ACT_HAND + most(hand.size, HANDS - 1))
            return
        group = action // n.DUMP_CENTER
        card = action - n.DUMP_CENTER * group
        features.add(ACT_CARD + n.CARD_ROOM * group + card)
        if action < n.DUMP_CENTER or n.ANSWER <= action < n.ANSWER + n.DUMP_CENTER:
            features.add(ACT_CARD_ZONE + (ZONES * (0 if action < n.DUMP_CENTER else 1) + zone) * n.CARD_ROOM + card)
        view = self.view_of()
        of_class = view.values.classes[card]
        features.add(ACT_SPENT + 4 * of_class + most(count_of(hand, of_class, view), 3))
        features.add(ACT_HAND + HANDS * (1 + most(group, 4)) + most(hand.size, HANDS - 1))
        if action < n.DUMP_CENTER and deck.kind[card] <= n.SKATE and deck.ices[card] == 0:
            end = deck.destination[ZONES * card + zone]
            if end != n.NO_ZONE:
                self._add_follow(deck, hand, card, end, zone, view, features)
        elif action >= n.ANSWER and deck.follow_ons[card] != 0:
            self._add_follow(deck, hand, card, zone, zone, view, features)

    def _add_follow(
        self, deck: Deck, hand: Hand, card: i64, end: i64, zone: i64, view: View, features: Features
    ) -> None:
        """What may be played next, and whether the other seat may break it up."""
        icons = deck.follow_ons[card]
        moves: i64 = 0
        shoots: i64 = 0
        i: i64
        for i in range(hand.size):
            held = hand.cards[i]
            if held == card:
                continue
            kind = deck.kind[held]
            if kind <= n.SKATE and deck.works_in(held, end) and (icons >> kind) & 1 == 1:
                moves += 1
            elif kind == n.INSIDE_SHOT and end == 2 and icons & n.ON_INSIDE_SHOT != 0:
                shoots = 1
        features.add(FOLLOW + (4 * end + most(moves, 3)) * 2 + shoots)
        features.add(FOLLOW_TOP + (TOPS * end + (icons & 7)) * 2 + (1 if deck.shows_defence(card) else 0))
        acts = end if deck.kind[card] == n.PASS else zone
        if icons & n.ON_DEFENCE != 0:
            features.add(ANSWERED_BY + step(view.no_answer[acts] * view.no_steal[zone], 0.0, 0.0625, STEPS))
        elif deck.shows_defence(card):
            features.add(ANSWERED_BY + STEPS + step(view.no_foul[acts], 0.0, 0.0625, STEPS))

    def _value_of(self, action: i64) -> float:
        """The heuristic's value of an action."""
        i: i64
        for i in range(self.count):
            if self.actions[i] == action:
                return self.values[i]
        return 0.0


def count_of(hand: Hand, of_class: i64, view: View) -> i64:
    """How many cards of a hand are of a class."""
    count: i64 = 0
    i: i64
    for i in range(hand.size):
        if view.values.classes[hand.cards[i]] == of_class:
            count += 1
    return count


def kind_of_action(deck: Deck, action: i64) -> i64:
    """The kind of an action, below ``KINDS``: plays, dumps, answers by their effect, discards, then the actions without
    a card.
    """
    if action < n.DUMP_CENTER:
        return i64(3) if deck.ices[action] == 1 else deck.kind[action]
    if action < n.ANSWER:
        return 3 + action // n.DUMP_CENTER
    if action < n.ANSWER + n.DUMP_CENTER:
        card = action - n.ANSWER
        if deck.may_be_penalised[card] == 1:
            return 11
        return i64(7) if deck.kind[card] in (n.OS_BLOCKED, n.IS_BLOCKED) else 7 + deck.outcome[card]
    if action < n.CARD_ACTIONS:
        return 12
    return 13 + action - n.CARD_ACTIONS
