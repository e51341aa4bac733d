"""What the cards of Ice Cold Ice Hockey do, read from the deck file: sections 7 to 9, 12 and 17."""

from collections.abc import Mapping
from typing import Any, Final

from engines.cards import CardDescription
from engines.fields import ListOf, Maybe, ObjectField, OneOf, Text
from engines.ice_cold_ice_hockey.commentary import result_text
from engines.ice_cold_ice_hockey.deck_file import DECK_FILES, Flags, Row, parse_flags, parts_of
from engines.ice_cold_ice_hockey.rules import numbers as n
from engines.ice_cold_ice_hockey.texts import card_text
from engines.language import Phrases

_FOLLOW_ONS: Final = ("pass", "skate", "inside_shot")
_DEFENCE: Final = {"": "use_defence", "S": "use_defence_S", "P": "use_defence_P", "SP": "use_defence_SP"}
"""The phrases for cards of defence, by their letters."""
_ANSWERS: Final = ("defence", "penalty_defence", "is_block")

_ZONE: Final = OneOf(tuple(n.ZONE_LETTERS), name="TeamZone")
FACTS: Final = ObjectField(
    {
        "zones": ListOf(_ZONE, help="Zones in which it is played, from its player's side. Empty: anywhere."),
        "destination": ListOf(_ZONE, help="Where the puck goes from each of the zones."),
        "follow_ons": ListOf(
            OneOf(n.ICON_NAMES, name="Icon"), help="Icons: what may be played on top of it, or answers it."
        ),
        "flags": ListOf(Text(), help="Labels, bonuses and ranges, as in the deck file."),
        "os_result": Text("Result of an outside shot for which it is turned over."),
        "is_result": Text("Result of an inside shot for which it is turned over."),
        "letter": OneOf(tuple(n.LETTERS), "The team that wins an H/V check.", "TeamLetter"),
        "mark": Maybe(
            OneOf(
                tuple(name for name in n.MARK_NAMES if name != "none"),
                "What else happens when it is turned over.",
                "Mark",
            )
        ),
    }
)


def describe_cards(options: Mapping[str, Any], phrases: Phrases) -> list[CardDescription]:
    """The 64 cards of the deck in play."""
    return [_describe(card, row, phrases) for card, row in enumerate(DECK_FILES[options["deck"]].rows, 1)]


def _describe(card: int, row: Row, phrases: Phrases) -> CardDescription:
    flags = parse_flags(row["flags"])
    does = [
        _use(row, flags, phrases),
        *_effects(flags, phrases),
        *_follow_ons(row, phrases),
        _turned_over(row, phrases),
    ]
    facts = {
        "zones": list(row["zones"]),
        "destination": list(row["destination"]),
        "follow_ons": parts_of(row["follow_ons"]),
        "flags": parts_of(row["flags"]),
        "os_result": row["os_result"],
        "is_result": row["is_result"],
        "letter": row["hv"],
        "mark": None if row["hv_event"] == "none" else row["hv_event"],
    }
    return CardDescription(card_text(card), phrases.named(row["name"]), row["kind"], " ".join(does), facts=facts)


def _use(row: Row, flags: Flags, phrases: Phrases) -> str:
    """What it is played for (7.4, 8.1, 8.5, 9.1, 9.2)."""
    match row["kind"]:
        case "pass" if "ice_puck" in flags.labels:
            return phrases("use_ice_puck")
        case "pass" | "skate":
            return phrases(f"use.{row['kind']}", ways=_ways(row, phrases))
        case "defence":
            letters = "".join(letter for letter in "SP" if letter in flags.labels)
            return phrases(_DEFENCE[letters], places=_places(row["zones"], phrases))
    return phrases(f"use.{row['kind']}")


def _ways(row: Row, phrases: Phrases) -> str:
    ways = []
    for start, end in zip(row["zones"], row["destination"], strict=True):
        zone = phrases(f"zone.{start}")
        ways.append(
            phrases("way_stays", zone=zone)
            if start == end
            else phrases("way_from", start=zone, end=phrases(f"zone.{end}"))
        )
    return phrases.listed(ways)


def _places(zones: str, phrases: Phrases) -> str:
    if not zones:
        return phrases("anywhere")
    return phrases("way_in", zone=phrases.listed([phrases(f"zone.{zone}") for zone in zones]))


def _follow_ons(row: Row, phrases: Phrases) -> list[str]:
    """The icons at the upper right (7.2, 7.3, 8.1, 8.4, 9.2)."""
    icons = parts_of(row["follow_ons"])
    played = [phrases(f"follow.{icon}") for icon in icons if icon in _FOLLOW_ONS]
    answered = [phrases(f"answer.{icon}") for icon in icons if icon in _ANSWERS]
    found = [phrases("played_on_top", kinds=phrases.listed(played))] if played else []
    return found + ([phrases("may_be_answered", kinds=phrases.listed(answered))] if answered else [])


def _effects(flags: Flags, phrases: Phrases) -> list[str]:
    """What the flags mean (5.4, 8.3, 11.1, 12)."""
    found = [phrases(f"outcome.{outcome}") for outcome in flags.outcomes]
    for name in ("penalty_range", "major_range"):
        if name in flags.ranges:
            low, high = flags.ranges[name]
            found.append(phrases(name, low=low, high=high))
    if "penalty_shot" in flags.labels:
        found.append(phrases("penalty_shot_label"))
    found += [phrases(name, count=flags.bonuses[name]) for name in ("big_hit", "cheap_shot") if name in flags.bonuses]
    if "fight" in flags.bonuses:
        home, visitor = flags.ranges["fight_home"], flags.ranges["fight_visitor"]
        ranges = {"home_low": home[0], "home_high": home[1], "visitor_low": visitor[0], "visitor_high": visitor[1]}
        found.append(phrases("fight", count=flags.bonuses["fight"], **ranges))
    return found


def _turned_over(row: Row, phrases: Phrases) -> str:
    """Its two shot results, letter and mark (5, 9.3)."""
    printed = {
        "outside": result_text(row["os_result"], phrases),
        "inside": result_text(row["is_result"], phrases),
        "letter": phrases(f"letter.{row['hv']}"),
    }
    if row["hv_event"] == "none":
        return phrases("turned_over", **printed)
    return phrases("turned_over_mark", **printed, mark=phrases(f"mark.{row['hv_event']}"))
