"""Faults planted one by one, and which of them no test notices: ``faceoff bench mutants scripts --count 40 --seed
1``.

Each fault is a small change of one line: another comparison, number or sign, a condition negated, a write left out. It
is planted in a copy of the repository, where the tests that are near it run until one fails, which has to pass without
the fault. Those that survive are printed: each is a test that is missing, or a change that has no effect. Ends with
status 1 if there are any.

In ``service``, the tests run once before, to learn which of them reach the lines to be changed: these run first, then
all.

A fault that makes a test run for too long is noticed only if the same test, right afterwards and without the fault,
ends in a quarter of that time. On a machine that is very busy it does not, and the fault survives.
"""

import argparse
import ast
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from itertools import accumulate
from pathlib import Path
from subprocess import PIPE
from typing import Final
from xml.etree import ElementTree

from bench.tests_of import GAMES, ROOT, concerning
from service.ops.supervisor import tied_to_us

LEFT_OUT: Final = (".git", ".venv", "build", "node_modules", "__pycache__", ".*_cache")
SLOWER: Final = 4
TEST_S: Final = 120
"""A test that takes longer is ended."""
RUN_S: Final = 1800
"""All tests together are ended after this time, which is that of a fault that lets no test begin."""
FIRST_S: Final = 30
"""The tests that reach a line run alone for this time; whatever is left, with all others, in several processes."""
AT_ONCE: Final = (f"--numprocesses={os.cpu_count()}", "--dist=loadscope", "--no-loadscope-reorder")
TIME: Final = "time"
"""What is reported before the name of a test that was ended, and alone when all tests together were."""
_PAIRS: Final = "< <=,> >=,!= ==,== ~=,+ -,and or,min max,0 1,True False,is is_not,in not_in"
OTHER: Final = {
    one.replace("_", " "): other.replace("_", " ")
    for pair in map(str.split, _PAIRS.split(","))
    for one, other in (pair, pair[::-1])
}
"""What each word is changed to, in Python ``~=`` as ``!=``; another number becomes the next one, a large one a
tenth.
"""

Edit = tuple[int, int, str]
"""Beginning and end of what is replaced in a text, and by what."""


@dataclass(frozen=True)
class Mutant:
    """A file with one fault."""

    path: Path
    line: int
    before: str
    after: str
    """The line without and with the fault."""
    text: str
    """The whole file with it."""

    def __str__(self) -> str:
        return f"{self.path}:{self.line}\n    {self.before}\n    {self.after or '(nothing)'}"


@dataclass(frozen=True)
class Area:
    """A part of the repository: its files, the faults of a file, and the tests that are near it."""

    files: str
    edits: Callable[[str], Iterator[Edit]]
    tests: Callable[[Path], Sequence[str]]
    further: Callable[[Path], Sequence[str]] = lambda _path: ()
    """Tests that run after these, if they notice nothing."""
    test_s: int = TEST_S
    """How long one test may take."""
    uses_engines: bool = False
    """Whether the engines are compiled, if there is a compiled copy: their faults are looked for elsewhere."""


# -- Lua

_LUA_WORDS: Final = re.compile(
    r"(?<= )(?:(?:<=|>=|<|>)(?! now\b)|==|~=|\+|-|and|or)(?= )"
    r"|(?<=math\.)(?:min|max)\b|(?<![\w.\[])(?<![=~]= )\d+(?![\w.])"
)
_LUA_FLAG: Final = re.compile(r", '(?:EX|PX)', [\w.\[\]]+|(?<=, )'(?:XX|NX|GT|LT)', ")


