"""The texts of Turn-Based Hockey: the calls of section 7, sentences for all other events, and what the cards do."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from engines.cards import CARD_TEXTS, DECK_SIZE, JOKERS, CardDescription, describe_card, parse_card
from engines.fields import Integer, card_facts
from engines.language import Phrases, sentence
from engines.names import Names, end_text, phrase_values
from engines.turn_based_hockey.language import ENGLISH
from engines.turn_based_hockey.rules import PLACE_NAMES, points

FACTS: Final = card_facts(points=Integer(0, help="Its value in a line-up."))


def move_text(
    move: Mapping[str, Any], options: Mapping[str, Any], names: Names | None = None, phrases: Phrases = ENGLISH
) -> str:
    """A move in a few words."""
    if move["type"] == "face_off":
        return phrases("play_face_off", card=phrases.card(move["card"]))
    return phrases("play_lineup", lines=_lines(move["cards"], phrases))


def event_text(event: Mapping[str, Any], options: Mapping[str, Any], names: Names, phrases: Phrases = ENGLISH) -> str:
    """The text of an event: its call, with its fields."""
    match event["type"]:
        case "face_off" | "shootout_round":
            first, second = (phrases.card(card) for card in event["cards"])
            result = phrases("equal") if event["winner"] is None else phrases("wins", side=names.side(event["winner"]))
            return phrases(event["type"], first=sentence(first), second=second, result=result)
        case "lines_set":
            return phrases("lines_set", player=names.seat(event["seat"]), lines=_lines(event["cards"], phrases))
        case "shot":
            wing = phrases(f"wing.{event['wing']}")
            attack, defence = _pair(event["attack"], phrases), _pair(event["defence"], phrases)
            return phrases("shot", player=names.seat(event["seat"]), wing=wing, attack=attack, defence=defence)
        case "game_over":
            return end_text(event, names, phrases)
    return phrases(event["type"], **phrase_values(event, names))


def _lines(cards: Sequence[str], phrases: Phrases) -> str:
    return phrases.all_of(
        [phrases(f"at.{name}", card=phrases.card(card)) for name, card in zip(PLACE_NAMES, cards, strict=True)]
    )


def _pair(pair: Mapping[str, Any], phrases: Phrases) -> str:
    return phrases("pair", cards=phrases.cards(pair["cards"]), value=pair["value"])


# -- the value of the cards: rules 2.1


def describe_cards(options: Mapping[str, Any], phrases: Phrases) -> list[CardDescription]:
    """The pack, including the jokers if the game has them."""
    texts = CARD_TEXTS[:DECK_SIZE] + (JOKERS if options["jokers"] else ())
    return [_joker(text, options, phrases) if text in JOKERS else _player(text, options, phrases) for text in texts]


def _player(text: str, options: Mapping[str, Any], phrases: Phrases) -> CardDescription:
    value = int(points(parse_card(text)))
    does = [phrases("worth", points=value)]
    if options["jokers"] and not options["joker_chemistry"]:
        does.append(phrases("none_with_joker"))
    if options["compare"] == "rank":
        does.append(phrases("rank_counts"))
    elif options["compare"] == "points_then_rank":
        does.append(phrases("rank_counts_in_shootout"))
    return describe_card(text, phrases.card_names, "player", " ".join(does), points=value)


def _joker(text: str, options: Mapping[str, Any], phrases: Phrases) -> CardDescription:
    return describe_card(
        text,
        phrases.card_names,
        "joker",
        phrases("joker_chemistry" if options["joker_chemistry"] else "joker"),
        points=0,
    )
