"""Players of any strength between the weakest and the strongest level of a game, by rating: the levels interpolated."""

from dataclasses import fields
from itertools import pairwise
from typing import Any

from ai.levels import LEVELS, Player
from ai.strength import strength_of


def rating_range(variant_key: str) -> tuple[int, int] | None:
    """The lowest and the highest rating that can be requested: those measured for the first and the last level; None if
    not measured.
    """
    rungs = _rungs(variant_key)
    return (rungs[0][0], rungs[-1][0]) if rungs else None


def player_of_rating(variant_key: str, rating: int) -> Player:
    """A player of about this measured rating in the game. Raises ValueError if the rating is not in
    ``rating_range``.
    """
    rungs = _rungs(variant_key)
    if not rungs or not rungs[0][0] <= rating <= rungs[-1][0]:
        raise ValueError(f"rating {rating} of {variant_key!r} is not in the range {rating_range(variant_key)}")
    (low, lower), (high, upper) = next((below, above) for below, above in pairwise(rungs) if rating <= above[0])
    return between(lower, upper, (rating - low) / (high - low))


def between(lower: Player, upper: Player, share: float) -> Player:
    """The player at this fraction of the way from one to another: numbers are interpolated, switches change half-way.

    So does a search that only one of them has, as one with very few simulations would be weaker than none.
    """
    nearer = lower if share < 0.5 else upper
    settings: dict[str, Any] = {field.name: getattr(nearer, field.name) for field in fields(Player)}
    for name in ("noise", "grasp"):
        settings[name] = _mixed(getattr(lower, name), getattr(upper, name), share)
    if lower.simulations > 0 and upper.simulations > 0:
        settings["simulations"] = round(_mixed(lower.simulations, upper.simulations, share))
    settings["cap_ms"] = round(_mixed(lower.cap_ms, upper.cap_ms, share))
    return Player(**settings)


def _mixed(below: float, above: float, share: float) -> float:
    return below + share * (above - below)


def _rungs(variant_key: str) -> list[tuple[int, Player]]:
    """The measured levels with their ratings, the weakest first; empty unless each is above the previous one."""
    measured = [(strength_of(variant_key, level.key), level) for level in LEVELS]
    rungs = [(strength.elo, level) for strength, level in measured if strength is not None]
    is_ladder = all(below[0] < above[0] for below, above in pairwise(rungs))
    return list(rungs) if is_ladder else []
