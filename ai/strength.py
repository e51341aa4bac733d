"""How strong the levels were measured to be: results of ``python -m ai.arena``, each against the level below."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True)
class Strength:
    """A lead in Elo with its 95 % interval."""

    elo: int
    low: int
    high: int
    games: int
    preset: str
    measured: str
    """The day, ISO 8601."""


MEASURED: Final[Mapping[str, Mapping[int, Strength]]] = {
    "hockey": {
        1: Strength(138, 113, 165, 600, "standard", "2026-11-21"),
        2: Strength(100, 73, 128, 600, "standard", "2026-11-21"),
        3: Strength(244, 214, 279, 600, "standard", "2026-11-21"),
        4: Strength(36, 9, 64, 600, "standard", "2026-11-21"),
        5: Strength(57, 33, 82, 600, "standard", "2026-11-21"),
        6: Strength(13, -45, 72, 80, "standard", "2026-11-21"),
    },
}
"""By game and level; level 1 was measured against random play."""


def strength_of(variant_key: str, level: int) -> Strength | None:
    """The measured strength of a level in a game, None where there is none yet."""
    return MEASURED.get(variant_key, {}).get(level)
