"""What people say over a game of Card Hockey: the calls of section 7, and a sentence for everything else."""

from collections.abc import Mapping
from typing import Any, Final

from engines.cards import card_words
from engines.names import Names

TEAMS: Final = ("Redwings", "Blackhawks")
PENALTIES: Final = {"2S": "holding the stick", "2H": "high stick", "2C": "tripping", "2D": "too many men on the ice"}
CALLS: Final = {
    "face_off": "Face-off!",
    "carries": "Into the zone",
    "clears": "Cleared",
    "tied_up": "Tied up",
    "holds": "Keeps it in",
    "shot_blocked": "Blocked!",
    "scores": "Goal!",
    "penalty": "Two minutes",
    "shorthanded": "Short-handed",
    "penalty_over": "Back to full strength",
    "period_end": "End of the period",
    "shootout_start": "Shootout!",
}


def move_text(move: Mapping[str, Any], options: Mapping[str, Any], names: Names | None = None) -> str:
    """A move in a few words."""
    return f"flip turn {move['turn']}"


def event_text(event: Mapping[str, Any], options: Mapping[str, Any], names: Names) -> str:
    """What is said at an event: its call, with the player, the score or the penalty's name; or a sentence about the cards and the end."""
    match event["type"]:
        case "flip":
            return _cards_sentence(event)
        case "shootout_flip":
            return f"{_cards_sentence(event)} {_shot_sentence(event, names)}"
        case "game_over":
            return _end_sentence(event, names)
        case "scores":
            return f"{CALLS['scores']} {names.seat(event['seat'])} scores, {_score(event)}."
        case "penalty":
            return f"{CALLS['penalty']}: {PENALTIES[event['card']]}, {names.seat(event['seat'])}"
        case "shorthanded" | "penalty_over":
            return f"{CALLS[event['type']]}: {names.seat(event['seat'])}"
    return CALLS[event["type"]]


def _cards_sentence(event: Mapping[str, Any]) -> str:
    red, black = event["cards"]
    return f"{card_words(red).capitalize()} against {card_words(black)}."


def _shot_sentence(event: Mapping[str, Any], names: Names) -> str:
    return "No goal." if event["winner"] is None else f"{_team(event['winner'], names)} score!"


def _end_sentence(event: Mapping[str, Any], names: Names) -> str:
    if event["winner"] is None:
        return f"A draw, {_score(event)}."
    return f"{_team(event['winner'], names)} win {'in the shootout after ' if event['shootout'] else ''}{_score(event)}."


def _team(side: int, names: Names) -> str:
    return f"{names.side(side)}'s {TEAMS[side]}"


def _score(event: Mapping[str, Any]) -> str:
    return f"{event['score'][0]}-{event['score'][1]}"
