"""Simultaneous choices as matrix games: how often to play each row so that no habit can be exploited. Compiled; names
no game.

Regret matching+ with alternating updates and linear averaging.
Source: Tammelin, Burch, Johanson, Bowling 2015, Solving Heads-up Limit Texas Hold'em.
"""

from librt.vecs import vec
from mypy_extensions import i64

from engines.buffers import float_buffer


class MixedStrategy:
    """One player's regrets and strategies."""

    def __init__(self, size: i64) -> None:
        self.size = size
        self.now = float_buffer(size)
        """The strategy of this round."""
        self.average = float_buffer(size)
        """The average strategy: how often to play each choice; the weight of a round grows with its number."""
        self._regrets = float_buffer(size)
        self._total = 0.0
        i: i64
        for i in range(size):
            self.now[i] = 1.0 / float(size)

    def learn(self, values: vec[float], weight: float) -> None:
        """Add the value of each choice against the other side's strategy of this round, and count the resulting
        strategy.
        """
        value = 0.0
        total = 0.0
        i: i64
        for i in range(self.size):
            value += self.now[i] * values[i]
        for i in range(self.size):
            regret = self._regrets[i] + values[i] - value
            self._regrets[i] = regret if regret > 0.0 else 0.0
            total += self._regrets[i]
        self._total += weight
        for i in range(self.size):
            if total > 0.0:
                self.now[i] = self._regrets[i] / total
            self.average[i] += (self.now[i] - self.average[i]) * weight / self._total


class Opponent:
    """One of the possible players of the other side: its matrix, and its probability."""

    def __init__(self, payoffs: vec[float], columns: i64, weight: float) -> None:
        self.payoffs = payoffs
        """Payoffs of the rows, row by row: row r against column c at ``columns * r + c``."""
        self.weight = weight
        self.strategy = MixedStrategy(columns)
        self.values = float_buffer(columns)
        """The last payoff of each column."""

    def face(self, strategy: vec[float], rows: i64) -> None:
        """Compute the payoff of each column against the rows' strategy."""
        payoffs, columns, values = self.payoffs, self.strategy.size, self.values
        row: i64
        column: i64
        for column in range(columns):
            values[column] = 0.0
        for row in range(rows):
            if strategy[row] > 0.0:
                for column in range(columns):
                    values[column] -= strategy[row] * payoffs[columns * row + column]


class MatrixGame:
    """One row player against one of several possible column players, who know which of them they are; zero-sum.

    With one opponent of weight 1 it is a plain matrix game. The row player does not know whom it meets, so it has one
    strategy.
    """

    def __init__(self, rows: i64) -> None:
        self.rows = MixedStrategy(rows)
        self.opponents: list[Opponent] = []
        self.rounds: i64 = 0
        self._row_values = float_buffer(rows)

    def add(self, payoffs: vec[float], columns: i64, weight: float) -> None:
        """Add an opponent; the weights of all should sum to 1."""
        self.opponents.append(Opponent(payoffs, columns, weight))

    def solve(self, rounds: i64) -> None:
        """Play this many more rounds; the duality gap shrinks at least with their square root, usually with their
        number.
        """
        _round: i64
        for _round in range(rounds):
            self.rounds += 1
            weight = float(self.rounds)
            self._earn(True)
            self.rows.learn(self._row_values, weight)
            for opponent in self.opponents:
                opponent.face(self.rows.now, self.rows.size)
                opponent.strategy.learn(opponent.values, weight)

    def row_values(self) -> vec[float]:
        """The payoff of each row against the other side's average strategy."""
        self._earn(False)
        return self._row_values

    def value(self) -> float:
        """The payoff of the row player when both sides play their average strategies."""
        values = self.row_values()
        value = 0.0
        i: i64
        for i in range(self.rows.size):
            value += self.rows.average[i] * values[i]
        return value

    def gap(self) -> float:
        """The duality gap: the most that both sides together could gain by leaving their averages; 0 in equilibrium."""
        values = self.row_values()
        best = values[0]
        i: i64
        for i in range(1, self.rows.size):
            best = max(best, values[i])
        least = 0.0
        for opponent in self.opponents:
            opponent.face(self.rows.average, self.rows.size)
            most = opponent.values[0]
            for i in range(1, opponent.strategy.size):
                most = max(most, opponent.values[i])
            least -= most * opponent.weight
        return best - least

    def _earn(self, now: bool) -> None:
        """The payoff of each row against the columns' strategies of this round, or their averages."""
        values = self._row_values
        row: i64
        column: i64
        for row in range(self.rows.size):
            values[row] = 0.0
        for opponent in self.opponents:
            payoffs, columns = opponent.payoffs, opponent.strategy.size
            strategy = opponent.strategy.now if now else opponent.strategy.average
            for row in range(self.rows.size):
                earned = 0.0
                for column in range(columns):
                    earned += strategy[column] * payoffs[columns * row + column]
                values[row] += opponent.weight * earned
