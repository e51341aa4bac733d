"""Open line-ups of Turn-Based Hockey: one seat shows its own, then the other answers. Compiled.

Candidates come from planning with gains and prices changed at random. Shown first, a line-up is worth what the best
answers of sampled hands leave it; as an answer it is worth its goals and the cards kept.
"""

from math import exp, pow

from mypy_extensions import i64

from bench.opponents.base import MixedMove
from bench.opponents.turn_based_hockey_lineups import LINES, VALUES, Planner
from bench.opponents.turn_based_hockey_solver import (
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
from engines.api import Observation
from engines.buffers import buffer, float_buffer
from engines.rng import Rng
from engines.turn_based_hockey.rules import (
    LINEUP_FIRST,
    PLACES,
    TurnBasedHockeyState,
)


class OpenLineupSolver(TurnBasedSolver):
    """A line-up that the other seat answers, or that answers the other's: of many candidates the worse half is dropped
    again and again.
    """

    def __init__(
        self, observation: Observation, determinization: TurnBasedHockeyState, simulations: i64, rng: Rng
    ) -> None:
        super().__init__(observation, determinization, simulations, rng)
        self.wanted = within(simulations // 16, FEW_CANDIDATES, MANY_CANDIDATES)
        self.tries: i64 = 0
        self.candidates: list[Lineup] = []
        self.totals = float_buffer(self.wanted)
        self.tested = buffer(self.wanted)
        """By candidate: the sum of what it was worth, and how often."""
        self.order = buffer(self.wanted)
        """Candidates still in question first."""
        self.running: i64 = 0
        self.at: i64 = 0
        self.hands_left: i64 = 0
        self.shown = buffer(PLACES)
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
            else:
                self._test()

    def _propose(self) -> None:
        """Plan with what the pairs gain and the cards cost changed at random; the first time as it is."""
        planner, rng = self.planner, self.rng
        if self.determinization.node == LINEUP_FIRST:
            self.meet_unknown(self.mine, self.other_size)
        else:
            planner.take(self.mine, self.left)
            planner.meet_seen(self.options, self.shown, 0)
        if self.tries > 0:
            vary(planner, rng)
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
        self.hands_left = within((self.budget - 2 * self.wanted) // (rounds * count), 2, MANY_HANDS * 4)
        self.at = 0
        self.sample()

    def _test(self) -> None:
        """See what the next candidate is worth against the sampled hand."""
        candidate = self.order[self.at]
        mine, hand = self.candidates[candidate], self.determinization.hands[1 - self.seat]
        if self.determinization.node == LINEUP_FIRST:
            theirs = self.answer(hand, mine)
        else:
            theirs = Lineup(self.options, self.shown, hand, self.left)
        self.totals[candidate] += self.worth(self.ahead(mine, theirs))
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
        self._begin((self.running + 1) // 2 if self.running > 2 else 1)

    def _sort(self) -> None:
        """Put the better of the candidates in question first; equal ones stay in order."""
        i: i64
        for i in range(1, self.running):
            candidate = self.order[i]
            at = i
            while at > 0 and self._mean(self.order[at - 1]) < self._mean(candidate):
                self.order[at] = self.order[at - 1]
                at -= 1
            self.order[at] = candidate

    def _mean(self, candidate: i64) -> float:
        """What a candidate was worth; the worst for one that was not tested."""
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


def vary(planner: Planner, rng: Rng) -> None:
    """Change at random how much each line counts, how good the other line-up is thought to be, and what cards cost."""
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
        planner.prices[planner.cards[i]] *= thrift
