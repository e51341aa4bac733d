"""Whether a search slows down as its tree grows: simulations a second of CPU time, by their number."""

from collections.abc import Iterator

from ai.games import make_heuristic
from bench.report import table
from bench.speed.alternating import cpu_rate
from bench.speed.plots import PICTURES, Curve, Panel, draw
from bench.speed.search import Searches, observations
from engines import VARIANTS

SIZES = (100, 300, 1_000, 3_000, 10_000, 30_000, 100_000)
SECONDS, SEEN = 1.5, 40


def rates(key: str) -> Iterator[float]:
    """Simulations a second for each size."""
    seen = observations(VARIANTS[key], SEEN)
    for size in SIZES:
        yield cpu_rate(Searches(seen, make_heuristic(key), size, size).work, SECONDS)()


def section() -> list[str]:
    """The table and the plot."""
    found = {variant.name: list(rates(key)) for key, variant in VARIANTS.items() if variant.has_decisions}
    curves = [Curve(name, list(zip(SIZES, each, strict=True))) for name, each in found.items()]
    draw(
        PICTURES / "tree-size.png",
        "Speed of the search, by its size",
        [Panel("simulations a second", "simulations of a search", curves)],
    )
    rows = ((name, *(f"{rate / 1000:,.0f}" for rate in each)) for name, each in found.items())
    return [
        *table(("game, 1,000 simulations/s in a search of", *(f"{size:,}" for size in SIZES)), rows),
        "![The simulations a second of each game, by the simulations of a search.](pictures/tree-size.png)",
        "",
    ]
