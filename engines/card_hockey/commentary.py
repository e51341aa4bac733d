"""The texts of Card Hockey: the calls of section 7, sentences for all other events, and what the cards do."""

from collections.abc import Mapping
from typing import Any, Final

from engines.card_hockey.language import ENGLISH
from engines.card_hockey.rules import DEUCE, is_honour, is_red, rank
from engines.cards import CARD_TEXTS, DECK_SIZE, CardDescription, describe_card, parse_card
from engines.fields import Integer, card_facts
from engines.language import Phrases, sentence
from engines.names import Names, end_text, phrase_values, result_text

PENALTIES: Final = {"2S": "holding_the_stick", "2H": "high_stick", "2C": "tripping", "2D": "too_many_men"}
"""The phrases for the penalties of the deuces."""
FACTS: Final = card_facts(seat=Integer(0, 1, "The seat that plays with it."))


def move_text(
    move: Mapping[str, Any], options: Mapping[str, Any], names: Names | None = None, phrases: Phrases = ENGLISH
) -> str:
    """A move in a few words."""
    return phrases("flip", turn=move["turn"])


def event_text(event: Mapping[str, Any], options: Mapping[str, Any], names: Names, phrases: Phrases = ENGLISH) -> str:
    """The text of an event: its call, with the player, the score or the penalty's name; or a sentence about the cards
    and the end.
    """
    match event["type"]:
        case "flip":
            return _cards_sentence(event, phrases)
        case "shootout_flip":
            return _shot_sentence(event, names, phrases)
        case "game_over":
            return _end_sentence(event, names, phrases)
        case "penalty":
            return phrases("penalty", penalty=phrases(PENALTIES[event["card"]]), player=names.seat(event["seat"]))
    return phrases(event["type"], **phrase_values(event, names))


def _cards_sentence(event: Mapping[str, Any], phrases: Phrases) -> str:
    red, black = event["cards"]
    return phrases("cards", red=sentence(phrases.card(red)), black=phrases.card(black))


def _shot_sentence(event: Mapping[str, Any], names: Names, phrases: Phrases) -> str:
    cards = _cards_sentence(event, phrases)
    if event["winner"] is None:
        return phrases("no_goal", cards=cards)
    winner = event["winner"]
    return phrases("shootout_goal", cards=cards, team=names.team(winner), players=_players(winner, names, phrases))


def _end_sentence(event: Mapping[str, Any], names: Names, phrases: Phrases) -> str:
    winner = event["winner"]
    if winner is None or names.team(winner):
        return end_text(event, names, phrases)
    ended = "team_wins_shootout" if event["shootout"] else "team_wins"
    return phrases(ended, players=_players(winner, names, phrases), score=result_text(event))


def _players(side: int, names: Names, phrases: Phrases) -> str:
    return phrases(("redwings", "blackhawks")[side], side=names.side(side))


# -- what the cards do: the table of rules 2.2


def describe_cards(options: Mapping[str, Any], phrases: Phrases) -> list[CardDescription]:
    """Red cards are seat 0's, black ones seat 1's."""
    return [_describe(text, options, phrases) for text in CARD_TEXTS[:DECK_SIZE]]


def _describe(text: str, options: Mapping[str, Any], phrases: Phrases) -> CardDescription:
    card = parse_card(text)
    seat = 0 if is_red(card) else 1
    if is_honour(card):
        comes_back = f" {phrases('comes_back')}" if options["return_goal_cards"] else ""
        return describe_card(text, phrases.card_names, "honour", phrases("honour") + comes_back, seat=seat)
    if rank(card) == DEUCE:
        does = phrases("deuce", penalty=phrases(PENALTIES[text]), count=options["penalty_turns"])
        ends = f" {phrases('goal_ends_it')}" if options["penalty_ends_on_goal"] else ""
        return describe_card(text, phrases.card_names, "penalty", does + ends, seat=seat)
    return describe_card(text, phrases.card_names, "plain", phrases("plain"), seat=seat)
