"""The texts of Hockey: the customary calls of section 7, sentences for all other events, and what the cards do."""

from collections.abc import Mapping
from typing import Any, Final

from engines.cards import CARD_TEXTS, DECK_SIZE, CardDescription, describe_card
from engines.hockey.language import ENGLISH
from engines.language import Phrases
from engines.names import Names, default_name, end_text, phrase_values

# Calls of the player of the card, except "Save!": the speakers stand in events.py.
CALLS: Final = ("scores", "breakaway", "blocks", "post", "save", "miss", "clears", "shoots", "plays")


def move_text(
    move: Mapping[str, Any], options: Mapping[str, Any], names: Names | None = None, phrases: Phrases = ENGLISH
) -> str:
    """A move in a few words."""
    if move["type"] == "choose_dealer":
        dealer = default_name(move["seat"], phrases) if names is None else names.seat(move["seat"])
        return phrases("let_deal", dealer=dealer)
    return phrases("play", card=phrases.card(move["card"]))


def event_text(event: Mapping[str, Any], options: Mapping[str, Any], names: Names, phrases: Phrases = ENGLISH) -> str:
    """The text of an event: a card that is played, with its call if ``calls`` are on, or a sentence about the course of
    the game.
    """
    if event["type"] in CALLS:
        played = {"player": names.seat(event["seat"]), "card": phrases.card(event["card"])}
        call = _call(event, options, names, phrases) if options["calls"] else ""
        return phrases("played_and_called", **played, call=call) if call else phrases("played", **played)
    return _sentence(event, names, phrases)


def _call(event: Mapping[str, Any], options: Mapping[str, Any], names: Names, phrases: Phrases) -> str:
    if event["type"] == "plays":  # the call is the card
        return ""
    if event["type"] == "breakaway":
        return phrases(_breakaway_call(event, options))
    return phrases(event["type"], **phrase_values(event, names))


def _breakaway_call(event: Mapping[str, Any], options: Mapping[str, Any]) -> str:
    """The phrase for a breakaway, chosen by the switches that determine its meaning, so that the texts fit house rules.

    Four seats pass to a partner; a pile that is taken away clears the ice; where even a wild card can only cancel a
    breakaway it is a shot that can be blocked, automatic if a wild card opened it.
    """
    is_wild = event["card"][0] in options["wild_ranks"]
    if options["seats"] == 4:
        row = event["equal_in_a_row"] if not is_wild and not options["clear_pile"] else 0
        return {3: "check_pass", 4: "rumble_pass"}.get(row, "pass")
    if options["clear_pile"]:
        return "clears_ice"
    if options["wild_counter"] == "cancels":
        return "automatic_shot" if is_wild else "shot"
    return "breakaway"


def _sentence(event: Mapping[str, Any], names: Names, phrases: Phrases) -> str:
    match event["type"]:
        case "cut":
            first, second = event["cards"]
            return phrases(
                "cut_again" if first[0] == second[0] else "cut",
                first=names.seat(0),
                first_card=phrases.card(first),
                second=names.seat(1),
                second_card=phrases.card(second),
            )
        case "starting_pile":
            is_top = len(event["cards"]) == 1
            return phrases("starting_pile_top" if is_top else "starting_pile", cards=phrases.cards(event["cards"]))
        case "starting_pile_redealt":
            cards = event["cards"]
            return phrases("redealt_cards", cards=phrases.cards(cards)) if cards else phrases("redealt")
        case "deal":
            if "cards" in event:
                return phrases("deal_cards", **phrase_values(event, names) | {"cards": phrases.cards(event["cards"])})
        case "last_minute":
            return phrases("last_minute_attacker" if event["extra_attacker"] else "last_minute")
        case "game_over":
            return end_text(event, names, phrases)
    return phrases(event["type"], **phrase_values(event, names))


# -- what the cards do under the switches: the table of rules 2.3


def describe_cards(options: Mapping[str, Any], phrases: Phrases) -> list[CardDescription]:
    """Plain cards and wild cards."""
    kinds = {"plain": _plain(options, phrases), "wild": _wild(options, phrases)}
    found = []
    for text in CARD_TEXTS[:DECK_SIZE]:
        kind = "wild" if text[0] in options["wild_ranks"] else "plain"
        found.append(describe_card(text, phrases.card_names, kind, kinds[kind]))
    return found


def _plain(options: Mapping[str, Any], phrases: Phrases) -> str:
    again = phrases("breakaway_again") if options["goal_keeps_breakaway"] else ""
    if options["clear_pile"]:  # against the other side's breakaway there is nothing to match (2.6)
        return phrases("plain_clears", again=again)
    return phrases("plain", again=again, counters=phrases(options["rematch"]))


def _wild(options: Mapping[str, Any], phrases: Phrases) -> str:
    again = phrases("breakaway_again") if options["goal_keeps_breakaway"] else ""
    scores = phrases("wild_scores", again=again) if options["wild_scores"] else phrases("wild_never_scores")
    name = "wild_clears" if options["clear_pile"] else "wild"
    return phrases(name, scores=scores, counters=phrases(options["wild_counter"]))
