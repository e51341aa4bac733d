"""Golden games: a whole game of each variant, written down as people would follow it. Any change of rules, events or
words shows in its diff.

A game has its story in ``tests/<game>/golden.py`` and what it was in ``golden.txt`` in the same folder; in
``bounds.txt``, its numbers and the bounds of all that it declares, which its exact contract has; in ``sentences.txt``,
an event for every way to say one. ``python -m tests.engines.golden`` writes the files anew; read the diff before
committing it.
"""

import json

from engines import VARIANTS
from engines.api import OVER, SPECTATOR
from engines.language import ENGLISH
from engines.rng import Rng
from tests.engines.names import FOUR, NAMES
from tests.engines.table import TESTS, module_of, step
from tests.engines.variant_suite import settings


def event_line(key, options, event, names=NAMES):
    """An event, with its sentence."""
    facts = {name: fact for name, fact in event.items() if name != "type"}
    text = VARIANTS[key].commentary.event_text(event, options, names)
    return f"{event['type']:16} {text:64} {json.dumps(facts)}"


def written(key, name="golden"):
    return TESTS / key / f"{name}.txt"


GAMES = [key for key in VARIANTS if written(key).exists()]


def story(key):
    """The game as it is played now: ``lines()`` of its golden.py."""
    return "\n".join(line.rstrip() for line in module_of(key, "golden").lines()) + "\n"


def bounds(key):
    """The numbers of a game, and the bounds of observations, cards, moves and events, one field per line."""
    variant = VARIANTS[key]
    numbers = f"rules version: {variant.rules_version}\nminutes: {variant.minutes}\n"
    numbers += f"has decisions: {variant.has_decisions}\n"
    declared = [("observation", variant.observation), ("card", variant.card_facts)]
    declared += [(f"move {move.type}", move) for move in variant.moves]
    declared += [(f"event {event.type}", event) for event in variant.events]
    return numbers + "\n".join(line for name, field in declared for line in bounds_of(name, field.schema())) + "\n"


def bounds_of(name, schema):
    is_list = schema["type"] == "array"
    least, most = ("minItems", "maxItems") if is_list else ("minimum", "maximum")
    low, high = schema.get(least), schema.get(most)
    if "enum" in schema:
        yield f"{name}: {' '.join(map(str, schema['enum']))}"
    elif (low, high) != (None, None):
        unique = ", no two equal" if schema.get("uniqueItems") else ""
        yield f"{name}: {low or 0} to {high}{f' items{unique}' if is_list else ''}"
    for each, part in schema.get("properties", {}).items():
        yield from bounds_of(f"{name}.{each}", part)
    if "items" in schema:
        yield from bounds_of(f"{name}[]", schema["items"])


class Used:
    """The phrases of a game, and which of them an event has used."""

    def __init__(self, phrases):
        self.phrases, self.used = phrases, []

    def __call__(self, name, **values):
        self.used.append(name)
        return self.phrases(name, **values)

    def __getattr__(self, name):
        return getattr(self.phrases, name)


def sentences(key):
    """The first event whose sentence has these phrases, in random games of every preset and switch, and what cards
    do.
    """
    variant, found = VARIANTS[key], {}
    for name, options in settings(variant):
        state, rng = variant.new_game(options), Rng(f"said {name}")
        state.log, names = [], NAMES if state.seats() == 2 else FOUR
        while state.to_act() != OVER:
            step(state, rng)
        for event in state.log:
            for viewer in (0, SPECTATOR):
                dumped, used = variant.codec.dump_event(event, viewer), Used(variant.phrases(ENGLISH))
                variant.commentary.event_text(dumped, options, names, used)
                found.setdefault((dumped["type"], *used.used), f"{name}: {event_line(key, options, dumped, names)}")
        for card in variant.cards(options, variant.phrases(ENGLISH)):
            found.setdefault((card.kind, card.text), f"{name}: {card.id} is {card.kind}: {card.text}")
    return "\n".join(line.rstrip() for line in found.values()) + "\n"


if __name__ == "__main__":
    for key in GAMES:
        written(key).write_text(story(key), encoding="utf-8")
        written(key, "bounds").write_text(bounds(key), encoding="utf-8")
        written(key, "sentences").write_text(sentences(key), encoding="utf-8")
