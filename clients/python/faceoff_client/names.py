"""The names of players in a view, for clients that show one."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any


def players(view: Mapping[str, Any]) -> list[str]:
    """The players' names; equal ones get the seat's number added, as in the commentary."""
    names = [" ".join(seat["name"].split()) or "?" for seat in view["seats"]]
    counts = Counter(names)
    return [name if counts[name] == 1 else f"{name} ({place})" for place, name in enumerate(names, 1)]


def caller(event: Mapping[str, Any], view: Mapping[str, Any], you: str = "You") -> str:
    """Who is named before an event's text, because it is that player's call and names nobody; else empty.

    ``you`` is how the texts speak to the seat of the view, in their language.
    """
    if event["speaker"] is None or not event["text"]:
        return ""
    names = players(view)
    teams = [seat["team"]["name"] for seat in view["seats"] if seat.get("team")]
    named = "|".join([f"(?i:{re.escape(you)})", *map(re.escape, names + teams)])
    if re.search(rf"(?<!\w)(?:{named})(?!\w)", event["text"]):
        return ""
    is_own = event["speaker"] == (view.get("you") or {}).get("seat")
    return you if is_own else names[event["speaker"]]


def side_text(players: Sequence[str], side: int) -> str:
    """The players of a side."""
    return " & ".join(players[side::2])


def side_name(view: Mapping[str, Any], side: int) -> str:
    """The team of a side, or without one its players."""
    teams = [seat["team"]["name"] for seat in view["seats"][side::2] if seat.get("team")]
    return teams[0] if teams else side_text(players(view), side)


def is_seat(part: Mapping[str, Any]) -> bool:
    """True if a number, as a variant declares it, is that of a seat or side: 0 or 1, or from 0 to 3 and possibly
    null.
    """
    may_be_null = "null" in part.get("type", "")
    return part.get("minimum") == 0 and (part.get("maximum") == 1 or (part.get("maximum") == 3 and may_be_null))


def player_text(players: Sequence[str], number: int, part: Mapping[str, Any]) -> str:
    """The player at a seat, or those of a side, as ``part`` declares the number."""
    return side_text(players, number) if part["maximum"] == 1 else players[number]
