"""Knowledge of Hockey: docs/rules/hockey.md, section 6. Compiled; the game's networks rate its plays."""

from math import sqrt
from typing import Final

from mypy_extensions import i64

from ai.heuristic import Heuristic, lead_of, payoff_of
from engines.api import State
from engines.buffers import count_bits
from engines.hand import Hand
from engines.hockey.rules import CHOOSE_DEALER_ACTION, PLAY, HockeyState, Options, rank

# Variance of the goal difference that a play adds: fits `payoff_of` to games of search with 100 simulations against
# itself, from each lead at the end of a period (4262, 1371 and 1825 such leads).
VARIANCE_PER_PLAY: Final = 0.012
VARIANCE_WHERE_A_GOAL_IS_A_BREAKAWAY: Final = 0.0175
VARIANCE_WHERE_WILD_CARDS_SCORE: Final = 0.11
PRIOR_VISITS: Final[i64] = 10


def make() -> Heuristic:
    """Return a new heuristic for Hockey."""
    return HockeyHeuristic()


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
    """What a lead is worth, and what the plays of the others have shown."""

    def __init__(self) -> None:
        super().__init__()
        self.slowest_us = 8
        self.ending_us = 30_000
        self.prior_visits = PRIOR_VISITS
        self.after: HockeyState | None = None
        """A copy on which a play is tried."""

    def spread(self, state: State) -> float:
        assert isinstance(state, HockeyState)
        if state.in_overtime():
            return 0.0
        return sqrt(0.3 + variance_per_play(state.options) * float(plays_left(state)))

    def scores(self, state: State, seat: i64, action: i64) -> bool:
        assert isinstance(state, HockeyState)
        if state.node != PLAY:
            return False
        if self.after is None:
            self.after = HockeyState(state.options)
        after, side = self.after, seat & 1
        after.copy_from(state)
        after.apply(seat, action)
        return after.totals[side] > state.totals[side]

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
        return holders == 0 or (holders == 1 and hidden == number_of_unseen(state, seat))

    def is_horizon(self, state: State, since: i64) -> bool:
        """True at the end of a deal."""
        assert isinstance(state, HockeyState)
        return state.ply > since and (state.node != PLAY or state.plays == state.deal_began)

    def estimate(self, state: State) -> float:
        assert isinstance(state, HockeyState)
        return payoff_of(float(lead_of(state, 0)), self.spread(state))


def number_of_unseen(state: HockeyState, seat: i64) -> i64:
    """The number of cards that are neither in the seat's hand nor known to be gone."""
    seen = state.seen_by(seat)
    if state.deal_number == 1:
        seen |= state.seen_undealt
    return count_bits(state.options.deck_mask & ~seen)


def has_rank_of(hand: Hand, ranks: i64) -> bool:
    """True if a card of one of these ranks, a bit mask, is in the hand."""
    i: i64
    for i in range(hand.size):
        if (ranks >> rank(hand.cards[i])) & 1 == 1:
            return True
    return False
