"""Backward induction in Turn-Based Hockey: the value of two hands before a period, from the value of the cards kept
after it. Compiled.

A period is computed for every likely pair of face-off cards: the winner answers the line-up of the loser, who plans
without seeing the other hand. The probability of a card depends on what its seat knows: its own hand, and earlier bids
of others. After the last period only the lead counts; before it, a network that has learned the values of the next
period evaluates the cards kept.
"""

from math import exp
from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i16, i32, i64

from ai.encoder import Features
from ai.turn_based_hockey.kept_cards import KeptCards
from ai.turn_based_hockey.open_lineup import vary
from ai.turn_based_hockey.planner import Planner
from ai.turn_based_hockey.secret_choices import bids, without
from ai.turn_based_hockey.solver import Lineup
from ai.turn_based_hockey.values import learned_price
from engines.api import NO_SIDE
from engines.buffers import bit, buffer, float_buffer
from engines.hand import Hand
from engines.rng import Rng
from engines.turn_based_hockey.rules import ALL_CARDS, PERIOD_CARDS, PERIODS, SEATS, Options, points, scale_value

LEAD: Final[i64] = 2
"""Leads from -2 to 2 are learned: beyond them the last period decides nothing, and after the first there are none."""
LEADS: Final[i64] = 2 * LEAD + 1
SEEING: Final = 1.7
"""Advantage, in goals, of seeing the other line-up in a period: rules 6, measured by random play that answers."""
DOUBT: Final = 0.3
"""With a value lower by this many goals, a face-off card is 2.7 times less likely."""
UNLIKELY: Final = 0.002
"""Pairs of face-off cards less likely than this are skipped."""
MOST_POINTS: Final[i64] = 11
WARM_UP: Final[i64] = 20
"""Positions that only serve to learn how others bid."""
MEMORY: Final = 2000.0
"""Face-off cards after which half of the counts are forgotten."""


class Positions:
    """Positions between periods as flat numbers: the rows of each side's cards, and the value of each lead."""

    def __init__(self) -> None:
        self.rows = vec[i16]()
        self.starts = vec[i32]()
        self.left = vec[i16]()
        self.payoffs = vec[float]()
        """For each position those of leads -2 to 2."""
        self.goals = vec[float]()