def lua_edits(text: str) -> Iterator[Edit]:
    """The faults of a script."""
    code = re.sub("--.*", _blank, text)
    bare = re.sub(r"'[^']*'", lambda found: found[0] if re.fullmatch(r"'\d'", found[0]) else _blank(found), code)
    for found in _LUA_WORDS.finditer(bare):
        yield *found.span(), _other(found[0])
    for found in re.finditer(r"\bnot ", bare):
        yield *found.span(), ""
    for found in re.finditer(r"\bif (.+) then\b", bare):
        if " and " in found[1] or " or " in found[1] or not re.search(r"^not | [=~]= ", found[1]):
            yield *found.span(1), f"not ({code[slice(*found.span(1))]})"
    for found in _LUA_FLAG.finditer(code):
        yield *found.span(), ""
    for found in re.finditer(r"^ *redis\.p?call\((?:[^()]|\([^()]*\))*\)", bare, re.MULTILINE):
        yield *found.span(), ""
    for found in re.finditer(r"return (\{\}|redis\.call\(.*\))$", code, re.MULTILINE):
        yield *found.span(1), "{1, 1}" if found[1] == "{}" else "0"
    returned = re.compile(r"return \{?('\w*')")
    texts = sorted(set(returned.findall(code)))
    for found in returned.finditer(code):
        yield *found.span(1), next((text for text in texts if text != found[1]), "'-'")


def _blank(found: "re.Match[str]") -> str:
    return " " * len(found[0])


