"""Trains the networks of ``ai``: see README.md in this folder. Development only."""

from pathlib import Path

import engines

# Compiled, if the engines are.
__path__.insert(0, str(Path(engines.__file__).parents[1] / "training"))
