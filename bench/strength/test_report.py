"""The cells of the tables that measurements write."""

import math

from bench.report import elo_cells


def test_a_bound_that_does_not_exist_is_called_so():
    assert elo_cells(math.inf, 407.2, math.inf) == ("no bound", "+407 to no bound")
    assert elo_cells(-12, None, 3) == ("-12", "no bound to +3")
