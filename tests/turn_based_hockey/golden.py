"""The golden game: the events, and the hand of seat 0 before each face-off."""

from bench.figures.policies import take_turn
from bench.figures.turn_based_hockey import reply
from engines.api import OVER
from engines.rng import Rng
from engines.turn_based_hockey import codec
from engines.turn_based_hockey.options import STANDARD
from tests.engines.golden import event_line
from tests.turn_based_hockey.table import Table

OPTIONS = {**STANDARD, "jokers": True}
SEED = "golden 0"


def lines():
    yield (
        f"Turn-Based Hockey with jokers, seed {SEED!r}, random play but for good replies to open line-ups, as seat 0 "
        "sees it."
    )
    table, rng = Table(codec.load_state({"node": "deal", "options": OPTIONS})), Rng(SEED)
    shown = 0
    while table.state.to_act() != OVER:
        node = table.node()
        take_turn(table.state, reply, rng)
        yield from (event_line("turn_based_hockey", OPTIONS, event) for event in table.events()[shown:])
        shown = len(table.state.log)
        if table.node() != node and table.node() in ("face_off", "lineup_both"):
            yield f"{'':16} Hand of seat 0: {' '.join(table.hand(0))}"
