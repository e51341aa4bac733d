"""Knowledge of Hockey: docs/rules/hockey.md, section 6. Compiled.

The rules play every card on a copy. The resulting table has a value in goals, computed from the unseen cards and the
chances that the next seats hold them. So the options of the variant need no special cases here.
"""

from math import exp, sqrt
from typing import Final

from mypy_extensions import i64

from ai.heuristic import Heuristic, Values, either, lead_of
from engines.api import OVER, SPECTATOR, State
from engines.buffers import Actions, bit, buffer, count_bits_of_four
from engines.hand import Hand
from engines.hockey.language import ENGLISH
from engines.hockey.rules import (
    CHOOSE_DEALER,
    CHOOSE_DEALER_ACTION,
    NO_CARD,
    PLAY,
    HockeyState,
    Options,
    rank,
)
from engines.rng import Rng

RANKS: Final[i64] = 13

# Goals.
BREAKAWAY: Final = 0.2
WILD_KEPT: Final = 0.2
SAFETY_KEPT: Final = 0.05
# Expected payoff of dealing the first period; 3000 games of this heuristic against itself gave 0.05 to 0.16 by preset.
DEALING_FIRST: Final = 0.1
# Variance of the goal difference that a play adds: fits `payoff` to games of search with 100 simulations against
# itself, from each lead at the end of a period (4262, 1371 and 1825 such leads).
VARIANCE_PER_PLAY: Final = 0.012
VARIANCE_WHERE_A_GOAL_IS_A_BREAKAWAY: Final = 0.0175
VARIANCE_WHERE_WILD_CARDS_SCORE: Final = 0.11
PRIOR_VISITS: Final[i64] = 10
"""Adds 48 Elo [17, 80] at 100 simulations and no measurable amount at 1000; 5 and 20 were no better there."""


def make(counts_cards: bool) -> Heuristic:
    """Return a new heuristic for Hockey."""
    return HockeyHeuristic(counts_cards)


def chance_to_hold(copies: i64, cards: i64, hand: i64) -> float:
    """Chance that ``hand`` cards dealt out of ``cards`` hold at least one of ``copies`` of them (hypergeometric)."""
    if copies == 0:
        return 0.0
    none = 1.0
    i: i64
    for i in range(hand):
        if cards - copies <= i:
            return 1.0
        none *= float(cards - copies - i) / float(cards - i)
    return 1.0 - none


def payoff(lead: float, state: HockeyState) -> float:
    """Expected payoff of a lead in goals: a normal model of the goals still to come; in sudden death the next one
    decides.
    """
    if state.in_overtime():
        return max(-1.0, min(1.0, lead))
    spread = sqrt(0.3 + variance_per_play(state.options) * float(plays_left(state)))
    return 2.0 / (1.0 + exp(-1.7 * lead / spread)) - 1.0


def variance_per_play(options: Options) -> float:
    """By how much a play widens the goal difference, under these switches."""
    if options.wild_scores:
        return VARIANCE_WHERE_WILD_CARDS_SCORE
    return VARIANCE_WHERE_A_GOAL_IS_A_BREAKAWAY if options.goal_keeps_breakaway else VARIANCE_PER_PLAY


def plays_left(state: HockeyState) -> i64:
    """Plays until the end of regulation, or of overtime."""
    options = state.options
    deck: i64 = len(options.deck) - options.starting_pile
    left = deck - state.plays
    if state.period < options.periods:
        left += (options.periods - state.period) * deck
    return left


