"""The examples in the docstrings of the engines are true, and the rules of each game begin with a whole game."""

import ast
import doctest
import pkgutil
from importlib import import_module
from pathlib import Path

import pytest

import engines
from engines.api import OVER
from tests.sixth_game.added import KEY as SIXTH

ROOT = Path(__file__).parents[2]
MODULES = [module.name for module in pkgutil.walk_packages(engines.__path__, "engines.")]


@pytest.mark.parametrize("name", MODULES)
def test_doctest(name):
    assert doctest.testmod(import_module(name)).failed == 0


@pytest.mark.parametrize("key", [key for key in engines.KEYS if key != SIXTH])
def test_the_rules_begin_with_a_whole_game(key):
    """Read from the source, since compiled modules have no docstrings."""
    (file,) = list(ROOT.glob(f"engines/{key}/rules*/__init__.py")) or [ROOT / f"engines/{key}/rules.py"]
    text, rules = ast.get_docstring(ast.parse(file.read_text())), import_module(f"engines.{key}.rules")
    example = doctest.DocTestParser().get_doctest(text, vars(rules), key, str(file), 0)
    assert doctest.DocTestRunner().run(example, clear_globs=False).failed == 0
    assert example.globs["game"].state.to_act() == OVER
