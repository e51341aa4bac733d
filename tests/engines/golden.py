"""Golden games: a whole game of each variant, written down as people would follow it. Any change of rules, events or
words shows in its diff.

A game has its story in ``tests/<game>/golden.py`` and what it was in ``golden.txt`` beside it; in ``bounds.txt``, the
bounds of all that it declares, which its exact contract has. ``python -m tests.engines.golden`` writes the files anew;
read the diff before committing it.
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


def written(key, name="golden"):
    return TESTS / key / f"{name}.txt"


GAMES = [key for key in VARIANTS if written(key).exists()]


def story(key):
    """The game as it is played now: ``lines()`` of its golden.py."""
    return "\n".join(line.rstrip() for line in module_of(key, "golden").lines()) + "\n"


def bounds(key):
    """The bounds of options, observations, moves and events, one field a line."""
    variant = VARIANTS[key]
    declared = [("observation", variant.observation)]
    declared += [(f"move {move.type}", move) for move in variant.moves]
    declared += [(f"event {event.type}", event) for event in variant.events]
    return "\n".join(line for name, field in declared for line in bounds_of(name, field.schema())) + "\n"


def bounds_of(name, schema):
    is_list = schema["type"] == "array"
    low, high = (schema.get(f"m{end}") for end in (("inItems", "axItems") if is_list else ("inimum", "aximum")))
    if "enum" in schema:
        yield f"{name}: {' '.join(map(str, schema['enum']))}"
    elif (low, high) != (None, None):
        yield f"{name}: {low or 0} to {high}{' items' if is_list else ''}"
    for each, part in schema.get("properties", {}).items():
        yield from bounds_of(f"{name}.{each}", part)
    if "items" in schema:
        yield from bounds_of(f"{name}[]", schema["items"])


if __name__ == "__main__":
    for key in GAMES:
        written(key).write_text(story(key), encoding="utf-8")
        written(key, "bounds").write_text(bounds(key), encoding="utf-8")
