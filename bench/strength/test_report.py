"""The cells of the tables that measurements write."""

import math

from ai.strength import matches
from bench.report import elo_cells
from bench.strength.ladder import in_order


def test_a_bound_that_does_not_exist_is_called_so():
    assert elo_cells(math.inf, 407.2, math.inf) == ("no bound", "+407 to no bound")
    assert elo_cells(-12, None, 3) == ("-12", "no bound to +3")


def test_the_results_keep_their_order_whichever_match_is_played_again():
    """The preset that comes first rates the levels of its game."""
    rows = matches()
    assert in_order(rows[::-1]) == [row for row in rows if row in in_order(rows)]
    assert len(in_order(rows)) > 10
