"""The golden game: one period and overtime between two scripted players."""

from bench.figures.ice_cold_ice_hockey import play_game
from engines.ice_cold_ice_hockey.options import STANDARD, Sizes
from tests.engines.golden import event_line
from tests.ice_cold_ice_hockey.table import Table

SEED = "golden 5450"


def lines():
    yield (
        f"Ice Cold Ice Hockey, one period with overtime and shootout, seed {SEED!r}, scripted players, as seat 0 "
        "sees it."
    )
    for event in Table(play_game(STANDARD, SEED, ("scripted", "rough"), sizes=Sizes(periods=1))).events():
        yield event_line("ice_cold_ice_hockey", STANDARD, event)
