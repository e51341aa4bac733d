"""The features of Ice Cold Ice Hockey for its networks. Compiled.

Cards have their numbers as features, so a network plays best with the deck that it was trained with. What takes
counting is counted for it: shares of the unseen cards, answers that the other seat may hold, and how far the seat's own
cards take the puck.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from ai.encoder import NONE, Encoder, Features, between, most, reached, step
from ai.heuristic import lead_of
from ai.ice_cold_ice_hockey.values import CLASSES, ZONES, class_of
from engines.api import State
from engines.buffers import bit, buffer, float_buffer
from engines.hand import Hand
from engines.ice_cold_ice_hockey.rules import numbers as n
from engines.ice_cold_ice_hockey.rules.checks import CLEAR_CHANCE
from engines.ice_cold_ice_hockey.rules.deck import Deck
from engines.ice_cold_ice_hockey.rules.shots import result_of
from engines.ice_cold_ice_hockey.rules.state import IceColdState, is_major, penalised, shots_of
from engines.ice_cold_ice_hockey.rules.windows import acting_zone

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
"""Steps of a share, or of a number of answers."""
KINDS: Final[i64] = 28
"""Number of kinds of actions."""
TOPS: Final[i64] = 9
GROUPS: Final[i64] = 7
"""Actions with a card: those below ``CARD_ACTIONS``, and taking one from the discards."""
WAY: Final[i64] = 2
"""Plays that a way looks ahead."""
NO_WAY: Final[i64] = 3
WAYS: Final[i64] = 16

# Where a card is, for a seat.
THEIRS: Final[i64] = 3
"""Certainly in the other seat's hand; before it are HIDDEN, DISCARDED, and HELD or set aside."""
OWN: Final[i64] = 4
PLACES: Final[i64] = 5

# What is counted in the cards one of which is turned over next.
GOALS: Final[i64] = 0
"""The outside line, the inside line, and both again where tags count."""
OWN_LETTER: Final[i64] = 4
LOW: Final[i64] = 5
SHOT_CARDS: Final[i64] = 6
REBOUNDS: Final[i64] = 7
SHARES: Final[i64] = 8

POSITIONS: Final[i64] = 3851
INPUTS: Final[i64] = 7274
"""Features of positions, and with those of actions."""


def make() -> Encoder:
    """Return a new encoder for Ice Cold Ice Hockey."""
    return IceColdEncoder()


