"""What the cards of Ice Cold Ice Hockey do, read from the deck file: sections 7 to 9, 12 and 17."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from engines.cards import CardDescription
from engines.fields import ListOf, Maybe, ObjectField, OneOf, Text
from engines.ice_cold_ice_hockey.deck_file import Flags, Row, deck_file, parse_flags
from engines.ice_cold_ice_hockey.rules.deck import ICON_NAMES, MARK_NAMES
from engines.ice_cold_ice_hockey.texts import card_text

ZONES: Final = {"D": "your defensive zone", "C": "centre ice", "O": "your offensive zone"}
FOLLOW_ONS: Final = {"pass": "a Pass", "skate": "a Skate", "inside_shot": "an Inside Shot"}
ANSWERED_BY: Final = {"defence": "a defence card", "penalty_defence": "a defence card with P", "is_block": "I/S Blocked"}
RESULTS: Final = {
    "GOAL": "goal",
    "SUPER_SAVE": "super save",
    "SAVE_DEF": "save, defender's puck",
    "SAVE_OFF": "save, shooter's puck",
    "SAVE_FO": "save, face-off",
    "SAVE_REBOUND": "save, rebound",
    "WIDE_DEF": "wide, defender's puck",
    "POST": "post",
    "XBAR": "crossbar",
}
LETTERS: Final = {"H": "Home", "V": "Visitor"}
MARKS: Final = {"offside": "offside", "penalty_10_40": "penalty 10-40", "fight": "fight"}
OUTCOMES: Final = {"gain": "You gain the puck.", "loose": "The puck is loose: an H/V check.", "stop": "Play stops."}

_ZONE: Final = OneOf(tuple(ZONES), name="TeamZone")
FACTS: Final = ObjectField(
    {
        "zones": ListOf(_ZONE, help="Zones in which it is played, from its player's side. Empty: anywhere."),
        "destination": ListOf(_ZONE, help="Where the puck goes from each of the zones."),
        "follow_ons": ListOf(OneOf(ICON_NAMES, name="Icon"), help="Icons: what may be played on top of it, or answers it."),
        "flags": ListOf(Text(), help="Labels, bonuses and ranges, as in the deck file."),
        "os_result": Text("Result of an outside shot for which it is turned over."),
        "is_result": Text("Result of an inside shot for which it is turned over."),
        "letter": OneOf(tuple(LETTERS), "The team that wins an H/V check.", "TeamLetter"),
        "mark": Maybe(OneOf(tuple(name for name in MARK_NAMES if name != "none"), "What else happens when it is turned over.", "Mark")),
    }
)


def describe_cards(options: Mapping[str, Any]) -> list[CardDescription]:
    """The 64 cards of the deck that is played with."""
    return [_describe(card, row) for card, row in enumerate(deck_file(options["deck"]).rows, 1)]


def _describe(card: int, row: Row) -> CardDescription:
    flags = parse_flags(row["flags"])
    does = [_use(row, flags), *_effects(flags), *_follow_ons(row), _turned_over(row)]
    facts = {
        "zones": list(row["zones"]),
        "destination": list(row["destination"]),
        "follow_ons": row["follow_ons"].split("|") if row["follow_ons"] else [],
        "flags": row["flags"].split("|") if row["flags"] else [],
        "os_result": row["os_result"],
        "is_result": row["is_result"],
        "letter": row["hv"],
        "mark": None if row["hv_event"] == "none" else row["hv_event"],
    }
    return CardDescription(card_text(card), row["name"], row["kind"], " ".join(does), facts=facts)


def _use(row: Row, flags: Flags) -> str:
    """What it is played for (7.4, 8.1, 8.5, 9.1, 9.2)."""
    match row["kind"]:
        case "pass" if "ice_puck" in flags.labels:
            return "Ices the puck from your defensive zone: play stops, and a face-off follows there."
        case "pass" | "skate":
            return f"{'Passes' if row['kind'] == 'pass' else 'Skates'} {_ways(row)}."
        case "inside_shot":
            return "A shot from your offensive zone, on top of a card that permits it: the next card's I/S line gives the result."
        case "defence":
            steals = ", and acts where a pass begins" if "S" in flags.labels else ""
            shots = ", or an Inside Shot that shows P" if "P" in flags.labels else ""
            return f"Answers a Pass or a Skate {_places(row['zones'])}{steals}{shots}."
        case "kept_in":
            return "Answers the opponent's dump-out."
        case "os_blocked":
            return "Answers an outside shot."
    return "Answers an inside shot."


def _ways(row: Row) -> str:
    if not row["destination"]:
        return f"in {ZONES[row['zones'][0]]}"
    ways = []
    for start, end in zip(row["zones"], row["destination"], strict=True):
        ways.append(f"in {ZONES[start]}, where the puck stays" if start == end else f"from {ZONES[start]} to {ZONES[end]}")
    return _listed(ways, "or")


def _places(zones: str) -> str:
    return f"in {_listed([ZONES[zone] for zone in zones], 'or')}" if zones else "anywhere"


def _follow_ons(row: Row) -> list[str]:
    """The icons at the upper right (7.2, 7.3, 8.1, 8.4, 9.2)."""
    icons = row["follow_ons"].split("|") if row["follow_ons"] else []
    played = [FOLLOW_ONS[icon] for icon in icons if icon in FOLLOW_ONS]
    answered = [ANSWERED_BY[icon] for icon in icons if icon in ANSWERED_BY]
    found = [f"On top of it goes {_listed(played, 'or')}."] if played else []
    return found + ([f"The opponent may answer with {_listed(answered, 'or')}."] if answered else [])


def _effects(flags: Flags) -> list[str]:
    """What the flags mean (5.4, 8.3, 11.1, 12)."""
    found = [OUTCOMES[outcome] for outcome in flags.outcomes]
    if "penalty_range" in flags.ranges:
        found.append(f"A penalty on you if the ID of the card turned over is {_range(flags, 'penalty_range')}.")
    if "major_range" in flags.ranges:
        found.append(f"A major if it is {_range(flags, 'major_range')}.")
    if "penalty_shot" in flags.labels:
        found.append("Fouled, it may become a penalty shot: ID 1 to 9.")
    if "big_hit" in flags.bonuses:
        found.append(f"You earn {flags.bonuses['big_hit']} bonus cards.")
    if "cheap_shot" in flags.bonuses:
        found.append(f"The opponent earns {flags.bonuses['cheap_shot']} bonus cards.")
    if "fight" in flags.bonuses:
        home, visitor = _range(flags, "fight_home"), _range(flags, "fight_visitor")
        found.append(f"A fight: Home wins it with ID {home}, Visitor with {visitor}, and earns {flags.bonuses['fight']} bonus cards.")
    return found


def _range(flags: Flags, name: str) -> str:
    low, high = flags.ranges[name]
    return f"{low} to {high}"


def _turned_over(row: Row) -> str:
    """Its two shot results, letter and mark (5, 9.3)."""
    mark = f", {MARKS[row['hv_event']]}" if row["hv_event"] in MARKS else ""
    return f"Turned over: O/S {_result(row['os_result'])}; I/S {_result(row['is_result'])}; {LETTERS[row['hv']]}{mark}."


def _result(cell: str) -> str:
    code, _, tag = cell.partition("+")
    return f"{RESULTS[code]} [{tag}!]" if tag else RESULTS[code]


def _listed(parts: Sequence[str], word: str) -> str:
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} {word} {parts[-1]}"
