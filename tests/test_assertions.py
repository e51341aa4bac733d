"""What a failed assertion says."""

from types import SimpleNamespace

import pytest


def test_of_several_facts_those_that_differ_are_named_as_the_test_writes_them():
    table, expected = SimpleNamespace(node="play", seat=1, goals=[2, 0]), ("play", 1, [2, 0])
    with pytest.raises(AssertionError) as failed:
        assert (
            table.node,
            table.seat,
            table.goals[0],
        ) == ("play", 0, 3)
    assert str(failed.value).splitlines()[1:] == ["  table.seat is 1, not 0", "  table.goals[0] is 2, not 3"]
    with pytest.raises(AssertionError, match=r"table\.seat - 1 is 0, not 1"):
        assert (table.node, table.seat - 1, table.goals) == expected


def test_long_texts_are_shown_to_their_last_difference():
    said = [f"line {number}" for number in range(40)]
    with pytest.raises(AssertionError, match=r"- line 1\n(.*\n)+.*- line 30\n"):
        assert "\n".join([*said[:1], *said[2:30], *said[31:]]) == "\n".join(said)
