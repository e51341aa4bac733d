"""The base of the solvers of Turn-Based Hockey: sampled hands, planned line-ups, the value of a period. Compiled.

If one seat lines up after the other: ``open_lineup``; if both choose at once: ``secret_choices``.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from ai.heuristic import Solver, lead_of
from ai.turn_based_hockey.kept_cards import KeptCards
from ai.turn_based_hockey.planner import Planner
from ai.turn_based_hockey.values import payoff, periods_after, strength
from engines.api import Observation
from engines.buffers import append_missing, bit, buffer, buffer_of, copy_numbers
from engines.hand import Hand
from engines.rng import Rng
from engines.turn_based_hockey.rules import (
    ALL_CARDS,
    LD,
    LW,
    PLACES,
    RD,
    RW,
    C,
    G,
    Options,
    TurnBasedHockeyState,
)

FEW_HANDS: Final[i64] = 4
MANY_HANDS: Final[i64] = 24
"""Limits of the sampled hands, and of how often each side plans for secret line-ups. Twice as many, for face-offs and
secret line-ups, gain nothing: -13 [-35, +8] Elo in 260 games of Legend against itself.
"""
FEW_CANDIDATES: Final[i64] = 4
MANY_CANDIDATES: Final[i64] = 40
"""Limits of the line-ups that are compared if only one seat chooses."""
THOROUGH: Final[i64] = 1000
"""Budget from which on the network is used. With 100, for few line-ups and hands, players are better without: +63 [+32,
+95] Elo against the heuristic, and +12 [-17, +40] with it.
"""
SLICE: Final[i64] = 5
"""Line-ups planned between two pauses: below 50 ms interpreted."""


class Lineup:
    """A line-up, the values of its pairs, and the later value of the cards kept."""

    def __init__(self, options: Options, cards: vec[i64], hand: Hand, left: i64) -> None:
        self.cards = buffer(PLACES)
        copy_numbers(cards, self.cards, PLACES)
        self.mask: i64 = 0
        i: i64
        for i in range(PLACES):
            self.mask |= bit(cards[i])
        self.left_attack = options.pair(cards[LW], cards[C])
        self.right_attack = options.pair(cards[RW], cards[C])
        self.left_defence = options.pair(cards[LD], cards[G])
        self.right_defence = options.pair(cards[RD], cards[G])
        self.rest = hand.mask() & ~self.mask
        """The cards kept, as a bit mask."""
        self.kept = 0.0 if left == 0 else strength(hand, self.mask)
        """Their later value in goals, by the hand-written formula."""

    def goals(self, other: "Lineup") -> i64:
        """Goals against another line-up (2.3 line 3)."""
        return (1 if self.left_attack >= other.right_defence else 0) + (
            1 if self.right_attack >= other.left_defence else 0
        )

    def mirrored_goals(self, other: "Lineup") -> i64:
        """Goals against it with left and right exchanged on either side."""
        return (1 if self.left_attack >= other.left_defence else 0) + (
            1 if self.right_attack >= other.right_defence else 0
        )

    def is_same(self, other: "Lineup") -> bool:
        """True if the cards and the values of the pairs are the same."""
        return (
            self.mask == other.mask
            and self.left_attack == other.left_attack
            and self.right_attack == other.right_attack
            and self.left_defence == other.left_defence
            and self.right_defence == other.right_defence
        )

    def dominates(self, other: "Lineup") -> bool:
        """True if, up to mirror images, no pair has a lower value than in the other of the same hand."""
        return (
            max(self.left_attack, self.right_attack) >= max(other.left_attack, other.right_attack)
            and min(self.left_attack, self.right_attack) >= min(other.left_attack, other.right_attack)
            and max(self.left_defence, self.right_defence) >= max(other.left_defence, other.right_defence)
            and min(self.left_defence, self.right_defence) >= min(other.left_defence, other.right_defence)
        )


class TurnBasedSolver(Solver):
    """The base class of the solvers: sampled hands, planned line-ups, and the value of a period."""

    def __init__(
        self,
        observation: Observation,
        determinization: TurnBasedHockeyState,
        simulations: i64,
        rng: Rng,
        kept: KeptCards | None,
    ) -> None:
        super().__init__()
        self.observation = observation
        self.determinization = determinization
        self.budget = simulations
        self.rng = rng
        self.seat = observation.seat
        self.options = determinization.options
        self.left = periods_after(determinization)
        self.kept = kept if self.left > 0 else None
        """The network that evaluates the cards that are kept; without it a formula does."""
        self.lead = lead_of(determinization, self.seat)
        self.mine = determinization.hands[self.seat]
        self.other_size = determinization.hands[1 - self.seat].size
        self.open = determinization.laid_open()
        self.planner = Planner()
        self.planner.by_fit = self.kept is not None
        self._unseen = buffer(ALL_CARDS)

    def sample(self) -> Hand:
        """Deal the unseen cards again, and return the other hand."""
        self.observation.determinize_into(self.determinization, self.rng)
        return self.determinization.hands[1 - self.seat]

    def plan_blind(self, hand: Hand, others: i64) -> Lineup:
        """The line-up, of this many cards, of a seat that holds this hand and does not see the other line-up."""
        self.meet_unknown(hand, others)
        return self.planned(hand)

    def meet_unknown(self, hand: Hand, others: i64) -> None:
        """Let the planner plan for a hand without seeing the other line-up."""
        count = append_missing(self.options.deck, self.open | hand.mask(), self._unseen, 0)
        self.planner.take(hand, self.left)
        self.planner.meet_unknown(self.options, self._unseen, count, others)

    def planned(self, hand: Hand) -> Lineup:
        """The planner's line-up."""
        self.planner.search(self.options.pair_values)
        return Lineup(self.options, self.planner.lineup, hand, self.left)

    def answer(self, hand: Hand, shown: Lineup) -> Lineup:
        """The best line-up of a seat that holds this hand and sees the other line-up."""
        self.planner.take(hand, self.left)
        self.planner.meet_seen(self.options, shown.cards, 0)
        return self.planned(hand)

    def value(self, lead: i64, mine: Lineup, theirs: Lineup) -> float:
        """Payoff of a lead at the end of this period with the cards that were kept; after the last period only the lead
        counts.
        """
        if self.left == 0:
            return 1.0 if lead > 0 else -1.0 if lead < 0 else 0.0
        kept = self.kept
        if kept is None:
            return payoff(float(lead) + mine.kept - theirs.kept, self.left)
        kept.take(mine.rest, theirs.rest, self.left)
        return kept.payoff(lead)

    def final_lead(self, lead: i64, mine: Lineup, theirs: Lineup) -> float:
        """The expected final lead after such an end of this period, in goals."""
        if self.left == 0:
            return float(lead)
        kept = self.kept
        if kept is None:
            return float(lead) + mine.kept - theirs.kept
        kept.take(mine.rest, theirs.rest, self.left)
        return float(lead) + kept.goals(lead)

    def lineup_of(self, actions: list[int]) -> Lineup:
        """A whole line-up of the seat, from its actions."""
        return Lineup(self.options, buffer_of(actions), self.mine, self.left)

    def lead_after(self, mine: Lineup, theirs: Lineup) -> i64:
        """The lead after these line-ups."""
        return self.lead + mine.goals(theirs) - theirs.goals(mine)


def is_among(lineup: "Lineup", others: "list[Lineup]") -> bool:
    """True if a line-up is one of the others."""
    for other in others:
        if lineup.is_same(other):
            return True
    return False


def action_list(cards: vec[i64]) -> list[int]:
    """A line-up as actions."""
    return [int(cards[place]) for place in range(PLACES)]


def within(number: i64, least: i64, most: i64) -> i64:
    """The number, clipped to the bounds."""
    return least if number < least else most if number > most else number
