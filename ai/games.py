"""The knowledge of each game: the modules of ``ai/<key>``, found by name.

``heuristic``: a function ``make``; without it the search uses the rules alone.
- ``encoder``: a function ``make``; without it the game has no networks.
- ``skills``: the skills of the game, see ``ai.skills``.
- ``characters``: opponents that differ by what they like to do, see ``ai.characters``.
"""

from functools import cache
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType

from ai.encoder import Encoder
from ai.heuristic import Heuristic


@cache
def module_of(key: str, name: str) -> ModuleType | None:
    """The module ``name`` of the game ``key``; None if it has none."""
    package, module = f"ai.{key}", f"ai.{key}.{name}"
    if find_spec(package) is None or find_spec(module) is None:
        return None
    return import_module(module)


def make_heuristic(key: str) -> Heuristic:
    """Return a new heuristic for the game ``key``."""
    module = module_of(key, "heuristic")
    heuristic = Heuristic() if module is None else module.make()
    assert isinstance(heuristic, Heuristic)
    return heuristic


def make_encoder(key: str) -> Encoder | None:
    """Return a new encoder for the game ``key``, None if it has none."""
    module = module_of(key, "encoder")
    encoder = None if module is None else module.make()
    assert encoder is None or isinstance(encoder, Encoder)
    return encoder
