"""What people say over a game of Blades of Steel: the calls of section 7, and a sentence where there is none."""

from collections.abc import Mapping
from typing import Any, Final

from engines.cards import card_words
from engines.names import Names

CALLS: Final = {
    "face_off": "Face-off!",
    "stacks_defence": "Stacks the defence",
    "scores": "Scores!",
    "changes_lines": "Line change",
    "pack_out": "That's the final whistle",
    "overtime_start": "Sudden death!",
}
SHOT_CALLS: Final = {
    "high_card": "High card",
    "flush": "Flush",
    "one_timer": "One-timer!",
    "breakaway": "Breakaway!",
    "great_one": "The Great One!",
}
SAVE_CALLS: Final = {"star_goalie": "Star goalie!", "star_defence": "Star defence!"}
SAVE: Final = "Save!"


def move_text(move: Mapping[str, Any], options: Mapping[str, Any], names: Names | None = None) -> str:
    """A move in a few words."""
    match move["type"]:
        case "stack":
            return f"stack {_cards(move['cards'])}"
        case "shoot":
            return f"shoot {_cards(move['cards'])}"
        case "block":
            return f"block with {_cards(move['cards'])} from the {move['from']}"
        case "no_block":
            return "let the shot in"
    return "change lines"


def event_text(event: Mapping[str, Any], options: Mapping[str, Any], names: Names) -> str:
    """The call at an event, with what people would want to hear along with it; a sentence where there is no call."""
    match event["type"]:
        case "face_off":
            winner = event["winner"]
            over = f"{card_words(event['cards'][winner])} over {card_words(event['cards'][1 - winner])}"
            return f"{CALLS['face_off']} {names.seat(winner)} begins, {over}."
        case "shoots":
            return SHOT_CALLS[event["kind"]]
        case "blocked":
            return SAVE_CALLS.get(event["kind"], SAVE)
        case "scores":
            return f"{names.seat(event['seat'])} scores! {_score(event)}"
        case "weak_block":
            return f"{' '.join(event['cards'])} of {names.seat(event['seat'])} cannot stop it."
        case "stack_discarded":
            return f"The old stack of {names.seat(event['seat'])} is discarded: {_discards(event)}."
        case "game_over":
            side = "A draw" if event["winner"] is None else names.wins(event["winner"])
            return f"{side}, {_score(event)}."
    return CALLS[event["type"]]


def _discards(event: Mapping[str, Any]) -> str:
    """The cards, or their number with the one on top, which everybody sees."""
    if "cards" in event:
        return " ".join(event["cards"])
    return f"{event['count']} cards, {event['top']} on top" if event["count"] > 1 else f"{event['top']}"


def _cards(cards: list[str]) -> str:
    return " ".join(cards) if len(cards) > 1 else card_words(cards[0])


def _score(event: Mapping[str, Any]) -> str:
    return f"{event['score'][0]}-{event['score'][1]}"