def _other(word: str) -> str:
    return OTHER[word] if word in OTHER else str(int(word) + 1 if int(word) < 100 else int(word) // 10)


# -- Python


def python_edits(text: str) -> Iterator[Edit]:
    """The faults of a module. What is only logged or counted is left alone."""
    lines = text.splitlines(keepends=True)
    starts = [sum(map(len, lines[:number])) for number in range(len(lines) + 1)]

    def place(line: int, column: int) -> int:
        return starts[line - 1] + len(lines[line - 1].encode()[:column].decode())

    def span(node: ast.AST) -> tuple[int, int]:
        return place(node.lineno, node.col_offset), place(node.end_lineno, node.end_col_offset)  # type: ignore[attr-defined]

    def between(left: ast.AST, right: ast.AST, words: str) -> Iterator[Edit]:
        begin, end = span(left)[1], span(right)[0]
        if found := re.search(words, text[begin:end]):
            yield begin + found.start(), begin + found.end(), _other(found[0]).replace("~", "!")

    for node in _code(ast.parse(text)):
        match node:
            case ast.Compare():
                for left, right in zip([node.left, *node.comparators], node.comparators, strict=False):
                    yield from between(left, right, r"[<>!=]=|[<>]|\b(?:is not|is|not in|in)\b")
            case ast.BoolOp():
                for left, right in zip(node.values, node.values[1:], strict=False):
                    yield from between(left, right, r"\b(?:and|or)\b")
            case ast.BinOp(op=ast.Add() | ast.Sub()):
                yield from between(node.left, node.right, r"[+-]")
            case ast.UnaryOp(op=ast.Not()):
                yield *span(node), text[slice(*span(node.operand))]
            case ast.Constant(value=bool() | int()):
                yield *span(node), _other(repr(node.value))
            case ast.AugAssign() | ast.Expr(value=ast.Call()) if not re.match(
                r"log\.|telemetry\.", text[span(node)[0] :]
            ):
                yield *span(node), "pass"
            case ast.If() | ast.IfExp() if not isinstance(node.test, ast.Compare | ast.UnaryOp):
                yield *span(node.test), f"not ({text[slice(*span(node.test))]})"


SPEED: Final = {
    "MOST_REMEMBERED": "how many answers engines.fields keeps",
    "SLICE": "work between two pauses of a solver",
    "SLICE_CELLS": "the same, in cells of a matrix",
    "SLICE_PLIES": "decisions between two pauses of ai",
}
"""Numbers on which only speed depends, and why."""


def _code(node: ast.AST) -> Iterator[ast.AST]:
    """What of a module a test could notice: no types, nor what only names them, nor numbers of speed."""
    match node:
        case ast.Assert(test=ast.Call(func=ast.Name("isinstance"))) | ast.If(test=ast.Name("TYPE_CHECKING")):
            return
        case ast.AnnAssign(target=ast.Name(name)) if name in SPEED:
            return
        case ast.Call(func=ast.Name("lru_cache")):  # how many answers are kept
            return
        case ast.keyword(arg="frozen" | "kw_only" | "slots" | "strict"):  # guards against faults elsewhere
            return
    yield node
    for field, value in ast.iter_fields(node):
        for part in value if isinstance(value, list) else [value]:
            if isinstance(part, ast.AST) and field not in ("annotation", "returns"):
                yield from _code(part)


def _tests_of_other_games(path: Path) -> list[str]:
    return [] if path.parts[1] in GAMES else [f"tests/{path.parts[0]}"]


def _further_tests_of_rules(path: Path) -> list[str]:
    """The tests of the other games; and of the contract, which contains a game's declarations with their bounds."""
    chosen = " or ".join(("committed_contract", *GAMES))
    return [f"-k={chosen}", "tests/service/api/test_contract.py", *_tests_of_other_games(path)]


AREAS: Final = {
    "scripts": Area("service/store/lua/*.lua", lua_edits, concerning, uses_engines=True),
    "service": Area(
        "service/**/*.py", python_edits, concerning, lambda _path: [*AT_ONCE, "tests/service"], uses_engines=True
    ),
    "engines": Area("engines/**/*.py", python_edits, concerning, _further_tests_of_rules, test_s=40),
    "ai": Area("ai/**/*.py", python_edits, concerning, _tests_of_other_games),
}


# -- planting


def mutants(area: Area, only: str = "") -> list[Mutant]:
    """All faults of the files of an area whose path contains ``only``."""
    found = {}
    for path in sorted(ROOT.glob(area.files)):
        text = path.read_text()
        for start, end, new in area.edits(text) if only in str(path.relative_to(ROOT)) else ():
            changed = text[:start] + new + text[end:]
            first, last = text.rfind("\n", 0, start) + 1, (text + "\n").find("\n", end)
            before, after = text[first:last].strip(), (text[first:start] + new + text[end:last]).strip()
            found[path, changed] = Mutant(
                path.relative_to(ROOT), text.count("\n", 0, start) + 1, before, after, changed
            )
    return sorted(found.values(), key=lambda mutant: (mutant.path, mutant.line, mutant.after))


_PROBE: Final = """\
import os

def at(place, seen=set()):
    found = place, os.environ.get("PYTEST_CURRENT_TEST", "")
    if found not in seen:
        seen.add(found)
        try:
            file = os.open({!r}, os.O_WRONLY | os.O_APPEND | os.O_CREAT)
            os.write(file, "{{}}\\t{{}}\\n".format(*found).encode())
            os.close(file)
        except OSError:  # a test of a full disk
            pass
"""
"""A module that notes which test reaches a place, also in the processes that the test starts."""


def probed(text: str, places: Mapping[int, int]) -> str:
    """A module that notes when it is about to carry out a line of ``places``, under the number it has there. A line
    that is carried out when the module is imported is not noted.
    """
    lines = text.splitlines(keepends=True)
    functions = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]
    statements = []
    for node in (part for function in functions for statement in function.body for part in ast.walk(statement)):
        if isinstance(node, ast.stmt) and not lines[node.lineno - 1].lstrip().startswith("elif "):
            decorators = [part.lineno for part in getattr(node, "decorator_list", ())]
            statements.append((min([node.lineno, *decorators]), node.end_lineno or 0))
    before = {line: max((first for first, last in statements if first <= line <= last), default=0) for line in places}
    for line in sorted((line for line in places if before[line]), key=before.__getitem__, reverse=True):
        indented = lines[before[line] - 1]
        indent = indented[: -len(indented.lstrip())]
        lines.insert(before[line] - 1, f'{indent}__import__("probe").at({places[line]})\n')
    return "".join(lines)


class Unstable(Exception):
    """A test that fails without a fault too."""


