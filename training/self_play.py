"""Games of networks against themselves and each other, and the records to learn from. Compiled; names no game.

Every decision with a choice is recorded: the features of its position and of its actions, the action that was drawn and
its probability, and, once the game is over, the return: the payoff estimated from the seat's later decisions, by
TD(lambda).
"""

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i16, i32, i64, mypyc_attr

from ai.encoder import Features
from ai.heuristic import Heuristic
from ai.networks.judge import Judge
from ai.networks.network import ONE
from ai.search.playout import Playout
from engines.api import CHANCE, OVER, State
from engines.buffers import MAX_ACTIONS, Actions, action_buffer, buffer, float_buffer
from engines.rng import Rng

NO_DECISION: Final[i64] = -1


class Record:
    """Decisions, concatenated as flat numbers."""

    def __init__(self) -> None:
        self.rows = vec[i16]()
        """Features of positions."""
        self.row_starts = vec[i32]()
        """Where the features of each decision begin."""
        self.action_rows = vec[i16]()
        """Features of actions."""
        self.action_starts = vec[i32]()
        """Where the features of each action begin."""
        self.actions = vec[i16]()
        """Number of actions of each decision."""
        self.chosen = vec[i16]()
        self.probabilities = vec[float]()
        """Probability of the action that was drawn."""
        self.values = vec[float]()
        """Expected payoff."""
        self.returns = vec[float]()
        self.goals = vec[float]()
        """Goal difference from the decision to the end of the game."""
        self.decisions: i64 = 0
        self.previous = buffer(0)
        """The decision of the same seat before this one."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Rival:
    """An opponent that does not learn."""

    def choose(self, state: State, seat: i64, actions: Actions, count: i64, rng: Rng) -> i64:
        """The action that it plays; ``actions`` are the distinct ones. Called even if there is only one."""
        raise NotImplementedError


class LearnedRival(Rival):
    """A network."""

    def __init__(self, judge: Judge, sharpness: i64 = ONE) -> None:
        self.judge = judge
        self.sharpness = sharpness

    def choose(self, state: State, seat: i64, actions: Actions, count: i64, rng: Rng) -> i64:
        if count == 1:
            return actions[0]
        self.judge.consider(state, seat, actions, count)
        self.judge.weigh(self.sharpness)
        return actions[self.judge.draw(rng)]


class SelfPlay:
    """Plays games of a judge against itself or a rival; the decisions of the judge are recorded."""

    def __init__(self, blank: State, rng: Rng, td_lambda: float, teacher: Heuristic | None) -> None:
        self.blank = blank
        self.teacher = teacher
        """Plays instead of the judge, which learns from it."""
        self.ratings = float_buffer(MAX_ACTIONS)
        self.rng = rng
        self.td_lambda = td_lambda
        self.state = blank.clone()
        self.playout = Playout(rng)
        self.actions = action_buffer()
        self.seats = blank.seats()
        self.last = buffer(self.seats)
        """By seat, its latest decision of this game."""
        self.previous = buffer(4096)
        """By decision of this game, the previous one of the same seat."""
        self.leads = buffer(4096)
        """By decision of this game, the lead of its side at that time."""

    def play(self, judge: Judge, rival: Rival | None, side: i64, record: Record) -> float:
        """Play one game; ``judge`` plays ``side`` and is recorded; without a rival it plays the other side too. Return
        its payoff.
        """
        state, rng, actions = self.state, self.rng, self.actions
        state.copy_from(self.blank)
        first = record.decisions
        i: i64
        for i in range(self.seats):
            self.last[i] = NO_DECISION
        while True:
            seat = state.to_act()
            if seat == OVER:
                break
            if seat == CHANCE:
                self.playout.deal(state)
                continue
            count = state.fill_distinct_actions(seat, actions)
            if rival is not None and seat & 1 != side:
                state.apply(seat, rival.choose(state, seat, actions, count, rng))
                continue
            if count == 1:
                state.apply(seat, actions[0])
                continue
            judge.consider(state, seat, actions, count)
            judge.weigh(ONE)
            chosen = judge.draw(rng) if self.teacher is None else self._taught(self.teacher, state, seat, count)
            self._write(judge, state, seat, count, chosen, first, record)
            state.apply(seat, actions[chosen])
        for i in range(self.seats):
            self._settle(state, i, first, record)
        return state.payoff(side)

    def _taught(self, teacher: Heuristic, state: State, seat: i64, count: i64) -> i64:
        """The index of the action that the teacher rates highest."""
        teacher.rate(state, seat, self.actions, count, self.ratings)
        best: i64 = 0
        i: i64
        for i in range(1, count):
            if self.ratings[i] > self.ratings[best]:
                best = i
        return best

    def _write(
        self, judge: Judge, state: State, seat: i64, count: i64, chosen: i64, first: i64, record: Record
    ) -> None:
        """Record a decision."""
        i: i64
        j: i64
        record.row_starts = append(record.row_starts, i32(len(record.rows)))
        self._append_rows(judge.position, record, True)
        for i in range(count):
            judge.action.clear()
            judge.encoder.encode_action(state, seat, self.actions[i], judge.action)
            record.action_starts = append(record.action_starts, i32(len(record.action_rows)))
            self._append_rows(judge.action, record, False)
        value = 0.0
        for j in range(count):
            value += float(judge.weights[j]) * float(judge.payoffs[j])
        value = value / float(judge.total) / float(ONE)
        record.actions = append(record.actions, i16(count))
        record.chosen = append(record.chosen, i16(chosen))
        probability = float(judge.weights[chosen]) / float(judge.total) if self.teacher is None else 1.0
        record.probabilities = append(record.probabilities, probability)
        record.values = append(record.values, value)
        record.returns = append(record.returns, 0.0)
        record.goals = append(record.goals, 0.0)
        at = record.decisions - first
        self.previous[at] = self.last[seat]
        side = seat & 1
        self.leads[at] = state.score(side) - state.score(1 - side)
        self.last[seat] = at
        record.decisions += 1

    def _append_rows(self, features: Features, record: Record, position: bool) -> None:
        i: i64
        for i in range(features.count):
            row = i16(features.rows[i])
            if position:
                record.rows = append(record.rows, row)
            else:
                record.action_rows = append(record.action_rows, row)

    def _settle(self, state: State, seat: i64, first: i64, record: Record) -> None:
        """Propagate the payoff of a finished game back through the decisions of a seat."""
        side = seat & 1
        ahead = state.payoff(seat)
        lead = state.score(side) - state.score(1 - side)
        at = self.last[seat]
        while at != NO_DECISION:
            place = first + at
            record.returns[place] = ahead
            record.goals[place] = float(lead - self.leads[at])
            ahead = self.td_lambda * ahead + (1.0 - self.td_lambda) * record.values[place]
            at = self.previous[at]


def play_games(
    blank: State,
    judge: Judge,
    rivals: list[Rival],
    own: float,
    games: i64,
    rng: Rng,
    td_lambda: float,
    teacher: Heuristic | None = None,
) -> Record:
    """Play ``games``, about the share ``own`` of them ``judge`` against itself and the rest against one of ``rivals``.

    With a teacher, the teacher decides for the judge, and its actions are recorded with a probability of 1.
    """
    players = SelfPlay(blank, rng, td_lambda, teacher)
    record = Record()
    i: i64
    for i in range(games):
        rival = None if len(rivals) == 0 or rng.chance() < own else rivals[rng.below(len(rivals))]
        players.play(judge, rival, i & 1, record)
    return record
