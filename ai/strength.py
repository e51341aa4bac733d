"""How strong the levels were measured to be: what ``make ladder`` wrote into strength.json, each level against the one below."""

import json
from dataclasses import dataclass
from functools import cache
from importlib.resources import files


@dataclass(frozen=True)
class Strength:
    """A lead in Elo over the level below (of level 1 over random play), with its 95 % interval."""

    elo: int
    low: int
    high: int
    games: int
    preset: str
    measured: str
    """The day, ISO 8601."""


@cache
def measured() -> dict[tuple[str, int], Strength]:
    """By game and level; where several presets were measured, the first."""
    found: dict[tuple[str, int], Strength] = {}
    for row in json.loads(files("ai").joinpath("strength.json").read_text()):
        if isinstance(row["first"], int) and row["second"] == row["first"] - 1:
            lead, low, high = row["elo"]
            strength = Strength(lead, low, high, row["games"], row["preset"], row["measured"])
            found.setdefault((row["variant"], row["first"]), strength)
    return found


def strength_of(variant_key: str, level: int) -> Strength | None:
    """The measured strength of a level in a game, None where there is none yet."""
    return measured().get((variant_key, level))
