"""One whole game, written down as people would follow it: any change of rules, events or words shows in its diff.

``python -m tests.card_hockey.test_golden`` writes the file anew; read the diff before committing it.
"""

import json
from pathlib import Path

from engines.card_hockey import commentary
from engines.card_hockey.options import STANDARD
from tests.card_hockey.table import random_game
from tests.engines.names import NAMES

GOLDEN = Path(__file__).with_name("golden.txt")
SEED = "golden 73"


def story() -> str:
    """The events of a seeded game, which are the same for everybody, with what is said."""
    table = random_game(STANDARD, SEED)
    lines = [f"Card Hockey, default switches, seed {SEED!r}. The Redwings are seat 0, the Blackhawks seat 1."]
    for event in table.events():
        facts = {name: fact for name, fact in event.items() if name != "type"}
        lines.append(f"{event['type']:14} {commentary.event_text(event, STANDARD, NAMES):60} {json.dumps(facts)}")
    return "\n".join(line.rstrip() for line in lines) + "\n"


def test_the_golden_game_is_played_as_written():
    assert story() == GOLDEN.read_text(encoding="utf-8")


if __name__ == "__main__":
    GOLDEN.write_text(story(), encoding="utf-8")
