"""Programs play whole games by lines and by the tools; illegal and missing answers are counted, and lose."""

import sys
from functools import partial

import pytest

from ai.arena import match_of
from ai.levels import LEVELS
from bench.agents.__main__ import costs, nearest, play_game, play_pair, rungs
from bench.agents.programs import number_or_move
from bench.agents.table import MOST_ILLEGAL, Table
from clients.mcp.errors import Refused
from engines import VARIANTS

GAMES = [key for key in VARIANTS if VARIANTS[key].has_decisions]
EXAMPLE = f"{sys.executable} -m bench.agents.example"
LATE = f'{sys.executable} -c "import time; time.sleep(60)"'
SILENT = f'{sys.executable} -c "pass"'
WRONG = f"{sys.executable} -uc \"import sys; [print('first') for line in sys.stdin if line == '\\n']\""


@pytest.mark.parametrize("key", GAMES)
def test_an_example_plays_a_pair_by_lines_without_an_error(key):
    play = partial(play_pair, f"{EXAMPLE} random", key, "random", 60.0, "test", is_mcp=False)
    match = match_of(play, 1)
    assert len(match.games) == 2
    assert "Errors in 2 games: 0 illegal, 0 none, 0 too late." in costs(match)
    assert all(game.cost.calls > 1 and game.cost.read > game.cost.written > 0 for game in match.games)


def test_an_example_plays_by_the_tools_without_an_error():
    game = play_game(f"{EXAMPLE} matches --mcp", GAMES[0], "rookie", 60.0, "test", 1, is_mcp=True)
    assert (game.cost.illegal, game.cost.none, game.cost.late) == (0, 0, 0)
    assert game.cost.calls > 10


@pytest.mark.parametrize("is_mcp", [False, True])
@pytest.mark.parametrize(("command", "patience_s", "error"), [(LATE, 0.3, "late"), (SILENT, 60.0, "none")])
def test_a_program_that_does_not_answer_loses(command, patience_s, error, is_mcp):
    game = play_game(command, GAMES[0], "random", patience_s, "test", 0, is_mcp=is_mcp)
    assert game.points == 0
    assert {name: getattr(game.cost, name) for name in ("illegal", "none", "late")} == {
        "illegal": 0,
        "none": 0,
        "late": 0,
    } | {error: 1}


def test_a_program_that_says_no_legal_move_is_asked_again_and_then_loses():
    game = play_game(WRONG, GAMES[0], "random", 60.0, "test", 0, is_mcp=False)
    assert (game.points, game.cost.calls, game.cost.illegal) == (0, MOST_ILLEGAL, MOST_ILLEGAL)


def test_a_refusal_says_what_is_legal_and_a_legal_move_after_it_counts():
    table = Table(VARIANTS[GAMES[0]], LEVELS[0], "rookie", "test/0", 0)
    version = table.version
    for move in (0, True, "1", {"type": "fly"}):
        with pytest.raises(Refused, match=r"(?s)\n.*1 "):
            table.answer(version, move)
        table._bad = 0
    table.answer(version, 1)
    assert (table.cost.illegal, table.is_lost) == (4, False)
    with pytest.raises(Refused, match=f"at version {table.version}"):
        table.answer(version, 1)


def test_both_games_of_a_pair_have_the_same_shuffles():
    tables = [Table(VARIANTS[GAMES[0]], LEVELS[0], "rookie", "test/0", side) for side in (0, 1)]
    assert tables[0].shuffles[0] == tables[1].shuffles[0]
    assert [table.text()[0].splitlines()[0] for table in tables] == [
        f"Version {tables[0].version}. Agent 0 : 0 rookie.",
        f"Version {tables[1].version}. rookie 0 : 0 Agent.",
    ]


@pytest.mark.parametrize("key", GAMES)
def test_the_level_with_the_nearest_rating_is_found(key):
    rated = rungs(key)
    assert list(rated) == ["random", *(level.key for level in LEVELS)]
    assert nearest(key, -float("inf")) == "random"
    assert nearest(key, rated["pro"][1] + 1) == "pro"
    assert nearest(key, float("inf")) == LEVELS[-1].key


@pytest.mark.parametrize(
    ("line", "answer"), [(b"3\n", 3), (b'{"type": "pass"}\n', {"type": "pass"}), (b"three\n", "three"), (b"\n", "")]
)
def test_a_line_is_a_number_a_move_or_neither(line, answer):
    assert number_or_move(line) == answer
