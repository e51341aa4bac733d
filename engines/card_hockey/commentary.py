"""What people say over a game of Card Hockey: the calls of section 7, and a sentence for everything else."""

from collections.abc import Mapping
from typing import Any

from engines.card_hockey.language import ENGLISH
from engines.language import Phrases, sentence
from engines.names import Names, places_of, score_text


def move_text(
    move: Mapping[str, Any], options: Mapping[str, Any], names: Names | None = None, phrases: Phrases = ENGLISH
) -> str:
    """A move in a few words."""
    return phrases("flip", turn=move["turn"])


def event_text(event: Mapping[str, Any], options: Mapping[str, Any], names: Names, phrases: Phrases = ENGLISH) -> str:
    """What is said at an event: its call, with the player, the score or the penalty's name; or a sentence about the
    cards and the end.
    """
    match event["type"]:
        case "flip":
            return _cards_sentence(event, phrases)
        case "shootout_flip":
            return _shot_sentence(event, names, phrases)
        case "game_over":
            return _end_sentence(event, names, phrases)
        case "penalty":
            return phrases("penalty", penalty=phrases(event["card"]), player=names.seat(event["seat"]))
    return phrases(event["type"], **places_of(event, names))


def _cards_sentence(event: Mapping[str, Any], phrases: Phrases) -> str:
    red, black = event["cards"]
    return phrases("cards", red=sentence(phrases.card(red)), black=phrases.card(black))


def _shot_sentence(event: Mapping[str, Any], names: Names, phrases: Phrases) -> str:
    cards = _cards_sentence(event, phrases)
    if event["winner"] is None:
        return phrases("no_goal", cards=cards)
    return phrases("shootout_goal", cards=cards, team=_team(event["winner"], names, phrases))


def _end_sentence(event: Mapping[str, Any], names: Names, phrases: Phrases) -> str:
    if event["winner"] is None:
        return phrases("draw", score=score_text(event))
    ended = "team_wins_shootout" if event["shootout"] else "team_wins"
    return phrases(ended, team=_team(event["winner"], names, phrases), score=score_text(event))


def _team(side: int, names: Names, phrases: Phrases) -> str:
    return phrases(f"team_{side}", side=names.side(side))
