"""How positions of Ice Cold Ice Hockey are written (``bench.positions.ice_cold_ice_hockey``)."""

import pytest

from bench.positions import PositionError, form_of, positions_of, read_position, written
from engines import VARIANTS

GAME = VARIANTS["ice_cold_ice_hockey"]
STOP = "shootout | puck C | on 15 | hand 50 1 2 3 33 | best answer 50 | It wins the puck."


def position(line):
    return read_position(GAME, "stop", "stop.txt:7", line)


def seen(line):
    return GAME.codec.dump_observation(position(line).observation)


@pytest.mark.parametrize(
    ("before", "after", "fault"),
    [
        ("best answer 50", "best answer 51", "best: answer 51: "),
        ("best answer 50", "best 50", "best: 50: '50' is not a move"),
        ("puck C", "puck X", "puck: 'X' is not one of D, C, O"),
        ("hand 50", "hand 65", "hand: '65' is not a card; cards are 1 to 64"),
        ("on 15", "on x", "on: 'x' is not a card"),
        ("puck C", "puck D", "observation.zone: 15 cannot be played there"),
        ("hand 50", "unseen 99 | hand 50", "unseen: '99' is not a card"),
        ("puck C", "rink C", "rink: not a field of an observation"),
    ],
)
def test_a_line_that_is_no_position_is_refused_with_its_place(before, after, fault):
    with pytest.raises(PositionError) as refused:
        position(STOP.replace(before, after))
    assert str(refused.value).startswith(f"stop.txt:7: {fault}")


@pytest.mark.parametrize(
    ("puck", "on", "hand", "node", "zone", "pending"),
    [
        ("C", "15", "50", "defend", "centre", "move_puck"),
        ("D", "33", "63", "inside_shot_response", "end_0", "shot"),
        ("D", "shot", "62", "outside_shot_response", "end_0", "shot"),
        ("O", "dump", "48", "keep_in", "end_1", "to_centre"),
        ("O", "deep", "48", "keep_in", "end_1", "deep_check"),
    ],
)
def test_what_may_be_answered_is_written_in_short(puck, on, hand, node, zone, pending):
    found = seen(f"shootout | puck {puck} | on {on} | hand {hand} 1 2 3 64 | best answer {hand} | Why.")
    assert (found["node"], found["zone"], found["pending"]) == (node, zone, [pending])
    assert (found["control"], found["attacker"]) == (1, 1)


def test_unseen_is_what_is_neither_in_the_hand_nor_gone():
    found = seen("shootout | puck O | unseen 10 22 35 39 46 47 | hand 1 2 3 64 49 | best outside_shot | Why.")
    assert (len(found["discards"]), found["deck_size"], found["hand_sizes"]) == (53, 1, [5, 5])
    assert not {"10", "22", "35", "39", "46", "47"} & {*found["discards"]}


def test_statistics_are_not_written():
    for one in positions_of(GAME.key):
        line = written(one.observation, GAME, {"best": one.best}, "Why.")
        assert "shots_on_goal" not in line
        assert "power_plays" not in line


@pytest.mark.parametrize("theme", ["shot", "set_up", "stop", "fouls", "last_cards"])
def test_positions_found_in_games_have_the_theme_of_their_best_move(theme):
    """As those written by hand, where one move is best."""
    form = form_of(GAME)
    for one in positions_of(GAME.key):
        if one.theme == theme and "Found" in one.why:
            state, seat = one.observation.known, int(one.observation.seat)
            assert form.theme(state, seat, form.actions(state, seat, one.best[0])[0]) == theme
