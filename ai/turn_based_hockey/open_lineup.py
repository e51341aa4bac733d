"""Open line-ups of Turn-Based Hockey: one seat shows its own, then the other answers. Compiled.

Candidates come from planning with gains and prices changed at random. The value of a line-up that is shown first is its
value against the best answers of sampled hands; the value of an answer is its goals and the cards kept.
"""

from math import exp, pow
from typing import Final

from mypy_extensions import i64

from ai.heuristic import MixedMove
from ai.turn_based_hockey.kept_cards import KeptCards
from ai.turn_based_hockey.planner import Planner
from ai.turn_based_hockey.solver import (
    FEW_CANDIDATES,
    MANY_CANDIDATES,
    MANY_HANDS,
    SLICE,
    Lineup,
    TurnBasedSolver,
    action_list,
    is_among,
    within,
)
from ai.turn_based_hockey.values import LINES, VALUES
from engines.api import Observation
from engines.buffers import buffer, copy_numbers, float_buffer
from engines.hand import Hand
from engines.rng import Rng
from engines.turn_based_hockey.rules import (
    ALL_CARDS,
    LINEUP_FIRST,
    PLACES,
    TurnBasedHockeyState,
)

MANY_ANSWERS: Final[i64] = 160
"""Bound of the answers that the network compares."""
CLIMBING_HANDS: Final[i64] = 16
"""Sampled hands against which an answer is improved card by card."""
STEPS: Final[i64] = 6
JUDGES: Final[i64] = 96
"""Number of sampled hands for the prospects of a line-up: 3 ms compiled."""


