"""``make test`` says first what it skips, and how to install what that needs."""

import re
from pathlib import Path

from tests.programs import PROGRAMS, skipped

ROOT = Path(__file__).parents[2]


def test_what_is_skipped_is_reported_with_one_command_that_installs_what_it_needs():
    bare = [program._replace(is_here=False) for program in PROGRAMS[1:3]]
    assert skipped([PROGRAMS[0]._replace(is_here=True), *bare], is_root=False).splitlines() == [
        "Skipped without chromium-headless-shell: those in a browser, about a hundred.",
        "Skipped without valgrind: the one that counts instructions.",
        "To run them too: sudo apt-get install --no-install-recommends chromium-headless-shell valgrind",
    ]


def test_nothing_is_reported_where_all_is_installed():
    assert skipped([program._replace(is_here=True) for program in PROGRAMS], is_root=True) == ""


def test_make_test_says_it_before_the_first_test():
    rules = dict(re.findall(r"^([a-z]+): (.*\n(?:\t.*\n)*)", (ROOT / "Makefile").read_text(), re.MULTILINE))
    assert "-m tests.programs\n" in rules["programs"]
    assert "programs" in rules["interpreted"].splitlines()[0].split()
    assert re.search(r"AT_ONCE\).* programs .*\n(\t.*\n)*.*PYTEST", rules["test"])
