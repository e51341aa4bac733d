"""The styles in which a computer can play a game: as strong, but with other likings."""

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Style:
    """A way to play, such as ``aggressive``."""

    key: str


def styles_of(variant_key: str) -> Sequence[Style]:
    """The styles of a game, in the order to show them; none for a game without decisions, or without a table of them."""
    return ()
