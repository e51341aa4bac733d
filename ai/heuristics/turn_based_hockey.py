"""Knowledge of Turn-Based Hockey: docs/rules/turn-based-hockey.md, sections 3.3 and 6. Compiled.

A line-up is worth the goals that its four pairs can be expected to make and to prevent, less what its cards would be worth later.
Where the other line-up is seen that is known; else the unseen cards tell how likely a better pair stands against it. The search for
the best one splits as in 3.3: for every centre the best wings, for every goalie the best defenders, then the best disjoint triples.
"""

from math import exp, pow
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from ai.heuristics.base import Heuristic, Values
from engines.api import Actions, State, bit, buffer, copy_numbers
from engines.rng import Rng
from engines.turn_based_hockey.rules import (
    ALL_CARDS,
    FACE_OFF,
    LD,
    LINEUP_BOTH,
    LINEUP_FIRST,
    LINEUP_SECOND,
    LW,
    NO_CARD,
    OVERTIME_DEAL,
    PLACES,
    RD,
    RED_JOKER,
    RW,
    SEATS,
    SHOOTOUT,
    C,
    G,
    TurnBasedHockeyState,
    points,
    scale_value,
)

VALUES: Final[i64] = 27
"""A pair is worth 0 to 26."""
LINES: Final[i64] = 4
"""The pairs LW C, RW C, LD G and RD G, in this order."""
PARTNERS: Final[i64] = 5
"""Best partners kept of each centre and goalie: four may be taken by the rest of the line-up."""
SCALE: Final[i64] = 14
NONE: Final = -1000.0
"""Less than any line-up is worth."""


def floats(size: i64) -> vec[float]:
    """Return ``size`` zeros."""
    return vec[float]([0.0] * int(size))


def make(counts_cards: bool) -> Heuristic:
    """Return a new heuristic for Turn-Based Hockey."""
    return TurnBasedHockeyHeuristic(counts_cards)


class Planner:
    """Finds the line-up of which the gains of its four pairs less the prices of its six cards are highest."""

    def __init__(self) -> None:
        self.gains = floats(LINES * VALUES)
        """What a pair of value v is worth in line k, at ``27 * k + v``; to be filled before ``search``."""
        self.prices = floats(ALL_CARDS)
        """What using a card costs; to be filled before ``search``."""
        self.cards = buffer(ALL_CARDS)
        """The hand."""
        self.count: i64 = 0
        self.lineup = buffer(PLACES)
        """In the places that are given beforehand the cards that stand there; after ``search`` the best line-up."""
        self.given: i64 = 0
        """How many places are given."""
        self.best = NONE
        """What the best line-up is worth."""
        self.with_card = floats(ALL_CARDS)
        """What the best line-up with this card in the first place that is not given is worth, as far as that is near the best."""
        self.margin = 0.1
        """How near."""
        self._partners = buffer(LINES * ALL_CARDS * PARTNERS)
        self._scores = floats(LINES * ALL_CARDS * PARTNERS)
        self._tops = floats(LINES * ALL_CARDS)
        self._trial = buffer(PLACES)
        self._given_cards: i64 = 0

    def search(self, pair_values: vec[i64]) -> None:
        """Find the best line-up that begins with the given places."""
        self._given_cards = 0
        i: i64
        for i in range(self.given):
            self._given_cards |= bit(self.lineup[i])
        for i in range(self.count):
            self.with_card[self.cards[i]] = NONE
        self.best = NONE
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
            start = PARTNERS * (self.count * line + i)
            for j in range(PARTNERS):
                self._partners[start + j] = NO_CARD
                self._scores[start + j] = NONE
            if not self._may_stand(key_place, key):
                continue
            for j in range(self.count):
                card = self.cards[j]
                if j == i or not self._may_stand(place, card):
                    continue
                score = self.gains[VALUES * line + pair_values[ALL_CARDS * key + card]] - self.prices[card]
                at = start + PARTNERS - 1
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
        left_wings = PARTNERS * i
        right_wings = PARTNERS * (self.count + i)
        left_defenders = PARTNERS * (2 * self.count + g)
        right_defenders = PARTNERS * (3 * self.count + g)
        trial[C] = self.cards[i]
        trial[G] = self.cards[g]
        base = -self.prices[trial[C]] - self.prices[trial[G]]
        defence = scores[left_defenders] + scores[right_defenders]
        a: i64
        b: i64
        for a in range(PARTNERS):
            trial[LW] = partners[left_wings + a]
            left = base + scores[left_wings + a]
            if trial[LW] == NO_CARD or left + scores[right_wings] + defence < self.best - self.margin:
                return
            if trial[LW] == trial[G]:
                continue
            for b in range(PARTNERS):
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
        for d in range(PARTNERS):
            trial[LD] = partners[left_defenders + d]
            worth = attack + scores[left_defenders + d]
            if trial[LD] == NO_CARD or worth + scores[right_defenders] < self.best - self.margin:
                return
            if (attackers >> trial[LD]) & 1 == 1:
                continue
            for e in range(PARTNERS):
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


