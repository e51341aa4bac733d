"""One whole game, written down as people would follow it: any change of rules, events or words shows in its diff.

``python -m tests.blades_of_steel.test_golden`` writes the file anew; read the diff before committing it.
"""

import json
from pathlib import Path

from bench.figures.policies.blades_of_steel import direct
from engines.api import CHANCE, OVER
from engines.blades_of_steel import codec, commentary
from engines.blades_of_steel.options import STANDARD
from engines.rng import Rng
from tests.blades_of_steel.table import new_table, step
from tests.engines.names import NAMES

GOLDEN = Path(__file__).with_name("golden.txt")
SEED = "golden 1"


def story() -> str:
    """The moves of a seeded game as the seat that makes them knows them, and the events as seat 0 is told of them, with
    what is said.
    """
    table, rng = new_table(), Rng(SEED)
    state = table.state
    lines = [
        f"Blades of Steel, standard game, seed {SEED!r}, both seats play 'direct' (rules 6), events as seat 0 "
        "sees them."
    ]
    told = 0
    while state.to_act() != OVER:
        seat = state.to_act()
        if seat == CHANCE:
            step(state, rng)
        else:
            seen = table.sees(seat)
            (action,) = direct(state, seat, rng)
            cards = f"{' '.join(seen['hand'])} | {' '.join(seen['stack'])}".strip(" |")
            move = codec.encode_actions(state, seat, [action])
            lines.append(f"seat {seat}: {commentary.move_text(move, {}):38} from {cards}")
            state.apply(seat, action)
        for event in table.events(viewer=0)[told:]:
            facts = {name: fact for name, fact in event.items() if name != "type"}
            lines.append(
                f"    {event['type']:16} {commentary.event_text(event, STANDARD, NAMES):48} {json.dumps(facts)}"
            )
        told = len(table.events())
    return "\n".join(line.rstrip() for line in lines) + "\n"


def test_the_golden_game_is_played_as_written():
    assert story() == GOLDEN.read_text(encoding="utf-8")


if __name__ == "__main__":
    GOLDEN.write_text(story(), encoding="utf-8")
