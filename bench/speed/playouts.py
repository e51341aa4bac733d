"""Random playouts: decisions and games a second, and the cost of a copy, compiled against interpreted within one run.

``python bench/speed/playouts.py`` measures this copy and, where it is the compiled one, the interpreted tree beside it.
"""

import json
import os
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).parents[2]
SECONDS = 2.0


def measure() -> dict[str, dict[str, float]]:
    """The figures of every variant's first preset, in this process."""
    from ai.search.playout import Playout
    from engines import VARIANTS
    from engines.rng import Rng

    found = {}
    for key, variant in VARIANTS.items():
        start = variant.new_game(next(iter(variant.presets.values())))
        state, playout = start.clone(), Playout(Rng(1))
        games = decisions = 0
        began = time.perf_counter()
        while time.perf_counter() - began < SECONDS:
            for _ in range(20):
                state.copy_from(start)
                playout.run(state)
                games += 1
                decisions += int(state.ply)
        seconds = time.perf_counter() - began
        found[key] = {"decisions/s": decisions / seconds, "games/s": games / seconds, **copies(state)}
    return found


def copies(state: object) -> dict[str, float]:
    """Nanoseconds for a copy into place and for a new clone, of a finished game's state."""
    from engines.api import State

    assert isinstance(state, State)
    other = state.clone()
    times = {}
    for name, copy in (("copy ns", lambda: other.copy_from(state)), ("clone ns", state.clone)):
        began = time.perf_counter()
        for _ in range(20_000):
            copy()
        times[name] = (time.perf_counter() - began) / 20_000 * 1e9
    return times


def measured_by(path: str) -> dict[str, dict[str, float]]:
    """The figures of the copy of the code at ``path``."""
    environ = {**os.environ, "PYTHONPATH": path, "PYTHONSAFEPATH": "1"}
    output = subprocess.run([sys.executable, __file__, "--measure"], env=environ, capture_output=True, text=True, check=True).stdout
    return json.loads(output)


def main() -> None:
    if "--measure" in sys.argv:
        print(json.dumps(measure()))
        return
    compiled, interpreted = measured_by(str(ROOT / "build" / "compiled")), measured_by(str(ROOT))
    for key, figures in compiled.items():
        print(f"{key:24} {'compiled':>14} {'interpreted':>14} {'ratio':>8}")
        for name, value in figures.items():
            other = interpreted[key][name]
            ratio = other / value if name.endswith("ns") else value / other
            print(f"  {name:22} {value:14,.0f} {other:14,.0f} {ratio:8.1f}")


if __name__ == "__main__":
    main()
