"""How positions of Hockey are written (``bench.positions.hockey``)."""

import pytest

from bench.positions import PositionError, read_position, written
from engines import VARIANTS

HOCKEY = VARIANTS["hockey"]
GOAL = "standard | plays AJ B6 | hand 66 9 K | best 6 | It scores."


def position(line):
    return read_position(HOCKEY, "goal", "goal.txt:7", line)


@pytest.mark.parametrize(
    ("before", "after", "fault"),
    [
        ("best 6", "", "best: no move is named, and none to avoid"),
        ("best 6", "best 7", "best: 7: not a rank of the hand"),
        ("best 6", "avoid 6, Q", "avoid: Q: not a rank of the hand"),
        ("hand 66 9 K", "hand 66 9", "observation.hand: 3 cards; after 2 plays, in deal 1, seat 0 holds 4"),
        ("hand 66 9 K", "hand 66 9 X", "hand: 'X' is no rank; ranks are 2 3 4 5 6 7 8 9 T J Q K A"),
        ("hand 66 9 K", "hand 66 66", "plays: a fifth 6"),
        ("hand 66 9 K", "hands 66 9 K", "hands: not a cell of Hockey"),
        ("hand 66 9 K", "hand 66 | hand 9 K", "hand: written twice"),
        ("hand 66 9 K", "hand", "hand: nothing is written in it"),
        ("plays AJ B6", "gone 77 | unseen 88 | plays AJ B6", "unseen: `gone` is written as well"),
        ("plays AJ B6", "unseen 666 | plays AJ B6", "unseen: a fifth 6"),
        ("plays AJ B6", "plays AJ A6", "plays: A6 is not the turn of A"),
        ("plays AJ B6", "plays AJ 6", "plays: '6' is no play; write seat and rank, as in A7"),
        ("plays AJ B6", "score 1-0 | plays AJ B6", "score: 1-0; the plays made 0-0"),
        ("plays AJ B6", "plays AJ / B6", "plays: a slash after 1 cards; deals end after 10, 20, 30, 40, 52"),
        ("standard", "standart", "preset: 'standart' is not a preset of hockey"),
        ("standard", "standard, rematch stops", "options.rematch: 'stops' is not one of steals, cancels"),
        ("standard", "standard, colour red", "options.colour: unknown field"),
        ("It scores.", "", "the last cell is no sentence that says why"),
    ],
)
def test_a_line_that_is_no_position_is_refused_with_its_place(before, after, fault):
    line = GOAL.replace(before, after).replace("|  |", "|")
    with pytest.raises(PositionError) as refused:
        position(line)
    assert str(refused.value).startswith(f"goal.txt:7: {fault}")


def test_what_is_gone_leaves_nobody_on_breakaway_and_made_the_goals_that_the_plays_did_not():
    gone = "222 333 444 55 66 77 88 T"
    state = position(
        f"standard | score 1-0 | gone {gone} | plays AQ BK | hand JJ 6 5 A | best J | Why."
    ).observation.known
    assert (int(state.holder), [int(state.score(side)) for side in (0, 1)]) == (-1, [1, 0])


def test_unseen_is_what_is_not_gone():
    unseen = "2222 33"
    gone = "33 4444 5555 6666 7777 8888 9999 TTT QQQQ KKK AA JJ"
    lines = (f"standard | {cell} | hand KAA JJ T | best J | Why." for cell in (f"unseen {unseen}", f"gone {gone}"))
    one, other = (written(position(line).observation, HOCKEY, {}, "Why.") for line in lines)
    assert one == other


def test_earlier_periods_made_the_goals_that_this_one_did_not():
    line = "standard | period 3 | score 2-2 | plays AJ B6 A6 B3 | hand 2 4 5 | avoid 2 | Why."
    assert position(line).observation.known.score(0) == 2
    assert HOCKEY.codec.dump_observation(position(line).observation)["goals"] == [[1, 2], [0, 0], [1, 0]]
