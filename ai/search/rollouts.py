"""Policy improvement by rollouts: each action is followed by what the network would play, in the same deals. Compiled; knows no game.

A deal is weighed by how likely the others, with its cards, would have played as they did, by the same network. In a rollout every seat
decides by what it knows itself, so nobody plays by cards it cannot see: that is where a tree over determinizations goes wrong
(Long, Sturtevant, Buro and Furtak 2010, Understanding the Success of Perfect Information Monte Carlo Sampling).
Source of the rollouts: Tesauro and Galperin 1996, On-line Policy Improvement using Monte-Carlo Search; of leaving out actions that fall
behind: Maron and Moore 1993, Hoeffding Races.
"""

from typing import Final

from mypy_extensions import i64

from ai.heuristics.base import Heuristic
from ai.networks.judge import SHARP, Judge
from ai.networks.network import ONE
from ai.search.playout import Playout
from engines.api import CHANCE, OVER, Observation, State
from engines.buffers import action_buffer, buffer, float_buffer
from engines.rng import Rng

MOST_ACTIONS: Final[i64] = 16
"""The likeliest ones are followed; what the network finds less likely than all of these is never the best."""
ROUND: Final[i64] = 50
"""Deals between two looks at who falls behind."""
FAR_BEHIND: Final = 3.0
"""Standard errors."""
PREFERENCE: Final = 0.003
"""Payoff that an action is worth more whose logit is higher by 1: what is as good is decided by the network."""
DOUBT_OF_OTHERS: Final = 0.5
"""Share of the decisions of the other side that may be anything: nobody knows whether they play like the network. Against the
top level as it was before there were networks, 0.05 and 0.3 gained less."""
DOUBT_OF_PARTNERS: Final = 0.1
"""Those of the own side come from a player like this one."""


