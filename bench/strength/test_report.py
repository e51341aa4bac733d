"""The cells of the tables that measurements write."""

from ai.arena import Game, Match
from ai.strength import matches
from bench.report import lead_cells
from bench.strength.ladder import in_order


def test_a_bound_that_does_not_exist_is_called_so():
    lost, won = Game(0.0, -1), Game(1.0, 1)
    assert lead_cells(Match(((won, won),) * 40)) == ("no bound", "+405 to no bound")
    assert lead_cells(Match(((lost, lost),) * 40)) == ("no bound", "no bound to -405")


def test_the_results_keep_their_order_whichever_match_is_played_again():
    """The preset that comes first rates the levels of its game."""
    rows = matches()
    assert in_order(rows[::-1]) == [row for row in rows if row in in_order(rows)]
    assert len(in_order(rows)) > 10


def test_what_no_ladder_plays_any_more_goes_when_all_are_played_and_not_when_some_are():
    rows = matches()
    former = rows[2] | {"second": "a level that is gone"}
    assert former not in in_order([*rows, former])
    assert in_order([*rows, former], "hockey/standard/rookie")[-1] == former
