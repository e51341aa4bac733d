"""One whole game, written down as people would follow it: any change of rules, events or words shows in its diff.

``python -m tests.hockey.test_golden`` writes the file anew; read the diff before committing it.
"""

import json
from pathlib import Path

from engines.hockey import commentary
from engines.hockey.options import PRESETS
from tests.engines.names import NAMES
from tests.hockey.table import random_game

GOLDEN = Path(__file__).with_name("golden.txt")
SEED = "golden 40"


def story() -> str:
    """The events of a seeded random game as seat 0 is told of them, with what is said."""
    table = random_game(PRESETS["standard"], SEED, keen=True)
    lines = [f"Hockey, standard game, seed {SEED!r}, random play that matches where it can, as seat 0 sees it."]
    for event in table.events(viewer=0):
        facts = {name: fact for name, fact in event.items() if name != "type"}
        lines.append(
            f"{event['type']:14} {commentary.event_text(event, PRESETS['standard'], NAMES):48} {json.dumps(facts)}"
        )
    return "\n".join(line.rstrip() for line in lines) + "\n"


def test_the_golden_game_is_played_as_written():
    assert story() == GOLDEN.read_text(encoding="utf-8")


if __name__ == "__main__":
    GOLDEN.write_text(story(), encoding="utf-8")