class Copy:
    """A copy of the repository in which faults are planted one after the other."""

    def __init__(self, folder: Path, area: Area) -> None:
        self.folder = folder / "copy"
        self.area = area
        shutil.copytree(ROOT, self.folder, symlinks=True, ignore=shutil.ignore_patterns(*LEFT_OUT))
        self._engines = folder / "engines"
        if area.uses_engines and (compiled := ROOT / "build" / "compiled").exists():
            shutil.copytree(compiled, self._engines, ignore=shutil.ignore_patterns("service", "faceoff.py", "wsgi.py"))
        self._seconds: dict[str, float] = {}
        """What each test, and each file of tests, took when it ran last."""
        self._reaching: dict[tuple[Path, int], set[str]] = {}
        """The tests that reach a line of a file, and the files of those that do so when they are set up."""

    def measure(self, drawn: Sequence[Mutant]) -> None:
        """Learn which tests reach the lines of these faults."""
        places = sorted({(mutant.path, mutant.line) for mutant in drawn})
        noted = self.folder.parent / "reached.txt"
        (self.folder / "probe.py").write_text(_PROBE.format(str(noted)))
        texts = {path: (self.folder / path).read_text() for path, _ in places}
        for path, text in texts.items():
            probed_text = probed(text, {line: number for number, (its, line) in enumerate(places) if its == path})
            (self.folder / path).write_text(probed_text)
        try:
            self._failing(["tests/service", "--maxfail=0", *AT_ONCE], RUN_S, self.area.test_s)
        finally:
            for path, text in texts.items():
                (self.folder / path).write_text(text)
        noted.touch()
        for number, _, test in (line.partition("\t") for line in noted.read_text().splitlines()):
            name, _, phase = test.rpartition(" ")
            if name.startswith("tests/service/"):  # not while tests are collected
                reaching = name if phase == "(call)" and name in self._seconds else name.partition("::")[0]
                self._reaching.setdefault(places[int(number)], set()).add(reaching)

    def noticed_by(self, mutant: Mutant) -> str:
        """The first test that fails with the fault, after ``TIME`` if it was ended; empty if none does.

        Raises Unstable if that test fails without the fault too.
        """
        target = self.folder / mutant.path
        original = target.read_text()
        done: set[str] = set()
        near = self._first(self._reaching.get((mutant.path, mutant.line), ())) or self.area.tests(mutant.path)
        for tests in (near, self.area.further(mutant.path)):
            chosen = [test for test in tests if test.startswith("-")]
            if not (files := self._files_of(tests, done)):
                continue
            done |= {*files} if not chosen else set()
            target.write_text(mutant.text)
            try:
                failing = self._failing([*chosen, *files], RUN_S, self.area.test_s)
            finally:
                target.write_text(original)
            if failing and (not failing.startswith(TIME) or self._is_quick(chosen, failing)):
                self._require_that_it_passes(chosen, failing)
                return failing
        return ""

    def _first(self, reaching: Iterable[str]) -> list[str]:
        """The fastest of them, which together take a short time."""
        quick = sorted(reaching, key=lambda test: (self._seconds.get(test, 0), test))
        ends = accumulate(self._seconds.get(test, 0) for test in quick)
        return [test for test, end in zip(quick, ends, strict=True) if end <= FIRST_S] or quick[:1]

    def _files_of(self, tests: Sequence[str], done: Set[str]) -> list[str]:
        """Single tests, and the files of tests that are not done, the fastest first: as they were, or as their size
        lets expect.
        """
        single = [test for test in tests if "::" in test]
        places = [self.folder / test for test in tests if not test.startswith("-") and test not in single]
        files = {file for place in places for file in ([place] if place.is_file() else place.rglob("test_*.py"))}
        sizes = {str(file.relative_to(self.folder)): file.stat().st_size for file in files}
        seconds = {file: self._seconds.get(file, size / 1000) for file, size in sizes.items() if file not in done}
        return single + sorted(seconds, key=lambda file: (seconds[file], file))

    def _is_quick(self, chosen: Sequence[str], ended: str) -> bool:
        """Whether a test that was ended needs a small part of its time without the fault: it was the fault that took
        it.
        """
        test = ended.removeprefix(TIME).strip().partition("[")[0]
        return bool(test) and not self._failing([*chosen, test], RUN_S / SLOWER, self.area.test_s / SLOWER)

    def _require_that_it_passes(self, chosen: Sequence[str], failing: str) -> None:
        test = failing.partition("[")[0]
        if test.startswith("tests/") and self._failing([*chosen, test], RUN_S, SLOWER * self.area.test_s):
            raise Unstable(test)

    def _failing(self, arguments: Sequence[str], limit_s: float, test_s: float) -> str:
        """The first test that fails, after ``TIME`` if it was ended; empty if none does. ``TIME`` alone if all together
        were ended.
        """
        report = self.folder.parent / "report.xml"
        report.unlink(missing_ok=True)
        options = ["-x", "-q", "-p", "no:cacheprovider", "-m", "not slow", f"--timeout={test_s}"]
        options += [f"--junitxml={report}", "-o", "junit_family=xunit1"]
        environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
        environment |= {"PYTHONSAFEPATH": "1", "PYTHONPATH": f"{self._engines}:{self.folder}"}
        command = [sys.executable, "-B", "-m", "pytest", *options, *arguments]
        with subprocess.Popen(
            tied_to_us(command), cwd=self.folder, env=environment, stdout=PIPE, text=True, start_new_session=True
        ) as run:
            try:
                output, _ = run.communicate(timeout=limit_s)
            except subprocess.TimeoutExpired:
                return TIME
            finally:
                if run.poll() is None:
                    os.killpg(run.pid, signal.SIGKILL)
        if report.exists():
            self._note_seconds(report)
        failed = re.search(r"^(?:FAILED|ERROR) (\S+)", output, re.MULTILINE)
        if run.returncode and "Timeout (>" in output:  # of pytest-timeout
            return f"{TIME} {failed[1]}" if failed else TIME
        if failed or run.returncode in (0, 1, 5):  # 1 without such a test: a warning at the very end; 5: no tests
            return failed[1] if failed else ""
        return f"status {run.returncode}"

    def _note_seconds(self, report: Path) -> None:
        seconds: dict[str, float] = {}
        for case in ElementTree.parse(report).iter("testcase"):
            if file := case.get("file"):
                for test in (file, f"{file}::{case.attrib['name']}"):
                    seconds[test] = seconds.get(test, 0) + float(case.attrib["time"])
        self._seconds |= seconds


