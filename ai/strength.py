"""The measured strength of the levels: one rating for each game, from the leads that ``faceoff bench ladder`` wrote
into ``ai/<key>/strength.json``, one match per line, whose players have the keys of their levels.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

from ai.intervals import sum_of
from ai.levels import LEVELS, RANDOM
from engines import KEYS, VARIANTS


@dataclass(frozen=True)
class Lead:
    """A lead in Elo over the level below, with its 95 % interval."""

    elo: int
    low: int
    high: int
    over: str
    """Key of the rated level below; ``random`` is random play."""
    games: int


@dataclass(frozen=True)
class Strength:
    """The rating of a level in a game, in Elo from random play at 0, with its 95 % interval.

    It is the sum of the leads from random play up to the level. The leads are measured in different games, so the
    margins of their intervals add in quadrature.
    """

    elo: int
    low: int
    high: int
    lead: Lead
    """Over the level below."""
    games: int
    """Number of games behind the rating."""
    preset: str
    measured: str
    """The day of the latest of these matches, ISO 8601."""


def ratings(rows: Sequence[Mapping[str, Any]]) -> dict[tuple[str, str], Strength]:
    """The ratings by game and level, from the matches of each level against the nearest rated one below that it has
    met, in the game's first measured preset.

    A level has none if there is no such match, or its lead has no bound. So a level put in between has no rating at
    first, and those above keep theirs, also when only the match of the new one has been played.
    """
    found: dict[tuple[str, str], Strength] = {}
    for key, preset in _first_presets(rows).items():
        leads = {
            (row["first"], row["second"]): row
            for row in rows
            if (row["variant"], row["preset"]) == (key, preset) and None not in row["elo"]
        }
        climbed: dict[str, list[Mapping[str, Any]]] = {RANDOM.key: []}  # the matches on the way up to each
        for level in LEVELS:
            rated = [*climbed][1:] or [RANDOM.key]  # a lead over random play says little of a stronger level
            below = next((below for below in reversed(rated) if (level.key, below) in leads), None)
            if below is not None:
                climbed[level.key] = [*climbed[below], leads[level.key, below]]
                found[key, level.key] = _rating(climbed[level.key])
    return found


def _first_presets(rows: Sequence[Mapping[str, Any]]) -> dict[str, str]:
    return {row["variant"]: row["preset"] for row in reversed(rows)}


def _rating(climbed: Sequence[Mapping[str, Any]]) -> Strength:
    """The rating at the end of these matches, each a step up."""
    last = climbed[-1]
    total, low, high = sum_of(row["elo"] for row in climbed)
    lead, lead_low, lead_high = last["elo"]
    return Strength(
        round(total),
        round(low),
        round(high),
        Lead(lead, lead_low, lead_high, last["second"], last["games"]),
        sum(row["games"] for row in climbed),
        last["preset"],
        max(row["measured"] for row in climbed),
    )


@cache
def measured() -> dict[tuple[str, str], Strength]:
    """By game and level."""
    return ratings(matches())


def matches(folder: Traversable | None = None) -> list[dict[str, Any]]:
    """The measurements, in the order of the games and their presets; none for a game without a ``strength.json``.

    They are read from the package ``ai`` as it is loaded, or from another ``folder`` like it.
    """
    found = []
    for key in KEYS:
        file = (folder or files("ai")).joinpath(key, "strength.json")
        if file.is_file():
            found += [{"variant": key, **row} for row in json.loads(file.read_text())]
    return found


def strength_of(variant_key: str, level: str) -> Strength | None:
    """The measured strength of a level in a game, None if there is none yet."""
    return measured().get((variant_key, level))


def require_strength(variant_key: str, level: str) -> Strength:
    """The measured strength of a level in a game; raises LookupError, which says how to measure it."""
    strength = strength_of(variant_key, level)
    if strength is None:
        preset = _first_presets(matches()).get(variant_key) or next(iter(VARIANTS[variant_key].presets))
        raise LookupError(
            f"level {level} of {variant_key} has not been measured; measure it with: "
            f"faceoff bench ladder --only {variant_key}/{preset}/{level}"
        )
    return strength
