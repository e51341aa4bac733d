"""The sixth game in a copy of the project: its folder laid over the tree, and its line in the one list."""

import os
import re
import shutil
import sys
from pathlib import Path

import engines
from engines import is_compiled

ROOT = Path(__file__).parents[2]
KEY = "secret_duel"
EXAMPLE = ROOT / "examples" / KEY
IGNORED = shutil.ignore_patterns("node_modules", "*.so")


def copied(into, *names):
    """Copy these files and folders of the project."""
    for name in names:
        (into / name).parent.mkdir(parents=True, exist_ok=True)
        if (ROOT / name).is_file():
            shutil.copy(ROOT / name, into / name)
        else:
            shutil.copytree(ROOT / name, into / name, symlinks=True, ignore=IGNORED)
    return into


def with_environment(project):
    """Run there with the environment of this test, not with a new one."""
    (project / ".venv").symlink_to(sys.prefix)
    if (ROOT / ".mypy_cache").exists():
        shutil.copytree(ROOT / ".mypy_cache", project / ".mypy_cache")
    return project


def with_compiled(project):
    """With the compiled modules of this test, none of whose sources is changed in the copy: computers decide ten times
    as fast.
    """
    compiled = Path(engines.__file__).parents[1]
    for library in compiled.rglob("*.so") if is_compiled() else ():
        place = project / library.relative_to(compiled)
        if place.parent.is_dir():
            shutil.copy(library, place)
    return project


def outside():
    """The variables of the environment without those with which ``make`` runs this test."""
    ours = ("PYTHONPATH", "PYTHONSAFEPATH", "MAKEFLAGS")
    return {name: value for name, value in os.environ.items() if name not in ours}


def add_to(project):
    """The sixth game as the guide says: its files, and one line."""
    shutil.copytree(EXAMPLE, project, dirs_exist_ok=True, ignore=IGNORED)
    games = project / "engines" / "__init__.py"
    games.write_text(re.sub(r"^\)$", f'    "{KEY}",\n)', games.read_text(), count=1, flags=re.MULTILINE))
    return project


def remove_from(project, key):
    """A game goes: every path with its key, and its line."""
    names = {key, key.replace("_", "-")}
    for path in sorted(project.rglob("*"), reverse=True):
        if path.exists() and names & {path.name.partition(".")[0], path.name}:
            shutil.rmtree(path) if path.is_dir() and not path.is_symlink() else path.unlink()
    games = project / "engines" / "__init__.py"
    games.write_text(games.read_text().replace(f'    "{key}",\n', "", 1))
    return project
