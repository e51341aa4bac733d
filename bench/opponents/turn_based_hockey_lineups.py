"""Line-ups of Turn-Based Hockey: what their pairs and the cards left over are worth, and the best one. Compiled.

A line-up is worth the goals that its four pairs make and prevent, less what its cards would be worth later. The search
for the best one splits as in rules 3.3: for every centre the best wings, for every goalie the best defenders, then the
best disjoint triples.
"""

from math import exp
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from engines.buffers import bit, buffer, copy_numbers, float_buffer
from engines.hand import Hand
from engines.turn_based_hockey.rules import (
    ALL_CARDS,
    LD,
    LW,
    NO_CARD,
    PLACES,
    RD,
    RED_JOKER,
    RW,
    SEATS,
    C,
    G,
    Options,
    TurnBasedHockeyState,
    points,
)

VALUES: Final[i64] = 27
"""A pair is worth 0 to 26."""
LINES: Final[i64] = 4
"""The pairs LW C, RW C, LD G and RD G, in this order."""
NOT_PLANNED: Final = -1000.0
"""Less than any line-up is worth."""

POINT: Final = 0.15
"""Goals that a point of a card kept for a later period is worth: 0.08 scores 34 % against 0.13, and 0.2 scores 47 %
against this.
"""
MATE: Final = 0.03
"""Goals that two kept cards of one suit are worth more: scores 52 % against none."""
BETTER_PAIRS: Final = 4.0
"""How many better pairs in an unknown hand make a goal, or a save, 2.7 times less likely: 2 to 4 are alike, 8 scores 45
%.
"""
STEEPNESS: Final = vec[float]([3.0, 2.2, 1.3])
"""By the periods still to come, how much a lead of one goal decides: except the first number a logistic fit to 5000
games.
"""
_PARTNERS: Final[i64] = 5
"""Best partners kept of each centre and goalie: four may be taken by the rest of the line-up."""


def payoff(lead: float, left: i64) -> float:
    """Expected payoff of a lead in goals with ``left`` periods to come: a logistic model."""
    return 2.0 / (1.0 + exp(-STEEPNESS[left] * lead)) - 1.0


def price(hand: Hand, card: i64) -> float:
    """Goals that a card of the hand is worth if it is kept for a later period."""
    others: i64 = 0
    i: i64
    if card < RED_JOKER:
        for i in range(hand.size):
            if hand.cards[i] != card and hand.cards[i] < RED_JOKER and hand.cards[i] & 3 == card & 3:
                others += 1
    return POINT * float(points(card)) + MATE * float(others)


def strength(hand: Hand, without: i64) -> float:
    """Goals that a hand, without the cards of a bit mask, is worth in later periods."""
    worth = 0.0
    i: i64
    j: i64
    for i in range(hand.size):
        card = hand.cards[i]
        if (without >> card) & 1 == 1:
            continue
        worth += POINT * float(points(card))
        if card < RED_JOKER:
            for j in range(i):
                if hand.cards[j] & 3 == card & 3 and (without >> hand.cards[j]) & 1 == 0:
                    worth += MATE
    return worth


def periods_after(state: TurnBasedHockeyState) -> i64:
    """Periods of regulation after this one."""
    return 0 if state.in_overtime() else state.options.periods - state.period


def laid_open(state: TurnBasedHockeyState) -> i64:
    """Bit mask of the cards that are open since the pack was shuffled."""
    cards: i64 = 0
    first: i64 = 1
    if state.in_overtime() and state.options.overtime_needs_shuffle:
        first = state.period
    i: i64
    period: i64
    for period in range(first, state.period + 1):
        is_past = period < state.period
        for seat in range(SEATS):
            face_off = state.face_offs[SEATS * (period - 1) + seat]
            if face_off != NO_CARD and (is_past or state.face_off_is_open()):
                cards |= bit(face_off)
            if is_past or state.lineup_is_open(seat):
                at = PLACES * (SEATS * (period - 1) + seat)
                for i in range(PLACES):
                    cards |= bit(state.lineups[at + i])
    return cards


