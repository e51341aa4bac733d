"""Levels as they are stored: by their keys, so that a level put in between two others changes no stored game.

Releases up to 28 November 2026 stored numbers: here, and nowhere else, these become keys.
"""

from typing import Annotated, Any, Final

from msgspec import Meta

LEVEL: Final = "level"
LevelKey = Annotated[str, Meta(extra_json_schema={"format": LEVEL})]
"""The key of a level, as it is stored. Views, and so the contract, have its number in the same field."""

MIDDLE_LEVEL: Final = "junior"
"""The default level, and the weakest that takes over for an absent player: an opponent who would gain from a weak
computer cannot choose it.
"""

_NUMBERED: Final = ("random", "rookie", "minor", "junior", "pro", "all_star", "legend")
"""The keys by the numbers that were stored. New levels are not added here."""
_LEVEL_OF_A_SEAT: Final = 2
"""The index of its field in a stored seat."""


def with_level_keys(stored: dict[str, Any]) -> dict[str, Any]:
    """A stored game, view state of a game, event or request of a task, in which keys replace the numbers of levels."""
    for seat in stored.get("seats", ()):
        _replace(seat, _LEVEL_OF_A_SEAT)
    for part in (stored, stored.get("fallback"), stored.get("budget")):
        _replace(part, "level")
    _replace(stored.get("settings"), "absent_level")
    for player in stored.get("players", ()):
        if "number" in player:
            player["key"] = _NUMBERED[player.pop("number")]
    return stored


def _replace(part: Any, place: Any) -> None:
    if part and isinstance(part[place] if isinstance(part, list) else part.get(place), int):
        part[place] = _NUMBERED[part[place]]
