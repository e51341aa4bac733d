"""Players of any strength between the weakest level of a game and its strongest, by rating: the levels interpolated."""

from dataclasses import fields
from itertools import pairwise
from typing import Any

from ai.levels import LEVELS, Player
from ai.strength import strength_of


def rating_range(variant_key: str) -> tuple[int, int] | None:
    """The lowest and the highest rating that can be asked for: those measured of the first level and the last; None if not measured."""
    rungs = _rungs(variant_key)
    return (rungs[0][0], rungs[-1][0]) if rungs else None


def player_of_rating(variant_key: str, rating: int) -> Player:
    """A player of about this measured rating in the game. Raises ValueError if the rating is not in ``rating_range``."""
    rungs = _rungs(variant_key)
    if not rungs or not rungs[0][0] <= rating <= rungs[-1][0]:
        raise ValueError(f"rating {rating} of {variant_key!r} is not in the range {rating_range(variant_key)}")
    (low, lower), (high, upper) = next((below, above) for below, above in pairwise(rungs) if rating <= above[0])
    return between(lower, upper, (rating - low) / (high - low))


def between(lower: Player, upper: Player, share: float) -> Player:
    """The player this share of the way from one to another: numbers are interpolated, switches thrown half-way."""
    settings: dict[str, Any] = {}
    for field in fields(Player):
        below, above = getattr(lower, field.name), getattr(upper, field.name)
        if isinstance(below, bool | str):
            settings[field.name] = below if share < 0.5 else above
        else:
            settings[field.name] = type(below)(below + share * (above - below))
    return Player(**settings)


def _rungs(variant_key: str) -> list[tuple[int, Player]]:
    """The measured levels with their ratings, the weakest first; empty unless all are measured, each above the one before."""
    measured = [(strength_of(variant_key, level.number), level) for level in LEVELS]
    rungs = [(strength.elo, level) for strength, level in measured if strength is not None]
    is_ladder = len(rungs) == len(LEVELS) and all(below[0] < above[0] for below, above in pairwise(rungs))
    return list(rungs) if is_ladder else []
