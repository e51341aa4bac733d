"""Outcomes of simulations as running sums, for their means and errors. Compiled."""

from mypy_extensions import i64


class Outcomes:
    """Payoffs and final leads in goals of one side, or differences between two moves in the same deals."""

    def __init__(self) -> None:
        self.count: i64 = 0
        self._payoffs = 0.0
        self._payoff_squares = 0.0
        self._leads = 0.0
        self._lead_squares = 0.0

    def add(self, payoff: float, lead: float) -> None:
        """Count the outcome of one simulation, or of one sampled hand."""
        self.count += 1
        self._payoffs += payoff
        self._payoff_squares += payoff * payoff
        self._leads += lead
        self._lead_squares += lead * lead

    def payoff(self) -> float:
        """The mean payoff; 0 without outcomes."""
        return self._payoffs / float(self.count) if self.count > 0 else 0.0

    def payoff_variance(self) -> float:
        """The variance of the payoffs."""
        return variance(self._payoffs, self._payoff_squares, self.count)

    def lead(self) -> float:
        """The mean lead; 0 without outcomes."""
        return self._leads / float(self.count) if self.count > 0 else 0.0

    def lead_variance(self) -> float:
        """The variance of the leads."""
        return variance(self._leads, self._lead_squares, self.count)


def variance(total: float, squares: float, count: i64) -> float:
    """The variance of numbers with this sum and this sum of squares, not below 0."""
    if count == 0:
        return 0.0
    mean = total / float(count)
    return max(0.0, squares / float(count) - mean * mean)
