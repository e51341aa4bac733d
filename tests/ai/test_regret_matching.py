"""Matrix games with known solutions, and others judged by their duality gap."""

import pytest
from librt.vecs import vec

from ai.search.regret_matching import MatrixGame
from engines.rng import Rng


def game(*matrices, weights=(1.0,)):
    """One player of rows against the players of these matrices."""
    made = MatrixGame(len(matrices[0]))
    for matrix, weight in zip(matrices, weights, strict=True):
        made.add(vec[float]([float(cell) for row in matrix for cell in row]), len(matrix[0]), weight)
    return made


def solved(*matrices, weights=(1.0,), rounds=2000):
    made = game(*matrices, weights=weights)
    made.solve(rounds)
    return made


def rows(made):
    return [made.rows.average[i] for i in range(made.rows.size)]


def columns(made, opponent=0):
    strategy = made.opponents[opponent].strategy
    return [strategy.average[i] for i in range(strategy.size)]


KNOWN = {
    "rock_paper_scissors": ([[0, -1, 1], [1, 0, -1], [-1, 1, 0]], [1 / 3, 1 / 3, 1 / 3], [1 / 3, 1 / 3, 1 / 3], 0.0),
    "rock_counts_double": ([[0, -1, 2], [1, 0, -1], [-2, 1, 0]], [1 / 4, 1 / 2, 1 / 4], [1 / 4, 1 / 2, 1 / 4], 0.0),
    "pennies_one_side_pays_more": ([[3, -1], [-1, 1]], [1 / 3, 2 / 3], [1 / 3, 2 / 3], 1 / 3),
    "saddle_point": ([[4, 2, 3], [1, 0, 5]], [1, 0], [0, 1, 0], 2.0),
    "one_row": ([[0.5, -0.5, 0.0]], [1], [0, 1, 0], -0.5),
    "one_column": ([[0.5], [-0.5]], [1, 0], [1], 0.5),
}


@pytest.mark.parametrize("name", KNOWN)
def test_known_games_are_solved(name):
    matrix, row_mix, column_mix, value = KNOWN[name]
    made = solved(matrix)
    assert rows(made) == pytest.approx(row_mix, abs=0.01)
    assert columns(made) == pytest.approx(column_mix, abs=0.01)
    assert made.value() == pytest.approx(value, abs=0.01)
    assert 0.0 <= made.gap() < 0.01


@pytest.mark.parametrize("size", [(5, 5), (3, 17), (20, 8)])
def test_random_games_are_solved_to_a_small_gap(size):
    rng = Rng(f"random {size}")
    for _ in range(5):
        made = game([[2 * rng.chance() - 1 for _ in range(size[1])] for _ in range(size[0])])
        made.solve(20)
        rough = made.gap()
        made.solve(380)
        assert 0.0 <= made.gap() < min(0.02, rough)
        assert sum(rows(made)) == pytest.approx(1.0)
        assert sum(columns(made)) == pytest.approx(1.0)


def test_one_strategy_for_several_possible_opponents():
    """Each would be answered by another row; not knowing which it is, the third row is better than any mixture of
    these.
    """
    strong_left, strong_right = [[1], [-1], [0.3]], [[-1], [1], [0.3]]
    made = solved(strong_left, strong_right, weights=(0.5, 0.5))
    assert rows(made) == pytest.approx([0, 0, 1], abs=0.01)
    assert made.value() == pytest.approx(0.3, abs=0.01)


def test_the_likelier_opponent_counts_for_more():
    made = solved([[1], [-1]], [[-1], [1]], weights=(0.4, 0.6))
    assert rows(made) == pytest.approx([0, 1], abs=0.01)
    assert made.value() == pytest.approx(0.2, abs=0.01)


def test_opponents_answer_knowing_who_they_are():
    """The same matrix twice is the matrix once; with different ones each opponent has its own answer."""
    pennies = [[1, -1], [-1, 1]]
    assert solved(pennies, pennies, weights=(0.5, 0.5)).value() == pytest.approx(0.0, abs=0.01)
    made = solved([[1, 0], [1, 0]], [[0, 1], [0, 1]], weights=(0.5, 0.5))
    assert columns(made, 0) == pytest.approx([0, 1], abs=0.01)
    assert columns(made, 1) == pytest.approx([1, 0], abs=0.01)
    assert made.gap() < 0.01


def test_more_rounds_go_on_from_the_earlier_ones():
    matrix = KNOWN["rock_counts_double"][0]
    at_once, in_slices = solved(matrix, rounds=300), game(matrix)
    for _ in range(3):
        in_slices.solve(100)
    assert rows(at_once) == rows(in_slices)
    assert columns(at_once) == columns(in_slices)


def test_an_equal_choice_stays_evenly_mixed():
    assert rows(solved([[1, 1], [1, 1]])) == [0.5, 0.5]
