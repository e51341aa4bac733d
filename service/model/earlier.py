"""What earlier releases have stored, in the form of today.

Releases up to 28 November 2026 stored the numbers of levels, and computers had styles: here, and nowhere else, numbers
become keys, and styles become the characters of these keys.
"""

from typing import Any, Final

_NUMBERED: Final = ("random", "rookie", "minor", "junior", "pro", "all_star", "legend")
"""The keys of levels by the numbers that were stored. New levels are not added here."""
_LEVEL_OF_A_SEAT: Final = 2
"""The index of its field in a stored seat. The style's is that of the character."""


def in_todays_form(stored: dict[str, Any]) -> dict[str, Any]:
    """A stored game, view state of a game, event or request of a task as it is stored now."""
    for seat in stored.get("seats", ()):
        _replace(seat, _LEVEL_OF_A_SEAT)
    for part in (stored, stored.get("fallback"), stored.get("budget")):
        _replace(part, "level")
    _replace(stored.get("settings"), "absent_level")
    for player in stored.get("players", ()):
        if "number" in player:
            player["key"] = _NUMBERED[player.pop("number")]
    for part in (stored, stored.get("fallback"), *stored.get("players", ())):
        if part and "style" in part:
            part["character"] = part.pop("style")
    return stored


def _replace(part: Any, place: Any) -> None:
    if part and isinstance(part[place] if isinstance(part, list) else part.get(place), int):
        part[place] = _NUMBERED[part[place]]
