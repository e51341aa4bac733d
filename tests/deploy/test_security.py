"""docs/security.md: each attack that it lists names the tests that hold it, and they exist."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "docs" / "security.md").read_text()
NAMED = re.findall(r"`(tests/[\w/]+\.py)::(\w+)`", TEXT)


def test_every_row_of_an_attack_names_a_test():
    rows = re.findall(r"^\| (.*) \|$", TEXT.partition("## What was tried")[2], re.MULTILINE)
    attacks = [row for row in rows if row != "attack | test" and not row.startswith("---")]
    assert len(attacks) > 30
    assert [row for row in attacks if ".py::test_" not in row] == []


@pytest.mark.parametrize("file", sorted({file for file, _ in NAMED}))
def test_the_tests_that_it_names_exist(file):
    found = set(re.findall(r"^def (test_\w+)\(", (ROOT / file).read_text(), re.MULTILINE))
    assert {name for named, name in NAMED if named == file} <= found


def test_nothing_that_looks_like_a_test_is_left_unchecked():
    assert len(re.findall(r"\btest_\w+\b(?!\.py)", TEXT)) == len(NAMED)
