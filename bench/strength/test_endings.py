"""The endings whose truth is known, in a sample that takes a second."""

import pytest

from ai.levels import Level
from bench.strength.endings import PRESETS, endings, regrets


@pytest.fixture(scope="module")
def critical():
    """Positions of 150 last deals in which the choice matters."""
    return [ending for ending in endings(PRESETS[0], 150) if ending.is_critical]


@pytest.mark.parametrize(
    ("level", "most"),
    [
        (Level(0, "network", "", learned=True), 0.05),
        (Level(0, "search 30, exact", "", simulations=30, exact=True), 0.0),
    ],
)
def test_the_network_hardly_errs_where_the_truth_is_known_and_who_calculates_never(critical, level, most):
    lost = regrets(level, critical)
    assert len(lost) > 20
    assert sum(loss > 0.0 for loss in lost) <= most * len(lost)


def test_the_heuristic_errs_there(critical):
    assert sum(loss > 0.0 for loss in regrets(Level(0, "heuristic", ""), critical)) > 0.05 * len(critical)
