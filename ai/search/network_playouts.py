"""Playouts by a network: what moves lead to if every seat then plays as Legend does. Compiled; names no game.

Several moves are tried in the same deal, with the same random numbers, so that luck hardly tells them apart. A playout
ends with the game, or is cut at a later decision of the seat, with the network's value there.
"""

from mypy_extensions import i64

from ai.heuristic import Heuristic
from ai.networks.judge import SHARP, Judge
from ai.search.ismcts import PLAUSIBLE_TRIES
from ai.search.playout import Playout
from engines.api import CHANCE, OVER, Observation
from engines.buffers import action_buffer
from engines.rng import Rng


class Playouts:
    """Playouts from one observation."""

    def __init__(self, observation: Observation, heuristic: Heuristic, judge: Judge, rng: Rng) -> None:
        self.observation = observation
        self.heuristic = heuristic
        self.judge = judge
        self.seat = observation.seat
        self.rng = rng
        self.playout = Playout(Rng(0))
        """Its generator shuffles; apart from the one that decides, so that the moves meet the same shuffles."""
        self.deciding = Rng(0)
        self.shuffling_from: i64 = 0
        self.deciding_from: i64 = 0
        """The states of both generators after the deal."""
        self.dealt = observation.blank_state()
        self.state = observation.blank_state()
        self.actions = action_buffer()
        self.is_over = False
        """Whether the last playout ended with the game."""
        self.payoff = 0.0
        """Its payoff for the side of the seat: that of the game, or the network's value."""
        self.lead = 0.0
        """The final lead of this side, or what the network expects of it."""

    def deal(self) -> None:
        """Deal the unseen cards again for the playouts that follow."""
        _i: i64
        for _i in range(PLAUSIBLE_TRIES):
            self.observation.determinize_into(self.dealt, self.rng)
            if self.heuristic.is_plausible(self.dealt, self.seat):
                break
        self.shuffling_from = Rng(int(self.rng.next_32())).state
        self.deciding_from = Rng(int(self.rng.next_32())).state

    def run(self, move: list[int], decisions: i64) -> None:
        """Play a move in this deal, then by the network: this many decisions with a choice, and on to the seat's
        next.
        """
        state, judge, actions = self.state, self.judge, self.actions
        state.copy_from(self.dealt)
        self.playout.rng.state = self.shuffling_from
        self.deciding.state = self.deciding_from
        for action in move:
            state.apply(self.seat, action)
        left = decisions
        while True:
            seat = state.to_act()
            if seat == OVER:
                self.is_over = True
                self.payoff = state.payoff(self.seat & 1)
                self.lead = self._lead()
                return
            if seat == CHANCE:
                self.playout.deal(state)
                continue
            count = state.fill_distinct_actions(seat, actions)
            chosen: i64 = 0
            if count > 1:
                judge.consider(state, seat, actions, count)
                judge.weigh(SHARP)
                if left <= 0 and seat == self.seat:
                    self.is_over = False
                    self.payoff = judge.mean(judge.payoffs)
                    self.lead = self._lead() + judge.mean(judge.goals)
                    return
                chosen = judge.draw(self.deciding)
                left -= 1
            state.apply(seat, actions[chosen])

    def _lead(self) -> float:
        side = self.seat & 1
        return float(self.state.score(side) - self.state.score(1 - side))
