"""Positions with a right answer (``bench.positions``): every line is one, and the top level solves nearly all.

``faceoff bench positions`` asks more opponents, of every level.
"""

from statistics import fmean

import pytest

from ai.levels import LEVELS
from bench.positions import positions_of, read_position, written
from bench.strength.positions import solved
from engines import VARIANTS

GAMES = [key for key in VARIANTS if positions_of(key)]
LEGEND = LEVELS[-1]
OPPONENTS = 5
SHARE = 0.97
"""What the top level has to solve of a game's positions."""


@pytest.mark.parametrize("key", GAMES)
def test_some_moves_solve_a_position_and_some_do_not(key):
    for position in positions_of(key):
        state, seat = position.observation.known, int(position.observation.seat)
        are_solutions = {position.is_solved_by([action]) for action in state.distinct_actions(seat)}
        assert position.variant.codec.describe_choice(state, seat) or are_solutions == {True, False}, position.place


@pytest.mark.parametrize("key", GAMES)
def test_no_position_is_written_twice(key):
    lines = [position.line for position in positions_of(key)]
    assert sorted(set(lines)) == sorted(lines)


@pytest.mark.parametrize("key", GAMES)
def test_a_position_is_the_same_when_it_is_written_from_what_the_seat_knows(key):
    for position in positions_of(key):
        moves = {"best": position.best, "avoid": position.avoid}
        line = written(position.observation, position.variant, moves, position.why)
        again = read_position(position.variant, position.theme, position.place, line)
        assert written(again.observation, again.variant, moves, again.why) == line


@pytest.mark.parametrize("key", GAMES)
def test_the_top_level_solves_nearly_all(key):
    shares = {position.place: solved(position, LEGEND, OPPONENTS) for position in positions_of(key)}
    missed = {place: share for place, share in shares.items() if share < 1}
    print(key, *missed.items(), sep="\n")
    assert fmean(shares.values()) >= SHARE, missed
