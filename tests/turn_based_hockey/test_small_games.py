"""Secret line-ups that are solved whole, and our players measured by perfect play."""

import pytest

from ai.levels import Player

pytest.importorskip("pyspiel", reason="make .venv/openspiel.done installs it")

from bench.theory.small_games import measured, policies, pooled
from bench.theory.turn_based_hockey import SMALL_GAMES


@pytest.fixture(scope="module")
def line_ups():
    """After a tied face-off both set up secretly: four tens of a suit, a red ten, an ace. A single line-up always has
    an answer.
    """
    return SMALL_GAMES[0]


def test_secret_line_ups_are_solved_by_mixing(line_ups):
    solver, perfect = line_ups.solver, line_ups.perfect
    assert sum(node.startswith("t ") for node in line_ups.tree.nodes) == 30 * 30
    assert solver.expected_payoff(perfect, perfect) == pytest.approx(-1 / 4, abs=0.01)
    assert solver.exploitability(perfect) < 0.01
    pure = [[float(place == shares.index(max(shares))) for place in range(len(shares))] for shares in perfect]
    assert solver.exploitability(pure) > 0.3


def test_our_secret_line_ups_can_hardly_be_exploited(line_ups):
    for policy in policies(line_ups, Player(simulations=10), 1, "test"):
        exploitability, _ = measured(line_ups, pooled([policy]))
        assert exploitability < 0.005


def test_within_a_move_shares_count_as_often_as_the_move_gets_there(line_ups):
    """Of two decisions, one that gets to an information set always and one that never does, the first alone decides
    what is played there.
    """
    often, never = ([[0.0] * len(known.actions) for known in line_ups.tree.information] for _ in range(2))
    later = next(iter(line_ups.continued.values()))
    often[later][:2] = 0.75, 0.25
    assert pooled([often, never])[later][:2] == [0.75, 0.25]
