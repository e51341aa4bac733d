"""The endings whose truth is known, in a sample that takes a second."""

import pytest

from ai.levels import Level
from bench.strength.endings import critical, regrets

DEALS = 220
"""Last deals of which those positions count in which the choice matters."""


@pytest.mark.parametrize(
    ("level", "most"),
    [
        (Level("", "network", "", learned=True), 0.05),
        (Level("", "search 30, exact", "", simulations=30, exact=True), 0.0),
    ],
)
def test_the_network_hardly_errs_where_the_truth_is_known_and_who_calculates_never(level, most):
    lost = regrets(level, critical(DEALS))
    assert len(lost) > 20
    assert sum(loss > 0.0 for loss in lost) <= most * len(lost)


def test_the_heuristic_errs_there():
    lost = regrets(Level("", "heuristic", ""), critical(DEALS))
    assert sum(loss > 0.0 for loss in lost) > 0.05 * len(lost)