class Planner:
    """Finds the line-up of which the gains of its four pairs less the prices of its six cards are highest."""

    def __init__(self) -> None:
        self.gains = float_buffer(LINES * VALUES)
        """What a pair of value v is worth in line k, at ``27 * k + v``; to be filled before ``search``."""
        self.prices = float_buffer(ALL_CARDS)
        """What using a card costs; to be filled before ``search``."""
        self.cards = buffer(ALL_CARDS)
        """The hand."""
        self.count: i64 = 0
        self.lineup = buffer(PLACES)
        """In the places that are given beforehand the cards that are there; after ``search`` the best line-up."""
        self.given: i64 = 0
        """How many places are given."""
        self.best = NOT_PLANNED
        """What the best line-up is worth."""
        self.with_card = float_buffer(ALL_CARDS)
        """What the best line-up with this card in the first place that is not given is worth, as far as that is near
        the best.
        """
        self.margin = 0.1
        """How near."""
        self._partners = buffer(LINES * ALL_CARDS * _PARTNERS)
        self._scores = float_buffer(LINES * ALL_CARDS * _PARTNERS)
        self._trial = buffer(PLACES)
        self._given_cards: i64 = 0

    def take(self, hand: Hand, left: i64) -> None:
        """Plan for this hand, with nothing given, its cards priced for the periods to come."""
        self.count = hand.size
        self.given = 0
        i: i64
        for i in range(hand.size):
            card = hand.cards[i]
            self.cards[i] = card
            self.prices[card] = 0.0 if left == 0 else price(hand, card)

    def meet_seen(self, options: Options, lineups: vec[i64], at: i64) -> None:
        """The other line-up is open, from ``lineups[at]`` on: a goal where a pair is as good, one prevented where it is
        better.
        """
        gains = self.gains
        left_attack = options.pair(lineups[at + LW], lineups[at + C])
        right_attack = options.pair(lineups[at + RW], lineups[at + C])
        left_defence = options.pair(lineups[at + LD], lineups[at + G])
        right_defence = options.pair(lineups[at + RD], lineups[at + G])
        value: i64
        for value in range(VALUES):
            gains[value] = 1.0 if value >= right_defence else 0.0
            gains[VALUES + value] = 1.0 if value >= left_defence else 0.0
            gains[2 * VALUES + value] = 1.0 if value > right_attack else 0.0
            gains[3 * VALUES + value] = 1.0 if value > left_attack else 0.0

    def meet_unknown(self, options: Options, cards: vec[i64], count: i64, held: i64) -> None:
        """The other line-up is unknown: chances from the better pairs that may be against a pair.

        The other hand holds ``held`` of the first ``count`` of ``cards``.
        """
        pairs = buffer(VALUES)
        i: i64
        j: i64
        for i in range(count):
            for j in range(i):
                pairs[options.pair(cards[i], cards[j])] += 1
        share = float(held * (held - 1)) / float(count * (count - 1))
        gains = self.gains
        better = 0.0
        value: i64 = VALUES - 1
        while value >= 0:
            gains[value] = exp(-better / BETTER_PAIRS)
            better += share * float(pairs[value])
            gains[2 * VALUES + value] = exp(-better / BETTER_PAIRS)  # a tie is a goal
            gains[VALUES + value] = gains[value]
            gains[3 * VALUES + value] = gains[2 * VALUES + value]
            value -= 1

    def search(self, pair_values: vec[i64]) -> None:
        """Find the best line-up that begins with the given places."""
        self._given_cards = 0
        i: i64
        for i in range(self.given):
            self._given_cards |= bit(self.lineup[i])
        for i in range(self.count):
            self.with_card[self.cards[i]] = NOT_PLANNED
        self.best = NOT_PLANNED
        self._rank_partners(0, LW, C, pair_values)
        self._rank_partners(1, RW, C, pair_values)
        self._rank_partners(2, LD, G, pair_values)
        self._rank_partners(3, RD, G, pair_values)
        g: i64
        for i in range(self.count):
            if self._may_stand(C, self.cards[i]):
                for g in range(self.count):
                    if g != i and self._may_stand(G, self.cards[g]):
                        self._join(i, g)

    def _may_stand(self, place: i64, card: i64) -> bool:
        if place < self.given:
            return self.lineup[place] == card
        return (self._given_cards >> card) & 1 == 0

    def _rank_partners(self, line: i64, place: i64, key_place: i64, pair_values: vec[i64]) -> None:
        """For every centre or goalie list the best cards beside it, best first."""
        i: i64
        j: i64
        for i in range(self.count):
            key = self.cards[i]
            start = _PARTNERS * (self.count * line + i)
            for j in range(_PARTNERS):
                self._partners[start + j] = NO_CARD
                self._scores[start + j] = NOT_PLANNED
            if not self._may_stand(key_place, key):
                continue
            for j in range(self.count):
                card = self.cards[j]
                if j == i or not self._may_stand(place, card):
                    continue
                score = self.gains[VALUES * line + pair_values[ALL_CARDS * key + card]] - self.prices[card]
                at = start + _PARTNERS - 1
                if score <= self._scores[at]:
                    continue
                while at > start and self._scores[at - 1] < score:
                    self._scores[at] = self._scores[at - 1]
                    self._partners[at] = self._partners[at - 1]
                    at -= 1
                self._scores[at] = score
                self._partners[at] = card

    def _join(self, i: i64, g: i64) -> None:
        """Try the partners of one centre with those of one goalie, as long as they can come near the best."""
        scores, partners, trial = self._scores, self._partners, self._trial
        left_wings = _PARTNERS * i
        right_wings = _PARTNERS * (self.count + i)
        left_defenders = _PARTNERS * (2 * self.count + g)
        right_defenders = _PARTNERS * (3 * self.count + g)
        trial[C] = self.cards[i]
        trial[G] = self.cards[g]
        base = -self.prices[trial[C]] - self.prices[trial[G]]
        defence = scores[left_defenders] + scores[right_defenders]
        a: i64
        b: i64
        for a in range(_PARTNERS):
            trial[LW] = partners[left_wings + a]
            left = base + scores[left_wings + a]
            if trial[LW] == NO_CARD or left + scores[right_wings] + defence < self.best - self.margin:
                return
            if trial[LW] == trial[G]:
                continue
            for b in range(_PARTNERS):
                trial[RW] = partners[right_wings + b]
                attack = left + scores[right_wings + b]
                if trial[RW] == NO_CARD or attack + defence < self.best - self.margin:
                    break
                if trial[RW] != trial[G] and trial[RW] != trial[LW]:
                    self._join_defenders(attack, left_defenders, right_defenders)

    def _join_defenders(self, attack: float, left_defenders: i64, right_defenders: i64) -> None:
        """Try the defenders beside an attack and a goalie."""
        scores, partners, trial = self._scores, self._partners, self._trial
        attackers = bit(trial[LW]) | bit(trial[C]) | bit(trial[RW])
        d: i64
        e: i64
        for d in range(_PARTNERS):
            trial[LD] = partners[left_defenders + d]
            worth = attack + scores[left_defenders + d]
            if trial[LD] == NO_CARD or worth + scores[right_defenders] < self.best - self.margin:
                return
            if (attackers >> trial[LD]) & 1 == 1:
                continue
            for e in range(_PARTNERS):
                trial[RD] = partners[right_defenders + e]
                if trial[RD] == NO_CARD:
                    break
                if trial[RD] != trial[LD] and (attackers >> trial[RD]) & 1 == 0:
                    self._note(worth + scores[right_defenders + e])
                    break  # those that follow are worth less

    def _note(self, worth: float) -> None:
        """Remember the line-up on trial if it is the best so far, or the best with its next card."""
        card = self._trial[self.given]
        if worth > self.with_card[card]:
            self.with_card[card] = worth
        if worth > self.best:
            self.best = worth
            copy_numbers(self._trial, self.lineup, PLACES)
