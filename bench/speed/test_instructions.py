"""A move and a view cost no more instructions than they should, beside a bare Flask route with the same calls to
Redis.
"""

import os

import pytest

from bench.speed.instructions import can_count, count
from engines import is_compiled

MOST = {"move": 2.6, "move after one elsewhere": 3.4, "view": 1.6, "first view of a version": 2.8}
"""Of the bare route's, which are counted in the same run: versions of Python differ."""
MOST_OF_A_MOVE = 3_500_000
NEEDED = bool(os.environ.get("REQUIRE_ALL"))


@pytest.mark.slow
@pytest.mark.skipif(not is_compiled(), reason="counts those of compiled engines")
@pytest.mark.skipif(not can_count() and not NEEDED, reason="needs valgrind and a C compiler")
def test_a_move_and_a_view_take_few_instructions():
    counted = count()
    ratios = {kind: counted[f"ours {kind}"] / counted[f"bare {kind}"] for kind in MOST}
    assert all(ratios[kind] <= MOST[kind] for kind in MOST), ratios
    assert max(counted["ours move"], counted["ours move after one elsewhere"]) < MOST_OF_A_MOVE