class Rollouts:
    """Values of the actions of one decision; it can be continued in slices."""

    def __init__(self, observation: Observation, heuristic: Heuristic, judge: Judge, rng: Rng) -> None:
        self.observation = observation
        self.observer = observation.seat
        self.heuristic = heuristic
        self.judge = judge
        self.rng = rng
        self.playout = Playout(rng)
        self.root = observation.blank_state()
        observation.determinize_into(self.root, rng)
        self.state = self.root.clone()
        self.since = self.root.ply
        self.simulations: i64 = 0
        """Rollouts so far."""
        self.deals: i64 = 0
        self.legal = action_buffer()
        self.logits = float_buffer(MOST_ACTIONS)
        self.actions = action_buffer()
        """Those that are followed, the likeliest first."""
        self.count = self._choose_actions()
        self.left = self.count
        """Actions that have not fallen behind."""
        self.is_behind = buffer(self.count)
        self.visits = buffer(self.count)
        """By action, its rollouts."""
        self.payoffs = float_buffer(self.count)
        """Of the last deal."""
        self.totals = float_buffer(self.count)
        """By action, the payoffs of its rollouts, each times the weight of its deal."""
        self.weights = float_buffer(self.count)
        """By action, the weights of its deals."""
        self.leads = float_buffer(self.count * self.count)
        """By pair of actions, by how much the first was better, each times the weight of its deal."""
        self.squares = float_buffer(self.count * self.count)
        """The squares of these."""

    @property
    def is_done(self) -> bool:
        """Whether all actions but one have fallen behind."""
        return bool(self.left == 1)

    def run(self, simulations: i64, plies: i64) -> None:
        """Go on until there are ``simulations`` rollouts in all, one action is left, or this slice has simulated ``plies`` decisions."""
        left = plies
        while self.simulations < simulations and self.left > 1 and left > 0:
            left -= self._deal()
            if self.deals % ROUND == 0:
                self._leave_behind()

    def value(self, place: i64) -> float:
        """Mean payoff of an action, by its place in ``actions``."""
        return self.totals[place] / self.weights[place] if self.weights[place] > 0.0 else 0.0

    def order(self) -> list[int]:
        """The places of the actions, the best first: those that were left, then those that fell behind."""
        places = list(range(int(self.count)))
        return sorted(places, key=lambda place: (int(self.is_behind[place]), -self.value(place) - PREFERENCE * self.logits[place]))

    def _choose_actions(self) -> i64:
        """Fill ``actions``; return how many there are."""
        legal, judge = self.legal, self.judge
        count = self.root.fill_distinct_actions(self.observer, legal)
        judge.consider(self.root, self.observer, legal, count)
        chosen: i64 = 0
        i: i64
        while chosen < count and chosen < MOST_ACTIONS:
            best: i64 = -1
            for i in range(count):
                if legal[i] >= 0 and (best < 0 or judge.logits[i] > judge.logits[best]):
                    best = i
            self.actions[chosen] = legal[best]
            self.logits[chosen] = float(judge.logits[best]) / float(ONE)
            legal[best] = -1
            chosen += 1
        return chosen

    def _deal(self) -> i64:
        """Deal the unseen cards and play each action on from there; return the decisions it took."""
        self.observation.determinize_into(self.root, self.rng)
        weight = self._likelihood()
        decisions: i64 = 1
        i: i64
        j: i64
        for i in range(self.count):
            if self.is_behind[i] == 1:
                continue
            self.state.copy_from(self.root)
            self.state.apply(self.observer, self.actions[i])
            decisions += self._play_on()
            self.payoffs[i] = self._payoff()
            self.totals[i] += weight * self.payoffs[i]
            self.weights[i] += weight
            self.visits[i] += 1
        for i in range(self.count):
            if self.is_behind[i] == 1:
                continue
            for j in range(self.count):
                if self.is_behind[j] == 0:
                    lead = weight * (self.payoffs[i] - self.payoffs[j])
                    self.leads[i * self.count + j] += lead
                    self.squares[i * self.count + j] += lead * lead
        self.simulations += self.left
        self.deals += 1
        return decisions

    def _leave_behind(self) -> None:
        """Stop following actions that are hardly the best."""
        best: i64 = -1
        i: i64
        for i in range(self.count):
            if self.is_behind[i] == 0 and (best < 0 or self.value(i) > self.value(best)):
                best = i
        for i in range(self.count):
            if self.is_behind[i] == 0:
                pair = best * self.count + i
                lead = self.leads[pair]
                if lead > 0.0 and lead * lead > FAR_BEHIND * FAR_BEHIND * self.squares[pair]:
                    self.is_behind[i] = 1
                    self.left -= 1

    def _likelihood(self) -> float:
        """How likely the others' decisions were, with these cards."""
        state, judge = self.state, self.judge
        past = judge.encoder.rewind(self.root, state)
        likelihood = 1.0
        number: i64
        for number in range(past):
            seat = state.to_act()
            action = judge.encoder.past_action(self.root, number)
            if seat != self.observer:
                likelihood *= self._probability(state, seat, action)
            state.apply(seat, action)
        return likelihood

    def _probability(self, state: State, seat: i64, action: i64) -> float:
        """How likely a seat plays an action, or one that is the same for play."""
        judge, legal = self.judge, self.legal
        doubt = DOUBT_OF_PARTNERS if seat & 1 == self.observer & 1 else DOUBT_OF_OTHERS
        count = state.fill_distinct_actions(seat, legal)
        if count == 1:
            return 1.0
        judge.consider(state, seat, legal, count)
        judge.weigh(count, ONE)
        kind = self.heuristic.equivalence_class(action)
        i: i64
        for i in range(count):
            if self.heuristic.equivalence_class(legal[i]) == kind:
                return (1.0 - doubt) * float(judge.weights[i]) / float(judge.total) + doubt / float(count)
        return doubt / float(count)

    def _play_on(self) -> i64:
        """Play by the network to the horizon; return the number of decisions."""
        state, judge, legal = self.state, self.judge, self.legal
        decisions: i64 = 0
        while True:
            seat = state.to_act()
            if seat == OVER or self.heuristic.is_horizon(state, self.since):
                return decisions
            if seat == CHANCE:
                self.playout.deal(state)
                continue
            count = state.fill_distinct_actions(seat, legal)
            decisions += 1
            if count == 1:
                state.apply(seat, legal[0])
                continue
            judge.consider(state, seat, legal, count)
            judge.weigh(count, SHARP)
            state.apply(seat, legal[judge.draw(count, self.rng)])

    def _payoff(self) -> float:
        """What the side of the observer expects where a rollout has ended."""
        if self.state.to_act() == OVER:
            return self.state.payoff(self.observer)
        payoff = self.heuristic.estimate(self.state)
        return payoff if self.observer & 1 == 0 else 0.0 - payoff
