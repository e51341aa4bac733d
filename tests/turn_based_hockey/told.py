"""The claims of the sentences of Turn-Based Hockey: line-ups, pairs with their values, and who wins a face-off."""

import re

from engines.language import shared
from tests.engines.told import PLAYERS, missing_cards

WORTH = {rank: min(10, 2 + place) for place, rank in enumerate("23456789TJQK")} | {"A": 11}
EQUAL = {"en": "equal", "fr": "égalité"}


def facts(state):
    score = [int(state.score(0)), int(state.score(1))]
    return {"score": score, "shootout": bool(state.shootout_rounds > 0 and state.winner() != -1)}


def worth(cards):
    """Points and chemistry of a pair, by 2.1 of the rules."""
    (one, suit), (other, other_suit) = cards
    same_colour = (suit in "DH") == (other_suit in "DH")
    return WORTH[one] + WORTH[other] + (5 if suit == other_suit else 2 if same_colour else 0)


def faults(lines, code):
    words = shared(code)
    for number, line in enumerate(lines):
        if line.kind in ("face_off", "shootout_round"):
            yield from missing_cards(line, words)
            high, low = (WORTH[card[0]] for card in line["cards"])
            result = EQUAL[code] if high == low else PLAYERS[0 if high > low else 1]
            if result not in line.text:
                yield line, f"the result is {result}"
        if line.kind == "lines_set":
            yield from missing_cards(line, words)
        if line.kind == "shot":
            attack, defence = line["attack"]["cards"], line["defence"]["cards"]
            yield from missing_cards(line, words, [*attack, *defence])
            values = [worth(attack), worth(defence)]
            if list(map(int, re.findall(r"\((\d+)\)", line.text))) != values:
                yield line, f"the values are {values}"
            result = next(after.kind for after in lines[number + 1 :] if after.kind in ("scores", "saves"))
            if (result == "scores") != (values[0] >= values[1]):
                yield line, f"{values} and then {result}"
