"""The golden game: one period and overtime between two scripted players."""

from engines.api import CHANCE, OVER
from engines.ice_cold_ice_hockey.options import STANDARD, options_from
from engines.ice_cold_ice_hockey.rules.flow import IceColdFlow
from engines.rng import Rng
from tests.engines.golden import event_line
from tests.engines.table import step
from tests.ice_cold_ice_hockey.policies import scripted
from tests.ice_cold_ice_hockey.table import Table

SEED = "golden 5450"


def lines():
    yield (
        f"Ice Cold Ice Hockey, one period with overtime and shootout, seed {SEED!r}, scripted players, as seat 0 "
        "sees it."
    )
    table, rng = Table(IceColdFlow(options_from({**STANDARD, "periods": 1}))), Rng(SEED)
    while (seat := table.state.to_act()) != OVER:
        if seat == CHANCE:
            step(table.state, rng)
        else:
            table.state.apply(seat, scripted(table.state, seat, fouls_freely=seat == 1))
    for event in table.events():
        yield event_line("ice_cold_ice_hockey", STANDARD, event)
