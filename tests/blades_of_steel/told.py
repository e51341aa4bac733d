"""The claims of the sentences of Blades of Steel: which cards were laid and by whom, and what follows a pack."""

from engines.api import OVER
from engines.language import shared
from tests.engines.told import missing_cards

ENDS = {"en": "final whistle", "fr": "sifflet final"}
WITH_CARDS = ("shoots", "blocked", "weak_block", "stack_discarded", "changes_lines", "face_off")


def facts(state):
    return {
        "score": [int(state.score(0)), int(state.score(1))],
        "shootout": False,
        "is_over": state.to_act() == OVER,
    }


def faults(lines, code):
    words = shared(code)
    for line in lines:
        if line.kind in WITH_CARDS:
            yield from missing_cards(line, words)
        if "seat" in line.event and line.player() not in line.text:
            yield line, f"it was {line.player()}"
        if line.kind == "pack_out" and (ENDS[code] in line.text) != line.after["is_over"]:
            yield line, f"the game is over: {line.after['is_over']}"
        if line.kind == "stacks_defence" and str(line["count"]) not in line.text:
            yield line, f"{line['count']} cards were stacked"
