"""docs/pictures/strength.png is made of the measured strength."""

import pytest
from PIL import Image, ImageChops, ImageStat

from ai.strength import matches
from bench.strength.plot import PLOT, draw, in_words
from engines import VARIANTS

ROWS = matches()
REDRAW = "draw it again: faceoff bench ladder --draw-only"


def test_the_picture_has_the_figures_of_the_ratings():
    with Image.open(PLOT) as committed:
        assert committed.info["Description"] == in_words(ROWS), REDRAW


def test_the_picture_is_drawn_of_the_figures(tmp_path):
    pytest.importorskip("matplotlib", reason="comes with faceoff bench ladder --draw-only")
    draw(ROWS, tmp_path / "strength.png")
    with Image.open(tmp_path / "strength.png") as drawn, Image.open(PLOT) as committed:
        assert drawn.info == committed.info, REDRAW
        assert drawn.size == committed.size, REDRAW
        unlike = ImageStat.Stat(ImageChops.difference(drawn.convert("L"), committed.convert("L")))
    assert unlike.mean[0] < 0.1, REDRAW  # of 255: a point at another place makes more


def test_every_measured_game_and_preset_is_in_the_picture_with_intervals():
    lines = in_words(ROWS).splitlines()
    assert len(lines) == len({(row["variant"], row["preset"]) for row in ROWS})
    first = next(
        row for row in ROWS if (row["variant"], row["preset"], row["first"]) == ("hockey", "standard", "rookie")
    )
    elo, low, high = first["elo"]
    assert lines[0].startswith(f"{VARIANTS['hockey'].name}, standard: Rookie {elo:+} [{low:+}, {high:+}], Minor +")
