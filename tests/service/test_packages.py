"""Imports of service run one way: model < store < games < tasks, live, webhooks < workers < api < app < ops; a leaf
loads itself only.
"""

import ast
import subprocess
import sys
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

LEAVES = {
    "config": set(),
    "language": set(),
    "model": {"config", "language"},
    "process": {"config", "model"},
}
"""What each package below the store may import of service; all above may import each of them."""

LAYERS = ({"store"}, {"games"}, {"tasks", "live", "webhooks"}, {"workers"}, {"api"}, {"app"}, {"ops"})
"""From the ground up: a package may import those before its own layer, and none in the same layer."""

ALLOWED = LEAVES | {
    package: {*LEAVES, *(below for lower in LAYERS[:number] for below in lower)}
    for number, layer in enumerate(LAYERS)
    for package in layer
}
LIBRARIES = {
    "flask": {"process", "api", "app", "ops"},
    "apispec": {"api"},
    "markdown_it": {"api"},
    "limits": {"api"},
    "brotli": {"api"},
    "marshmallow": {"api", "ops"},
    "rq": {"store", "workers", "ops"},
    "redis": {"process", "store", "live", "workers", "api", "app", "ops"},
}
"""Libraries that only these packages may import: a use case has no HTTP, no queue and no Redis."""

FORBIDDEN = sorted(
    (package, other) for package, allowed in ALLOWED.items() for other in ALLOWED if other not in allowed | {package}
)


@cache
def imports():
    """The dotted names that each module of service imports, wherever in the file it does."""
    paths = {".".join(path.relative_to(ROOT).with_suffix("").parts): path for path in ROOT.glob("service/**/*.py")}
    modules = {name.removesuffix(".__init__"): path for name, path in paths.items()}
    return {name: set(imported(path, modules)) for name, path in modules.items()}


def imported(path, modules):
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            names = [f"{node.module}.{name.name}" for name in node.names]
            yield from (name if name in modules else node.module for name in names)


def package_of(module):
    """The package of a module of service: ``store`` of ``service.store.games``, empty for the top; None for a module
    from elsewhere.
    """
    return f"{module}.".split(".")[1] if module.partition(".")[0] == "service" else None


def lines(is_wrong):
    return [
        f"{module} imports {name}"
        for module in sorted(imports())
        for name in sorted(imports()[module])
        if is_wrong(module, name)
    ]


def test_every_module_is_in_a_package_that_has_its_place():
    assert {package_of(module) for module in imports()} == {"", *ALLOWED}


@pytest.mark.parametrize(("package", "other"), FORBIDDEN, ids=lambda name: name)
def test_a_package_does_not_import(package, other):
    assert lines(lambda module, name: (package_of(module), package_of(name)) == (package, other)) == []


@pytest.mark.parametrize("library", LIBRARIES)
def test_only_its_packages_import(library):
    assert (
        lines(lambda module, name: name.partition(".")[0] == library and package_of(module) not in LIBRARIES[library])
        == []
    )


def test_no_modules_import_each_other_in_a_circle():
    graph = {module: {name for name in names if name in imports()} for module, names in imports().items()}
    try:
        TopologicalSorter(graph).prepare()
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
        # all else waits for the supervisor
        ("service.ops.run", {"flask", "marshmallow", "prometheus_client", "ai", "engines"}),
    ],
)
def test_importing_a_module_loads_no(module, others):
    loaded = run(f"import sys, {module}; print(*sys.modules)").split()
    assert module in loaded
    assert {name.partition(".")[0] for name in loaded} & others == set()


@pytest.mark.parametrize("module", ["service.workers.main", "service.ops.run", "service.ops.gunicorn_conf"])
def test_a_process_loads_its_modules_without_the_collector_which_works_afterwards(module):
    rounds = "import gc; rounds = []; gc.callbacks.append(lambda phase, facts: rounds.append(facts['generation']))"
    found = run(f"{rounds}; import {module}; print(rounds.count(2), gc.isenabled(), gc.get_freeze_count() > 10_000)")
    assert found.split() == ["0", "True", "True"]


def run(code):
    return subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=True, capture_output=True, text=True).stdout
