"""A game of one period and overtime, written down as people would follow it: any change of rules, events or words shows
in its diff.

``python -m tests.ice_cold_ice_hockey.test_golden`` writes the file anew; read the diff before committing it.
"""

import json
from pathlib import Path

from bench.figures.policies.ice_cold_ice_hockey import play_game
from engines.ice_cold_ice_hockey import commentary
from engines.ice_cold_ice_hockey.options import STANDARD, Sizes
from tests.engines.names import NAMES
from tests.ice_cold_ice_hockey.table import Table

GOLDEN = Path(__file__).with_name("golden.txt")
SEED = "golden 5450"


def story() -> str:
    """The events of a seeded game between two scripted players as seat 0 is told of them, with what is said."""
    table = Table(play_game(STANDARD, SEED, ("scripted", "rough"), sizes=Sizes(periods=1)))
    lines = [
        f"Ice Cold Ice Hockey, one period with overtime and shootout, seed {SEED!r}, scripted players, as seat "
        "0 sees it."
    ]
    for event in table.events(viewer=0):
        facts = {name: fact for name, fact in event.items() if name != "type"}
        lines.append(f"{event['type']:16} {commentary.event_text(event, STANDARD, NAMES):64} {json.dumps(facts)}")
    return "\n".join(line.rstrip() for line in lines) + "\n"


def test_the_golden_game_is_played_as_written():
    assert story() == GOLDEN.read_text(encoding="utf-8")


if __name__ == "__main__":
    GOLDEN.write_text(story(), encoding="utf-8")
