"""The texts of Blades of Steel: the calls of section 7, sentences for all other events, and what the cards do."""

from collections.abc import Mapping
from typing import Any, Final

from engines.blades_of_steel.language import ENGLISH
from engines.blades_of_steel.rules import is_red
from engines.cards import CARD_TEXTS, DECK_SIZE, CardDescription, describe_card, parse_card
from engines.language import Phrases
from engines.names import Names, end_text, phrase_values


def move_text(
    move: Mapping[str, Any], options: Mapping[str, Any], names: Names | None = None, phrases: Phrases = ENGLISH
) -> str:
    """A move in a few words."""
    match move["type"]:
        case "stack" | "shoot":
            return phrases(move["type"], cards=phrases.cards(move["cards"]))
        case "block":
            return phrases(f"block.{move['from']}", cards=phrases.cards(move["cards"]))
    return phrases(move["type"])


def event_text(event: Mapping[str, Any], options: Mapping[str, Any], names: Names, phrases: Phrases = ENGLISH) -> str:
    """The call at an event, with the facts a commentator would add; a sentence where there is no call."""
    match event["type"]:
        case "face_off":
            winner = event["winner"]
            high, low = (phrases.card(event["cards"][seat]) for seat in (winner, 1 - winner))
            return phrases("face_off", winner=names.seat(winner), high=high, low=low)
        case "shoots":
            return _called(f"shot.{event['kind']}", "shot", event, names, phrases)
        case "blocked":
            call = f"save.{event['kind']}" if event["kind"].startswith("star") else "save"
            return _called(call, f"block_of.{event['from']}", event, names, phrases)
        case "changes_lines":
            discarded = _discarded("changed_discarded", "changed_counted", event, names, phrases)
            return f"{phrases('changes_lines')} {discarded}"
        case "pack_out":
            return phrases("pack_out_tied" if _is_followed(event, options) else "pack_out")
        case "weak_block":
            return phrases("weak_block", player=names.seat(event["seat"]), cards=phrases.cards(event["cards"]))
        case "stack_discarded":
            return _discarded("stack_discarded", "stack_counted", event, names, phrases)
        case "game_over":
            return end_text(event, names, phrases)
    return phrases(event["type"], **phrase_values(event, names))


def _called(call: str, what: str, event: Mapping[str, Any], names: Names, phrases: Phrases) -> str:
    """Cards that are laid down, and their call."""
    cards = phrases.cards(event["cards"])
    return phrases("called", what=phrases(what, player=names.seat(event["seat"]), cards=cards), call=phrases(call))


def _discarded(shown: str, counted: str, event: Mapping[str, Any], names: Names, phrases: Phrases) -> str:
    """The cards, or how many there are and the one on top, which all seats see."""
    player = names.seat(event["seat"])
    if "cards" not in event and event["count"] > 1:
        return phrases(counted, player=player, count=event["count"], top=phrases.card(event["top"]))
    return phrases(shown, player=player, cards=phrases.cards(event.get("cards", [event["top"]])))


def _is_followed(event: Mapping[str, Any], options: Mapping[str, Any]) -> bool:
    """Whether another pack follows the one that is over (2.5)."""
    is_tied = event["score"][0] == event["score"][1]
    has_another = options["overtime"] == "sudden_death" and event["overtime_pack"] < options["overtime_limit"]
    return bool(is_tied and has_another)


# -- what the cards do: the combinations of rules 2.1 that each card can be part of


_RED: Final = "shot", "red", {"9": "red_9", "A": "red_A"}
_BLACK: Final = "block", "black", {"A": "black_A"}
"""The kind of a card, and the phrase for what it does: of most, and of these ranks."""


def describe_cards(options: Mapping[str, Any], phrases: Phrases) -> list[CardDescription]:
    """Red cards shoot, black cards block."""
    return [_describe(text, options, phrases) for text in CARD_TEXTS[:DECK_SIZE]]


def _describe(text: str, options: Mapping[str, Any], phrases: Phrases) -> CardDescription:
    rank, suit = text[0], text[1]
    kind, does_plain, does_special = _RED if is_red(parse_card(text)) else _BLACK
    name = does_special.get(rank, does_plain)
    does = [phrases(name, rank=phrases.ranks[rank], suit=phrases.suits[suit])]
    if options["compare"] == "all":
        does.append(phrases("card_by_card"))
    if kind == "block" and options["stack_spend"] == "whole":
        does.append(phrases("whole_stack"))
    if kind == "block" and options["weak_blocks"]:
        does.append(phrases("may_be_weak"))
    return describe_card(text, phrases.card_names, kind, " ".join(does))
