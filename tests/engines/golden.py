"""Golden games: a whole game of each variant, written down as people would follow it. Any change of rules, events or
words shows in its diff.

A game has its story in ``tests/<game>/golden.py`` and what it was in ``golden.txt`` beside it. ``python -m
tests.engines.golden`` writes the files anew; read the diff before committing it.
"""

import json

from engines import VARIANTS
from tests.engines.names import NAMES
from tests.engines.table import TESTS, module_of


def told(key, options, event):
    """An event, with what is said."""
    facts = {name: fact for name, fact in event.items() if name != "type"}
    text = VARIANTS[key].commentary.event_text(event, options, NAMES)
    return f"{event['type']:16} {text:64} {json.dumps(facts)}"


def written(key):
    return TESTS / key / "golden.txt"


GAMES = [key for key in VARIANTS if written(key).exists()]


def story(key):
    """The game as it is played now: ``lines()`` of its golden.py."""
    return "\n".join(line.rstrip() for line in module_of(key, "golden").lines()) + "\n"


if __name__ == "__main__":
    for key in GAMES:
        written(key).write_text(story(key), encoding="utf-8")