class TurnBasedHockeyHeuristic(Heuristic):
    """Plans whole line-ups, and plays them card by card."""

    def __init__(self, counts_cards: bool = True) -> None:
        super().__init__(counts_cards)
        self.planner = Planner()
        self.unseen = buffer(ALL_CARDS)
        self.unseen_count: i64 = 0
        self.pairs_worth = buffer(VALUES)
        """By value, the pairs of unseen cards."""
        self._planned_seat: i64 = -1
        self._planned_ply: i64 = -1
        self._planned_hand: i64 = 0
        self._planned_theirs: i64 = 0
        self._planned_placed: i64 = 0
        self.keenness = 2.0
        self.seeing = vec[float]([0.6, 1.0, 1.2])
        self.per_point = vec[float]([0.0, 0.05, 0.05, 0.05])
        self.per_mate = vec[float]([0.0, 0.03, 0.03, 0.03])
        self.stop_first = vec[float]([1.0, 4.0, 4.0])
        self.stop_both = vec[float]([2.0, 6.0, 6.0])
        self.score_first = vec[float]([1.0, 4.0, 4.0])
        self.score_both = vec[float]([2.0, 6.0, 6.0])
        self.round_to = 0.05
        self.effort = vec[float]([0.0, 0.05, 0.05])
        self.free = 14.0
        self.thrift = vec[float]([1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0])
        self.ace_extra = vec[float]([0.0, 0.0, 0.0, 0.0])
        self.ten_extra = vec[float]([0.0, 0.0, 0.0, 0.0])
        self.lead = vec[float]([3.0, 2.25, 1.53, 1.2])
        self.near = 0.15

    # -- ratings

    def rate(self, state: State, seat: i64, actions: Actions, count: i64, values: Values) -> None:
        assert isinstance(state, TurnBasedHockeyState)
        lead = float(state.totals[seat] - state.totals[1 - seat])
        left = periods_after(state)
        i: i64
        if state.node == FACE_OFF:
            self._count_unseen(state, seat)
            for i in range(count):
                values[i] = payoff(lead + self._rounded(self._face_off_worth(state, seat, actions[i])), self.lead[left + 1])
            return
        self._plan(state, seat)
        for i in range(count):
            worth = self.planner.with_card[actions[i]]
            if worth <= NONE:
                worth = self.planner.best - 2.0 * self.planner.margin
            values[i] = payoff(lead + self._rounded(worth) - 2.0, self.lead[left])

    def _rounded(self, goals: float) -> float:
        """What is about as good is equal, and equal choices are drawn: so that nobody can rely on what is played."""
        return self.round_to * float(i64(goals / self.round_to + 100.5) - 100)

    # -- face-offs

    def _face_off_worth(self, state: TurnBasedHockeyState, seat: i64, card: i64) -> float:
        """Goals that playing the card in the face-off is worth."""
        below, equal = 0.0, 0.0
        own = scale_value(card, state.options.by_rank)
        i: i64
        for i in range(self.unseen_count):
            other = scale_value(self.unseen[i], state.options.by_rank)
            if other < own:
                below += 1.0
            elif other == own:
                equal += 1.0
        total = float(self.unseen_count)
        wins = pow(below / total, self.keenness)
        ties = pow((below + equal) / total, self.keenness) - wins
        return self.seeing[periods_after(state)] * (2.0 * wins + ties - 1.0) - self._price(state, seat, card, periods_after(state) + 1)

    # -- line-ups

    def _price(self, state: TurnBasedHockeyState, seat: i64, card: i64, periods: i64) -> float:
        """Goals that a card is worth if it is kept for so many periods."""
        hand = state.hands[seat]
        mates: i64 = 0
        i: i64
        if card < RED_JOKER:
            for i in range(hand.size):
                if hand.cards[i] & 3 == card & 3 and hand.cards[i] < RED_JOKER:
                    mates += 1
        return self._face_worth(card, periods) + self.per_mate[periods] * float(mates - 1)

    def _face_worth(self, card: i64, periods: i64) -> float:
        worth = self.per_point[periods] * float(points(card))
        if points(card) >= 10:
            worth += self.ten_extra[periods]
        if points(card) == 11:
            worth += self.ace_extra[periods]
        return worth

    def _plan(self, state: TurnBasedHockeyState, seat: i64) -> None:
        """Plan the rest of the line-up, unless that is what was planned last."""
        planner, hand = self.planner, state.hands[seat]
        placed = cards_key(state, seat, state.placed[seat])
        if self._is_planned(state, seat) and placed == self._planned_placed:
            return
        self._planned_placed = placed
        self._planned_hand = hand.mask()
        self._planned_seat = seat
        self._planned_ply = state.ply
        self._planned_theirs = theirs_key(state, seat)
        left = periods_after(state)
        planner.count = hand.size
        planner.given = state.placed[seat]
        at = state.lineup_at(seat)
        i: i64
        for i in range(planner.given):
            planner.lineup[i] = state.lineups[at + i]
        for i in range(hand.size):
            planner.cards[i] = hand.cards[i]
            mode = 0 if state.node == LINEUP_FIRST else 1 if state.node == LINEUP_SECOND else 2
            thrift = self.thrift[3 * mode + (left if left < 3 else 2)]
            planner.prices[hand.cards[i]] = self._price(state, seat, hand.cards[i], left) * thrift
        if state.node == LINEUP_SECOND:
            self._gain_what_is_seen(state, seat)
        else:
            self._count_unseen(state, seat)
            self._gain_what_may_be(state, seat)
        planner.search(state.options.pair_values)

    def _is_planned(self, state: TurnBasedHockeyState, seat: i64) -> bool:
        """Tell whether the last plan was for this line-up of this seat with this hand, wherever it began."""
        return (
            seat == self._planned_seat
            and state.ply == self._planned_ply
            and state.hands[seat].mask() == self._planned_hand
            and theirs_key(state, seat) == self._planned_theirs
        )

    def _planned_card(self, state: TurnBasedHockeyState, seat: i64) -> i64:
        """The next card of the last plan, if it has been followed so far; else NO_CARD."""
        if not self._is_planned(state, seat):
            return NO_CARD
        at = state.lineup_at(seat)
        i: i64
        for i in range(state.placed[seat]):
            if self.planner.lineup[i] != state.lineups[at + i]:
                return NO_CARD
        return self.planner.lineup[state.placed[seat]]

    def _gain_what_is_seen(self, state: TurnBasedHockeyState, seat: i64) -> None:
        """The other line-up lies open: a goal where a pair is as good, a goal prevented where it is better."""
        gains, lineups, options = self.planner.gains, state.lineups, state.options
        at = state.lineup_at(1 - seat)
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

    def _gain_what_may_be(self, state: TurnBasedHockeyState, seat: i64) -> None:
        """The other line-up is unknown: chances from the number of better pairs that may stand in the other hand."""
        left = periods_after(state)
        if left > 2:
            left = 2
        stop = self.stop_first[left] if state.node == LINEUP_FIRST else self.stop_both[left]
        score = self.score_first[left] if state.node == LINEUP_FIRST else self.score_both[left]
        size = float(state.hands[1 - seat].size)
        cards = float(self.unseen_count)
        held = size * (size - 1.0) / (cards * (cards - 1.0))
        gains = self.planner.gains
        better = 0.0
        value: i64 = VALUES - 1
        while value >= 0:
            effort = 0.0
            if state.node == LINEUP_FIRST:
                effort = min(1.0, max(0.0, self.effort[left] * (float(value) - self.free)))
            chance = exp(-better / stop)
            gains[value] = chance + (1.0 - chance) * effort
            better += held * float(self.pairs_worth[value])
            chance = exp(-better / score)
            gains[2 * VALUES + value] = chance + (1.0 - chance) * effort
            gains[VALUES + value] = gains[value]
            gains[3 * VALUES + value] = gains[2 * VALUES + value]
            value -= 1

    def _count_unseen(self, state: TurnBasedHockeyState, seat: i64) -> None:
        """Collect the cards that may be in the other hand, and count their pairs by value."""
        gone = state.hands[seat].mask()
        if self.counts_cards:
            gone |= laid_open(state)
        deck = state.options.deck
        self.unseen_count = 0
        i: i64
        j: i64
        for i in range(len(deck)):
            if (gone >> deck[i]) & 1 == 0:
                self.unseen[self.unseen_count] = deck[i]
                self.unseen_count += 1
        for i in range(VALUES):
            self.pairs_worth[i] = 0
        pair_values = state.options.pair_values
        for i in range(self.unseen_count):
            for j in range(i):
                self.pairs_worth[pair_values[ALL_CARDS * self.unseen[i] + self.unseen[j]]] += 1

    # -- words

    def reason(self, state: State, seat: i64, action: i64) -> str:
        return ""

    # -- simulations

    def pick(self, state: State, seat: i64, actions: Actions, count: i64, rng: Rng) -> i64:
        """In a face-off any card; the next card of the best line-up, or the nearest to it."""
        assert isinstance(state, TurnBasedHockeyState)
        if state.node == FACE_OFF:
            return actions[rng.below(count)]
        i: i64
        planned = self._planned_card(state, seat)
        for i in range(count):
            if actions[i] == planned:
                return planned
        self._plan(state, seat)
        planner = self.planner
        best = actions[0]
        for i in range(1, count):
            if planner.with_card[actions[i]] > planner.with_card[best]:
                best = actions[i]
        return best

    def is_horizon(self, state: State, since: i64) -> bool:
        """The end of a period."""
        assert isinstance(state, TurnBasedHockeyState)
        if state.ply == since:
            return False
        if state.node == LINEUP_BOTH:
            return state.in_overtime()
        return state.node == FACE_OFF or state.node == OVERTIME_DEAL or state.node == SHOOTOUT

    def estimate(self, state: State) -> float:
        """The lead, and what the hands are worth in the periods to come."""
        assert isinstance(state, TurnBasedHockeyState)
        lead = float(state.totals[0] - state.totals[1])
        if state.node != FACE_OFF:
            return 0.0
        left = periods_after(state) + 1
        return payoff(lead + self._strength(state, 0, left) - self._strength(state, 1, left), self.lead[left])

    def _strength(self, state: TurnBasedHockeyState, seat: i64, periods: i64) -> float:
        hand = state.hands[seat]
        worth = 0.0
        mates: i64 = 0
        i: i64
        j: i64
        for i in range(hand.size):
            card = hand.cards[i]
            worth += self._face_worth(card, periods)
            if card < RED_JOKER:
                for j in range(i):
                    if hand.cards[j] & 3 == card & 3:
                        mates += 1
        return worth + self.per_mate[periods] * float(mates)


