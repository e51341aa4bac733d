"""The characters of a game: opponents that differ at the same level as people do, by what they like to do.

A game's table is ``ai/<key>/characters.py``, with ``CHARACTERS``, in the order to show them, and ``kinds``, which says
how much of each kind is in a move. Their names, and a line about each, are ``character_names`` and ``character_lines``
of the game's languages.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, TypeAlias

from ai.games import module_of

Kinds: TypeAlias = Callable[[Any, int, Sequence[int]], Mapping[str, float]]
"""How much of each kind is in a move of a seat, given with its actions: usually 1."""


@dataclass(frozen=True)
class Character:
    """An opponent with a name. What it likes hardly changes its strength (``ai.judgement``)."""

    key: str
    likings: Mapping[str, float]
    """By kind of action, by how many goals the character overrates it."""
    colour: str
    """The ground of the portrait, as ``#rrggbb``: white initials can be read on it, and it stands out from a light page
    and from a dark one.
    """

    def liking(self, kinds: Mapping[str, float]) -> float:
        """By how many goals it overrates a move with so much of these kinds."""
        return sum(amount * self.likings.get(kind, 0.0) for kind, amount in kinds.items())


@cache
def characters_of(variant_key: str) -> Mapping[str, Character]:
    """The characters of a game by key, in the order to show them; none for a game without decisions or a table."""
    table = module_of(variant_key, "characters")
    return {} if table is None else {character.key: character for character in table.CHARACTERS}


def kinds_of(variant_key: str) -> Kinds | None:
    """What finds the kinds of a move; None for a game without characters."""
    table = module_of(variant_key, "characters")
    return None if table is None else table.kinds


def character_of(variant_key: str, key: str) -> Character:
    """The character with this key. Raises ValueError if the game has no such one."""
    known = characters_of(variant_key)
    if key not in known:
        raise ValueError(f"{key!r} is not a character of this game; known are: {', '.join(known)}")
    return known[key]
