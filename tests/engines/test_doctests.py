"""The examples in the docstrings of the engines are true."""

import doctest
import pkgutil
from importlib import import_module

import pytest

import engines

MODULES = [module.name for module in pkgutil.walk_packages(engines.__path__, "engines.")]


@pytest.mark.parametrize("name", MODULES)
def test_doctest(name):
    assert doctest.testmod(import_module(name)).failed == 0
