"""Runs the tests that concern files: ``make test-of FILE=service/games/play.py``, or of all that has changed.

``faceoff bench mutants`` tries the faults of a file with the same tests.
"""

import argparse
import os
import re
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[1]
GAMES: Final = tuple(sorted(path.name for path in (ROOT / "tests").iterdir() if (path / "golden.txt").exists()))
OF_SDKS: Final = tuple(f"tests/clients/test_{name}.py" for name in ("sdk", "bad_line", "bad_line_javascript", "unread"))
ONE_GAME: Final = "hockey"
"""The game that shared modules are tried with first."""


def concerning(path: Path) -> list[str]:
    """Arguments of pytest for the tests of a file, whose path is relative to the root; empty if there are none."""
    match path.parts:
        case ("tests" | "bench", *_) if path.name.startswith("test_"):
            return [str(path)]
        case ("service", "store", "lua", _):
            return _tests_of_script(path)
        case ("service", *_) if path.suffix == ".py":
            return _tests_of_module(path)
        case ("engines" | "ai" as package, part, *_):
            return _tests_of_game(package, part if part in GAMES else ONE_GAME)
        case ("clients", "web", *_):
            return list(dict.fromkeys(("tests/web", *_tests_that_name(path))))
        case ("clients", "python" | "javascript", *_):
            return list(dict.fromkeys((*OF_SDKS, *_tests_that_name(path))))
    return _tests_that_name(path)


# -- a script in Lua

USES: Final = {
    "task_open part_claim part_keep task_close": "suggestions analyses matches limits clocks",
    "bot_save bot_see bot_reserve seat_note bot_delete": "bots bot_matches computers",
    "entry_claim": "store due jobs joinable clocks suggestions webhooks",
    "turns_claim": "jobs costs store",
    "clock_look": "due clocks set_aside",
    "bucket_take windows_drop_stale": "limits clocks",
    "hash_change": "store suggestions analyses matches webhooks",
    "game_delete": "full_store stock joinable",
    "game_hold": "stock",
    "game_pack": "full_store upgrade",
    "game_pair": "joinable once",
    "entry_done webhook_keep": "store webhooks bots cluster",
    "game_commit": "store jobs public_list joinable lifecycle remembered webhooks bots full_store upgrade cluster",
}
"""The tests, in tests/service, of the code that uses each script."""


def _tests_of_script(path: Path) -> list[str]:
    uses = next((tests for scripts, tests in USES.items() if path.stem in scripts.split()), " ".join(USES.values()))
    names = dict.fromkeys(f"expiry published {uses}".split())
    return _relative(test for test in _tests_of_service() if test.stem[5:] in names)


# -- a module of the service

_GUIDE: Final = "tests/deploy/test_operations.py::test_the_table_of_"
_DEFAULTS: Final = f"{_GUIDE}settings_names_every_setting_with_its_default"
IN_THE_GUIDE: Final = {"config": [_DEFAULTS], "run": [_DEFAULTS], "telemetry": [f"{_GUIDE}metrics_names_every_metric"]}
"""The test that compares a module with the tables of the guide for operators."""


def _tests_of_module(path: Path) -> list[str]:
    """The tests that import it, and those with a word of its name in theirs; if none imports it, all of its package, or
    those that import the package.
    """
    words, imports, tests = _words(path), _imports(path), _tests_of_service()
    importing = {test for test in tests if imports.search(test.read_text())}
    package = {test for test in tests if test.is_relative_to(ROOT / "tests" / Path(*path.parts[:2]))}
    near = sorted({test for test in tests if words & _words(test)} | (importing or package))
    if not near and path.stem != "__init__":
        return _tests_of_module(path.with_name("__init__.py"))
    return [*_relative(near), *IN_THE_GUIDE.get(path.stem, ())]


def _words(path: Path) -> set[str]:
    return {word.rstrip("s") for word in path.stem.split("_")}


def _imports(path: Path) -> "re.Pattern[str]":
    """Finds where a module is imported, or named."""
    *parts, module = path.parent.parts if path.stem == "__init__" else path.with_suffix("").parts
    package = ".".join(parts)
    return re.compile(rf"\b{re.escape(f'{package}.{module}')}\b|from {re.escape(package)} import .*\b{module}\b")


def _tests_of_service() -> list[Path]:
    """The files of tests/service, without those of a game."""
    found = (ROOT / "tests" / "service").rglob("test_*.py")
    return sorted(path for path in found if path.parent.name not in GAMES)


def _relative(paths: Iterable[Path]) -> list[str]:
    return [str(path.relative_to(ROOT)) for path in paths]


# -- rules and computer opponents


def _tests_of_game(package: str, game: str) -> list[str]:
    """The tests of the game, and of the promises of all games."""
    if package == "ai":
        return [_only(game), f"tests/{game}/test_computers.py", "tests/ai"]
    first = [f"tests/{game}/{name}" for name in ("test_rulings.py", "test_rules.py")]  # they name the promise
    return [_only(game), *(test for test in first if (ROOT / test).is_file()), f"tests/{game}", "tests/engines"]


def _only(game: str) -> str:
    """The tests that name no other game; a key that is part of this one counts as this one."""
    return "-k=" + " and ".join(f"not {other}" for other in GAMES if other not in game)


# -- any other file


def _tests_that_name(path: Path) -> list[str]:
    """The tests that import it, or have the name of the file."""
    imports = _imports(path) if path.suffix == ".py" else re.compile(rf"\b{re.escape(path.name)}\b")
    tests = (test for top in ("tests", "bench") for test in sorted((ROOT / top).rglob("test_*.py")))
    return _relative(test for test in tests if imports.search(test.read_text()))


def concerning_all(paths: Iterable[Path]) -> list[str]:
    """The same for several files; where one game is selected, it has to be the only one that they are of."""
    each = [tests for path in paths if (tests := concerning(path))]
    found = dict.fromkeys(test for tests in each for test in tests)
    selected = {test for test in found if test.startswith("-k")}
    is_of_one_game = all(selected <= set(tests) for tests in each)
    return [test for test in found if is_of_one_game or test not in selected]


def changed() -> list[Path]:
    """The files that git shows as changed since the last commit, without those that are deleted."""
    command = ["git", "-C", str(ROOT), "ls-files", "--modified", "--others", "--exclude-standard", "--deduplicate"]
    listed = subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()
    return [path for path in map(Path, listed) if (ROOT / path).is_file()]


def main() -> int:
    """Run the tests of the files, or of what has changed; 2 if there is no such file, or no test of any."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", type=Path, nargs="*", help="as in service/games/play.py; none: what has changed")
    paths = parser.parse_args().files or changed()
    if missing := [str(path) for path in paths if not (ROOT / path).is_file()]:
        print(f"There is no file {', '.join(missing)}.", file=sys.stderr)
        return 2
    if not (tests := concerning_all(paths)):
        print(
            f"No test concerns {', '.join(map(str, paths)) or 'no change'} alone: `make test` runs them all.",
            file=sys.stderr,
        )
        return 2
    print(*tests, sep="\n", flush=True)
    os.execv(sys.executable, [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *tests])
