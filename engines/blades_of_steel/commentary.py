"""The words of Blades of Steel: the calls of section 7, a sentence where there is none, and what the cards do."""

from collections.abc import Mapping
from typing import Any

from engines.blades_of_steel.language import ENGLISH
from engines.blades_of_steel.rules import is_red
from engines.cards import CARD_TEXTS, DECK_SIZE, CardDescription, describe_card, parse_card
from engines.language import Phrases
from engines.names import Names, end_text, places_of


def move_text(
    move: Mapping[str, Any], options: Mapping[str, Any], names: Names | None = None, phrases: Phrases = ENGLISH
) -> str:
    """A move in a few words."""
    match move["type"]:
        case "stack" | "shoot":
            return phrases(move["type"], cards=phrases.cards(move["cards"]))
        case "block":
            return phrases(f"block_{move['from']}", cards=phrases.cards(move["cards"]))
    return phrases(move["type"])


def event_text(event: Mapping[str, Any], options: Mapping[str, Any], names: Names, phrases: Phrases = ENGLISH) -> str:
    """The call at an event, with the facts a commentator would add; a sentence where there is no call."""
    match event["type"]:
        case "face_off":
            winner = event["winner"]
            high, low = (phrases.card(event["cards"][seat]) for seat in (winner, 1 - winner))
            return phrases("face_off", winner=names.seat(winner), high=high, low=low)
        case "shoots":
            return phrases(f"shot_{event['kind']}")
        case "blocked":
            return phrases(f"save_{event['kind']}" if event["kind"].startswith("star") else "save")
        case "weak_block":
            return phrases("weak_block", player=names.seat(event["seat"]), cards=phrases.cards(event["cards"]))
        case "stack_discarded":
            return _discarded(event, names.seat(event["seat"]), phrases)
        case "game_over":
            return end_text(event, names, phrases)
    return phrases(event["type"], **places_of(event, names))


def _discarded(event: Mapping[str, Any], player: str, phrases: Phrases) -> str:
    """The cards, or their number with the one on top, which all seats see."""
    if "cards" not in event and event["count"] > 1:
        return phrases("stack_counted", player=player, count=event["count"], top=phrases.card(event["top"]))
    return phrases("stack_discarded", player=player, cards=phrases.cards(event.get("cards", [event["top"]])))


# -- what the cards do: the combinations of rules 2.1 that each can be part of


def describe_cards(options: Mapping[str, Any], phrases: Phrases) -> list[CardDescription]:
    """Red cards shoot, black cards block."""
    return [_describe(text, phrases) for text in CARD_TEXTS[:DECK_SIZE]]


def _describe(text: str, phrases: Phrases) -> CardDescription:
    rank, suit = text[0], text[1]
    colour, kind, special = ("red", "shot", "9A") if is_red(parse_card(text)) else ("black", "block", "A")
    name = f"{colour}_{rank}" if rank in special else colour
    return describe_card(text, phrases, kind, phrases(name, rank=phrases.ranks[rank], suit=phrases.suits[suit]))
