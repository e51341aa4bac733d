"""A level that was just added, and that no game has measured yet."""

import sys
from dataclasses import replace
from functools import cache

from ai import strength
from ai.levels import LEVELS

OURS = ("ai.", "bench.", "service.")


def add_level(monkeypatch, place):
    """A level that has ``place`` others below it, for one test: another row of the table."""
    new = replace(LEVELS[max(place - 1, 0)], key="added", name="Added", description="A test puts it in.")
    levels = (*LEVELS[:place], new, *LEVELS[place:])
    for name, module in list(sys.modules.items()):
        if name.startswith(OURS) and getattr(module, "LEVELS", None) is LEVELS:
            monkeypatch.setattr(module, "LEVELS", levels)
    numbers = {level.key: number for number, level in enumerate(levels, 1)}
    monkeypatch.setattr("ai.levels._NUMBERS", numbers)
    monkeypatch.setattr(strength, "measured", cache(strength.measured.__wrapped__))
    return new
