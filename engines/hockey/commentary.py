"""What people say over a game of Hockey: the customary calls of section 7, and a sentence for everything else."""

from collections.abc import Mapping
from typing import Any, Final

from engines.cards import RANK_WORDS, card_words
from engines.names import Names, default_name

# Said by the player of the card, except "Save!": the speakers stand in events.py. A miss has no customary call.
CALLS: Final = {
    "scores": "Scores!",
    "breakaway": "Breakaway!",
    "blocks": "Block!",
    "post": "Hits the post!",
    "save": "Save!",
    "miss": "",
    "clears": "Clears it!",
    "shoots": "Shoots...",
    "plays": "",
}


def move_text(move: Mapping[str, Any], options: Mapping[str, Any], names: Names | None = None) -> str:
    """A move in a few words."""
    if move["type"] == "choose_dealer":
        dealer = default_name(move["seat"]) if names is None else names.seat(move["seat"])
        return f"let {dealer} deal first"
    return f"play {card_words(move['card'])}"


def event_text(event: Mapping[str, Any], options: Mapping[str, Any], names: Names) -> str:
    """What is said at an event: a call, where ``calls`` are on, or a sentence about the course of the game."""
    if event["type"] in CALLS:
        return _call(event, options, names) if options["calls"] else ""
    return _sentence(event, names)


def _call(event: Mapping[str, Any], options: Mapping[str, Any], names: Names) -> str:
    if event["type"] == "plays":
        return f"{RANK_WORDS[event['card'][0]].capitalize()}..."
    if event["type"] == "breakaway":
        return _breakaway_call(event, options)
    if event["type"] == "scores":
        return f"{names.seat(event['seat'])} scores! {_score(event)}"
    return CALLS[event["type"]]


def _breakaway_call(event: Mapping[str, Any], options: Mapping[str, Any]) -> str:
    """The word for a breakaway, chosen by the switches that give it its meaning, so that house rules speak the right language.

    Four seats pass to a partner; a pile that is taken away clears the ice; where even a wild card can only cancel a breakaway
    it is a shot that can be blocked, automatic if a wild card opened it.
    """
    is_wild = event["card"][0] in options["wild_ranks"]
    if options["seats"] == 4:
        row = event["equal_in_a_row"] if not is_wild and not options["clear_pile"] else 0
        return {3: "Check! Pass!", 4: "Rumble! Pass!"}.get(row, "Pass!")
    if options["clear_pile"]:
        return "Clears the ice!"
    if options["wild_counter"] == "cancels":
        return "Automatic shot!" if is_wild else "Shot!"
    return CALLS["breakaway"]


def _sentence(event: Mapping[str, Any], names: Names) -> str:
    match event["type"]:
        case "cut":
            first, second = event["cards"]
            again = " They cut again." if first[0] == second[0] else ""
            return f"{names.seat(0)} cuts {card_words(first)}, {names.seat(1)} {card_words(second)}.{again}"
        case "dealer_chosen":
            return f"{names.seat(event['dealer'])} deals first."
        case "period_start":
            return f"Period {event['period']} begins; {names.seat(event['dealer'])} deals."
        case "overtime_start":
            return f"Overtime: the next goal wins. {names.seat(event['dealer'])} deals."
        case "starting_pile":
            under = " on top" if len(event["cards"]) == 1 else ""
            return f"The pile begins with {' '.join(event['cards'])}{under}."
        case "starting_pile_redealt":
            cards = f": {' '.join(event['cards'])}" if event["cards"] else ""
            return f"No pile to start with{cards}. Four cards are dealt again."
        case "deal":
            cards = f": {' '.join(event['cards'])}" if "cards" in event else ""
            return f"{names.seat(event['seat'])} is dealt {event['count']} cards{cards}."
        case "last_minute":
            return "Last minute of play in this period" + (", extra attacker on the ice." if event["extra_attacker"] else ".")
        case "period_end":
            return f"Period {event['period']} is over: {_score(event)}."
        case "game_over":
            side = "A draw" if event["winner"] is None else names.wins(event["winner"])
            return f"{side}, {_score(event)}."
    return ""


def _score(event: Mapping[str, Any]) -> str:
    return f"{event['score'][0]}-{event['score'][1]}"
