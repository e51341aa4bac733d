"""docs/pictures/strength.svg is made of the measured strength."""

import re
from xml.etree import ElementTree

import pytest

from ai.strength import matches
from bench.strength.plot import PLOT, draw, in_words
from engines import VARIANTS

ROWS = matches()
DESCRIPTION = ".//{http://purl.org/dc/elements/1.1/}description"
REDRAW = "draw it again: make strength-plot"


def parts(file):
    """A picture as its text and its numbers; names that are made of a checksum are left out."""
    text = re.sub(r'(id="|#)[mp]?[0-9a-f]{10}', r"\1", file.read_text())
    number = r"-?\d+(?:\.\d+)?"
    return re.split(number, text), [float(found) for found in re.findall(number, text)]


def test_the_picture_has_the_figures_of_the_ratings():
    assert ElementTree.parse(PLOT).find(DESCRIPTION).text == in_words(ROWS), REDRAW


def test_the_picture_is_drawn_of_the_figures(tmp_path):
    pytest.importorskip("matplotlib", reason="comes with make strength-plot")
    draw(ROWS, tmp_path / "strength.svg")
    (text, numbers), (committed, committed_numbers) = parts(tmp_path / "strength.svg"), parts(PLOT)
    assert text == committed, REDRAW
    assert numbers == pytest.approx(committed_numbers, abs=0.01), REDRAW


def test_every_measured_game_and_preset_is_in_the_picture_with_intervals():
    lines = in_words(ROWS).splitlines()
    assert len(lines) == len({(row["variant"], row["preset"]) for row in ROWS})
    first = next(row for row in ROWS if (row["variant"], row["preset"], row["first"]) == ("hockey", "standard", 1))
    elo, low, high = first["elo"]
    assert lines[0].startswith(f"{VARIANTS['hockey'].name}, standard: Rookie {elo:+} [{low:+}, {high:+}], Minor +")
