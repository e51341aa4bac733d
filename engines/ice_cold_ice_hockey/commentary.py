"""The texts of Ice Cold Ice Hockey: a sentence for every event, with names of cards from the deck file."""

from collections.abc import Mapping
from typing import Any, Final

from engines.ice_cold_ice_hockey.deck_file import DECK_FILES
from engines.ice_cold_ice_hockey.language import ENGLISH
from engines.ice_cold_ice_hockey.texts import ZONES, parse_card
from engines.language import Phrases
from engines.names import Names, end_text, phrase_values

_MAJOR: Final = {"penalty": "penalty_major", "power_play": "power_play_major"}
"""The phrases for events about a major penalty."""
_BY_NUMBER: Final = ("behind_the_play", "foul", "cheap_shot", "penalty_shot", "fight", "empty_net", "deep_dump")
"""The purpose of a check for which the card's number counts (5.2 to 5.4, 7.6)."""


def move_text(
    move: Mapping[str, Any], options: Mapping[str, Any], names: Names | None = None, phrases: Phrases = ENGLISH
) -> str:
    """A move in a few words."""
    card = {"card": _card(move["card"], options, phrases)} if "card" in move else {}
    return phrases(f"move.{move['type']}", **card)


def event_text(event: Mapping[str, Any], options: Mapping[str, Any], names: Names, phrases: Phrases = ENGLISH) -> str:
    """The text of an event."""
    values = phrase_values(event, names)
    if "card" in event:
        values["card"] = _card(event["card"], options, phrases)
    match event["type"]:
        case "deal" if "cards" in event:
            cards = phrases.all_of([_card(card, options, phrases) for card in event["cards"]])
            return phrases("deal_cards", **values | {"cards": cards})
        case "draws" if "card" in event:
            return phrases("draws_card", **values)
        case "turns_over":
            return _turned(event, options, names, phrases)
        case "controls":
            return phrases("controls", **values | {"zone": _zone(event["zone"], names, phrases)})
        case "saves":
            return phrases("saves_empty_net" if event["empty_net"] else f"saves.{event['result']}", **values)
        case "penalty" | "power_play":
            name = _MAJOR[event["type"]] if event["major"] else event["type"]
            return phrases(name, **values, count=event["shots"])
        case "shootout_shot":
            ended = "shootout_goal" if event["is_goal"] else "shootout_saved"
            return phrases(ended, **values | {"card": _card(event["card"], options, phrases, with_number=True)})
        case "game_over":
            return end_text(event, names, phrases)
    return phrases(event["type"], **values)


def _zone(zone: str, names: Names, phrases: Phrases) -> str:
    return (
        phrases("at_centre") if zone == "centre" else phrases("in_end", player=names.seat(0 if zone == ZONES[0] else 1))
    )


def _card(card: str, options: Mapping[str, Any], phrases: Phrases, with_number: bool = False) -> str:
    """The printed name of a card, with its number if that counts, or if another card has the same name."""
    deck, number = DECK_FILES[options["deck"]], parse_card(card)
    name = phrases.named(deck.card_name(number)).removesuffix("!").rstrip()
    if with_number or deck.is_shared_name(number):
        name = phrases("numbered", card=name, number=number)
    return phrases.card(card, name)


def _turned(event: Mapping[str, Any], options: Mapping[str, Any], names: Names, phrases: Phrases) -> str:
    """The card, and what of it counts here: the results of shots, the team of its letter, its mark."""
    shown = [phrases(f"result.{result}") for result in event["results"]]
    if event["team"] is not None:
        shown.append(phrases("letter_of", player=names.seat(event["team"])))
    if event["mark"] != "none":
        shown.append(phrases(f"mark.{event['mark']}"))
    use = event["for"]
    why, card = phrases(f"turned.{use}"), _card(event["card"], options, phrases, with_number=use in _BY_NUMBER)
    if not shown:
        return phrases("turned", why=why, card=card)
    return phrases("turned_shown", why=why, card=card, shown=", ".join(shown))


def result_text(cell: str, phrases: Phrases) -> str:
    """The result of a shot that is printed on a card."""
    code, _, tag = cell.partition("+")
    result = phrases(f"result.{code}")
    return phrases(f"tagged.{tag}", result=result) if tag else result