class OpenLineupSolver(TurnBasedSolver):
    """A line-up that the other seat answers, or that answers the other's: the worse half of many candidates is dropped
    repeatedly.
    """

    def __init__(
        self,
        observation: Observation,
        determinization: TurnBasedHockeyState,
        simulations: i64,
        rng: Rng,
        kept: KeptCards | None,
    ) -> None:
        super().__init__(observation, determinization, simulations, rng, kept)
        self.weighs_answers = self.kept is not None and determinization.node != LINEUP_FIRST
        """Whether the network compares answers to an open line-up: then a test is quick, and planning is not."""
        self.wanted = within(
            simulations // 16, FEW_CANDIDATES, MANY_ANSWERS if self.weighs_answers else MANY_CANDIDATES
        )
        self.tries: i64 = 0
        self.candidates: list[Lineup] = []
        self.totals = float_buffer(self.wanted)
        self.tested = buffer(self.wanted)
        """By candidate: the sum of its values, and how many there are."""
        self.order = buffer(self.wanted)
        """Remaining candidates first."""
        self.running: i64 = 0
        self.at: i64 = 0
        self.hands_left: i64 = 0
        self.shown = buffer(PLACES)
        self.met: Lineup | None = None
        """The line-up that the candidate being tested meets."""
        self.improves = False
        self.steps: i64 = 0
        self.met_last: list[Lineup] = []
        """The open line-up with the cards kept, while the best answer is improved."""
        self.judges: list[Hand] = []
        """Hands with which ``outcomes`` tests any line-up; they were not used to choose it."""
        if determinization.node != LINEUP_FIRST:
            at = determinization.lineup_at(1 - self.seat)
            i: i64
            for i in range(PLACES):
                self.shown[i] = determinization.lineups[at + i]

    def run(self) -> None:
        _i: i64
        for _i in range(SLICE):
            if self.is_done:
                return
            self.simulations += 1
            if self.running == 0:
                self._propose()
            elif self.weighs_answers:
                self._weigh()
            else:
                self._test()

    def _propose(self) -> None:
        """Plan with the gains of pairs and the costs of cards changed at random; unchanged the first time."""
        planner, rng = self.planner, self.rng
        if self.determinization.node == LINEUP_FIRST:
            self.meet_unknown(self.mine, self.other_size)
        else:
            planner.take(self.mine, self.left)
            planner.meet_seen(self.options, self.shown, 0)
        if self.tries > 0:
            vary(planner, rng, self.weighs_answers)
        self.tries += 1
        found = self.planned(self.mine)
        if not is_among(found, self.candidates):
            self.order[len(self.candidates)] = len(self.candidates)
            self.candidates.append(found)
        if len(self.candidates) == self.wanted or self.tries == 2 * self.wanted:
            self._begin(len(self.candidates))

    def _begin(self, count: i64) -> None:
        """Test this many candidates, all against the same hands."""
        if count == 1 and len(self.candidates) > 1:
            self.is_done = True
        rounds: i64 = 1
        while (2 << rounds) < len(self.candidates):
            rounds += 1
        self.running = count
        if self.weighs_answers:
            self.hands_left = within(MANY_HANDS * self.wanted // (2 * count), 2, MANY_HANDS * 4)
        else:
            self.hands_left = within((self.budget - 2 * self.wanted) // (rounds * count), 2, MANY_HANDS * 4)
        self.at = 0
        self.sample()

    def _test(self) -> None:
        """Find the value of the next candidate against the sampled hand."""
        candidate = self.order[self.at]
        mine = self.candidates[candidate]
        theirs = self.met
        if self.at == 0 or theirs is None or self.determinization.node == LINEUP_FIRST:
            theirs = self._met(self.determinization.hands[1 - self.seat], mine)
            self.met = theirs
        self.totals[candidate] += self.value(self.lead_after(mine, theirs), mine, theirs)
        self.tested[candidate] += 1
        self.at += 1
        if self.at < self.running:
            return
        self.at = 0
        self.hands_left -= 1
        if self.hands_left > 0:
            self.sample()
            return
        self._sort()
        if self.running == 1:
            self.is_done = True
            return
        self._begin((self.running + 1) // 2 if self.running > 2 else i64(1))

    def _weigh(self) -> None:
        """Find the values of all remaining candidates against the sampled hand; the last one is then improved card by
        card.
        """
        if self.improves:
            self._improve()
            return
        _i: i64
        for _i in range(self.running):
            if self.is_done:
                break
            self._test()
            if self.at == 0:
                break
        if self.is_done:
            self.is_done = False
            self.improves = True

    def _improve(self) -> None:
        """Exchange cards of the best candidate with each other or with those kept, always the best exchange, as long as
        there is a gain.
        """
        while len(self.met_last) < CLIMBING_HANDS:
            self.met_last.append(self._met(self.sample(), self.candidates[0]))
        at = self.order[0]
        best = self.candidates[at]
        most = self._mean_against(best)
        found = best
        cards = buffer(PLACES)
        place: i64
        other: i64
        i: i64
        for place in range(PLACES):
            copy_numbers(best.cards, cards, PLACES)
            for i in range(self.mine.size):
                card = self.mine.cards[i]
                if (best.mask >> card) & 1 == 1:
                    continue
                cards[place] = card
                changed = Lineup(self.options, cards, self.mine, self.left)
                value = self._mean_against(changed)
                if value > most:
                    most, found = value, changed
            for other in range(place):
                copy_numbers(best.cards, cards, PLACES)
                cards[place], cards[other] = cards[other], cards[place]
                changed = Lineup(self.options, cards, self.mine, self.left)
                value = self._mean_against(changed)
                if value > most:
                    most, found = value, changed
        self.candidates[at] = found
        self.totals[at] = most
        self.tested[at] = 1
        self.steps += 1
        self.is_done = found is best or self.steps == STEPS

    def _mean_against(self, mine: Lineup) -> float:
        value = 0.0
        for theirs in self.met_last:
            value += self.value(self.lead_after(mine, theirs), mine, theirs)
        return value / float(len(self.met_last))

    def _met(self, hand: Hand, mine: Lineup) -> Lineup:
        """The line-up that the candidate meets, if the other seat holds this hand."""
        if self.determinization.node == LINEUP_FIRST:
            return self.answer(hand, mine)
        return Lineup(self.options, self.shown, hand, self.left)

    def _sort(self) -> None:
        """Put the better of the remaining candidates first; equal ones stay in order."""
        i: i64
        for i in range(1, self.running):
            candidate = self.order[i]
            at = i
            while at > 0 and self._mean(self.order[at - 1]) < self._mean(candidate):
                self.order[at] = self.order[at - 1]
                at -= 1
            self.order[at] = candidate

    def _mean(self, candidate: i64) -> float:
        """The value of a candidate; the lowest if it was not tested."""
        return self.totals[candidate] / float(self.tested[candidate]) if self.tested[candidate] > 0 else -1.0

    def moves(self) -> list[MixedMove]:
        if self.running > 0:
            self._sort()
        made: list[MixedMove] = []
        i: i64
        for i in range(len(self.candidates)):
            candidate = self.order[i]
            made.append(
                MixedMove(action_list(self.candidates[candidate].cards), self._mean(candidate), 1.0 if i == 0 else 0.0)
            )
        return made

    def outcomes(self, actions: list[int]) -> list[tuple[float, float]]:
        while len(self.judges) < JUDGES:
            hand = Hand(ALL_CARDS)
            hand.copy_from(self.sample())
            self.judges.append(hand)
        mine = self.lineup_of(actions)
        found: list[tuple[float, float]] = []
        for hand in self.judges:
            theirs = self._met(hand, mine)
            lead = self.lead_after(mine, theirs)
            found.append((self.value(lead, mine, theirs), self.final_lead(lead, mine, theirs)))
        return found


def vary(planner: Planner, rng: Rng, each: bool = False) -> None:
    """Change at random how much each line counts, how good the other line-up is assumed to be, and the costs of cards,
    or of ``each`` of them.
    """
    confidence = exp(2.0 * rng.chance() - 1.0)
    line: i64
    value: i64
    i: i64
    for line in range(LINES):
        weight = 0.5 + rng.chance()
        for value in range(VALUES):
            gain = planner.gains[VALUES * line + value]
            planner.gains[VALUES * line + value] = weight * pow(gain, confidence) if gain > 0.0 else 0.0
    thrift = 2.0 * rng.chance()
    for i in range(planner.count):
        planner.prices[planner.cards[i]] *= thrift * (0.5 + rng.chance()) if each else thrift
