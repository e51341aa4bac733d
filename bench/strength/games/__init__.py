"""What the studies of strength know of a game beside its rules: one module a game, named after it.

``HABITS`` are taken away by ``python -m bench habits``, and ``SEARCHED`` are the presets in which
``python -m bench learned`` plays against the frozen top level, which takes a second a game.
"""

from importlib import import_module
from importlib.util import find_spec
from typing import Any

from engines import VARIANTS


def of_games(name: str) -> dict[str, Any]:
    """By game, in the order of the games, what its module calls ``name``; a game without it is left out."""
    found = {}
    for key in VARIANTS:
        module = f"{__name__}.{key}"
        if find_spec(module) is not None and hasattr(import_module(module), name):
            found[key] = getattr(import_module(module), name)
    return found
