"""What people say over a game of Ice Cold Ice Hockey: a sentence for every event, names of cards from the deck file."""

from collections.abc import Mapping
from typing import Any, Final

from engines.ice_cold_ice_hockey.deck_file import deck_file
from engines.ice_cold_ice_hockey.rules.shots import CLEAN_SHOT
from engines.ice_cold_ice_hockey.texts import ZONES, parse_card
from engines.names import Names

_PLAIN_MOVES: Final = {
    "dump_deep": "dump the puck out deep",
    "outside_shot": "shoot from outside",
    "pull_goalie": "pull the goalie",
    "decline": "no answer",
    "touch_up": "touch up: wave the icing off",
    "take_face_off": "let the icing stand",
    "keep": "discard nothing",
    "draw": "draw a bonus card",
    "stop": "draw no more",
    "take": "take the card",
    "leave": "leave the card",
    "return": "the goalie returns",
    "stay_out": "the goalie stays out",
    "pull": "pull the goalie",
    "keep_in_net": "keep the goalie in the net",
}
_CARD_MOVES: Final = {
    "play": "play {card}",
    "dump_center": "dump out to centre ice, discarding {card}",
    "dump_in": "dump in and chase, discarding {card}",
    "defensive_mode": "fall back in defensive mode, discarding {card}",
    "answer": "answer with {card}",
    "discard": "discard {card}",
}
_RESULTS: Final = {
    "SUPER_SAVE": "Super save by {seat}!",
    "SAVE_DEF": "Save by {seat}.",
    "SAVE_OFF": "Save by {seat}; the rebound comes off the pads.",
    "SAVE_FO": "Save by {seat}, who holds on to the puck.",
    "SAVE_REBOUND": "Save by {seat}, and there is a rebound!",
}
_SENTENCES: Final = {
    "period_start": "Period {period} begins.",
    "overtime_start": "Overtime: the next goal wins.",
    "second_pass": "The deck is empty; its {count} cards are shuffled for the second half of the period.",
    "time_expires": "The horn! What is under way is finished.",
    "period_end": "Period {period} is over: {score}.",
    "shootout_start": "Still tied: a shootout decides.",
    "passes": "{seat} passes: {card}.",
    "skates": "{seat} skates: {card}.",
    "ices_puck": "{seat} ices the puck: {card}.",
    "shoots_inside": "{seat} shoots from close in: {card}!",
    "shoots_outside": "{seat} shoots from outside.",
    "dumps_to_centre": "{seat} dumps the puck out to centre ice and discards {card}.",
    "dumps_deep": "{seat} dumps the puck down the ice.",
    "dumps_in": "{seat} dumps the puck in, discards {card} and gives chase.",
    "stays_back": "{seat} dumps the puck in, discards {card} and stays back.",
    "pulls_goalie": "{seat} pulls the goalie!",
    "returns_goalie": "The goalie of {seat} is back in the net.",
    "stays_out": "The goalie of {seat} stays out.",
    "answers": "{seat} answers: {card}!",
    "no_answer": "No answer by {seat}.",
    "touches_up": "{seat} touches up; no icing.",
    "leaves_puck": "{seat} lets the icing stand.",
    "discards": "{seat} discards {card}.",
    "takes": "{seat} takes {card} into the hand.",
    "controls": "{seat} has the puck {zone}.",
    "offside": "Offside! Face-off at centre ice.",
    "icing": "Icing by {seat}.",
    "fight_won": "{seat} wins the fight.",
    "fight_drawn": "Nobody wins the fight.",
    "no_penalty": "No penalty.",
    "delayed_penalty": "A delayed penalty: {seat} plays with an extra skater.",
    "penalties_cancelled": "Penalties on both teams cancel each other.",
    "penalties_wiped_out": "The goal wipes out the penalty of {seat}.",
    "penalty_shot": "A penalty shot for {seat}!",
    "scores": "{seat} scores! {score}",
    "shoots_wide": "{seat} shoots wide.",
    "hits_post": "{seat} hits the post!",
    "hits_crossbar": "{seat} hits the crossbar!",
    "earns": "Momentum for {seat}: up to {cards} bonus cards.",
}
_TURNED_FOR: Final = {
    "face_off": "Face-off",
    "loose_puck": "Loose puck",
    "chase": "The chase",
    "deep_dump": "Down the ice",
    "behind_the_play": "Behind the play",
    "foul": "The referee looks",
    "cheap_shot": "The referee looks",
    "penalty_shot": "The penalty shot",
    "fight": "The gloves are off",
    "defensive_mode": "Turned up",
    "empty_net": "Towards the empty net",
    "outside_shot": "The shot",
    "inside_shot": "The shot",
    "rebound": "The rebound",
    "power_play": "On the power play",
    "major_penalty": "On the major",
}


