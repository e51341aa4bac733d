"""Each habit can be taken away from the heuristics as they are."""

import pytest

from ai.games import make_heuristic
from bench.strength.habits import habits, without
from engines import is_compiled


@pytest.mark.skipif(is_compiled(), reason="compiled heuristics keep their habits")
@pytest.mark.parametrize(
    ("key", "number"), [(key, number) for key, several in habits().items() for number in range(len(several))]
)
def test_a_habit_is_taken_away_from_a_copy_of_the_heuristic(key, number):
    assert type(make_heuristic(without(key, number))) is not type(make_heuristic(key))
