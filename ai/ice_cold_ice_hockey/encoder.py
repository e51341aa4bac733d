"""The features of Ice Cold Ice Hockey for its networks. Compiled.

Cards have their numbers as features, so a network plays with one deck. The heuristic's estimates are features too, in
steps: chances of unseen cards, shots, and the value of each action in goals, including plans with the seat's hand. When
the heuristic changes, the network has to be trained again.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from ai.encoder import NONE, Encoder, Features, between, most, reached, step
from ai.heuristic import lead_of
from ai.ice_cold_ice_hockey.estimates import RESULTS, View, cards_left
from ai.ice_cold_ice_hockey.heuristic import value_of
from ai.ice_cold_ice_hockey.values import CLASSES, ZONES
from engines.api import State
from engines.buffers import MAX_ACTIONS, action_buffer, float_buffer
from engines.hand import Hand
from engines.ice_cold_ice_hockey.rules import numbers as n
from engines.ice_cold_ice_hockey.rules.deck import Deck
from engines.ice_cold_ice_hockey.rules.state import IceColdState, is_major, penalised, shots_of

NODES: Final[i64] = n.GAME_OVER - n.ATTACK
LEADS: Final[i64] = 9
FEW_LEADS: Final[i64] = 5
TIMES: Final[i64] = 18
TIME_STEPS: Final = vec[i64]([2, 4, 6, 8, 10, 12, 14, 16, 31, 55, 108, 162, 216, 270, 324])
"""Cards left; then come the two kinds of overtime."""
FEW_TIMES: Final[i64] = 6
FEW_TIME_STEPS: Final = vec[i64]([7, 16, 41, 111, 221])
TIE_RULES: Final[i64] = 4
HANDS: Final[i64] = 12
STEPS: Final[i64] = 16
"""Steps of a chance, or of goals."""
KINDS: Final[i64] = 28
"""Number of kinds of actions."""
TOPS: Final[i64] = 9
VALUE_STEPS: Final[i64] = 40
BEHIND: Final[i64] = 20
"""How far the value of an action is below the best, in steps."""
PLACES: Final[i64] = 6
OWN: Final[i64] = 5
"""Where a card is, in addition to the places that all seats know."""

POSITIONS: Final[i64] = 3701
INPUTS: Final[i64] = 7219
"""Features of positions, and with those of actions."""


def make() -> Encoder:
    """Return a new encoder for Ice Cold Ice Hockey."""
    return IceColdEncoder()


def top_step(top: i64) -> i64:
    """What may be played on top, as a number below ``TOPS``."""
    return i64(8) if top == n.FRESH else top & 7


class IceColdEncoder(Encoder):
    """The table, the seat's own cards, chances of the unseen ones, and the heuristic's value of each action."""

    def __init__(self) -> None:
        super().__init__(INPUTS)
        self.nearest = "standard"
        self.actions = action_buffer()
        self.values = float_buffer(MAX_ACTIONS)
        self.count: i64 = 0
        self.best = 0.0
        self.view = View()
        """The position of the last ``encode``."""
        self.lead: i64 = 0
        self.time: i64 = 0
        self.relation: i64 = 0

    def encode(self, state: State, seat: i64, features: Features) -> None:
        assert isinstance(state, IceColdState)
        self.view.look(state, seat)
        self._value(state, seat)
        zone, node = state.zone_for(seat), state.node - n.ATTACK
        relation: i64 = 2 if state.control < 0 else 0 if state.control == seat else 1
        features.two(ZONES * node + zone, NODES * ZONES, relation, 3)
        left = cards_left(state)
        lead = lead_of(state, seat)
        time = reached(left, TIME_STEPS)
        if state.is_overtime():
            time = 16 if state.is_short_overtime() else 17
        features.two(time, TIMES, between(lead, 4), LEADS)
        stage: i64 = 2 if time >= 16 else 1 if state.period == state.options.periods else 0
        features.two(LEADS * stage + between(lead, 4), 3 * LEADS, state.options.tie_rule, TIE_RULES)
        features.two(1 if state.is_last_pass() else 0, 2, reached(state.stock_size, TIME_STEPS), TIMES)
        self.lead = between(lead, 2)
        self.time = reached(left, FEW_TIME_STEPS)
        self.relation = relation
        self._add_cards(state, seat, 3 * zone + relation, features)
        self._add_table(state, seat, node, zone, features)
        self._add_chances(features)
        features.two(node, NODES, step(self.best, -0.3, 0.015, VALUE_STEPS), VALUE_STEPS)

    def _value(self, state: IceColdState, seat: i64) -> None:
        """Compute the value of each action in goals."""
        self.count = state.fill_distinct_actions(seat, self.actions)
        i: i64
        for i in range(self.count):
            self.values[i] = value_of(self.view, self.actions[i])
            if i == 0 or self.values[i] > self.best:
                self.best = self.values[i]

    def _add_cards(self, state: IceColdState, seat: i64, place: i64, features: Features) -> None:
        """Where the relevant cards are."""
        deck, hand, own = state.deck, state.hands[seat], self.view.own
        held, placed = features.block(n.CARD_ROOM), features.block(n.CARD_ROOM * ZONES * 3)
        i: i64
        for i in range(hand.size):
            card = hand.cards[i]
            features.add(held + card)
            features.add(placed + 9 * card + place)
        for i in range(CLASSES):
            features.one(most(self._count_of(i), 3), 4)
        others, unseen = features.block(n.CARD_ROOM), features.block(n.CARD_ROOM)
        for i in range(len(deck.cards)):
            card = deck.cards[i]
            if own[card] == 1:
                continue
            where = state.places[card]
            if where == n.SHOWN + 1 - seat or where == n.HELD:
                features.add(others + card)
            elif where == n.HIDDEN and deck.kind[card] >= n.INSIDE_SHOT:
                features.add(unseen + card)
        size = most(state.hands[1 - seat].size, HANDS - 1)
        for i in range(3):
            kind = n.KEPT_IN + i
            where = n.DISCARDED
            if deck.kind_start[kind] < deck.kind_start[kind + 1]:
                card = deck.by_kind[deck.kind_start[kind]]
                where = OWN if own[card] == 1 else state.places[card]
            features.two(where, PLACES, size, HANDS)
        features.two(most(hand.size, HANDS - 1), HANDS, size, HANDS)

    def _add_table(self, state: IceColdState, seat: i64, node: i64, zone: i64, features: Features) -> None:
        """The puck, goalies, penalties and the question to be answered."""
        features.two(TOPS * zone + top_step(state.top), TOPS * ZONES, self.relation, 3)
        features.two(2 * state.goalie_out[seat] + state.goalie_out[1 - seat], 4, self.lead, FEW_LEADS)
        features.one(NONE if state.extra < 0 else i64(0) if state.extra == seat else i64(1), 3)
        own_shots: i64 = 0
        their_shots: i64 = 0
        i: i64
        for i in range(state.penalty_count):
            if penalised(state.penalties[i]) == seat:
                their_shots += shots_of(state.penalties[i])
            else:
                own_shots += shots_of(state.penalties[i])
        features.one(most(own_shots, 7), 8)
        features.one(most(their_shots, 7), 8)
        serves, asks = state.node == n.POWER_PLAY_RESPONSE, state.node != n.ATTACK
        left: i64 = 5 if is_major(state.serving) else most(shots_of(state.serving) - state.shot_number, 5)
        features.one(6 * (1 if state.shot == n.OUTSIDE else 0) + left if serves else NONE, 3 * 6)
        features.one(n.CARD_ROOM * node + state.played if asks and not serves else NONE, NODES * n.CARD_ROOM)
        features.one(state.answer if state.node == n.COUNTER else NONE, n.CARD_ROOM)
        award = NONE
        if state.award_count > 0:
            award = 4 * (1 if state.awards[0] & 1 == seat else 0) + most(state.awards[0] >> 1, 3)
        features.one(award, 2 * 4)
        dumped = NONE
        if state.work_size > 0 and asks:
            dumped = 1 if state.work[state.work_size - 1] == n.TO_CENTRE else 0
        features.one(dumped, 2)

    def _add_chances(self, features: Features) -> None:
        """Chances of the unseen cards."""
        view = self.view
        add_chance(view.own_letter, features)
        add_chance(view.low, features)
        add_chance(view.has[n.OS_BLOCKED], features)
        add_chance(view.has[n.IS_BLOCKED], features)
        add_chance(view.has[n.KEPT_IN], features)
        add_chance(view.has[n.INSIDE_SHOT], features)
        add_chance(view.drawn_inside_shot, features)
        add_chance(3.0 * view.counts[n.GOAL], features)
        add_chance(3.0 * view.counts[RESULTS + n.GOAL], features)
        zone: i64
        for zone in range(ZONES):
            add_chance(view.no_answer[zone] * view.no_steal[zone], features)
        for zone in range(ZONES):
            add_chance(view.no_foul[zone], features)
        features.one(step(view.outside, -0.1, 0.025, STEPS), STEPS)
        features.one(step(view.inside, 0.0, 0.04, STEPS), STEPS)
        features.one(step(view.their_inside, 0.0, 0.04, STEPS), STEPS)

    # -- actions

    def encode_action(self, state: State, seat: i64, action: i64, features: Features) -> None:
        assert isinstance(state, IceColdState)
        deck, hand = state.deck, state.hands[seat]
        zone, kind = state.zone_for(seat), kind_of_action(state.deck, action)
        has_card = action < n.CARD_ACTIONS
        group = action // n.DUMP_CENTER
        card = action - n.DUMP_CENTER * group
        in_zone = NONE
        if group == n.PLAY or group == n.ANSWER // n.DUMP_CENTER:
            in_zone = (ZONES * (0 if group == n.PLAY else 1) + zone) * n.CARD_ROOM + card
        part: i64 = 2 if has_card else 3
        if state.node <= n.COUNTER:
            part = 0 if state.node == n.ATTACK else 1
        value = self._value_of(action)
        behind = self.best - value
        behind_step = step(behind, 0.0, 0.004, 10) if behind < 0.04 else 10 + step(behind, 0.04, 0.02, BEHIND - 10)
        features.at = POSITIONS
        features.two(ZONES * kind + zone, KINDS * ZONES, self.relation, 3)
        features.one(n.CARD_ROOM * group + card if has_card else NONE, 6 * n.CARD_ROOM)
        features.one(in_zone, 2 * ZONES * n.CARD_ROOM)
        features.two(FEW_LEADS * kind + self.lead, KINDS * FEW_LEADS, self.time, FEW_TIMES)
        features.two(kind, KINDS, state.node - n.ATTACK, NODES)
        features.two(part, 4, behind_step, BEHIND)
        features.two(zone, 4, behind_step, BEHIND)
        features.one(part if behind == 0.0 else NONE, 4 * BEHIND)
        features.two(part, 4, step(value, -0.3, 0.015, VALUE_STEPS), VALUE_STEPS)
        features.two(FEW_TIMES * self.lead + self.time, FEW_LEADS * FEW_TIMES, behind_step, BEHIND)
        of_class = self.view.classes[card] if has_card else NONE
        features.one(4 * of_class + most(self._count_of(of_class), 3) if has_card else NONE, 4 * CLASSES)
        features.two(1 + most(group, 4) if has_card else i64(0), 6, most(hand.size, HANDS - 1), HANDS)
        if action < n.DUMP_CENTER and deck.kind[action] <= n.SKATE and deck.ices[action] == 0:
            end = deck.destination[ZONES * action + zone]
            if end != n.NO_ZONE:
                self._add_follow(deck, hand, action, end, zone, features)
        elif has_card and action >= n.ANSWER and deck.follow_ons[card] != 0:
            self._add_follow(deck, hand, card, zone, zone, features)

    def _add_follow(self, deck: Deck, hand: Hand, card: i64, end: i64, zone: i64, features: Features) -> None:
        """What may be played next, and whether the other seat may break it up."""
        view, icons = self.view, deck.follow_ons[card]
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
        features.two(4 * end + most(moves, 3), ZONES * 4, shoots, 2)
        features.two(TOPS * end + (icons & 7), TOPS * ZONES, 1 if deck.shows_defence(card) else 0, 2)
        acts = end if deck.kind[card] == n.PASS else zone
        if icons & n.ON_DEFENCE != 0:
            features.one(step(view.no_answer[acts] * view.no_steal[zone], 0.0, 0.0625, STEPS), STEPS)
        elif deck.shows_defence(card):
            features.one(STEPS + step(view.no_foul[acts], 0.0, 0.0625, STEPS), 2 * STEPS)

    def _value_of(self, action: i64) -> float:
        """The value of an action."""
        i: i64
        for i in range(self.count):
            if self.actions[i] == action:
                return self.values[i]
        return 0.0

    def _count_of(self, of_class: i64) -> i64:
        """How many cards of the seat's hand are of a class."""
        hand, classes = self.view.hand, self.view.classes
        count: i64 = 0
        i: i64
        for i in range(hand.size):
            if classes[hand.cards[i]] == of_class:
                count += 1
        return count


def add_chance(chance: float, features: Features) -> None:
    """A chance, in steps."""
    features.one(step(chance, 0.0, 0.0625, STEPS), STEPS)


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
