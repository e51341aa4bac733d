"""Computer opponents in requests: a level or a rating, and a character. They are checked here, and become seats and
players.
"""

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace
from typing import Any

from msgspec import Struct

from ai.characters import characters_of
from ai.levels import LEVELS, RANDOM, Level, Player, level_by_key, level_by_number
from ai.ratings import player_of_rating, rating_range
from engines.api import Variant
from engines.fields import quoted
from engines.language import Phrases, readable
from service.language import ENGLISH
from service.model.answer import refusal, wrong_field
from service.model.game import AI, Seat, Team
from service.model.levels import MIDDLE_LEVEL

ReserveAiTime = Callable[[int], AbstractContextManager[None]]
"""Makes a context: this many ms of the caller's AI time quota are reserved, and refunded if the body raises."""


def free(_: int) -> AbstractContextManager[None]:
    """Nothing is reserved."""
    return nullcontext()


class Computer(Struct, frozen=True, omit_defaults=True):
    """A computer opponent, by its level or by a rating, optionally as a character."""

    level: str | None = None
    """Its key."""
    rating: int | None = None
    character: str | None = None

    @classmethod
    def of(cls, wanted: Mapping[str, Any], where: str = "", *, default_level: str | None = None) -> "Computer":
        """The computer that a request describes; of the default level if neither level nor rating is given. Raises
        Problem ``level/unknown``; ``where`` is the prefix of field names, such as ``seats[1].``.
        """
        level, rating = wanted.get("level"), wanted.get("rating")
        if level is None and rating is None:
            level = default_level
        return cls(None if level is None else find_level(level, f"{where}level").key, rating, wanted.get("character"))

    @classmethod
    def of_seat(cls, seat: Seat) -> "Computer":
        """The computer that plays a seat."""
        return cls(seat.level, seat.rating, seat.character)

    def check(self, variant: Variant, where: str = "") -> None:
        """Raise Problem ``seats/invalid`` unless exactly one of level and rating is given, and ``rating/unknown`` or
        ``character/unknown``. ``where`` is the prefix of field names.
        """
        if self.level is not None and self.rating is not None:
            given = f"level {level_of(self.level).number} and rating {self.rating} are given; give only one of them"
            raise wrong_field("seats/invalid", f"{where}rating", given)
        if self.rating is not None:
            _check_rating(variant, self.rating, f"{where}rating")
        elif self.level is None:
            known = rating_range(variant.key)
            or_rating = "" if known is None else f", or a rating, {known[0]} to {known[1]}"
            needs = f"a seat of kind ai needs a level, 1 to {len(LEVELS)}{or_rating}"
            raise wrong_field("seats/invalid", f"{where}level", needs)
        _check_character(variant, self.character, f"{where}character")

    def player(self, variant: Variant) -> Player:
        """The player that decides for it.

        An upgrade may have measured the ratings again or dropped a character during its game: then it continues
        with the nearest rating, and without a character.
        """
        known = rating_range(variant.key)
        player: Player = level_of(self.level or MIDDLE_LEVEL)
        if self.rating is not None and known is not None:
            player = player_of_rating(variant.key, min(max(self.rating, known[0]), known[1]))
        return replace(player, character=known_character(variant, self.character) or "")

    def name(self, variant: Variant, says: Phrases = ENGLISH) -> str:
        """The name of a computer that has no other: that of its character or of its level, or with its rating."""
        character = known_character(variant, self.character)
        if character is not None:
            return character_name(variant, character, says.code)
        if self.rating is not None:
            return says("computer_rated", rating=self.rating)
        return says.named(level_of(self.level or MIDDLE_LEVEL).name)

    def seat(self, variant: Variant, name: str | None = None, team: Team | None = None) -> Seat:
        """Its seat."""
        named = name or self.name(variant)
        return Seat(AI, named, self.level, rating=self.rating, character=self.character, team=team)


def ms_between_computers(variant: Variant, seats: Sequence[Seat]) -> int:
    """The AI time that a game costs: one decision of each computer, as in a match, if only computers play."""
    if any(seat.kind != AI for seat in seats):
        return 0
    return sum(Computer.of_seat(seat).player(variant).cap_ms for seat in seats)


def find_level(wanted: str | int, where: str) -> Level:
    """The level of this key or number; raises Problem ``level/unknown`` naming the field."""
    level = level_by_key(wanted) if isinstance(wanted, str) else level_by_number(wanted)
    if level is None:
        known = ", ".join(f"{level.number} ({level.key})" for level in LEVELS)
        raise refusal("level/unknown", "level_unknown", level=quoted(wanted), known=known, field=where)
    return level


def level_of(key: str) -> Level:
    """The level of a stored key; the middle one if an upgrade has dropped it."""
    return RANDOM if key == RANDOM.key else level_by_key(key) or find_level(MIDDLE_LEVEL, "level")


def level_number(key: str | None) -> int | None:
    """The number of a level that is shown; None for None."""
    return None if key is None else level_of(key).number


def _check_rating(variant: Variant, rating: int, where: str) -> None:
    known = rating_range(variant.key)
    if known is None:
        raise refusal(
            "rating/unknown", "rating_none", rating=rating, variant=variant.key, last=len(LEVELS), field=where
        )
    lowest, highest = known
    if not lowest <= rating <= highest:
        raise refusal(
            "rating/unknown",
            "rating_unknown",
            rating=rating,
            variant=variant.key,
            lowest=lowest,
            highest=highest,
            field=where,
        )


def known_character(variant: Variant, stored: str | None) -> str | None:
    """The key of a stored character; None if an upgrade has dropped it."""
    return stored if stored is not None and stored in characters_of(variant.key) else None


def character_name(variant: Variant, character: str, language: str) -> str:
    """The name of a character in a language."""
    return variant.phrases(language).texts.character_names.get(character, readable(character))


def with_character(variant: Variant, player: Player, character: str | None, where: str) -> Player:
    """The player as a character of the variant, if one is requested; raises Problem ``character/unknown`` naming the
    field.
    """
    _check_character(variant, character, where)
    return player if character is None else replace(player, character=character)


def _check_character(variant: Variant, character: str | None, where: str) -> None:
    known = characters_of(variant.key)
    if character is not None and character not in known:
        name = "character_unknown" if known else "character_none"
        raise refusal(
            "character/unknown",
            name,
            character=quoted(character),
            variant=variant.key,
            known=", ".join(known),
            field=where,
        )
