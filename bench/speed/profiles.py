"""Where time is spent: the ten largest functions of a move, by cProfile, and of each game's search, by perf where it is
installed.
"""

import cProfile
import shutil
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path

from ai.trained import rating_heuristic
from bench.report import table
from bench.speed.in_process import GAMES
from bench.speed.prepared import answer_of, new_game, started
from bench.speed.search import CAPACITY, DECISIONS, SIMULATIONS, Searches, observations
from engines import VARIANTS
from engines.rng import Rng

ROOT = Path(__file__).parents[2]
LARGEST = 10
SECONDS = 3.0
COMPILED = "CPyDef_"


def search(key: str) -> None:
    """Search for a few seconds; the main program of a process under perf."""
    seen = observations(VARIANTS[key], DECISIONS)
    searches = Searches(seen, rating_heuristic(key, seen[0].determinize(Rng(0))), SIMULATIONS, CAPACITY)
    began = time.process_time()
    while time.process_time() - began < SECONDS:
        searches.work()


def of_search(key: str) -> list[tuple[str, str]]:
    """Functions and their shares of the time, the functions that they call left out."""
    with tempfile.TemporaryDirectory() as folder:
        data = f"{folder}/perf.data"
        record = ["perf", "record", "--quiet", "--event", "cpu-clock", "--freq", "997", "--output", data]
        subprocess.run([*record, "--", sys.executable, "-m", "bench.speed.profiles", key], check=True)
        report = ["perf", "report", "--stdio", "--input", data, "--fields", "overhead,symbol", "--field-separator", "|"]
        lines = subprocess.run(report, capture_output=True, text=True, check=True).stdout.splitlines()
    shares = [line.split("|") for line in lines if "|" in line and not line.startswith("#")]
    return [(name_of(symbol), share.strip().replace("%", " %")) for share, symbol in shares[:LARGEST]]


def name_of(symbol: str) -> str:
    """The Python name of a compiled function."""
    name = symbol.strip().removeprefix("[.] ").removeprefix("[k] ").removeprefix(COMPILED)
    return name.removesuffix(".part.0").replace("___", ".")


def of_move() -> tuple[list[tuple[str, str]], list[tuple[str, str]]]:
    """Packages and functions with their own shares of a move's time; compiled ones count for their callers."""
    with started() as (app, _):
        calls = [move for _ in range(GAMES) for move in new_game(app)]
        profile = cProfile.Profile(time.process_time, builtins=False)
        profile.enable()
        for call in calls:
            answer_of(app, call)
        profile.disable()
    packages, functions = defaultdict[str, float](float), defaultdict[str, float](float)
    for entry in profile.getstats():
        if not isinstance(entry.code, str):
            module = _module(Path(entry.code.co_filename))
            packages[module.split(".")[0]] += entry.inlinetime
            functions[f"{module}.{entry.code.co_qualname}"] += entry.inlinetime
    return _shares(packages), _shares(functions)


def _module(file: Path) -> str:
    """Dotted, from its package on; the standard library is one package."""
    parts = list(file.with_suffix("").parts)
    for folder in ("site-packages", "compiled", ROOT.name):
        if folder in parts:
            return ".".join(parts[parts.index(folder) + 1 :])
    return f"stdlib.{parts[-1]}"


def _shares(times: Mapping[str, float]) -> list[tuple[str, str]]:
    largest = sorted(times, key=lambda name: -times[name])[:LARGEST]
    return [(name, f"{100 * times[name] / sum(times.values()):.1f} %") for name in largest]


def columns() -> Iterator[tuple[str, list[tuple[str, str]]]]:
    """A table's heading and its rows."""
    packages, functions = of_move()
    yield "a move, in process, by package", packages
    yield "by function", functions
    if shutil.which("perf"):
        for key, variant in VARIANTS.items():
            if variant.has_decisions:
                yield f"search, {variant.name}", of_search(key)


def section() -> list[str]:
    """A table for each."""
    lines = []
    for name, largest in columns():
        lines += table((name, "share"), [(f"`{one}`", share) for one, share in largest])
    return lines


if __name__ == "__main__":
    search(sys.argv[1])
