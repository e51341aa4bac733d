"""What people say over a game of Turn-Based Hockey: the calls of section 7, and a sentence where there is none."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from engines.cards import card_words
from engines.names import Names
from engines.turn_based_hockey.rules import PLACE_NAMES

# As section 7 has them; there is no call for a choice, a shot or the result.
CALLS: Final = {
    "face_off": "Face-off!",
    "face_off_tied": "Tied up - lines in secret",
    "committed": "",
    "lines_set": "Here come the lines",
    "injured": "Playing hurt",
    "shot": "",
    "scores": "Scores!",
    "save": "Save!",
    "perfect_pair": "Can't be stopped!",
    "period_end": "End of the period",
    "clinched": "Out of reach",
    "overtime_start": "Overtime!",
    "shootout_round": "Shootout!",
    "game_over": "",
}


def move_text(move: Mapping[str, Any], options: Mapping[str, Any], names: Names | None = None) -> str:
    """A move in a few words."""
    if move["type"] == "face_off":
        return f"face off with {card_words(move['card'])}"
    cards = move["cards"]
    return f"line up {_lines([cards[name] for name in PLACE_NAMES] if isinstance(cards, dict) else cards)}"


def event_text(event: Mapping[str, Any], options: Mapping[str, Any], names: Names) -> str:
    """What is said at an event: its call, with the fields that go along with it."""
    if event["type"] == "scores":
        return f"{names.seat(event['seat'])} scores! {_score(event)}"
    return f"{CALLS[event['type']]}{_facts(event, names)}"


def _facts(event: Mapping[str, Any], names: Names) -> str:
    match event["type"]:
        case "face_off" | "shootout_round":
            first, second = event["cards"]
            result = "equal" if event["winner"] is None else names.wins(event["winner"])
            return f" {card_words(first).capitalize()} against {card_words(second)}: {result}."
        case "committed":
            return f"{names.seat(event['seat'])} has chosen."
        case "lines_set":
            return f": {names.seat(event['seat'])} with {_lines(event['cards'])}."
        case "shot":
            return f"{names.seat(event['seat'])} on the {event['wing']}: {_pair(event['attack'])} against {_pair(event['defence'])}."
        case "period_end":
            return f": {_score(event)}."
        case "game_over":
            if event["winner"] is None:
                return f"A draw, {_score(event)}."
            how = " in the shootout" if event["score"][0] == event["score"][1] else ""
            return f"{names.wins(event['winner'])}{how}, {_score(event)}."
    return ""


def _lines(cards: Sequence[str]) -> str:
    return ", ".join(f"{name} {card}" for name, card in zip(PLACE_NAMES, cards, strict=True))


def _pair(pair: Mapping[str, Any]) -> str:
    return f"{' '.join(pair['cards'])} {pair['value']}"


def _score(event: Mapping[str, Any]) -> str:
    return f"{event['score'][0]}-{event['score'][1]}"