class IceColdEncoder(Encoder):
    """The table, where the cards are, and what can be counted of them."""

    def __init__(self) -> None:
        super().__init__(INPUTS, "standard")
        self.held = buffer(CLASSES)
        """How many cards of each class the seat holds."""
        self.where = buffer(n.CARD_ROOM)
        """By ID, where a card is."""
        self.pool = buffer(n.CARD_ROOM)
        """The cards one of which is turned over next, all equally likely."""
        self.pool_size: i64 = 0
        self.shares = float_buffer(SHARES)
        self.answers = float_buffer(ZONES)
        """By zone, how many D cards other than S the other seat may be expected to hold for it."""
        self.steals = float_buffer(ZONES)
        self.fouls = float_buffer(ZONES)
        self.spent = n.NO_CARD
        self.to_shot: i64 = 0
        """Plays that can be answered on the safest way to an inside shot of the seat's own."""
        self.to_zone: i64 = 0
        """The same to the offensive zone."""
        self.lead: i64 = 0
        self.time: i64 = 0
        self.relation: i64 = 0

    def encode(self, state: State, seat: i64, features: Features) -> None:
        assert isinstance(state, IceColdState)
        self._count_answers(state.deck, self._find_cards(state, seat))
        self._count_pool(state, seat)
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
        i: i64
        for i in range(SHARES):
            features.one(step(self.shares[i], 0.0, 0.5 / float(STEPS), STEPS), STEPS)
        for i in range(ZONES):
            features.one(step(self.answers[i] + self.steals[i], 0.0, 0.25, STEPS), STEPS)
            features.one(step(self.fouls[i], 0.0, 0.25, STEPS), STEPS)
        top = state.top if relation == 0 else n.FRESH
        self._find_way(state.deck, state.hands[seat], zone, top, n.NO_CARD)
        features.two(NODES * (4 * self.to_shot + self.to_zone) + node, WAYS * NODES, relation, 3)

    # -- what the seat can count

    def _find_cards(self, state: IceColdState, seat: i64) -> float:
        """Find where every card is, as the seat knows it; return the chance that the other seat holds a hidden one."""
        deck, hand, where, pool = state.deck, state.hands[seat], self.where, self.pool
        self.held = buffer(CLASSES)
        i: i64
        for i in range(len(deck.cards)):
            place = state.places[deck.cards[i]]
            is_theirs = place == n.SHOWN + 1 - seat or (place == n.HELD and state.aside_size == 0)
            where[deck.cards[i]] = THEIRS if is_theirs else place
        for i in range(hand.size):
            where[hand.cards[i]] = OWN
            self.held[class_of(deck, hand.cards[i])] += 1
        unknown = state.hands[1 - seat].size
        self.pool_size = 0
        for i in range(len(deck.cards)):
            if where[deck.cards[i]] == THEIRS:
                unknown -= 1
            elif where[deck.cards[i]] == n.HIDDEN:
                pool[self.pool_size] = deck.cards[i]
                self.pool_size += 1
        return float(unknown) / float(self.pool_size) if self.pool_size > 0 else 0.0

    def _count_answers(self, deck: Deck, chance: float) -> None:
        """How many answers the other seat may be expected to hold; ``chance``: that it holds a hidden card."""
        self.answers, self.steals, self.fouls = float_buffer(ZONES), float_buffer(ZONES), float_buffer(ZONES)
        zone: i64
        i: i64
        for i in range(deck.kind_start[n.DEFENCE], deck.kind_start[n.DEFENCE + 1]):
            card = deck.by_kind[i]
            number = 1.0 if self.where[card] == THEIRS else chance if self.where[card] == n.HIDDEN else 0.0
            for zone in range(ZONES):
                if deck.works_in(card, 2 - zone):
                    if deck.steals[card] == 1:
                        self.steals[zone] += number
                    else:
                        self.answers[zone] += number
                    if deck.may_be_penalised[card] == 1:
                        self.fouls[zone] += number

    def _count_pool(self, state: IceColdState, seat: i64) -> None:
        """What the cards are one of which is turned over next: an empty deck is made of the discards."""
        deck, pool = state.deck, self.pool
        shares = self.shares = float_buffer(SHARES)
        line: i64
        i: i64
        if state.stock_size == 0 and state.discard_count > 0:
            self.pool_size = state.discard_count
            for i in range(self.pool_size):
                pool[i] = state.discards[i]
        each = 1.0 / float(self.pool_size) if self.pool_size > 0 else 0.0
        for i in range(self.pool_size):
            card = pool[i]
            for line in range(4):
                if result_of(deck, card, line & 1 == 1, line >= 2) == n.GOAL:
                    shares[GOALS + line] += each
            if state.team_of(card) == seat:
                shares[OWN_LETTER] += each
            if card <= CLEAR_CHANCE:
                shares[LOW] += each
            if deck.kind[card] == n.INSIDE_SHOT:
                shares[SHOT_CARDS] += each
            if deck.os_result[card] == n.SAVE_REBOUND:
                shares[REBOUNDS] += each

    def _find_way(self, deck: Deck, hand: Hand, zone: i64, top: i64, spent: i64) -> None:
        """Find how far the seat's own cards, other than one that is spent, take the puck from a zone, with what may be
        played on top.
        """
        self.spent = spent
        self.to_shot = NO_WAY
        self.to_zone = NO_WAY
        self._go(deck, hand, zone, top, 0, WAY, 0)

    def _go(self, deck: Deck, hand: Hand, zone: i64, top: i64, used: i64, left: i64, risks: i64) -> None:
        """Go on from a zone; ``used``: a bit for each place of the hand; ``risks``: plays that can be answered."""
        if zone == n.OFFENSIVE_ZONE and risks < self.to_zone:
            self.to_zone = risks
        i: i64
        for i in range(hand.size):
            card = hand.cards[i]
            kind = deck.kind[card]
            if card == self.spent or (used >> i) & 1 == 1 or kind > n.INSIDE_SHOT or top & (n.FRESH | bit(kind)) == 0:
                continue
            if kind == n.INSIDE_SHOT:
                if zone == n.OFFENSIVE_ZONE and top != n.FRESH and risks < self.to_shot:
                    self.to_shot = risks
            elif left > 0 and deck.works_in(card, zone) and deck.ices[card] == 0:
                end = deck.destination[ZONES * card + zone]
                if end != n.NO_ZONE:
                    risk: i64 = 1 if deck.shows_defence(card) else 0
                    self._go(deck, hand, end, deck.follow_ons[card], used | bit(i), left - 1, risks + risk)

    # -- the position

    def _add_cards(self, state: IceColdState, seat: i64, place: i64, features: Features) -> None:
        """Where the cards are; one that is gone, or a class that the seat lacks, is no feature."""
        deck, hand, where = state.deck, state.hands[seat], self.where
        found, placed = features.block(n.CARD_ROOM * PLACES), features.block(n.CARD_ROOM * ZONES * 3)
        i: i64
        for i in range(len(deck.cards)):
            if where[deck.cards[i]] != n.DISCARDED:
                features.add(found + PLACES * deck.cards[i] + where[deck.cards[i]])
        for i in range(hand.size):
            features.add(placed + 9 * hand.cards[i] + place)
        for i in range(CLASSES):
            features.one(most(self.held[i], 3) if self.held[i] > 0 else NONE, 4)
        size = most(state.hands[1 - seat].size, HANDS - 1)
        for i in range(n.KEPT_IN, n.IS_BLOCKED + 1):
            at = n.DISCARDED
            if deck.kind_start[i] < deck.kind_start[i + 1]:
                at = where[deck.by_kind[deck.kind_start[i]]]
            features.two(at, PLACES, size, HANDS)
        features.two(most(hand.size, HANDS - 1), HANDS, size, HANDS)

    def _add_table(self, state: IceColdState, seat: i64, node: i64, zone: i64, features: Features) -> None:
        """The puck, goalies, penalties and the question to be answered."""
        top = i64(8) if state.top == n.FRESH else state.top & 7
        features.two(TOPS * zone + top, TOPS * ZONES, self.relation, 3)
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

    # -- actions

    def encode_action(self, state: State, seat: i64, action: i64, features: Features) -> None:
        assert isinstance(state, IceColdState)
        deck, hand = state.deck, state.hands[seat]
        zone, kind = state.zone_for(seat), kind_of_action(state.deck, action)
        has_card = action < n.CARD_ACTIONS or action == n.TAKE
        group = most(action // n.DUMP_CENTER, GROUPS - 1)
        card = state.discards[state.discard_count - 1] if action == n.TAKE else action - n.DUMP_CENTER * group
        in_zone = NONE
        if group == n.PLAY or group == n.ANSWER // n.DUMP_CENTER:
            in_zone = (ZONES * (0 if group == n.PLAY else 1) + zone) * n.CARD_ROOM + card
        features.at = POSITIONS
        features.two(ZONES * kind + zone, KINDS * ZONES, self.relation, 3)
        features.one(n.CARD_ROOM * group + card if has_card else NONE, GROUPS * n.CARD_ROOM)
        features.one(in_zone, 2 * ZONES * n.CARD_ROOM)
        features.two(FEW_LEADS * kind + self.lead, KINDS * FEW_LEADS, self.time, FEW_TIMES)
        features.two(kind, KINDS, state.node - n.ATTACK, NODES)
        features.two(
            kind, KINDS, step(self._chance_of(state, seat, action, card), 0.0, 0.5 / float(STEPS), STEPS), STEPS
        )
        of_class = class_of(deck, card) if has_card else NONE
        features.one(4 * of_class + most(self.held[of_class], 3) if has_card else NONE, 4 * CLASSES)
        features.two(1 + most(group, 4) if has_card else i64(0), 6, most(hand.size, HANDS - 1), HANDS)
        if action < n.DUMP_CENTER and deck.kind[action] <= n.SKATE and deck.ices[action] == 0:
            end = deck.destination[ZONES * action + zone]
            if end != n.NO_ZONE:
                self._add_follow(deck, hand, action, end, zone, features)
        elif n.ANSWER <= action < n.DISCARD and deck.follow_ons[card] != 0:
            if state.node == n.KEEP_IN:
                zone = n.OFFENSIVE_ZONE
            elif state.node == n.DEFEND:
                zone = acting_zone(state, seat, card)
            self._add_follow(deck, hand, card, zone, zone, features)

    def _chance_of(self, state: IceColdState, seat: i64, action: i64, card: i64) -> float:
        """The share of the cards turned over next that decides the action: goals of the shot, calls of the foul, or
        own letters.
        """
        shares, deck, out = self.shares, state.deck, state.goalie_out
        if action == n.OUTSIDE_SHOT:
            return shares[GOALS + out[1 - seat] + 2 * out[seat]]
        if action < n.DUMP_CENTER:
            return shares[GOALS + 1 + 2 * out[seat]]
        is_answer = n.ANSWER <= action < n.DISCARD
        if is_answer and deck.may_be_penalised[card] == 1:
            return self._calls(state, card)
        if state.node == n.POWER_PLAY_RESPONSE:
            return shares[GOALS + 2 + (1 if state.shot == n.INSIDE else 0)]
        if state.node == n.INSIDE_SHOT_RESPONSE:
            return shares[GOALS + 1 + 2 * out[1 - seat]]
        if state.node == n.OUTSIDE_SHOT_RESPONSE:
            return shares[GOALS + out[seat] + 2 * out[1 - seat]]
        return shares[OWN_LETTER]

    def _calls(self, state: IceColdState, foul: i64) -> float:
        """The share of the cards turned over next that call a penalty, or a penalty shot, for a foul."""
        deck = state.deck
        gives_shot = deck.may_give_penalty_shot[state.played] == 1
        calls: i64 = 0
        i: i64
        for i in range(self.pool_size):
            card = self.pool[i]
            if deck.calls_minor(foul, card) or deck.calls_major(foul, card) or (gives_shot and card <= CLEAR_CHANCE):
                calls += 1
        return 0.5 * float(calls) / float(self.pool_size) if self.pool_size > 0 else 0.0

    def _add_follow(self, deck: Deck, hand: Hand, card: i64, end: i64, zone: i64, features: Features) -> None:
        """What may be played next, how far that goes, and whether the other seat may break it up."""
        icons = deck.follow_ons[card]
        moves: i64 = 0
        i: i64
        for i in range(hand.size):
            held = hand.cards[i]
            kind = deck.kind[held]
            if held != card and kind <= n.SKATE and deck.works_in(held, end) and (icons >> kind) & 1 == 1:
                moves += 1
        self._find_way(deck, hand, end, icons, card)
        way = 4 * self.to_shot + self.to_zone
        features.two(4 * end + most(moves, 3), ZONES * 4, way, WAYS)
        features.two(TOPS * end + (icons & 7), TOPS * ZONES, 1 if deck.shows_defence(card) else 0, 2)
        acts = end if deck.kind[card] == n.PASS else zone
        answers = 0.0
        if icons & n.ON_DEFENCE != 0:
            answers = self.answers[acts] + self.steals[zone]
        elif deck.shows_defence(card):
            answers = self.fouls[acts]
        features.two(step(answers, 0.0, 0.25, STEPS), STEPS, way, WAYS)


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


def cards_left(state: IceColdState) -> i64:
    """Approximate number of cards that can still be drawn or turned over to the end of regulation, or of overtime."""
    size = len(state.deck.cards) - 2 * state.options.hand
    left = 0 if state.time_expired else state.stock_size + (state.passes() - state.pass_number) * size
    if state.period < state.options.periods:
        left += (state.options.periods - state.period) * state.options.passes * size
    return left
