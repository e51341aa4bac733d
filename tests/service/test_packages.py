"""Imports of service run one way: model < store < games < tasks, live, webhooks < workers < api < app < ops; a leaf loads itself only."""

import ast
import subprocess
import sys
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

LEAVES = {"config": set(), "decks": {"config"}, "model": {"config"}, "telemetry": {"config", "model"}}
"""What each package below the store may import of service; all above may import each of them."""

LAYERS = ({"store"}, {"games"}, {"tasks", "live", "webhooks"}, {"workers"}, {"api"}, {"app"}, {"ops"})
"""From the ground up: a package may import those before its own layer, and none beside it."""

ALLOWED = LEAVES | {
    package: {*LEAVES, *(below for lower in LAYERS[:number] for below in lower)} for number, layer in enumerate(LAYERS) for package in layer
}
FORBIDDEN = [(package, other) for package, allowed in ALLOWED.items() for other in ALLOWED if other not in allowed | {package}]


@cache
def imports():
    """The modules of service that each module of it imports, wherever in the file it does."""
    paths = {".".join(path.relative_to(ROOT).with_suffix("").parts): path for path in ROOT.glob("service/**/*.py")}
    modules = {name.removesuffix(".__init__"): path for name, path in paths.items()}
    return {name: set(imported(path, modules)) for name, path in modules.items()}


def imported(path, modules):
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names if name.name in modules)
        elif isinstance(node, ast.ImportFrom) and node.module in modules:
            names = [f"{node.module}.{name.name}" for name in node.names]
            yield from (name if name in modules else node.module for name in names)


def package_of(module):
    return module.split(".")[1] if "." in module else ""


def test_every_module_is_in_a_package_that_has_its_place():
    assert {package_of(module) for module in imports()} == {"", *ALLOWED}


@pytest.mark.parametrize(("package", "other"), FORBIDDEN, ids=lambda name: name)
def test_a_package_does_not_import(package, other):
    found = [f"{module} imports {name}" for module in imports() for name in imports()[module]]
    assert [line for line in found if tuple(map(package_of, line.split(" imports "))) == (package, other)] == []


def test_no_modules_import_each_other_in_a_circle():
    try:
        TopologicalSorter(imports()).prepare()
    except CycleError as error:
        pytest.fail(" imports ".join(reversed(error.args[1])))


def test_importing_service_loads_nothing():
    assert (ROOT / "service" / "__init__.py").read_text() == ""


@pytest.mark.parametrize(
    ("module", "others"),
    [
        ("service.model.timestamps", {"flask", "redis", "rq", "marshmallow", "ai", "engines"}),
        ("service.store.games", {"flask", "rq", "marshmallow", "ai"}),
        ("service.games.play", {"flask", "rq", "marshmallow"}),
        ("service.workers.main", {"flask", "werkzeug", "marshmallow"}),
    ],
)
def test_importing_a_module_loads_no(module, others):
    loaded = run(f"import sys, {module}; print(*sys.modules)").split()
    assert module in loaded
    assert {name.partition(".")[0] for name in loaded} & others == set()


def run(code):
    return subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=True, capture_output=True, text=True).stdout