class HockeyHeuristic(Heuristic):
    """Chances of the next seats from the unseen cards, and the value of the resulting table."""

    def __init__(self, counts_cards: bool = True) -> None:
        super().__init__(counts_cards)
        self.slowest_us = 8
        self.ending_us = 30_000
        self.prior_visits = PRIOR_VISITS
        self.unseen = buffer(RANKS)
        """By rank, the number of cards that the seat has not seen."""
        self.unseen_total: i64 = 0
        self.unseen_wild: i64 = 0
        self.equal = 0.0
        """Chance that two unseen cards have one rank."""
        self.after: HockeyState | None = None
        """The effects of a play."""

    # -- ratings

    def goal(self, state: State, seat: i64) -> float:
        assert isinstance(state, HockeyState)
        lead = float(lead_of(state, seat))
        return payoff(lead + 0.5, state) - payoff(lead - 0.5, state)

    def rate(self, state: State, seat: i64, actions: Actions, count: i64, values: Values) -> None:
        assert isinstance(state, HockeyState)
        i: i64
        if state.node == CHOOSE_DEALER:
            for i in range(count):
                values[i] = DEALING_FIRST if actions[i] - CHOOSE_DEALER_ACTION == seat else -DEALING_FIRST
            return
        self._count_unseen(state, seat)
        for i in range(count):
            values[i] = self._value(state, seat, actions[i])

    def _count_unseen(self, state: HockeyState, seat: i64) -> None:
        """Count the cards that are neither in the seat's hand nor gone; without memory only the top is known to be
        gone.
        """
        seen: i64 = 0
        if self.counts_cards:
            seen = state.seen_by(seat)
            if state.deal_number == 1:
                seen |= state.seen_undealt
        else:
            if seat >= 0:
                seen = state.hands[seat].mask()
            if state.top != NO_CARD:
                seen |= bit(state.top)
        unseen = self.unseen
        total: i64 = 0
        wild: i64 = 0
        left = state.options.deck_mask & ~seen
        i: i64
        for i in range(RANKS):
            cards = count_bits_of_four((left >> (4 * i)) & 15)
            unseen[i] = cards
            total += cards
            if (state.options.wild_ranks >> i) & 1 == 1:
                wild += cards
        self.unseen_total = total
        self.unseen_wild = wild
        pairs: i64 = 0
        for i in range(RANKS):
            pairs += unseen[i] * (unseen[i] - 1)
        self.equal = float(pairs) / float(total * (total - 1)) if total > 1 else 0.0

    def _value(self, state: HockeyState, seat: i64, card: i64) -> float:
        """Expected payoff of playing ``card``."""
        after = self._play(state, seat, card)
        if after.to_act() == OVER:
            return after.payoff(seat)
        lead = float(lead_of(after, seat))
        if after.node == PLAY:
            lead += self._prospects(after, seat)
        return payoff(lead, after)

    def _play(self, state: HockeyState, seat: i64, card: i64) -> HockeyState:
        if self.after is None:
            self.after = HockeyState(state.options)
        after = self.after
        after.copy_from(state)
        after.apply(seat, card)
        return after

    def _prospects(self, after: HockeyState, seat: i64) -> float:
        """The value, in goals for the side of ``seat``, of the table after its play and of the cards it keeps."""
        side = seat & 1
        matched = self._chance_to_match(after, seat)
        wild = chance_to_hold(self.unseen_wild, self.unseen_total, after.hands[after.seat].size)
        kept = self._kept(after, seat)
        if after.holder == side:
            return kept + self._own_breakaway(after, seat, matched, wild)
        if after.holder == 1 - side:
            return kept - self._risk(after, matched, wild)
        return kept - matched * BREAKAWAY * (1.0 - 2.0 * self._chance_to_match_again(after, seat))

    def _chance_to_match(self, after: HockeyState, seat: i64) -> float:
        """Chance that the next seat holds a card of the top's rank that is not wild."""
        top = after.top
        if top == NO_CARD or self._is_wild(after, rank(top)):
            return 0.0
        if in_same_deal(after) and (after.safe_ranks[seat] >> rank(top)) & 1 == 1:
            return 0.0
        return chance_to_hold(self.unseen[rank(top)], self.unseen_total, after.hands[after.seat].size)

    def _is_wild(self, state: HockeyState, of_rank: i64) -> bool:
        return (state.options.wild_ranks >> of_rank) & 1 == 1

    def _own_breakaway(self, after: HockeyState, seat: i64, matched: float, wild: float) -> float:
        """A goal if the answer neither matches nor is wild and the side of the seat can match it; a breakaway against
        it if stolen.
        """
        options = after.options
        stolen = 0.0
        if options.rematch_steals:
            stolen = matched * (1.0 - 2.0 * self._chance_to_match_again(after, seat))
        if options.wild_counter_steals:
            stolen = either(stolen, wild)
        answered = 1.0 - either(matched, wild)
        return answered * self._chance_to_score(after, seat) - stolen * BREAKAWAY

    def _risk(self, after: HockeyState, matched: float, wild: float) -> float:
        """A goal if the next seat matches; with a wild card it scores or renews the breakaway."""
        options = after.options
        scored = either(matched, wild) if options.wild_scores else matched
        goal = 1.0 + BREAKAWAY if options.goal_keeps_breakaway else 1.0
        return scored * goal + (1.0 - scored) * wild * BREAKAWAY

    def _chance_to_score(self, after: HockeyState, seat: i64) -> float:
        """Chance that the side's next seat can match a plain answer to its breakaway."""
        if self.unseen_total == 0:
            return 0.0
        if after.options.seats > 2 or not in_same_deal(after) or after.hands[seat].size == 0:
            return min(1.0, self.equal * float(self._next_hand(after, seat)))
        hand = after.hands[seat]
        matching: i64 = 0
        last_rank: i64 = -1
        i: i64
        for i in range(hand.size):
            of_rank = rank(hand.cards[i])
            if of_rank != last_rank:
                last_rank = of_rank
                if not self._is_wild(after, of_rank):
                    matching += self.unseen[of_rank]
                elif after.options.wild_scores:
                    return 1.0
        return float(matching) / float(self.unseen_total)

    def _next_hand(self, after: HockeyState, seat: i64) -> i64:
        """Size of the hand from which the side's next seat will play."""
        partner = (seat + 2) % after.options.seats
        size = after.hands[partner].size
        sizes = after.deal_sizes()
        if size == 0 and after.deal_number < len(sizes):
            return sizes[after.deal_number]
        return size

    def _chance_to_match_again(self, after: HockeyState, seat: i64) -> float:
        """Chance that the side can take over a breakaway that the next seat opens by matching."""
        if after.top == NO_CARD or after.options.clear_pile or not after.options.rematch_steals:
            return 0.0
        of_rank = rank(after.top)
        if after.options.seats > 2 or not in_same_deal(after):
            return (
                chance_to_hold(self.unseen[of_rank] - 1, self.unseen_total, self._next_hand(after, seat))
                if self.unseen[of_rank] > 0
                else 0.0
            )
        return 1.0 if has_rank_of(after.hands[seat], bit(of_rank)) else 0.0

    def _kept(self, after: HockeyState, seat: i64) -> float:
        """Value of the cards that are kept for this deal: wild ones, and safe answers to a breakaway."""
        if not in_same_deal(after):
            return 0.0
        hand = after.hands[seat]
        value = 0.0
        i: i64
        for i in range(hand.size):
            of_rank = rank(hand.cards[i])
            if self._is_wild(after, of_rank):
                value += WILD_KEPT
            elif self.unseen[of_rank] == 0 or (after.safe_ranks[seat] >> of_rank) & 1 == 1:
                value += SAFETY_KEPT
        return value

    def scores(self, state: State, seat: i64, action: i64) -> bool:
        assert isinstance(state, HockeyState)
        side = seat & 1
        return state.node == PLAY and self._play(state, seat, action).totals[side] > state.totals[side]

    # -- reasons

    def reason(self, state: State, seat: i64, action: i64) -> str:
        """Who deals; the skills say why a card is played."""
        assert isinstance(state, HockeyState)
        if state.node != CHOOSE_DEALER:
            return ""
        return ENGLISH.phrase("deals_itself" if action - CHOOSE_DEALER_ACTION == seat else "lets_deal")

    # -- simulations

    def equivalence_class(self, action: i64) -> i64:
        """Suits have no meaning: the card of the rank's first suit."""
        return action & ~3 if action < CHOOSE_DEALER_ACTION else action

    def is_plausible(self, state: State, seat: i64) -> bool:
        """False if a seat kept a card that would have matched: a safety (ruling 15) shows that the next seat lacks the
        rank.
        """
        assert isinstance(state, HockeyState)
        hands, safe = state.hands, state.safe_ranks
        before = len(hands) - 1
        for following in range(len(hands)):
            if following != seat and safe[before] != 0 and has_rank_of(hands[following], safe[before]):
                return False
            before = following
        return True

    def has_perfect_information(self, state: State, seat: i64) -> bool:
        """True if at most one other seat holds cards, and they are all that can be in a hand: between two seats, the
        last deal of a period.
        """
        assert isinstance(state, HockeyState)
        if state.node != PLAY:
            return False
        holders: i64 = 0
        hidden: i64 = 0
        for other in range(len(state.hands)):
            if other != seat and state.hands[other].size > 0:
                holders += 1
                hidden += state.hands[other].size
        self._count_unseen(state, seat)
        return holders == 0 or (holders == 1 and hidden == self.unseen_total)

    def pick(self, state: State, seat: i64, actions: Actions, count: i64, rng: Rng) -> i64:
        """The natural priorities: score or match, otherwise a wild card against a breakaway, otherwise any card."""
        assert isinstance(state, HockeyState)
        chosen = actions[rng.below(count)]
        wanted: i64 = bit(rank(state.top)) if state.top != NO_CARD else i64(0)
        if state.holder == 1 - (seat & 1):
            wanted |= state.options.wild_ranks
        if wanted == 0 or (wanted >> rank(chosen)) & 1 == 1:
            return chosen
        i: i64
        for i in range(count):
            if (wanted >> rank(actions[i])) & 1 == 1:
                return actions[i]
        return chosen

    def is_horizon(self, state: State, since: i64) -> bool:
        """True at the end of a deal."""
        assert isinstance(state, HockeyState)
        return state.ply > since and (state.node != PLAY or state.plays == state.deal_began)

    def estimate(self, state: State) -> float:
        assert isinstance(state, HockeyState)
        return payoff(self.lead(state), state)

    def lead(self, state: State) -> float:
        assert isinstance(state, HockeyState)
        lead = float(lead_of(state, 0))
        if state.node == PLAY:  # a deal begins: seats of a side are equal, and no card of it has been seen
            last = 1 - (state.seat & 1)  # the side whose play ended the previous deal
            self._count_unseen(state, SPECTATOR)
            lead += self._prospects(state, last) if last == 0 else -self._prospects(state, last)
        return lead


def in_same_deal(after: HockeyState) -> bool:
    """True if the play that led here was not the last of its deal."""
    return after.plays > after.deal_began


def has_rank_of(hand: Hand, ranks: i64) -> bool:
    """True if a card of one of these ranks, a bit mask, is in the hand."""
    i: i64
    for i in range(hand.size):
        if (ranks >> rank(hand.cards[i])) & 1 == 1:
            return True
    return False
