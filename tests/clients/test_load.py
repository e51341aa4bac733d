"""The load test: a short one against the whole service, and what it makes of Locust's figures."""

import os
import re
import subprocess
import sys

import pytest
from PIL import Image

from clients.load.__main__ import draw, read, table, ticks_around
from service.ops import supervisor

NAMED = re.compile("POST create|POST move|POST batch|GET wait|wait for level 1|wait for batch of 2")
HEADER = "Type,Name,Request Count,Failure Count,50%,90%,95%,99%\n"


@pytest.fixture
def measured(tmp_path):
    file = tmp_path / "stats.csv"
    file.write_text(
        HEADER + "AI,level "
        "2,10,0,260,400,450,900\nPOST,move,40,1,12,30,45,80\nPOST,create,0,0,N/A,N/A,N/A,N/A\n,Aggregated,50,1,1,2,3,4\n"
    )
    return read(file)


@pytest.mark.slow
def test_two_players_play_and_nothing_that_is_held_counts_as_slow(address, tmp_path):
    environment = os.environ | {
        "FACEOFF_LOAD_LEVELS": "1",
        "FACEOFF_LOAD_VARIANTS": "hockey",
        "FACEOFF_LOAD_BATCH": "2",
    }
    picture = tmp_path / "load.png"
    for seconds in (4, 15, 45):  # a busy machine needs longer until each kind of call was made
        command = f"-m clients.load {address} --players 2 --seconds {seconds} --plot".split()
        done = subprocess.run(
            [sys.executable, *command, picture], capture_output=True, text=True, cwd=supervisor.ROOT, env=environment
        )
        missing = {*NAMED.pattern.split("|")} - set(NAMED.findall(done.stdout))
        if not missing:
            break
    assert (missing, done.returncode) == (set(), 0), done.stdout + done.stderr
    assert "GET view" not in done.stdout
    assert picture.exists()


def test_calls_come_first_and_computers_last(measured):
    assert [line.name for line in measured] == ["create", "move", "level 2"]


def test_the_table_shows_rates_failures_and_percentiles(measured):
    assert table(measured, seconds=20).splitlines()[2].split() == [
        "POST",
        "move",
        "40",
        "2.0",
        "1",
        "12",
        "30",
        "45",
        "80",
    ]


def test_the_plot_is_a_picture_with_its_figures(measured, tmp_path):
    pytest.importorskip("matplotlib", reason="make .venv/plot.done installs it")
    draw(measured, tmp_path / "load.png", players=2, seconds=20)
    with Image.open(tmp_path / "load.png") as picture:
        assert picture.info["Title"] == "2 players for 20 s: 2 requests per second, 1 failed"
        assert picture.info["Description"] == table(measured, seconds=20)


def test_the_scale_goes_in_steps_from_below_the_shortest_time_to_above_the_longest():
    assert ticks_around([12, 30, 180]) == [10, 20, 50, 100, 200]
    assert ticks_around([0.0, 3]) == [1, 2, 5]
    assert ticks_around([]) == [1, 2]
    assert ticks_around([700, 1100]) == [500, 1000, 2000]
