"""The claims of the sentences of Card Hockey: both cards, where the puck goes, who serves a penalty."""

from engines.cards import card_text
from engines.language import shared
from tests.engines.told import missing_cards

EVEN = ("even strength", "forces égales")
PENALTIES = {
    "en": {"2S": "holding the stick", "2H": "high stick", "2C": "tripping", "2D": "too many men"},
    "fr": {"2S": "retenu le bâton", "2H": "bâton élevé", "2C": "trébucher", "2D": "trop de joueurs"},
}
MOVES = {"en": {"Into the zone": 1, "Cleared": 1, "Tied up": 0, "Keeps it in": 0}}
MOVES["fr"] = {"Entrée de zone": 1, "Dégagé": 1, "Rondelle coincée": 0, "Garde la rondelle en zone": 0}


def facts(state):
    return {
        "score": [int(state.score(0)), int(state.score(1))],
        "shootout": state.shootout_winner != -1,
        "held": [None if side.held == -1 else card_text(int(side.held)) for side in state.sides()],
    }


def faults(lines, code):
    words = shared(code)
    puck = (None, None)
    for line in lines:
        if line.kind in ("flip", "shootout_flip"):
            yield from missing_cards(line, words)
            puck = line.event.get("puck_from"), line.event.get("puck_to")
        if line.text in MOVES[code] and (puck[0] != puck[1]) != MOVES[code][line.text]:
            yield line, f"the puck went from {puck[0]} to {puck[1]}"
        if line.kind == "penalty":
            if PENALTIES[code][line["card"]] not in line.text.lower():
                yield line, "another penalty"
            if not line.text.split(". ")[-1].startswith(line.player()):
                yield line, f"{line.player()} is penalised, and the sentence calls the penalty so"
        if line.kind == "penalty_over":
            if line.player() not in line.text or line.after["held"][line["seat"]] == line["card"]:
                yield line, f"held are {line.after['held']}"
            if line.after["held"][1 - line["seat"]] and any(word in line.text for word in EVEN):
                yield line, "the other side still serves"
