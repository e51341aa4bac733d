"""Encoders by game: ``ai/encoders/<key>.py`` with a function ``make``; a game without one has no networks."""

from collections.abc import Callable
from functools import cache
from importlib import import_module
from importlib.util import find_spec

from ai.encoders.base import Encoder


def make_encoder(key: str) -> Encoder | None:
    """Return a new encoder for the game ``key``, None if it has none."""
    make = _maker(key)
    return None if make is None else make()


@cache
def _maker(key: str) -> Callable[[], Encoder] | None:
    name = f"{__name__}.{key}"
    if find_spec(name) is None:
        return None
    make: Callable[[], Encoder] = import_module(name).make
    return make
