"""How positions of Blades of Steel are written (``bench.positions.blades_of_steel``)."""

import pytest

from bench.positions import PositionError, read_position, written
from engines import VARIANTS

GAME = VARIANTS["blades_of_steel"]
STOP = (
    "standard | score 0-1 | hand 2D 8D AS | stack 2S 3C 5C | other 4+0 | shot TD AD | gone 2C 3D 7D 9D | "
    "best block hand AS | It stops it."
)


def position(line):
    return read_position(GAME, "stop", "stop.txt:7", line)


@pytest.mark.parametrize(
    ("before", "after", "fault"),
    [
        ("best block hand AS", "best block hand AC", "best: block hand AC: "),
        ("best block hand AS", "", "best: no move is named, and none to avoid"),
        ("other 4+0", "other four", "other: 'four' is not two numbers; write 4+2"),
        ("other 4+0", "other 5+0", "observation.hand_sizes[1]: "),
        ("score 0-1", "score 1", "score: '1' is not two numbers; write 2-1"),
        ("score 0-1", "score 3-1", "gone: no 4 shots for the score are among these cards"),
        ("hand 2D 8D AS", "cards 2D 8D AS", "cards: not a cell of Blades of Steel"),
    ],
)
def test_a_line_that_is_no_position_is_refused_with_its_place(before, after, fault):
    assert before in STOP
    with pytest.raises(PositionError) as refused:
        position(STOP.replace(before, after).replace("|  |", "|"))
    assert str(refused.value).startswith(f"stop.txt:7: {fault}")


def test_cards_that_are_gone_can_be_left_out_if_the_pile_says_how_many():
    line = STOP.replace("gone 2C 3D 7D 9D", "pile 10 | gone 2C 3D 7D 9D")
    observation = position(line).observation
    assert GAME.codec.dump_observation(observation)["draw_pile"] == 10
    assert "pile" not in written(observation, GAME, {"best": ("block hand AS",), "avoid": ()}, "It stops it.")


def test_a_type_alone_is_any_move_of_it():
    assert position(STOP.replace("best block hand AS", "best block")).is_solved_by(
        GAME.codec.decode_move(position(STOP).observation.known, 0, {"type": "block", "from": "hand", "cards": ["AS"]})
    )
