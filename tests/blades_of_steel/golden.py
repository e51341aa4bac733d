"""The golden game: the moves of two scripted players as the mover knows them, and the events as seat 0 sees them."""

from engines.api import CHANCE, OVER
from engines.blades_of_steel import codec, commentary
from engines.blades_of_steel.options import STANDARD
from engines.rng import Rng
from tests.blades_of_steel.policies import direct
from tests.blades_of_steel.table import new_table
from tests.engines.golden import event_line
from tests.engines.table import step

SEED = "golden 1"


def lines():
    yield (
        f"Blades of Steel, standard game, seed {SEED!r}, both seats play 'direct' (rules 6), events as seat 0 "
        "sees them."
    )
    table, rng = new_table(), Rng(SEED)
    state, shown = table.state, 0
    while state.to_act() != OVER:
        seat = state.to_act()
        if seat == CHANCE:
            step(state, rng)
        else:
            seen = table.sees(seat)
            action = direct(state, seat, rng)
            cards = f"{' '.join(seen['hand'])} | {' '.join(seen['stack'])}".strip(" |")
            move = commentary.move_text(codec.encode_actions(state, seat, [action]), {})
            yield f"seat {seat}: {move:38} from {cards}"
            state.apply(seat, action)
        yield from (f"    {event_line('blades_of_steel', STANDARD, event)}" for event in table.events()[shown:])
        shown = len(state.log)
