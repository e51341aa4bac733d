"""Random playouts in plain C, by game, to compare our speed with. The same rules on the same cards, and equal games for
equal seeds.

They are compiled when they are measured; no release needs them.
"""

import ctypes
import shutil
import subprocess
from pathlib import Path

from engines.rng import Rng

SOURCES = Path(__file__).parent
BUILT = SOURCES.parents[1] / "build" / "c"
COMPILER = "cc"
HAS_COMPILER = shutil.which(COMPILER) is not None
Result = tuple[int, int, int]
"""Decisions of a game, and the goals of both sides."""


class InC:
    """The playouts of one game's first preset."""

    def __init__(self, key: str) -> None:
        """Compile and load them; raises CalledProcessError if the compiler fails."""
        BUILT.mkdir(parents=True, exist_ok=True)
        library = BUILT / f"{key}.so"
        subprocess.run([COMPILER, "-O2", "-shared", "-fPIC", "-o", str(library), str(SOURCES / f"{key}.c")], check=True)
        loaded = ctypes.CDLL(str(library))
        self._play = loaded.play_games
        self._play.argtypes = [ctypes.c_int64, ctypes.c_int64, ctypes.POINTER(ctypes.c_int64)]
        self._play.restype = ctypes.c_int64

    def play(self, rng: Rng, games: int) -> list[Result]:
        """Play random games; ``rng`` continues from the last one."""
        results = (ctypes.c_int64 * (3 * games))()
        rng.state = self._play(rng.state, games, results)
        return list(zip(results[::3], results[1::3], results[2::3], strict=True))


GAMES = tuple(sorted(path.stem for path in SOURCES.glob("*.c")))
