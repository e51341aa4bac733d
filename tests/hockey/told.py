"""The claims of the sentences of Hockey: the card, who has a breakaway, what became of it."""

import re

from engines.cards import card_text
from engines.hockey.rules import NO_CARD
from engines.language import shared
from tests.engines.told import PLAYERS, missing_cards

PLAYED = {"en": re.compile(r"^(\w+) plays .*?\. ?(.*)$"), "fr": re.compile(r"^(\w+) joue .*?\. ?(.*)$")}
OPENS = {
    "en": {"Breakaway!", "Pass!", "Check! Pass!", "Rumble! Pass!", "Clears the ice!", "Shot!", "Automatic shot!"},
    "fr": {
        *("Échappée !", "Passe !", "Mise en échec ! Passe !", "Bagarre ! Passe !", "La glace est dégagée !", "Tir !"),
        "Tir automatique !",
    },
}
LOSES = {
    "en": {"Hits the post!": 1, "Save!": 2, "Wide.": 3},
    "fr": {"Sur le poteau !": 1, "Arrêt !": 2, "À côté.": 3},
}
BLOCKS = {"en": "Block!", "fr": "Bloqué !"}
AGAINST = {"en": {"Shoots...", "Clears it!"}, "fr": {"Il lance...", "Dégagé !"}}
PLAYS = ("scores", "breakaway", "blocks", "post", "save", "miss", "clears", "shoots", "plays")
RANKS = "23456789TJQKA"


def facts(state):
    top = None if state.top == NO_CARD else card_text(int(state.top))
    return {
        "holder": int(state.holder),
        "top": top,
        "score": [int(state.score(0)), int(state.score(1))],
        "shootout": False,
        "period": int(state.period),
    }


def faults(lines, code):
    words = shared(code)
    for line in lines:
        if line.kind not in PLAYS:
            continue
        yield from missing_cards(line, words)
        who, call = PLAYED[code].match(line.text).groups()
        if who != line.player():
            yield line, f"{line.player()} has played it"
        side, was = line["seat"] % 2, line.before["holder"]
        is_over = line.after["period"] != line.before["period"]  # a period ends without a holder
        now = line.after["holder"]
        if call in OPENS[code] and now != side and not is_over and line.is_last:
            yield line, f"side {now} is on breakaway"
        if call == BLOCKS[code] and (was != 1 - side or now == side):
            yield line, f"the breakaway was that of {was}, and is that of {now}"
        if call in AGAINST[code] and was != 1 - side:
            yield line, f"the breakaway was that of {was}"
        if call in LOSES[code] and (was != side or min(3, _distance(line)) != LOSES[code][call]):
            yield line, f"{line['card']} on {line.before['top']}, and the breakaway was that of {was}"
        if any(f"{player} " in call for player in PLAYERS) and (was != side or line.kind != "scores"):
            yield line, f"the breakaway was that of {was}"
        if not call and was != -1:
            yield line, f"the breakaway was that of {was}: what became of it?"


def _distance(line):
    """How far two ranks are from each other, the ace above the king and below the two."""
    one, other = (_places(card) for card in (line["card"], line.before["top"]))
    return min(abs(first - second) for first in one for second in other)


def _places(card):
    place = RANKS.index(card[0])
    return {place, -1 if card[0] == "A" else place}
