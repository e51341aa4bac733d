"""Imports run wsgi -> service -> ai -> engines, never back, and the engines have no web, no store, no clock, no
chance.
"""

import ast
from collections.abc import Mapping
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

from engines import KEYS

ROOT = Path(__file__).parents[2]
LAYERS = ("engines", "ai", "service", "wsgi")
"""From the ground up: a module may import its own layer and those before it."""
HOUSE = ("engines", "ai", "service", "training", "bench", "clients")

FOREIGN_TO_RULES = {
    "flask",
    "apispec",
    "msgspec",
    "marshmallow",
    "redis",
    "rq",
    "random",
    "secrets",
    "time",
    "datetime",
    "os",
    "socket",
    "logging",
}
JSON_AND_TEXT = {
    *("declared", "fields", "options", "moves", "events", "table", "commentary", "language"),
    *("deck_file", "texts", "loading", "reconstruction", "card_texts"),
}
ALLOWED_IN_AI = {"time", "logging"}
"""A wall-clock cap on a search, and its notes."""


def nodes_of(path: Path) -> list[ast.AST]:
    """All that is in a file."""
    return list(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))


def is_module(path: Path) -> bool:
    return path.with_suffix(".py").exists() or path.is_dir()


@cache
def imports_of(path: Path) -> set[str]:
    """The dotted names of all modules that a file imports."""
    found = set()
    for node in nodes_of(path):
        if isinstance(node, ast.Import):
            found |= {name.name for name in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: imports here are absolute"
            package = ROOT.joinpath(*(node.module or "").split("."))
            inside = {name.name for name in node.names if is_module(package / name.name)}
            found |= {f"{node.module}.{name}" for name in inside}
            if len(inside) < len(node.names):
                found.add(node.module or "")
    return found


def modules(layer: str) -> list[Path]:
    return sorted(ROOT.glob(f"{layer}/**/*.py")) or sorted(ROOT.glob(f"{layer}.py"))


def name_of(path: Path) -> str:
    """The dotted name of a module."""
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


def circle(imports: Mapping[str, set[str]]) -> list[str]:
    """Names that import each other in a circle; empty if none do."""
    try:
        TopologicalSorter(imports).prepare()
    except CycleError as error:
        return error.args[1]
    return []


@pytest.mark.parametrize("layer", LAYERS)
def test_imports_never_go_up(layer):
    above = LAYERS[LAYERS.index(layer) + 1 :]
    for path in modules(layer):
        tops = {name.partition(".")[0] for name in imports_of(path)}
        assert not tops & set(above), path
        assert "tests" not in tops, path


@pytest.mark.parametrize(
    ("layer", "foreign"),
    [
        *(("clients", "bench"), ("clients", "tests")),
        *(
            ("ai", "bench"),
            ("ai", "training"),
            ("ai", "faceoff"),
            ("service", "faceoff"),
            ("clients", "faceoff"),
            *(("faceoff", other) for other in ("engines", "ai", "service", "clients", "bench", "tests")),
            ("service", "bench"),
            ("service", "training"),
            ("training", "bench"),
            ("training", "tests"),
        ),
    ],
)
def test_nothing_is_built_on_tests_and_only_tests_on_bench(layer, foreign):
    for path in modules(layer):
        assert foreign not in {name.partition(".")[0] for name in imports_of(path)}, path


def test_tests_may_use_bench_and_only_its_studies_of_reliability_use_tests():
    """Tests play by the policies of bench; what measures the whole service does so with the kit of the tests."""
    studies = modules("bench/reliability")
    for path in {*modules("bench"), *modules("tests")} - {*studies}:
        assert not [name for name in imports_of(path) if name.startswith("bench.reliability")], path
        if path.is_relative_to(ROOT / "bench"):
            assert "tests" not in {name.partition(".")[0] for name in imports_of(path)}, path


def test_no_modules_import_each_other():
    """Not inside of a function either, which would only hide it."""
    known = {name_of(path): path for layer in HOUSE for path in modules(layer)}
    assert not circle({name: imports_of(path) & known.keys() - {name} for name, path in known.items()})


@pytest.mark.parametrize("layer", HOUSE)
def test_no_folders_and_modules_of_a_layer_import_each_other(layer):
    """So they can be drawn on floors, each importing from floors below only."""
    imports = {}
    for path in modules(layer):
        part = ".".join(name_of(path).split(".")[:2])
        parts = {".".join(name.split(".")[:2]) for name in imports_of(path) if name.startswith(f"{layer}.")}
        imports.setdefault(part, set()).update(parts - {part})
    assert not circle(imports)


def test_service_knows_the_games_only_by_their_record():
    """Nothing in service, and nothing in ai but what is of one game, imports from a game."""
    games = tuple(f"engines.{key}" for key in KEYS)
    for path in modules("service") + sorted(ROOT.glob("ai/*.py")) + modules("ai/search") + modules("ai/networks"):
        assert not [name for name in imports_of(path) if name.startswith(games)], path


@pytest.mark.parametrize("layer", ["engines", "ai"])
def test_rules_and_opponents_know_no_web_no_store_no_clock_and_no_chance_of_their_own(layer):
    foreign = FOREIGN_TO_RULES - (ALLOWED_IN_AI if layer == "ai" else set())
    for path in modules(layer):
        assert not {name.partition(".")[0] for name in imports_of(path)} & foreign, path


def test_engines_read_no_files():
    for path in modules("engines"):
        calls = [node.func for node in nodes_of(path) if isinstance(node, ast.Call)]
        assert "open" not in {call.id for call in calls if isinstance(call, ast.Name)}, path
        assert "json" not in imports_of(path), path


def test_rules_and_information_import_no_text_and_no_json_of_their_game():
    """They are compiled; all that handles JSON and text stays outside."""
    for path in [*ROOT.glob("engines/*/*.py"), *ROOT.glob("engines/*/rules/*.py")]:
        if path.stem in ("rules", "information") or path.parent.name == "rules":
            assert not {name.rpartition(".")[2] for name in imports_of(path)} & JSON_AND_TEXT, path
