"""For every test: the garbage collector collects the objects of tests, rarely, and not the modules again; which tests
one process runs, of those that run at once; and what a failed assertion says of several facts.
"""

import ast
import gc
import re
import sys
from pathlib import Path

import pytest

YOUNG = 5_000
"""Objects between two collections; with Python's 700, they are an eighth of the processor's time."""
TOGETHER = [
    re.compile(rf"tests/{files}")
    for files in (
        r"web/(\w+/)?test_[a-o]",
        r"web/",
        r"clients/(\w+/)?test_(bot|examples|fuzz|generated|load|sdk|terminal|unread|your_language)",
        r"deploy/(\w+/)?test_(documents|guides|readme)",
    )
]
"""Files that share a service, and a browser: to start them takes seconds of a processor in each process."""
LONG = (
    *("tests/web/", "tests/clients/", "tests/sixth_game/", "tests/test_ladder.py", "tests/test_opponents.py"),
    *("bench/", "tests/deploy/", "tests/service/games/test_whole_games.py", "tests/engines/test_variant_suite.py"),
)
"""What takes longest, in this order before all others, where several processes run tests: at the end none waits."""


def pytest_collection_modifyitems(config, items):
    def place(item):
        return next((number for number, name in enumerate(LONG) if item.nodeid.startswith(name)), len(LONG))

    if hasattr(config, "workerinput"):  # with several processes: a single one runs them in the given order
        items.sort(key=place)


def pytest_collection_finish():
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config, log):
    """With ``--dist=loadscope``, the tests of a file go to one process, and those of files that share something."""
    from xdist.scheduler import LoadScopeScheduling

    class ByPlace(LoadScopeScheduling):
        def _split_scope(self, nodeid):
            file = nodeid.partition("::")[0]
            return next((files.pattern for files in TOGETHER if files.match(file)), file)

    return ByPlace(config, log) if config.getvalue("dist") == "loadscope" else None


def pytest_assertrepr_compare(op, left, right):
    """Say which of several facts differ, by the expressions in the test: of ``assert (table.node(), table.ply) ==
    ("play", 2)`` that ``table.ply is 3, not 2``, and not that the tuples differ at index 1.
    """
    if op == "==" and isinstance(left, tuple) and isinstance(right, tuple) and len(left) == len(right):
        facts = _facts_compared()
        if len(facts) == len(left):
            told = zip(facts, left, right, strict=True)
            return [
                "several facts, of which differ:",
                *(f"{fact} is {found!r}, not {wanted!r}" for fact, found, wanted in told if found != wanted),
            ]
    return None


def _facts_compared():
    """The expressions on the left side of the assertion that is evaluated; empty if they are no tuple."""
    frame = sys._getframe()
    while frame and (frame.f_code.co_filename == __file__ or "site-packages" in frame.f_code.co_filename):
        frame = frame.f_back
    source = Path(frame.f_code.co_filename).read_text()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Assert) and node.lineno <= frame.f_lineno <= node.end_lineno:
            compared = node.test.left if isinstance(node.test, ast.Compare) else node.test
            if isinstance(compared, ast.Tuple) and not any(isinstance(each, ast.Starred) for each in compared.elts):
                return [" ".join(ast.get_source_segment(source, each).split()) for each in compared.elts]
    return []
