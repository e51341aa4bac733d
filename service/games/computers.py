"""Which computer opponent is wanted: a level or a rating, and a style. Requests are checked here, and become seats and
players.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from ai.levels import LEVELS, Level, Player, level_by_number
from ai.ratings import player_of_rating, rating_range
from ai.styles import styles_of
from engines.api import Variant
from engines.fields import quoted
from engines.language import Phrases
from service.language import ENGLISH
from service.model.game import AI, Seat
from service.model.problem import Problem

COMPUTER: Final = ("level", "rating", "style")
"""The fields that say which computer is wanted."""
MIDDLE_LEVEL: Final = len(LEVELS) // 2


def computer_in(body: Mapping[str, Any], default_level: int | None = None) -> dict[str, Any]:
    """The fields of a request that say which computer is wanted; of the default level if neither level nor rating is
    given.
    """
    wanted = {name: body[name] for name in COMPUTER if body.get(name) is not None}
    return (
        wanted
        if default_level is None or "level" in wanted or "rating" in wanted
        else {"level": default_level} | wanted
    )


def computer_seat(variant: Variant, wanted: Mapping[str, Any], where: str = "", name: str | None = None) -> Seat:
    """The seat of the computer that is wanted. ``where`` begins the names of fields, such as ``seats[1].``.

    Raises Problem ``seats/invalid`` unless one of level and rating is given, and those of ``find_computer``.
    """
    if "level" in wanted and "rating" in wanted:
        detail = (
            f"{where}rating: level {wanted['level']} and rating {wanted['rating']} are given; give only one of them"
        )
        raise Problem("seats/invalid", detail, field=f"{where}rating")
    if "level" not in wanted and "rating" not in wanted:
        detail = f"{where}level: a seat of kind ai needs a level, 1 to {len(LEVELS)}{_or_a_rating(variant)}"
        raise Problem("seats/invalid", detail, field=f"{where}level")
    find_computer(variant, wanted, where)
    return seat_of(wanted, name)


def _or_a_rating(variant: Variant) -> str:
    found = rating_range(variant.key)
    return "" if found is None else f", or a rating, {found[0]} to {found[1]}"


def seat_of(wanted: Mapping[str, Any], name: str | None = None) -> Seat:
    """The seat of a computer whose request was checked before."""
    level, rating, style = (wanted.get(part) for part in COMPUTER)
    return Seat(AI, name or computer_name(level, rating), level, rating=rating, style=style)


def computer_name(level: int | None, rating: int | None, says: Phrases = ENGLISH) -> str:
    """The name of a computer that has no other: that of its level, or with its rating."""
    if rating is not None:
        return says("computer_rated", rating=rating)
    return says.named(_level_or_middle(level).name)


def find_computer(variant: Variant, wanted: Mapping[str, Any], where: str = "") -> Player:
    """The player of a level or a rating in a style. ``where`` begins the names of fields.

    Raises Problem ``level/unknown``, ``rating/unknown`` or ``style/unknown``.
    """
    if "rating" in wanted:
        player = _player_of_rating(variant, wanted["rating"], f"{where}rating")
    else:
        player = find_level(wanted["level"], f"{where}level")
    return in_style(variant, player, wanted.get("style"), f"{where}style")


def find_level(number: int, where: str) -> Level:
    """The level of this number; raises Problem ``level/unknown`` naming the field."""
    level = level_by_number(number)
    if level is None:
        detail = ENGLISH.phrase("level_unknown", where=where, level=number, last=len(LEVELS))
        raise Problem("level/unknown", detail, field=where)
    return level


def _player_of_rating(variant: Variant, rating: int, where: str) -> Player:
    found = rating_range(variant.key)
    if found is None:
        detail = ENGLISH.phrase("rating_none", where=where, rating=rating, variant=variant.key, last=len(LEVELS))
        raise Problem("rating/unknown", detail, field=where)
    lowest, highest = found
    if not lowest <= rating <= highest:
        detail = ENGLISH.phrase(
            "rating_unknown", where=where, rating=rating, variant=variant.key, lowest=lowest, highest=highest
        )
        raise Problem("rating/unknown", detail, field=where)
    return player_of_rating(variant.key, rating)


def in_style(variant: Variant, player: Player, style: str | None, where: str) -> Player:
    """The player in a style of the variant, if one is wanted; raises Problem ``style/unknown`` naming the field."""
    if style is None:
        return player
    known = [one.key for one in styles_of(variant.key)]
    if style not in known:
        name = "style_unknown" if known else "style_none"
        detail = ENGLISH.phrase(name, where=where, style=quoted(style), variant=variant.key, known=", ".join(known))
        raise Problem("style/unknown", detail, field=where)
    return replace(player, style=style)


def player_of_seat(variant: Variant, seat: Seat) -> Player:
    """How the computer of a stored seat decides.

    An upgrade may have measured the ratings again or dropped a style while the game was running: then it goes on with
    the nearest rating, and without a style.
    """
    found = rating_range(variant.key)
    player: Player = _level_or_middle(seat.level)
    if seat.rating is not None and found is not None:
        player = player_of_rating(variant.key, min(max(seat.rating, found[0]), found[1]))
    if seat.style is not None and seat.style in [one.key for one in styles_of(variant.key)]:
        player = replace(player, style=seat.style)
    return player


def _level_or_middle(number: int | None) -> Level:
    return (None if number is None else level_by_number(number)) or LEVELS[MIDDLE_LEVEL - 1]