def periods_after(state: TurnBasedHockeyState) -> i64:
    """Periods of regulation after this one."""
    return 0 if state.period >= state.options.periods else state.options.periods - state.period


def cards_key(state: TurnBasedHockeyState, seat: i64, count: i64) -> i64:
    """One number for the first cards, in order, of a seat's line-up of this period."""
    key: i64 = 0
    at = state.lineup_at(seat)
    i: i64
    for i in range(count):
        key = (key << 6) + state.lineups[at + i] + 1
    return key


def theirs_key(state: TurnBasedHockeyState, seat: i64) -> i64:
    """One number for the other line-up as far as it is seen."""
    return cards_key(state, 1 - seat, PLACES) if state.node == LINEUP_SECOND else 0


def payoff(lead: float, steepness: float) -> float:
    """Expected payoff of a lead in goals: a logistic model."""
    return 2.0 / (1.0 + exp(-steepness * lead)) - 1.0


def laid_open(state: TurnBasedHockeyState) -> i64:
    """Bit mask of the cards that lie open since the pack was shuffled."""
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
            if face_off != NO_CARD and (is_past or state.node != FACE_OFF):
                cards |= bit(face_off)
            if is_past or state.lineup_is_open(seat):
                at = PLACES * (SEATS * (period - 1) + seat)
                for i in range(PLACES):
                    cards |= bit(state.lineups[at + i])
    return cards