def move_text(move: Mapping[str, Any], options: Mapping[str, Any], names: Names | None = None) -> str:
    """A move in a few words."""
    text = _CARD_MOVES.get(move["type"])
    return text.format_map(_words(move, options, names)) if text else _PLAIN_MOVES[move["type"]]


def event_text(event: Mapping[str, Any], options: Mapping[str, Any], names: Names) -> str:
    """What is said at an event."""
    if event["type"] in _SENTENCES:
        return _SENTENCES[event["type"]].format_map(_words(event, options, names))
    return _special(event, options, names)


def _words(event: Mapping[str, Any], options: Mapping[str, Any], names: Names | None) -> dict[str, Any]:
    """The fields of an event or a move as words of a sentence."""
    words = dict(event)
    if "card" in event:
        words["card"] = f"{event['card']} {_card_name(event['card'], options)}".rstrip("!")
    if names is not None and "seat" in event:
        words["seat"] = names.seat(event["seat"])
    if names is not None and "zone" in event:
        words["zone"] = _zone(event["zone"], names)
    if "score" in event:
        words["score"] = f"{event['score'][0]}-{event['score'][1]}"
    return words


def _zone(zone: str, names: Names) -> str:
    return "at centre ice" if zone == "centre" else f"in {names.seat(0 if zone == ZONES[0] else 1)}'s end"


def _card_name(card: str, options: Mapping[str, Any]) -> str:
    return deck_file(options["deck"]).card_name(parse_card(card))


def _special(event: Mapping[str, Any], options: Mapping[str, Any], names: Names) -> str:
    seat = names.seat(event["seat"]) if "seat" in event else ""
    match event["type"]:
        case "deal":
            cards = f": {' '.join(event['cards'])}" if "cards" in event else ""
            return f"{seat} is dealt {event['count']} cards{cards}."
        case "draws":
            card = f" {event['card']} {_card_name(event['card'], options)}" if "card" in event else " a card"
            return f"{seat} draws{card}.".replace("!.", ".")
        case "turns_over":
            return _turned(event, options)
        case "saves":
            return _RESULTS[event["result"]].format(seat=seat)
        case "penalty":
            return f"Major penalty on {seat}!" if event["major"] else f"Penalty on {seat}: {_shots(event)}."
        case "power_play":
            return f"Power play for {seat}, {'a major' if event['major'] else _shots(event)}."
        case "shootout_shot":
            return f"{seat} shoots, {event['card']}: {'goal!' if int(event['card']) <= CLEAN_SHOT else 'saved.'}"
        case "game_over":
            side = "A draw" if event["winner"] is None else names.wins(event["winner"])
            return f"{side}, {event['score'][0]}-{event['score'][1]}."
    return ""


def _turned(event: Mapping[str, Any], options: Mapping[str, Any]) -> str:
    """The card, and what is printed on it that matters here."""
    row = deck_file(options["deck"]).rows[parse_card(event["card"]) - 1]
    use = event["for"]
    lines = {"outside_shot": ("os_result",), "inside_shot": ("is_result",), "rebound": ("is_result",)}
    both = ("os_result", "is_result") if use in ("power_play", "major_penalty") else ()
    looked_at = [row[column] for column in lines.get(use, both)]
    if use in ("face_off", "loose_puck", "chase", "deep_dump", "behind_the_play", "foul"):
        looked_at = [row["hv"]]
    if use in ("face_off", "loose_puck", "chase", "deep_dump", "behind_the_play", "foul", "defensive_mode") and row["hv_event"] != "none":
        looked_at.append(row["hv_event"])
    shown = f" ({', '.join(looked_at)})" if looked_at else ""
    return f"{_TURNED_FOR[use]}: {event['card']}{shown}."


def _shots(event: Mapping[str, Any]) -> str:
    return f"{event['shots']} shot{'s' if event['shots'] > 1 else ''}"
