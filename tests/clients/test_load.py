"""What the load test makes of Locust's figures; `make load` runs it against a service."""

import pytest

from clients.load.__main__ import draw, read, table

HEADER = "Type,Name,Request Count,Failure Count,50%,90%,95%,99%\n"


@pytest.fixture
def measured(tmp_path):
    file = tmp_path / "stats.csv"
    file.write_text(
        HEADER + "AI,level 2,10,0,260,400,450,900\nPOST,move,40,1,12,30,45,80\nPOST,create,0,0,N/A,N/A,N/A,N/A\n,Aggregated,50,1,1,2,3,4\n"
    )
    return read(file)


def test_calls_come_first_and_computers_last(measured):
    assert [line.name for line in measured] == ["create", "move", "level 2"]


def test_the_table_shows_rates_failures_and_percentiles(measured):
    assert table(measured, seconds=20).splitlines()[2].split() == ["POST", "move", "40", "2.0", "1", "12", "30", "45", "80"]


def test_the_plot_is_a_picture(measured, tmp_path):
    pytest.importorskip("matplotlib", reason="comes with make load")
    draw(measured, tmp_path / "load.svg", "2 players")
    assert b"<svg" in (tmp_path / "load.svg").read_bytes()