class Imagination:
    """Deals, plays periods roughly to get typical hands, and evaluates positions."""

    def __init__(self, options: Options, kept: KeptCards, rng: Rng) -> None:
        self.options = options
        self.kept = kept
        self.rng = rng
        self.planner = Planner()
        self.planner.by_fit = True
        self.hands: list[Hand] = [Hand(ALL_CARDS), Hand(ALL_CARDS)]
        self.open: i64 = 0
        self.left: i64 = 0
        """Periods after the one being played."""
        self.habits: list[Habits] = [Habits() for _ in range(PERIODS)]
        """By the periods after the one being played."""
        self._unseen = buffer(ALL_CARDS)

    def deal(self) -> None:
        """Deal two hands for a whole game."""
        cards = buffer(ALL_CARDS)
        count = len(self.options.deck)
        i: i64
        for i in range(count):
            cards[i] = self.options.deck[i]
        self.rng.mix(cards, 0, count)
        size = self.options.hand_size
        for seat in range(SEATS):
            hand = self.hands[seat]
            hand.size = 0
            for i in range(size):
                hand.add(cards[seat * size + i])
        self.open = 0
        self.left = PERIODS - 1

    def blind(self, hand: Hand, changed: bool) -> Lineup:
        """The line-up of a seat that does not see the other one."""
        gone = self.open | hand.mask()
        count: i64 = 0
        i: i64
        for i in range(len(self.options.deck)):
            if (gone >> self.options.deck[i]) & 1 == 0:
                self._unseen[count] = self.options.deck[i]
                count += 1
        self.planner.take(hand, self.left)
        self.planner.meet_unknown(self.options, self._unseen, count, PERIOD_CARDS * (self.left + 1) - 1)
        return self._planned(hand, changed)

    def answer(self, hand: Hand, shown: Lineup, changed: bool) -> Lineup:
        """The line-up of a seat that sees the other one."""
        self.planner.take(hand, self.left)
        self.planner.meet_seen(self.options, shown.cards, 0)
        return self._planned(hand, changed)

    def _planned(self, hand: Hand, changed: bool) -> Lineup:
        if changed:
            vary(self.planner, self.rng, True)
        self.planner.search(self.options.pair_values)
        return Lineup(self.options, self.planner.lineup, hand, 0)

    def pass_period(self) -> None:
        """Play a period with face-off cards drawn at random, and line-ups by changed gains and prices."""
        first = self.rng.below(SEATS)
        for seat in range(SEATS):
            card = self.hands[seat].cards[self.rng.below(self.hands[seat].size)]
            self.hands[seat].remove(card)
            self.open |= bit(card)
        shown = self.blind(self.hands[first], True)
        answered = self.answer(self.hands[1 - first], shown, True)
        self.hands[first].remove_mask(shown.mask)
        self.hands[1 - first].remove_mask(answered.mask)
        self.open |= shown.mask | answered.mask
        self.left -= 1

    def note(self, positions: Positions) -> None:
        """Evaluate the hands before the period, and record the position from both sides."""
        values = self.evaluate()
        count = LEADS
        features = Features()
        i: i64
        for seat in range(SEATS):
            positions.starts = append(positions.starts, i32(len(positions.rows)))
            positions.left = append(positions.left, i16(self.left + 1))
            features.clear()
            self.kept.describe(self.hands[seat].mask(), self.left + 1, False, features)
            self.kept.describe(self.hands[1 - seat].mask(), self.left + 1, True, features)
            for i in range(features.count):
                positions.rows = append(positions.rows, i16(features.rows[i]))
            for i in range(count):
                at = i if seat == 0 else count - 1 - i
                sign = 1.0 if seat == 0 else -1.0
                positions.payoffs = append(positions.payoffs, sign * values[at])
                positions.goals = append(positions.goals, sign * values[count + at])

    def evaluate(self) -> vec[float]:
        """By lead from -2 to 2 for seat 0, the payoff; then, for each, the goals to come."""
        found = float_buffer(2 * LEADS)
        our_bids, their_bids = bids(self.options, self.hands[0]), bids(self.options, self.hands[1])
        our_chances, their_chances = float_buffer(len(our_bids)), float_buffer(len(their_bids))
        our_firsts = self._firsts(self.hands[0], our_bids, our_chances)
        their_firsts = self._firsts(self.hands[1], their_bids, their_chances)
        our_answers = self._answers(self.hands[0], their_firsts)
        their_answers = self._answers(self.hands[1], our_firsts)
        total = 0.0
        i: i64
        j: i64
        for i in range(len(our_bids)):
            ours = bit(our_bids[i])
            for j in range(len(their_bids)):
                theirs = bit(their_bids[j])
                chance = our_chances[i] * their_chances[j]
                if chance < UNLIKELY:
                    continue
                total += chance
                winner = self._winner(our_bids[i], their_bids[j])
                mine, other = our_firsts[i], their_firsts[j]
                if winner == 0:
                    mine = our_answers[j]
                    if mine.mask & ours != 0:
                        mine = self.answer(without(self.hands[0], our_bids[i]), other, False)
                elif winner == 1:
                    other = their_answers[i]
                    if other.mask & theirs != 0:
                        other = self.answer(without(self.hands[1], their_bids[j]), mine, False)
                ours_kept, theirs_kept = (
                    self.hands[0].mask() & ~(ours | mine.mask),
                    self.hands[1].mask() & ~(theirs | other.mask),
                )
                self._add_end(mine, other, winner == NO_SIDE, ours_kept, theirs_kept, chance, found)
        for i in range(2 * LEADS):
            found[i] /= total
        return found

    def _winner(self, card: i64, other: i64) -> i64:
        mine, theirs = scale_value(card, self.options.by_rank), scale_value(other, self.options.by_rank)
        return NO_SIDE if mine == theirs else 0 if mine > theirs else 1

    def _firsts(self, hand: Hand, cards: list[int], chances: vec[float]) -> list[Lineup]:
        """By face-off card, the line-up of a seat that does not see the other, and the probability of the card, which
        grows with its value.

        If the line-up does not need the card, it is the same one.
        """
        best = self.blind(hand, False)
        with_all = self.planner.best
        habits = self.habits[self.left]
        found: list[Lineup] = []
        most = -1000.0
        i: i64
        for i in range(len(cards)):
            lineup, value = best, with_all
            if best.mask & bit(cards[i]) != 0:
                lineup = self.blind(without(hand, cards[i]), False)
                value = self.planner.best
            if self.left > 0:
                value -= learned_price(hand, cards[i], self.left)
            found.append(lineup)
            chances[i] = value + SEEING * habits.gain(points(cards[i]))
            most = max(most, chances[i])
        total = 0.0
        for i in range(len(cards)):
            chances[i] = exp((chances[i] - most) / DOUBT)
            total += chances[i]
        for i in range(len(cards)):
            chances[i] /= total
            habits.note(points(cards[i]), chances[i])
        return found

    def _answers(self, hand: Hand, shown: list[Lineup]) -> list[Lineup]:
        """The answers to line-ups, with all cards available."""
        found: list[Lineup] = []
        i: i64
        j: i64
        for i in range(len(shown)):
            same: i64 = -1
            for j in range(i):
                if shown[j] is shown[i]:
                    same = j
            found.append(self.answer(hand, shown[i], False) if same < 0 else found[same])
        return found

    def _add_end(
        self,
        ours: Lineup,
        theirs: Lineup,
        tied: bool,
        ours_kept: i64,
        theirs_kept: i64,
        chance: float,
        found: vec[float],
    ) -> None:
        """The value of an end for each lead; left and right are exchanged at random if neither side saw the other's
        line-up.
        """
        scored, let_in = ours.goals(theirs), theirs.goals(ours)
        mirrored, mirrored_in = ours.mirrored_goals(theirs), theirs.mirrored_goals(ours)
        ways: i64 = 4 if tied else 1
        left = self.left
        if left > 0:
            self.kept.take(ours_kept, theirs_kept, left)
        lead: i64
        way: i64
        share = chance / float(ways)
        for way in range(ways):
            diff = (scored if way < 2 else mirrored) - (let_in if way & 1 == 0 else mirrored_in)
            for lead in range(-LEAD, LEAD + 1):
                after = lead + diff
                if left == 0:
                    found[lead + LEAD] += share * (1.0 if after > 0 else -1.0 if after < 0 else 0.0)
                    found[LEADS + lead + LEAD] += share * float(diff)
                else:
                    found[lead + LEAD] += share * self.kept.payoff(after)
                    found[LEADS + lead + LEAD] += share * (float(diff) + self.kept.goals(after))


