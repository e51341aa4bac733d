"""How the networks of ``ai/networks`` are made: see README.md beside this file. Development only."""

from pathlib import Path

import engines

# Compiled, where the engines are.
__path__.insert(0, str(Path(engines.__file__).parents[1] / "training"))