def main() -> int:
    """Plant faults and print those that survive; 1 if there are any."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("area", choices=AREAS)
    parser.add_argument("--seed", type=int, default=1, help="which faults are drawn (%(default)s)")
    parser.add_argument("--count", type=int, default=20, help="how many; 0 for all (%(default)s)")
    parser.add_argument("--only", default="", help="of files with this in their path")
    parser.add_argument("--list", action="store_true", help="print the faults and plant none")
    wanted = parser.parse_args()
    area = AREAS[wanted.area]
    drawn = mutants(area, wanted.only)
    if wanted.count:
        drawn = random.Random(wanted.seed).sample(drawn, min(wanted.count, len(drawn)))
    if wanted.list:
        print(*drawn, f"{len(drawn)} faults", sep="\n")
        return 0
    survived = 0
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # so that the copy and what runs in it do not remain
    with tempfile.TemporaryDirectory() as folder:
        copy = Copy(Path(folder), area)
        if wanted.area == "service":
            copy.measure(drawn)
        for number, mutant in enumerate(drawn, 1):
            try:
                test = copy.noticed_by(mutant)
                found = test or "survived"
            except Unstable as unstable:
                test, found = "", f"not known, as {unstable} fails without it too"
            print(
                f"{number} of {len(drawn)}: {mutant.path}:{mutant.line} {found}",
                file=sys.stderr,
                flush=True,
            )
            if not test:
                survived += 1
                print(mutant, flush=True)
    print(f"{len(drawn) - survived} of {len(drawn)} faults were noticed")
    return 1 if survived else 0