class Habits:
    """How often face-off cards of each number of points were played; recent ones have a larger weight."""

    def __init__(self) -> None:
        self.often = float_buffer(MOST_POINTS + 1)
        self.total = 0.0

    def note(self, number: i64, chance: float) -> None:
        """Count a card."""
        self.often[number] += chance
        self.total += chance
        i: i64
        if self.total > MEMORY:
            self.total *= 0.5
            for i in range(MOST_POINTS + 1):
                self.often[i] *= 0.5

    def gain(self, number: i64) -> float:
        """The chance to win a face-off with this many points, less that to lose it."""
        gained = 0.0
        i: i64
        for i in range(MOST_POINTS + 1):
            gained += self.often[i] if i < number else -self.often[i] if i > number else 0.0
        return gained / self.total if self.total > 0.0 else float(number) / float(MOST_POINTS)


def imagine(options: Options, kept: KeptCards, rng: Rng, periods: i64, games: i64) -> Positions:
    """Evaluate positions with ``periods`` (1 or 2) to come, one of each of ``games`` games."""
    positions = Positions()
    imagination = Imagination(options, kept, rng)
    _i: i64
    for _i in range(WARM_UP):
        imagination.deal()
        while imagination.left + 1 > periods:
            imagination.pass_period()
        imagination.evaluate()
    for _i in range(games):
        imagination.deal()
        while imagination.left + 1 > periods:
            imagination.pass_period()
        imagination.note(positions)
    return positions
