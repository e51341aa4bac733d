"""One whole game, written down as people would follow it: any change of rules, events or words shows in its diff.

``python -m tests.turn_based_hockey.test_golden`` writes the file anew; read the diff before committing it.
"""

import json
from pathlib import Path

from bench.figures.policies import take_turn
from bench.figures.policies.turn_based_hockey import reply
from engines.api import OVER
from engines.rng import Rng
from engines.turn_based_hockey import codec, commentary
from engines.turn_based_hockey.options import STANDARD
from tests.engines.names import NAMES
from tests.turn_based_hockey.table import Table

GOLDEN = Path(__file__).with_name("golden.txt")
OPTIONS = {**STANDARD, "jokers": True}
SEED = "golden 0"


def story() -> str:
    """The events of a seeded game as seat 0 is told of them, with what is said, and its hand before each face-off."""
    table, rng = Table(codec.load_state({"node": "deal", "options": OPTIONS})), Rng(SEED)
    lines = [
        f"Turn-Based Hockey with jokers, seed {SEED!r}, random play but for good replies to open line-ups, as "
        "seat 0 sees it."
    ]
    told = 0
    while table.state.to_act() != OVER:
        node = table.node()
        take_turn(table.state, reply, rng)
        events = table.events(viewer=0)
        lines += [line(event) for event in events[told:]]
        told = len(events)
        if table.node() != node and table.node() in ("face_off", "lineup_both"):
            lines.append(f"{'':15} {'Hand of seat 0: ' + ' '.join(table.hand(0))}")
    return "\n".join(text.rstrip() for text in lines) + "\n"


def line(event: dict[str, object]) -> str:
    facts = {name: fact for name, fact in event.items() if name != "type"}
    return f"{event['type']!s:15} {commentary.event_text(event, OPTIONS, NAMES):80} {json.dumps(facts)}"


def test_the_golden_game_is_played_as_written():
    assert story() == GOLDEN.read_text(encoding="utf-8")


if __name__ == "__main__":
    GOLDEN.write_text(story(), encoding="utf-8")
